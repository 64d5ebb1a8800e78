// Checks of what JavaScript lets anyone pass. The WebAssembly half would take a fraction for an id and make it a whole
// one.
import { FlockstepError } from "./error.js";

export function refuse(what, found, allowed) {
  throw new FlockstepError("argument", `${what}: found ${show(found)}, allowed is ${allowed}`);
}

function show(found) {
  if (typeof found === "string") return JSON.stringify(found.length > 60 ? `${found.slice(0, 60)}...` : found);
  if (typeof found === "object" && found !== null) return Array.isArray(found) ? "an array" : "an object";
  return typeof found === "function" ? "a function" : String(found);
}

const WORD = 2 ** 32;

export function count(what, number, least = 0) {
  if (Number.isInteger(number) && number >= least && number < WORD) return number;
  return refuse(what, number, `a whole number from ${least} to ${WORD - 1}`);
}

export function text(what, value) {
  return typeof value === "string" ? value : refuse(what, value, "a string");
}

/** Numbers as an array of 32-bit floats; a Float32Array is used as it is. */
export function numbers(what, list) {
  if (list instanceof Float32Array) return list;
  if (!isList(list)) return refuse(what, list, "an array of numbers");
  for (let at = 0; at < list.length; at++) number(`${what}[${at}]`, list[at]);
  return Float32Array.from(list);
}

/** A number; the engine says of its own whether it wants NaN. */
export function number(what, value) {
  return typeof value === "number" ? value : refuse(what, value, "a number");
}

/** One id or several. */
export function ids(list) {
  if (list instanceof Uint32Array) return list;
  if (!isList(list)) return Uint32Array.of(count("id", list));
  for (let at = 0; at < list.length; at++) count(`ids[${at}]`, list[at]);
  return Uint32Array.from(list);
}

function isList(list) {
  return Array.isArray(list) || (ArrayBuffer.isView(list) && "length" in list);
}

/** A value as TOML writes it. A string is taken as it is: a TOML value, or a word, as after `--set PATH=`. */
export function value(what, given) {
  return typeof given === "string" ? given : toml(what, given);
}

function toml(what, given) {
  switch (typeof given) {
    case "string":
      return JSON.stringify(given);
    case "number":
      return Number.isNaN(given) ? "nan" : String(given).replace("Infinity", "inf");
    case "bigint":
    case "boolean":
      return String(given);
  }
  if (isList(given)) return `[${Array.from(given, (one) => toml(what, one)).join(", ")}]`;
  if (given !== null && typeof given === "object" && Object.getPrototypeOf(given) === Object.prototype) {
    const entries = Object.entries(given).filter(([, one]) => one !== undefined);
    return `{ ${entries.map(([key, one]) => `${JSON.stringify(key)} = ${toml(what, one)}`).join(", ")} }`;
  }
  return refuse(what, given, "a number, a string, a boolean, an array or an object of these");
}

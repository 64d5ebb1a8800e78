// Errors as data, and the plain objects that the WebAssembly half makes.

/** What every method of the package throws. */
export class FlockstepError extends Error {
  constructor(code, message, problems = []) {
    super(message);
    this.name = "FlockstepError";
    this.code = code;
    this.problems = problems;
  }
}

export function problem(source, line, column, path, found, allowed, didYouMean, message) {
  return { source, line, column, path, found, allowed, didYouMean, message };
}

export function obstacle(kind, numbers, dimensions, radius) {
  const points = [];
  for (let at = 0; at < numbers.length; at += dimensions) {
    points.push(Array.from(numbers.subarray(at, at + dimensions)));
  }
  return radius === undefined ? { kind, points } : { kind, points, radius };
}

/** What the engine said last before it crashed. */
let lastWords = "";

export function panicked(message) {
  lastWords = message;
}

export function takeLastWords() {
  const words = lastWords;
  lastWords = "";
  return words;
}

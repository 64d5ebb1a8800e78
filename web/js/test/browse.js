// A page of the package in a real Chromium.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "../examples/serve.js";

const FLAGS = [
  "--no-sandbox --disable-quic --no-first-run --disable-background-networking",
  "--disable-component-update --disable-sync",
  "--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader",
];

/** Where Chromium is: CHROMIUM, or where Debian has it. */
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Opens a page of the package; `mishaps` are its errors and what it asked of any other host. */
export async function browse(path) {
  if (!existsSync(executablePath)) throw new Error(`no Chromium at ${executablePath}: set CHROMIUM`);
  const server = await serve();
  const home = `http://localhost:${server.address().port}`;
  const browser = await chromium.launch({ executablePath, args: FLAGS.join(" ").split(" ") });
  const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
  const mishaps = [];
  page.on("pageerror", (error) => mishaps.push(String(error)));
  page.on("console", (message) => message.type() === "error" && mishaps.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !url.startsWith("blob:") && !url.startsWith("data:")) mishaps.push(url);
  });
  await page.goto(home + path);
  const stop = async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
  };
  return { page, mishaps, stop };
}

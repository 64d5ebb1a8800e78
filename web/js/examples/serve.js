// Serves this package on localhost, so that the examples can be opened: node examples/serve.js [PORT]
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = normalize(fileURLToPath(new URL("..", import.meta.url)));
const kinds = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** A server of this folder on a port of localhost; port 0 is any free one. */
export function serve(port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(join(root, decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    const found = path.startsWith(root.endsWith(sep) ? root : root + sep) && (await stat(path).catch(() => undefined));
    if (!found || !found.isFile()) return response.writeHead(404).end("not found");
    response.writeHead(200, { "content-type": kinds[extname(path)] ?? "application/octet-stream" });
    return createReadStream(path).pipe(response);
  });
  return new Promise((ready) => server.listen(port, "localhost", () => ready(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.argv[2] ?? 8000));
  const { port } = server.address();
  console.log(`http://localhost:${port}/examples/canvas.html\nhttp://localhost:${port}/examples/three.html`);
}

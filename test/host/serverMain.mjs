// The VS Code server's entry point: node serverMain.mjs <server-main.js> <its arguments>. It adds three things.
// - When the pipe at stdin closes, however its other end died, the whole process group goes too.
// - With SERVER_SECRET_KEY (32 bytes, base64) it answers the page's POST /mint-key, so that stored secrets survive a
//   reload as they do with a desktop's keyring. Without it they live in the page's memory: "no keyring".
// - The page takes itself for one on another computer: it opens addresses of this one through a proxy that is not there,
//   at /proxy/<port>/. Those of the sandbox's login pages are led to where they were meant to go.
import { Buffer } from "node:buffer";
import http from "node:http";
import { pathToFileURL } from "node:url";
import { loginPageBehind } from "./loginPageBehind.mjs";

const [, , server] = process.argv;
process.argv.splice(1, 1);

process.stdin.on("close", () => {
  process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
});
process.stdin.resume();
process.stdin.unref?.();

const { SERVER_SECRET_KEY: key } = process.env;
delete process.env.SERVER_SECRET_KEY;
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, ...args) {
  return (event === "request" && answers(...args)) || emit.call(this, event, ...args);
};

function answers(request, response) {
  if (key !== undefined && request.method === "POST" && request.url === "/mint-key") {
    response.end(Buffer.from(key, "base64"));
    return true;
  }
  const page = request.method === "GET" ? loginPageBehind(request.url) : undefined;
  if (page === undefined) return false;
  // The sandbox opens to a person alone. Where the browser does not know of one any more, a link has to be followed.
  const isPerson = request.headers["sec-fetch-user"] === "?1";
  response.writeHead(isPerson ? 302 : 200, {
    "Cache-Control": "no-store",
    "Content-Type": "text/html",
    "Referrer-Policy": "no-referrer",
    ...(isPerson && { Location: page }),
  });
  response.end(`<title>Sandbox</title><a href="${page.replaceAll("&", "&amp;")}">Open the login page</a>`);
  return true;
}

await import(pathToFileURL(server).href);

// Starts the VS Code server: node serverMain.mjs <server-main.js> <arguments of the server>. Adds three things:
// - When the pipe at stdin closes, for example because the parent process died, the whole process group is killed.
// - With SERVER_SECRET_KEY (32 bytes, base64), the server answers the page's POST /mint-key, so that stored secrets
//   survive a reload, as they do with a desktop keyring. Without the key, the page keeps secrets in memory only.
// - VS Code in the browser opens local addresses through a proxy at /proxy/<port>/, which doesn't exist here. Requests
//   for the sandbox's login pages are redirected to the original address.
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
  // The sandbox accepts only navigations by a user. If the browser no longer reports one, the page shows a link.
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

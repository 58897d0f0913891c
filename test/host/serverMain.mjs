// The VS Code server's entry point: node serverMain.mjs <server-main.js> <its arguments>. It adds two things.
// - When the pipe at stdin closes, however its other end died, the whole process group goes too.
// - With SERVER_SECRET_KEY (32 bytes, base64) it answers the page's POST /mint-key, so that stored secrets survive a
//   reload as they do with a desktop's keyring. Without it they live in the page's memory: "no keyring".
import { Buffer } from "node:buffer";
import http from "node:http";
import { pathToFileURL } from "node:url";

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
  const [request, response] = args;
  if (key === undefined || event !== "request" || request.method !== "POST" || request.url !== "/mint-key") {
    return emit.call(this, event, ...args);
  }
  response.end(Buffer.from(key, "base64"));
  return true;
};

await import(pathToFileURL(server).href);

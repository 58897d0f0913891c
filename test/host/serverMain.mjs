// The VS Code server's entry point, tied to whoever started it: when the pipe at stdin closes, however its other
// end died, the whole process group goes too. Used as: node serverMain.mjs <server-main.js> <arguments of it>
import { pathToFileURL } from "node:url";

const [, , server] = process.argv;
process.argv.splice(1, 1);

process.stdin.on("close", () => {
  process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
});
process.stdin.resume();
process.stdin.unref?.();

await import(pathToFileURL(server).href);

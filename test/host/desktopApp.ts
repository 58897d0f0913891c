import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

const commands = process.platform === "win32" ? ["code.cmd", "code-insiders.cmd"] : ["code", "code-insiders"];

/** Default locations of desktop VS Code. */
const usualPlaces = [
  "/Applications/Visual Studio Code.app/Contents/MacOS/Code",
  "/Applications/Visual Studio Code.app/Contents/MacOS/Electron",
  "/usr/share/code/code",
  ...[process.env["LOCALAPPDATA"], process.env["PROGRAMFILES"]]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, "Programs", "Microsoft VS Code", "Code.exe"),
      join(folder, "Microsoft VS Code", "Code.exe"),
    ]),
];

/** Location of the program relative to the `bin` folder with the `code` command. */
const programPaths = [
  ["..", "code"],
  ["..", "code-insiders"],
  ["..", "Code.exe"],
  ["..", "Code - Insiders.exe"],
  ["..", "..", "..", "MacOS", "Code"],
  ["..", "..", "..", "MacOS", "Electron"],
];

/** True if a window can be displayed. */
export function hasDisplay(): boolean {
  if (process.env["CI"] === "true" || process.env["SSH_CONNECTION"] !== undefined) return false;
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return process.env["DISPLAY"] !== undefined || process.env["WAYLAND_DISPLAY"] !== undefined;
}

/**
 * Returns the program of an installed desktop VS Code, or undefined. Never returns the `code` command, because it
 * starts the program and exits, so that the program couldn't be ended.
 */
export async function installedDesktop(): Promise<string | undefined> {
  const configured = process.env["VSCODE_EXECUTABLE"];
  if (configured !== undefined && configured !== "") return configured;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter))
    for (const command of commands) {
      const bin = await realpath(join(folder, command)).catch(() => undefined);
      if (bin === undefined) continue;
      const candidates = programPaths.map((steps) => join(dirname(bin), ...steps));
      const program = await firstExisting(candidates);
      if (program !== undefined) return program;
    }
  return firstExisting(usualPlaces);
}

async function firstExisting(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const runnable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runnable) return candidate;
  }
  return undefined;
}

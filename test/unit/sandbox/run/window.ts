// Acts as a VS Code window in its own process: launches the sandbox on request and reports the result.
import { fileURLToPath } from "node:url";
import { launchSandbox, type LaunchedSandbox } from "../../../../src/sandbox/run/launch.ts";

export interface Launched {
  readonly origin: string;
  readonly token: string;
  readonly startedHere: boolean;
}

const workerFile = fileURLToPath(new URL("../../../../src/sandbox/run/worker.ts", import.meta.url));
const directory = process.argv[2] ?? "";
const { signal } = new AbortController();
let sandbox: LaunchedSandbox | undefined;

const commands = {
  launch: async (): Promise<Launched> => {
    sandbox = await launchSandbox({ directory, workerFile, signal });
    const { origin, token, startedHere } = sandbox;
    return { origin, token, startedHere };
  },
  alive: async (): Promise<boolean> => (await sandbox?.alive(signal)) ?? false,
  stop: async (): Promise<true> => {
    await sandbox?.stop();
    return true;
  },
};
export type Commands = typeof commands;

process.on("message", (name: keyof Commands) => {
  void commands[name]().then((answer) => process.send?.(answer));
});

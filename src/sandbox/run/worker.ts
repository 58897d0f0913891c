// The thread that runs a sandbox for the extension, so that no write to the disk holds up the editor.
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { announce, dataFileIn, prepareFolder, withdraw } from "./folder.ts";
import { inMemory } from "../db/database.ts";
import { asFailure, SandboxError } from "../sandboxError.ts";
import { newToken } from "../identity.ts";
import type { FromWorker, ToWorker, WorkerData } from "./launch.ts";
import { openSandbox, type Sandbox } from "./openSandbox.ts";

const { directory, machine, sample }: WorkerData = z
  .object({ directory: z.string(), machine: z.string(), sample: z.enum(["small", "all"]) })
  .parse(workerData);
const settings = {
  port: 0,
  sample,
  token: newToken(),
  onFault: (error: unknown) => {
    process.stderr.write(`Sandbox: ${String(error)}\n`);
    // Its data is gone for good, and so is its use: whoever asks next starts another.
    if (error instanceof SandboxError) queue = queue.then(stop);
  },
};

/** One thing after the other: a stop waits for the start before it. */
let queue = Promise.resolve();

let running: Sandbox | undefined;

async function start(): Promise<FromWorker> {
  try {
    return await startOnFile();
  } catch (thrown) {
    const error = asFailure(directory, thrown);
    if (!(error instanceof SandboxError)) throw error;
    if (error.kind !== "unusableFile") return { kind: "failed", failure: error.kind, message: error.message };
    return await startInMemory(error);
  }
}

async function startOnFile(): Promise<FromWorker> {
  prepareFolder(directory);
  const sandbox = await openSandbox({ ...settings, file: dataFileIn(directory) });
  if (sandbox === undefined) return { kind: "held" };
  try {
    announce(directory, machine, sandbox.identity);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  running = sandbox;
  const { identity, isNew } = sandbox;
  const ready = { kind: "ready", identity, isNew } as const;
  return sandbox.keptAside === undefined ? ready : { ...ready, notice: "keptAside" };
}

/** Where nothing can be written, a sandbox that forgets is better than none; the user is told. */
async function startInMemory(reason: SandboxError): Promise<FromWorker> {
  const sandbox = await openSandbox({ ...settings, file: inMemory });
  if (sandbox === undefined) throw reason;
  running = sandbox;
  return { kind: "ready", identity: sandbox.identity, isNew: true, notice: "inMemory" };
}

async function stop(): Promise<void> {
  const ending = running;
  running = undefined;
  try {
    // The announcement goes first, while the lock still keeps a successor from writing its own.
    if (ending !== undefined) withdraw(directory, machine, ending.identity);
  } finally {
    await ending?.close();
    parentPort?.close();
  }
}

parentPort?.on("message", (message: ToWorker) => {
  queue = queue.then(async () => {
    switch (message.kind) {
      case "start":
        return parentPort?.postMessage(await start());
      case "stop":
        return stop();
    }
  });
});

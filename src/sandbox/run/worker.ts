// Runs the extension's sandbox in a worker thread, so that disk writes don't block the extension host.
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { writeAnnouncement, dataFilePath, prepareFolder, removeAnnouncement } from "./folder.ts";
import { inMemory } from "../db/database.ts";
import { toSandboxError, SandboxError } from "../sandboxError.ts";
import { newToken } from "../identity.ts";
import type { FromWorker, ToWorker, WorkerData } from "./launch.ts";
import { openSandbox, type OpenSandbox } from "./openSandbox.ts";

const { directory, machine, sample }: WorkerData = z
  .object({ directory: z.string(), machine: z.string(), sample: z.enum(["small", "all"]) })
  .parse(workerData);
const sandboxOptions = {
  port: 0,
  sample,
  token: newToken(),
  onFault: (error: unknown) => {
    process.stderr.write(`Sandbox: ${String(error)}\n`);
    // Stop this sandbox, because its data file was removed or replaced. The extension starts another sandbox when it
    // needs one.
    if (error instanceof SandboxError) messageQueue = messageQueue.then(stopSandbox);
  },
};

/** Handles one message at a time, so that a stop waits for an earlier start. */
let messageQueue = Promise.resolve();

let runningSandbox: OpenSandbox | undefined;

async function startSandbox(): Promise<FromWorker> {
  try {
    return await startOnFile();
  } catch (thrown) {
    const error = toSandboxError(directory, thrown);
    if (!(error instanceof SandboxError)) throw error;
    if (error.kind !== "unusableFile") return { kind: "failed", failure: error.kind, message: error.message };
    return await startInMemory(error);
  }
}

async function startOnFile(): Promise<FromWorker> {
  prepareFolder(directory);
  const sandbox = await openSandbox({ ...sandboxOptions, file: dataFilePath(directory) });
  if (sandbox === undefined) return { kind: "held" };
  try {
    writeAnnouncement(directory, machine, sandbox.identity);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  runningSandbox = sandbox;
  const { identity, isNew } = sandbox;
  const ready = { kind: "ready", identity, isNew } as const;
  if (sandbox.keptAside === undefined) return ready;
  return { ...ready, notice: "keptAside" };
}

/** Starts a sandbox in memory, because the data file can't be used. The `inMemory` notice informs the user. */
async function startInMemory(reason: SandboxError): Promise<FromWorker> {
  const sandbox = await openSandbox({ ...sandboxOptions, file: inMemory });
  if (sandbox === undefined) throw reason;
  runningSandbox = sandbox;
  return { kind: "ready", identity: sandbox.identity, isNew: true, notice: "inMemory" };
}

async function stopSandbox(): Promise<void> {
  const ending = runningSandbox;
  runningSandbox = undefined;
  try {
    // Remove the announcement before releasing the lock. As soon as the lock is released, another process may write
    // its own announcement.
    if (ending !== undefined) removeAnnouncement(directory, machine, ending.identity);
  } finally {
    await ending?.close();
    parentPort?.close();
  }
}

parentPort?.on("message", (message: ToWorker) => {
  messageQueue = messageQueue.then(async () => {
    switch (message.kind) {
      case "start":
        return parentPort?.postMessage(await startSandbox());
      case "stop":
        return stopSandbox();
    }
  });
});

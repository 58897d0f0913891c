import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { commands, extensions, workspace } from "vscode";
import { firstRequest, readsThroughHostFetch } from "./hostFetch.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap that are in use once garbage is gone. */
function heap(): number {
  // Weak references and finalizers take a second round.
  for (let round = 0; round < 3; round++) collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function activate(id: unknown): Promise<void> {
  const extension = extensions.getExtension(String(id));
  if (extension === undefined) throw new Error(`${String(id)} is not installed`);
  if (extension.isActive) throw new Error(`${String(id)} was active before it was to be activated`);
  await extension.activate();
}

/** Returns the growth of the heap after the activation of an extension, in bytes. */
async function growth(id: unknown): Promise<number> {
  const before = heap();
  await activate(id);
  return heap() - before;
}

/** Milliseconds that a command takes. */
async function timed(command: unknown): Promise<number> {
  const begin = performance.now();
  await commands.executeCommand(String(command));
  return performance.now() - begin;
}

const resolutionMs = 5;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });

/** Begins to watch how long the extension host keeps anybody waiting. */
function watchStalls(): void {
  delays.reset();
  delays.enable();
}

/** The longest stall since then, in milliseconds. */
function longestStall(): number {
  delays.disable();
  return Math.max(0, delays.max / 1e6 - resolutionMs);
}

/** The text of "Developer: Startup Performance". */
async function startupPerformance(): Promise<string> {
  await commands.executeCommand("perfview.show");
  const document = workspace.textDocuments.find(({ uri }) => uri.scheme === "perf");
  if (document === undefined) throw new Error("VS Code shows no table of its startup");
  const text = document.getText();
  // The table is as old as its editor: the next call is to make a new one.
  await commands.executeCommand("workbench.action.closeActiveEditor");
  return text;
}

export const calls: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  heap,
  activate,
  growth,
  startupPerformance,
  timed,
  firstRequest,
  readsThroughHostFetch,
  watchStalls,
  longestStall,
};

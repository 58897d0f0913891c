import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { commands, extensions, workspace } from "vscode";
import { firstRequest, readsThroughHostFetch } from "./hostFetch.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the used heap after garbage collection, in bytes. */
function heap(): number {
  // Weak references and finalizers need further rounds.
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

/** Returns the duration of a command in milliseconds. */
async function timed(command: unknown): Promise<number> {
  const begin = performance.now();
  await commands.executeCommand(String(command));
  return performance.now() - begin;
}

const resolutionMs = 5;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });

/** Starts to measure how long the extension host's event loop is blocked. */
function watchStalls(): void {
  delays.reset();
  delays.enable();
}

/** Returns the longest stall since `watchStalls`, in milliseconds. */
function longestStall(): number {
  delays.disable();
  return Math.max(0, delays.max / 1e6 - resolutionMs);
}

/** Returns the text of "Developer: Startup Performance". */
async function startupPerformance(): Promise<string> {
  await commands.executeCommand("perfview.show");
  const document = workspace.textDocuments.find(({ uri }) => uri.scheme === "perf");
  if (document === undefined) throw new Error("VS Code shows no table of its startup");
  const text = document.getText();
  // The editor never updates its table, so close it to get a new table from the next call.
  await commands.executeCommand("workbench.action.closeActiveEditor");
  return text;
}

export const calls: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
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

import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { commands, extensions, workspace } from "vscode";
import { firstRequest } from "./firstRequest.ts";
import { throughHostFetch } from "./hostFetch.ts";
import { longestStall, watchStalls } from "./stalls.ts";

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

/** Bytes by which the heap grows when an extension is activated. */
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

/** Milliseconds of processor for each second of the next so many milliseconds. */
async function load(ms: unknown): Promise<number> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await delay(Number(ms));
  const { system, user } = process.cpuUsage(before);
  return (system + user) / (performance.now() - begin);
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
  load,
  activate,
  growth,
  startupPerformance,
  timed,
  firstRequest,
  throughHostFetch,
  watchStalls,
  longestStall,
};

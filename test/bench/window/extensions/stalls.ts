import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 5;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });

/** Begins to watch how long the extension host keeps anybody waiting. */
export function watchStalls(): void {
  delays.reset();
  delays.enable();
}

/** The longest stall since then, in milliseconds. */
export function longestStall(): number {
  delays.disable();
  return Math.max(0, delays.max / 1e6 - resolutionMs);
}

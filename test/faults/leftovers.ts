// Checks that a case leaves no timers, sockets or unhandled rejections.
import assert from "node:assert/strict";
import { after } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { patience } from "../host/until.ts";
import type { Stage } from "./stage.ts";

const countedResources = /^(Timeout|TCP.*Wrap|TLSWrap|PipeWrap|GetAddrInfoReqWrap)$/;

const rejections: unknown[] = [];
/** Number of rejections from earlier cases. */
let knownRejections = 0;
process.on("unhandledRejection", (reason) => rejections.push(reason));
after(() => assert.deepEqual(rejections, []));

/** Starts a case. Ignores leftovers of earlier cases and returns the current resources. */
export function beforeCase(): readonly string[] {
  knownRejections = rejections.length;
  return resourcesNow();
}

/** Returns the timers and sockets that keep the process alive. */
function resourcesNow(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => countedResources.test(kind));
}

/**
 * Checks that no attempt's timer is pending and that every faulty connection is closed. With `before`, also checks
 * that the case added no timers or sockets. Waits a moment for resources that close by themselves.
 */
export async function assertNothingLeft({ clock, remote }: Stage, before?: readonly string[]): Promise<void> {
  const deadline = performance.now() + patience;
  const leftover = (): string | undefined => {
    if (rejections.length > knownRejections)
      return `${rejections.length - knownRejections} unhandled rejections`;
    if (clock.waiting > 0) return `${clock.waiting} timers of attempts`;
    if (remote.held > 0) return `${remote.held} connections that met a fault`;
    const current = resourcesNow();
    return before !== undefined && current.length > before.length ? current.join(", ") : undefined;
  };
  while (leftover() !== undefined && performance.now() < deadline) await turn();
  assert.equal(leftover(), undefined);
}

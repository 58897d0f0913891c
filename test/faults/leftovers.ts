// What a case may not leave behind: timers, sockets, rejections that nobody handled.
import assert from "node:assert/strict";
import { after } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { patience } from "../host/until.ts";
import type { Stage } from "./stage.ts";

const counted = /^(Timeout|TCP.*Wrap|TLSWrap|PipeWrap|GetAddrInfoReqWrap)$/;

const rejections: unknown[] = [];
/** How many of them were of cases before. */
let known = 0;
process.on("unhandledRejection", (reason) => rejections.push(reason));
after(() => assert.deepEqual(rejections, []));

/** Begins a case: what was left by others is theirs. Returns what there is. */
export function beforeCase(): readonly string[] {
  known = rejections.length;
  return resourcesNow();
}

/** The timers and sockets that keep the process alive. */
function resourcesNow(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => counted.test(kind));
}

/**
 * No attempt's timer waits any more, and no connection that met a fault is still held; given what there was before
 * the case, neither timers nor sockets have come to it. What closes by itself has a moment to do so.
 */
export async function assertNothingLeft({ clock, remote }: Stage, before?: readonly string[]): Promise<void> {
  const end = performance.now() + patience;
  const left = (): string | undefined => {
    if (rejections.length > known) return `${rejections.length - known} unhandled rejections`;
    if (clock.waiting > 0) return `${clock.waiting} timers of attempts`;
    if (remote.held > 0) return `${remote.held} connections that met a fault`;
    const now = resourcesNow();
    return before !== undefined && now.length > before.length ? now.join(", ") : undefined;
  };
  while (left() !== undefined && performance.now() < end) await turn();
  assert.equal(left(), undefined);
}

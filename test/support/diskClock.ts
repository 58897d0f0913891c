import { isDiskBusy } from "./disk.ts";
import { VirtualClock } from "./virtualClock.ts";

/** Number of idle turns in a row that count as settled. Folder watchers report changes a moment later. */
const idleTurns = 5;

/** A virtual clock that stands still while this process reads or writes files. */
export class DiskClock extends VirtualClock {
  /** Resolves when immediate work and file operations have ended. */
  override async settle(): Promise<void> {
    for (let quiet = 0; quiet < idleTurns;) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = isDiskBusy() ? 0 : quiet + 1;
    }
  }
}

/** Waits for disk operations while the virtual clock stands still. */
export async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("The condition never became true");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

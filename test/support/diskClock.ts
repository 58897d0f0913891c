import { isDiskBusy } from "./disk.ts";
import { VirtualClock } from "./virtualClock.ts";

/** How often in a row nothing may be under way before it is believed: who watches a folder is told a moment later. */
const calm = 5;

/** A clock for what reads and writes files: no time passes while this process does that. */
export class DiskClock extends VirtualClock {
  /** Lets happen what takes no time, and all that the disk has to do with it. */
  override async settle(): Promise<void> {
    for (let quiet = 0; quiet < calm;) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = isDiskBusy() ? 0 : quiet + 1;
    }
  }
}

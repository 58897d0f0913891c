import type { Log } from "./log.ts";
import { reportFault } from "./notify.ts";

/** Runs work of the extension. Whatever it throws is a fault of the extension: logged, and said once. */
export async function guarded(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    log.fault(what, fault);
    await reportFault(fault, () => log.show());
  }
}

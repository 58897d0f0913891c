// Hooks that open a window before the tests of a suite and close it afterwards.
import { after, afterEach, before } from "node:test";
import { Workbench, type WorkbenchOptions } from "../host/workbench.ts";
import { leave, openSignedIn, useSandbox } from "./flows.ts";
import type { StandIn } from "./standIn.ts";

/** Opens a window with the sandbox for the suite, and leaves its questions after each test. */
export function openSandboxForSuite(use: (workbench: Workbench) => void, options?: WorkbenchOptions): void {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open(options);
    await useSandbox(workbench);
    use(workbench);
  });
  after(() => workbench.stop());
  afterEach(() => leave(workbench));
}

/** Opens a window for the suite that is signed in to its own stand-in service, and leaves its questions after each test. */
export function openSignedInForSuite(
  token: string,
  use: (opened: { readonly workbench: Workbench; readonly standIn: StandIn }) => void,
): void {
  let opened: Awaited<ReturnType<typeof openSignedIn>>;
  before(async () => {
    opened = await openSignedIn(token);
    use(opened);
  });
  after(() => Promise.all([opened.workbench.stop(), opened.standIn.stop()]));
  afterEach(() => leave(opened.workbench));
}

import assert from "node:assert/strict";
import { inFrames } from "../host/frames.ts";
import { Workbench } from "../host/workbench.ts";
import { signIn } from "../ui/flows.ts";
import { StandIn } from "../ui/standIn.ts";
import { Recorder } from "./recorder.ts";
import { Surfaces, surfaceKeys } from "./surfaces.ts";

const token = "tok-hostile";

/**
 * A window that is signed in to a service with arbitrary responses, and a server that must never receive a request.
 */
export class HostileService {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly beacon: Recorder;
  readonly surfaces: Surfaces;

  private constructor(workbench: Workbench, standIn: StandIn, beacon: Recorder) {
    this.workbench = workbench;
    this.standIn = standIn;
    this.beacon = beacon;
    this.surfaces = new Surfaces(workbench);
  }

  static async open(): Promise<HostileService> {
    const [standIn, beacon] = await Promise.all([StandIn.start(token), Recorder.start()]);
    const workbench = await Workbench.open({
      viewport: { width: 1400, height: 2600 },
      settings: { "workbench.hover.delay": 0, "workbench.hover.reducedDelay": 0 },
      keys: {
        [surfaceKeys.refresh]: "managedAuth.refreshEntitlements",
        [surfaceKeys.report]: "managedAuth.showEntitlements",
        [surfaceKeys.connection]: "managedAuth.showConnection",
        [surfaceKeys.remove]: "managedAuth.deleteDestinations",
        [surfaceKeys.create]: "managedAuth.createConnection",
        [surfaceKeys.connections]: "managedAuth.refreshConnections",
        [surfaceKeys.history]: "managedAuth.showHistory",
        [surfaceKeys.proxies]: "managedAuth.showProxies",
        [surfaceKeys.credentials]: "managedAuth.showCredentials",
        [surfaceKeys.providers]: "managedAuth.showProviders",
        [surfaceKeys.destination]: "managedAuth.showDestination",
        [surfaceKeys.destinations]: "managedAuth.refreshDestinations",
        [surfaceKeys.projects]: "managedAuth.chooseProject",
        [surfaceKeys.resources]: "managedAuth.refreshResources",
      },
    });
    const hostile = new HostileService(workbench, standIn, beacon);
    await signIn(workbench, standIn.baseUrl, token);
    await workbench.entitlements.row("Usage and limits");
    for (const view of ["Telemetry Destinations", "Resources"])
      await workbench.runCommand(`Managed Auth: Focus on ${view} View`);
    return hostile;
  }

  /**
   * Asserts that nothing was run, fetched or opened, and that the page never violated its content security policy.
   */
  async assertNoEffect(): Promise<void> {
    const { console, page } = this.workbench;
    const ran = await inFrames(page, async (frame) =>
      (await frame.evaluate(() => "pwned" in window)) ? frame.url() : "",
    );
    assert.equal(ran.join(""), "");
    assert.deepEqual(this.beacon.requests, []);
    assert.equal(page.context().pages().length, 1, "no window was opened or closed");
    assert.deepEqual(
      console.filter((line) => /Content.Security.Policy/i.test(line) && line.includes(this.beacon.url)),
      [],
    );
  }

  async stop(): Promise<void> {
    await Promise.all([this.workbench.stop(), this.standIn.stop()]);
    this.beacon.stop();
  }
}

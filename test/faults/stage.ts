// A window signed in to a faulty service. Everything except VS Code is real.
import type { TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ApiClient, type ClientOptions } from "../../src/api/client.ts";
import { systemClock } from "../../src/api/clock.ts";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { type DispatcherSource } from "../../src/api/dispatcher.ts";
import type { Outcome } from "../../src/api/errors.ts";
import type { OperationInput } from "../../src/api/operation.ts";
import {
  createConnection,
  deleteConnection,
  deleteDestination,
  getEntitlements,
  listTimeline,
} from "../../src/api/operations.ts";
import type { Account, ServiceAccount } from "../../src/editor/accounts/accounts.ts";
import { Log } from "../../src/editor/kit/log.ts";
import { ClientFactory, type AccountAccess } from "../../src/editor/accounts/clientFactory.ts";
import { EntitlementsTree } from "../../src/editor/sidebar/entitlementsTree.ts";
import { canary, FakeClock, userAgent } from "../unit/api/support.ts";
import { onlineParts, type OnlineParts } from "../support/windowParts.ts";
import { FaultyService } from "./service.ts";

/** The two dispatchers of requests (src/api/hostDispatchers.ts). */
export const transports = ["pool", "fetch"] as const;
export type Transport = (typeof transports)[number];

export interface Stage extends OnlineParts {
  readonly transport: Transport;
  readonly clock: FakeClock;
  readonly remote: FaultyService;
  readonly account: ServiceAccount;
  readonly tree: EntitlementsTree;
  /** The message above the view's rows. */
  readonly view: { message: string };
  /** Outcomes of the operations in interface.md §4. */
  readonly outcomes: Outcome<unknown>[];
  /** Sends all later requests through another source of dispatchers. */
  through(source: DispatcherSource): void;
  close(): Promise<void>;
}

/** Records the outcomes. */
class WatchedClient extends ApiClient {
  readonly #outcomes: Outcome<unknown>[];

  constructor(options: ClientOptions, outcomes: Outcome<unknown>[]) {
    super(options);
    this.#outcomes = outcomes;
  }

  override async call<Given extends OperationInput, Value>(
    ...args: Parameters<typeof ApiClient.prototype.call<Given, Value>>
  ): Promise<Outcome<Value>> {
    const outcome = await super.call(...args);
    if (ofTheInterface.has(args[0].template)) this.#outcomes.push(outcome);
    return outcome;
  }
}

/** Operations of interface.md §4, and those on a connection by ID. */
const ofTheInterface: ReadonlySet<string> = new Set(
  [createConnection, getEntitlements, deleteDestination, deleteConnection, listTimeline].map(
    ({ template }) => template,
  ),
);

/** The extension's service over one of the two dispatchers, with a clock that doesn't wait. */
class FaultedService extends ClientFactory {
  readonly accessTo: (account: Account) => AccountAccess;

  constructor(
    parts: ConstructorParameters<typeof ClientFactory>,
    accessTo: (account: ServiceAccount) => AccountAccess,
  ) {
    super(...parts);
    this.accessTo = (account) => {
      if (account.kind === "sandbox") throw new Error("These faults need no sandbox");
      return accessTo(account);
    };
  }

  override access(account: Account): Promise<AccountAccess> {
    return Promise.resolve(this.accessTo(account));
  }
}

/** Signs in to a new service, or to another address, and fetches the entitlements if possible. */
export async function openStage(
  context: TestContext,
  transport: Transport,
  address?: (remote: FaultyService, context: TestContext) => string,
): Promise<Stage> {
  const clock = new FakeClock();
  // Batches of deletions use the system clock for their waits.
  context.mock.method(systemClock, "sleep", (ms: number, signal: AbortSignal) => {
    clock.time += ms;
    return Promise.resolve(!signal.aborted);
  });
  const remote = await FaultyService.start(clock);
  const hosts = new HostDispatchers();
  const outcomes: Outcome<unknown>[] = [];
  let source: DispatcherSource =
    transport === "pool" ? hosts : { for: () => hosts.for("https://every.other.origin") };
  const fixture = await onlineParts(context, (...parts) => {
    const [accounts, session] = parts;
    const log = new Log();
    return new FaultedService(parts, (account) => ({
      account,
      baseUrl: account.baseUrl,
      client: new WatchedClient(
        {
          baseUrl: account.baseUrl,
          token: (origin) => accounts.token(account.id, origin),
          dispatchers: { for: (origin) => source.for(origin) },
          userAgent,
          log: (event) => log.request(event),
          onTokenRejected: (token) => session.rejectToken(account.id, token),
          onTokenAccepted: (token) => session.acceptToken(account.id, token),
          clock,
        },
        outcomes,
      ),
    }));
  });
  const tree = new EntitlementsTree(fixture.session, fixture.entitlements);
  const view = { message: "" };
  const described = tree.describe(view);
  const account = await fixture.accounts.add("Team", address?.(remote, context) ?? remote.origin, canary);
  await fixture.session.switchTo(account);
  await fixture.entitlements.refresh();
  // Usage is fetched in the background, as when a view shows it.
  void fixture.entitlements.loadUsage();
  const isSettled = () => remote.lines.includes("GET /org/limits") && clock.waiting === 0;
  while (fixture.entitlements.state.reading !== undefined && !isSettled()) await turn();
  outcomes.length = 0;
  return {
    ...fixture,
    transport,
    clock,
    remote,
    account,
    tree,
    view,
    outcomes,
    through: (other) => (source = other),
    async close() {
      described.dispose();
      tree.dispose();
      fixture.entitlements.dispose();
      await hosts.dispose();
      await remote.close();
    },
  };
}

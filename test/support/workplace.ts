// The parts of the editor as app.ts joins them, over a computer and a wire that the test holds.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { listDestinations } from "../../src/api/operations.ts";
import { Accounts } from "../../src/editor/accounts/accounts.ts";
import { Drafts } from "../../src/editor/connections/context/drafts.ts";
import { ConnectionsModel, KeptConnections } from "../../src/editor/catalogue/connections.ts";
import {
  ListModel,
  resourceLists,
  type DestinationsModel,
  type ResourceLists,
} from "../../src/editor/catalogue/listModel.ts";
import { EntitlementsModel } from "../../src/editor/catalogue/entitlements.ts";
import { changesSince } from "../../src/editor/entitlements/rows.ts";
import { Log } from "../../src/editor/kit/log.ts";
import { PendingCreations } from "../../src/editor/connections/context/pending.ts";
import { Results } from "../../src/editor/results/store.ts";
import { Sandbox } from "../../src/editor/accounts/sandboxRunner.ts";
import { Service } from "../../src/editor/accounts/service.ts";
import { Session } from "../../src/editor/accounts/session.ts";
import { Snapshots } from "../../src/editor/catalogue/snapshots.ts";
import { WhoAmI } from "../../src/editor/catalogue/whoAmI.ts";
import { AccountStore } from "../../src/storage/accountStore.ts";
import { Memento, SecretStorage } from "../doubles/vscode.ts";
import { temporaryDirectory } from "./temporary.ts";
import { Wire } from "./wire.ts";

export const origin = "https://api.example.com";

/** Makes the service of a window; a test may want another one than the product's. */
type MakeService = (...parts: ConstructorParameters<typeof Service>) => Service;

export interface Computer {
  /** The connections whose rows were selected, by their IDs. */
  readonly revealed: string[];
  readonly revealConnection: (id: string) => Promise<void>;
  /** Where everything is stored. */
  readonly directory: string;
  readonly secrets: SecretStorage;
  readonly accounts: Accounts;
  readonly session: Session;
  readonly log: Log;
  readonly service: Service;
  readonly entitlements: EntitlementsModel;
  readonly connections: ConnectionsModel;
  readonly destinations: DestinationsModel;
  readonly listed: ResourceLists;
  readonly whoAmI: WhoAmI;
  readonly drafts: Drafts;
  readonly results: Results;
  readonly pending: PendingCreations;
  /** Nobody waits in a test. */
  readonly wait: () => Promise<boolean>;
  readonly windowState: Memento;
  /** Resolves when what is written behind the reader's back has been. */
  readonly settled: () => Promise<void>;
  /** Everything that is kept for accounts. */
  readonly store: AccountStore;
}

export interface Workplace extends Computer {
  readonly wire: Wire;
}

export async function workplace(context: TestContext): Promise<Workplace> {
  return { wire: new Wire(context), ...(await computer(context)) };
}

/** The same without a wire: requests really go out. */
export async function computer(
  context: TestContext,
  makeService: MakeService = (...parts) => new Service(...parts),
): Promise<Computer> {
  // What is written behind the reader's back is written before its folder goes.
  const settled = async (): Promise<void> => {
    await entitlements.compared();
    await store.whenSettled();
  };
  // What still reads would write when it has read.
  context.after(async () => {
    const models = [entitlements, connections, destinations, ...Object.values(listed), whoAmI, pending];
    for (const one of [...models, service, session, accounts]) one.dispose();
    await settled();
  });
  const revealed: string[] = [];
  const directory = await temporaryDirectory(context);
  const store = new AccountStore(directory, async (id) => (await session.find(id)) !== undefined);
  const snapshots = new Snapshots(store, assert.ifError);
  const secrets = new SecretStorage();
  const windowState = new Memento();
  const accounts = new Accounts(secrets);
  const session = new Session(accounts, windowState, new Memento());
  const sandbox = new Sandbox(() => Promise.reject(new Error("The disk is full.")));
  const log = new Log();
  const service = makeService(accounts, session, sandbox, log, "1.2.3");
  const entitlements = new EntitlementsModel(session, service, snapshots, changesSince);
  const kept = new KeptConnections(store, assert.ifError);
  const connections = new ConnectionsModel(session, service, kept);
  const destinations = new ListModel(session, service, listDestinations);
  const listed = resourceLists(session, service);
  const whoAmI = new WhoAmI(session, service);
  const pending = new PendingCreations(store);
  const drafts = new Drafts(store);
  const results = new Results(store);
  return {
    directory,
    secrets,
    accounts,
    session,
    log,
    service,
    entitlements,
    connections,
    destinations,
    listed,
    whoAmI,
    windowState,
    settled,
    drafts,
    results,
    pending,
    store,
    revealed,
    revealConnection: (id) => {
      revealed.push(id);
      return Promise.resolve();
    },
    wait: () => Promise.resolve(true),
  };
}

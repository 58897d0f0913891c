// The parts of the editor connected as in app.ts, with temporary storage and requests that the test answers.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { listDestinations } from "../../src/api/operations.ts";
import { AccountRegistry } from "../../src/editor/accounts/accounts.ts";
import { DraftStore } from "../../src/editor/connections/context/drafts.ts";
import { ConnectionsModel, ConnectionsCache } from "../../src/editor/catalogue/connectionsModel.ts";
import {
  ListModel,
  createResourceLists,
  type DestinationsModel,
  type ResourceLists,
} from "../../src/editor/catalogue/listModel.ts";
import { EntitlementsModel } from "../../src/editor/catalogue/entitlementsModel.ts";
import { changesSince } from "../../src/editor/entitlements/entitlementsRow.ts";
import { Log } from "../../src/editor/kit/log.ts";
import { PendingCreations } from "../../src/editor/connections/context/pendingCreations.ts";
import { UnfinishedCreations } from "../../src/editor/resourceEngine/unfinished.ts";
import { ResultStore } from "../../src/editor/results/resultStore.ts";
import { SandboxRunner } from "../../src/editor/accounts/sandboxRunner.ts";
import { ClientFactory } from "../../src/editor/accounts/clientFactory.ts";
import { WindowSession } from "../../src/editor/accounts/session.ts";
import { EntitlementsCache } from "../../src/editor/catalogue/entitlementsCache.ts";
import { WhoAmI } from "../../src/editor/catalogue/whoAmI.ts";
import { AccountStore } from "../../src/storage/accountStore.ts";
import { Memento, SecretStorage } from "../doubles/vscode.ts";
import { temporaryDirectory } from "./temporary.ts";
import { Wire } from "./wire.ts";

export const origin = "https://api.example.com";

/** Creates the service of a window, so that a test can replace it. */
type MakeService = (...parts: ConstructorParameters<typeof ClientFactory>) => ClientFactory;

export interface OnlineParts {
  /** IDs of the connections whose rows were revealed. */
  readonly revealed: string[];
  readonly revealConnection: (id: string) => Promise<void>;
  /** The storage folder. */
  readonly directory: string;
  readonly secrets: SecretStorage;
  readonly accounts: AccountRegistry;
  readonly session: WindowSession;
  readonly log: Log;
  readonly service: ClientFactory;
  readonly entitlements: EntitlementsModel;
  readonly connections: ConnectionsModel;
  readonly destinations: DestinationsModel;
  readonly listed: ResourceLists;
  readonly whoAmI: WhoAmI;
  readonly drafts: DraftStore;
  readonly creations: UnfinishedCreations;
  readonly results: ResultStore;
  readonly pending: PendingCreations;
  /** Resolves immediately, because tests don't wait. */
  readonly wait: () => Promise<boolean>;
  readonly windowState: Memento;
  /** Resolves when all background writes have ended. */
  readonly settled: () => Promise<void>;
  /** The stored files of all accounts. */
  readonly store: AccountStore;
}

export interface OfflineParts extends OnlineParts {
  readonly wire: Wire;
}

export async function offlineParts(context: TestContext): Promise<OfflineParts> {
  return { wire: new Wire(context), ...(await onlineParts(context)) };
}

/** Connects the parts of a window that is signed in to the account "Team". */
export async function signedInParts(context: TestContext) {
  const fixture = await offlineParts(context);
  const account = await fixture.accounts.add("Team", origin, "sk_token_1");
  await fixture.session.switchTo(account);
  return { ...fixture, account };
}

/** Connects the parts without replacing `fetch`, so that requests are really sent. */
export async function onlineParts(
  context: TestContext,
  makeService: MakeService = (...parts) => new ClientFactory(...parts),
): Promise<OnlineParts> {
  // Background writes must end before the folder is removed.
  const settled = async (): Promise<void> => {
    await entitlements.comparedState();
    await store.whenSettled();
  };
  // Stop the readers first, because each stores what it has read.
  context.after(async () => {
    const models = [entitlements, connections, destinations, ...Object.values(listed), whoAmI, pending];
    for (const disposable of [...models, service, session, accounts]) disposable.dispose();
    await settled();
  });
  const revealed: string[] = [];
  const directory = await temporaryDirectory(context);
  const store = new AccountStore(directory, async (id) => (await session.find(id)) !== undefined);
  const snapshots = new EntitlementsCache(store, assert.ifError);
  const secrets = new SecretStorage();
  const windowState = new Memento();
  const accounts = new AccountRegistry(secrets);
  const session = new WindowSession(accounts, windowState, new Memento());
  const sandbox = new SandboxRunner(() => Promise.reject(new Error("The disk is full.")));
  const log = new Log();
  const service = makeService(accounts, session, sandbox, log, "1.2.3");
  const entitlements = new EntitlementsModel(session, service, snapshots, changesSince);
  const connections = new ConnectionsModel(session, service, new ConnectionsCache(store, assert.ifError));
  const destinations = new ListModel(session, service, listDestinations);
  const listed = createResourceLists(session, service, store);
  const whoAmI = new WhoAmI(session, service);
  const pending = new PendingCreations(store);
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
    drafts: new DraftStore(store),
    creations: new UnfinishedCreations(store),
    results: new ResultStore(store),
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

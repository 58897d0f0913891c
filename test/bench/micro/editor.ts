import assert from "node:assert/strict";
import { Accounts } from "../../../src/editor/accounts/accounts.ts";
import { Drafts } from "../../../src/editor/connections/creation/drafts.ts";
import { ConnectionsModel } from "../../../src/editor/catalogue/connections.ts";
import { KeptConnections } from "../../../src/editor/catalogue/keptConnections.ts";
import { EntitlementsModel } from "../../../src/editor/catalogue/entitlements.ts";
import { changesSince } from "../../../src/editor/entitlements/rows.ts";
import { Log } from "../../../src/editor/kit/log.ts";
import { PendingCreations } from "../../../src/editor/connections/creation/pending.ts";
import { Results } from "../../../src/editor/results/store.ts";
import { Sandbox } from "../../../src/editor/accounts/sandboxRunner.ts";
import { Service } from "../../../src/editor/accounts/service.ts";
import { Session } from "../../../src/editor/accounts/session.ts";
import { Snapshots } from "../../../src/editor/catalogue/snapshots.ts";
import { Store } from "../../../src/storage/store.ts";
import { Memento, SecretStorage } from "../../doubles/vscode.ts";
import { token } from "./requests.ts";

/** The editor's parts, signed in to a service, with the double of VS Code around them. Disposing ends them. */
export async function editorFor(origin: string, directory: string) {
  const windowState = new Memento();
  const accounts = new Accounts(new SecretStorage());
  const session = new Session(accounts, windowState, new Memento());
  const sandbox = new Sandbox(() => Promise.reject(new Error("not needed")));
  const log = new Log();
  const service = new Service(accounts, session, sandbox, log, "1.2.3");
  const entitlements = new EntitlementsModel(
    session,
    service,
    new Snapshots(new Store(directory), assert.ifError),
    changesSince,
  );
  const kept = new KeptConnections(new Store(directory), () => undefined);
  const connections = new ConnectionsModel(session, service, kept);
  const account = await accounts.add("Bench", origin, token);
  await session.use(account);
  const access = await service.access(account, new AbortController().signal);
  const pending = new PendingCreations(new Store(directory));
  return {
    access,
    parts: {
      log,
      session,
      service,
      entitlements,
      connections,
      pending,
      drafts: new Drafts(new Store(directory)),
      results: new Results(new Store(directory)),
    },
    [Symbol.dispose]() {
      for (const one of [pending, connections, entitlements, service, session, accounts]) one.dispose();
    },
  };
}

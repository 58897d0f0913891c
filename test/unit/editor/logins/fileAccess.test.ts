// Tests that a running login accesses no files, apart from the start lock and its stored record.
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { watch } from "../../../../src/editor/app/watch.ts";
import type { ConnectionsState } from "../../../../src/editor/catalogue/connectionsModel.ts";
import { LoginMemory } from "../../../../src/editor/connections/context/loginMemory.ts";
import { LoginSurfaces } from "../../../../src/editor/connections/login/loginSurfaces.ts";
import { Log } from "../../../../src/editor/kit/log.ts";
import { expiredResultCard, ResultPanel } from "../../../../src/editor/results/panel.ts";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import { WatchedConnections } from "../../../../src/editor/watching/watchedConnections.ts";
import { AccountFiles } from "../../../../src/storage/accountStore.ts";
import { EventEmitter } from "../../../doubles/events.ts";
import { reset, View } from "../../../doubles/vscode.ts";
import { inPart } from "../../../support/inPart.ts";
import { pageParts } from "../../../support/pages.ts";
import { untilTrue } from "../../../support/diskClock.ts";
import { account, id, openWindows, signal } from "./windowsOf.ts";

beforeEach(reset);

it("updating a running login's page and row doesn't access files", async (t) => {
  const { clock, openWindow, pass, service } = await openWindows(t);
  t.mock.timers.enable({ apis: ["Date"], now: clock.passed });
  const { access, connections: model, logins, session, store } = openWindow();
  const [log, readAt] = [new Log(), new Date()];
  const panel = new ResultPanel(pageParts(), new ResultStore(store));
  const changed = new EventEmitter<ConnectionsState>();
  const rows: readonly ManagedAuth[] = [{ id }];
  const reading = { rows, more: false, unreadable: 0, isPartial: false, readAt };
  let updates = 0;
  const connections = {
    ...model,
    state: { reading },
    onDidChange: changed.event,
    wasDeleted: () => false,
    refreshIfLoaded: () => Promise.resolve(),
  };
  model.logins.onDidChange(({ connection: row }) => {
    updates++;
    connections.state = { reading: { ...reading, rows: row === undefined ? [] : [row] } };
    changed.fire(connections.state);
  });
  const common = { connections, log, logins, session, service: { access: () => Promise.resolve(access) } };
  const tell = (): Promise<void> => Promise.resolve();
  // The watched connections are stored once, when the login starts.
  t.mock.method(WatchedConnections.prototype, "watchStarted", () => Promise.resolve());
  const view = new View();
  const loadNotices = () => Promise.resolve({ notifyLoggedOut: tell });
  const watches = watch(inPart({ ...common, loadNotices, remember: tell, store, view }));
  const parts = { ...common, clock, panel, memory: new LoginMemory(), start: tell };
  const surfaces = new LoginSurfaces(inPart(parts));
  t.after(async () => {
    surfaces.dispose();
    await watches.close();
    view.dispose();
    panel.dispose();
    log.dispose();
  });
  changed.fire(connections.state);
  await panel.show({
    card: { ...expiredResultCard("00000000-0000-4000-8000-000000000001"), head: { kind: "header" } },
    accountId: account,
    connectionId: id,
  });
  await logins.start(access, { id }, {}, signal);
  await untilTrue(() => service.streams === 1);
  await pass(2000);

  const accesses: string[] = [];
  for (const name of ["write", "remove", "removeIf", "createIfAbsent", "prune", "all", "ids"] as const) {
    const original: unknown = Reflect.get(AccountFiles.prototype, name);
    assert.ok(typeof original === "function");
    t.mock.method(AccountFiles.prototype, name, function (this: AccountFiles<unknown>, ...args: never[]) {
      accesses.push(`${name} ${this.path}`);
      return Reflect.apply(original, this, args) as unknown;
    });
  }
  const before = updates;
  for (let change = 0; change < 20; change++) {
    service.step(id, change % 2 === 0 ? "AWAITING_INPUT" : "SUBMITTING");
    await pass(300);
  }
  assert.ok(updates - before >= 20, `${updates - before} rows`);
  const page = panel.findConnectionPage(account, id);
  assert.deepEqual(page?.result.card.blocks[0]?.title, "Submitting");
  assert.equal(accesses.join(), "");
  service.end(id, "SUCCESS");
  await pass(2000);
  assert.ok(
    accesses.some((one) => one.includes("write") && one.includes("results")),
    accesses.join(),
  );
});

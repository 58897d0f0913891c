// Across all windows, a login has one owner, a question has one host, and an end is reported once.
import type { ConnectionsState } from "../../../../src/editor/catalogue/connectionsModel.ts";
import { EventEmitter } from "../../../doubles/events.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { logIn } from "../../../../src/editor/connections/login/logIn.ts";
import { LoginMemory } from "../../../../src/editor/connections/context/loginMemory.ts";
import { LoginSurfaces } from "../../../../src/editor/connections/login/loginSurfaces.ts";
import { noteUserActive } from "../../../../src/editor/kit/userAttention.ts";
import { Log } from "../../../../src/editor/kit/log.ts";
import { expiredResultCard } from "../../../../src/editor/results/panel.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { InputBox, mentioned, Message, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { untilTrue } from "../../../support/diskClock.ts";
import { account, id, openWindows, signal } from "./windowsOf.ts";
import { inPart } from "../../../support/inPart.ts";
import { recordOpened } from "../../../support/opened.ts";

beforeEach(() => {
  reset();
  noteUserActive();
});

type Office = Awaited<ReturnType<typeof openWindows>>;
type Window = ReturnType<Office["openWindow"]>;

/** Returns the connection as the service reports it. */
const reportedConnection = ({ service }: Office): ManagedAuth => ({ ...service.connection(id), id });

/** Sets the wall clock, which questions use, to the time at which the test's logins start. */
function setWallClock({ mock }: TestContext, { clock }: Office): void {
  mock.timers.enable({ apis: ["Date"], now: clock.passed });
}

/**
 * Creates a window's login surfaces with an open page of the connection. Records the rendered pages and the updated
 * rows.
 */
function surfaces(
  context: TestContext,
  { clock }: Office,
  { access, connections, logins, session }: Window,
  rows: ManagedAuth[] = [],
) {
  const drawn: CommandResult[] = [];
  const memory = new LoginMemory();
  const card = {
    ...expiredResultCard("00000000-0000-4000-8000-000000000001"),
    head: { kind: "header" } as const,
  };
  const shown = new LoginSurfaces(
    inPart({
      clock,
      logins,
      memory,
      session,
      log: new Log(),
      service: { access: () => Promise.resolve(access) },
      connections: {
        ...connections,
        state: { reading: { rows, more: false, unreadable: 0, isPartial: false, readAt: new Date() } },
        updateRow: (_, connection) => void rows.splice(0, rows.length, connection),
        wasDeleted: () => false,
        onDidChange: new EventEmitter<ConnectionsState>().event,
      },
      panel: {
        openConnectionIds: () => [],
        markDeleted: () => Promise.resolve(undefined),
        findConnectionPage: () => ({
          result: drawn.at(-1) ?? { card, accountId: account, connectionId: id },
          active: false,
        }),
        update: (result) => Promise.resolve(void drawn.push(result)),
      },
      start: () => Promise.resolve(),
      opener: { openWebsite: () => Promise.resolve() },
    }),
  );
  context.after(() => shown.dispose());
  return { drawn, memory, page: (): string => JSON.stringify(drawn.at(-1)?.card) };
}

/** Returns the reports of an ended login in the status bar and in notifications. */
const reportedEnds = (): readonly string[] =>
  [...mentioned, ...screen.rest.filter((one) => one instanceof Message).map(({ text }) => text)].filter(
    (text) => text.startsWith("Logged in to"),
  );

/** Creates the context of Log In… in a window and records the pages that it opens. */
function logInParts(
  context: TestContext,
  { access, connections, logins }: Window,
  memory = new LoginMemory(),
) {
  const opened = recordOpened(context);
  const { baseUrl } = access;
  const team = { kind: "service", id: account, label: "Team", baseUrl } as const;
  const parts: Parameters<typeof logIn>[0] = inPart({
    logins,
    memory,
    connections: { ...connections, updateRow: () => undefined },
    requireAccess: () => Promise.resolve({ ...access, account: team }),
    agreedHosts: { has: () => Promise.resolve(true), add: () => Promise.resolve() },
    returns: { createAddress: () => Promise.resolve("vscode://x/login-finished?flow=F") },
    start: () => Promise.resolve(),
  });
  return { opened, run: (options: object = {}) => logIn(parts, { id, ...options }) };
}

describe("a login started in one window", () => {
  it("is reported by that window even if another window runs Log In…", async (t) => {
    const fixture = await openWindows(t);
    setWallClock(t, fixture);
    const [mine, other] = [fixture.openWindow(), fixture.openWindow()];
    await mine.logins.start(mine.access, { id }, {}, signal);
    await untilTrue(() => fixture.service.streams === 1);
    fixture.service.step(id, "AWAITING_INPUT");
    const { run } = logInParts(t, other);
    const running = run();
    await untilTrue(() => screen.rest.some((shown) => shown instanceof InputBox));
    await fixture.pass(2000);
    for (const shown of screen.rest) if (shown instanceof InputBox) shown.escape();
    await running;
    assert.deepEqual([mine.login?.phase, mine.login?.connection?.flow_step], ["running", "AWAITING_INPUT"]);
    fixture.service.end(id, "SUCCESS");
    await fixture.until(() => [mine, other].every(({ login }) => login?.phase === "ended"));
    const claims = [mine, other].map(({ login, logins }) => logins.claimReport(login ?? assert.fail()));
    await fixture.pass(6000);
    assert.deepEqual(await Promise.all(claims), [true, false]);
  });
});

describe("a login that another window is starting", () => {
  it("is tracked by Log In… instead of the previous login", async (t) => {
    const fixture = await openWindows(t);
    const { service } = fixture;
    service.begin(id);
    service.end(id, "FAILED", "locked");
    const [mine, other] = [fixture.openWindow(), fixture.openWindow()];
    const held = Promise.withResolvers<undefined>();
    service.beforeRequest = (request) => (request === "login" ? held.promise : Promise.resolve(undefined));
    const starting = mine.logins.start(mine.access, { id }, {}, signal);
    await untilTrue(() => service.count("login") === 1);
    const { run } = logInParts(t, other);
    const running = run({ way: "here" });
    await fixture.pass(2000);
    held.resolve(undefined);
    await starting;
    await fixture.pass(5000);
    service.end(id, "SUCCESS");
    await fixture.pass(20_000);
    for (const shown of screen.rest) if (shown instanceof QuickPick) shown.closeForOther();
    await other.logins.close();
    await running;

    const ends = [mine, other].flatMap(({ snapshots }) => snapshots.map(({ end }) => end?.kind));
    assert.deepEqual(
      [ends.includes("loggedIn"), ends.includes("failed"), service.count("login")],
      [true, false, 1],
    );
  });
});

describe("a login that ended while the service was unreachable", () => {
  it("is shown with the connection's current state once the service responds", async (t) => {
    const fixture = await openWindows(t);
    const { clock, service } = fixture;
    const window = fixture.openWindow();
    const { page } = surfaces(t, fixture, window, [reportedConnection(fixture)]);
    service.beforeRequest = (request) => {
      if (request === "login") service.fate = (one) => (one === "login" ? undefined : "dropped");
      return Promise.resolve();
    };
    await window.logins.start(window.access, { id }, {}, signal);
    await fixture.pass(5000);
    service.end(id, "SUCCESS");
    service.fate = () => undefined;
    await fixture.until(() => window.login?.phase === "ended");
    await clock.pass(1000);
    assert.deepEqual(window.login?.end, { kind: "loggedIn" });
    assert.doesNotMatch(page(), /No updates since|needs a login/i);
  });
});

describe("a login that its window has stopped following", () => {
  it("is reported only once when it ends after a reload", async (t) => {
    const fixture = await openWindows(t);
    const before = fixture.openWindow();
    await before.logins.start(before.access, { id }, {}, signal);
    await untilTrue(() => fixture.service.streams === 1);
    await before.logins.close();
    const [after, beside] = [fixture.openWindow(), fixture.openWindow()];
    surfaces(t, fixture, after);
    surfaces(t, fixture, beside);
    // Each window follows the found logins once its list is fetched.
    await after.logins.followFound(after.access, [reportedConnection(fixture)]);
    await beside.logins.followFound(beside.access, [reportedConnection(fixture)]);
    await fixture.pass(5000);
    fixture.service.end(id, "SUCCESS");
    await fixture.pass(20_000);
    assert.deepEqual(reportedEnds(), [`Logged in to ${id}.example.`]);
  });

  it("isn't shown as tracked after sign-out and sign-in", async (t) => {
    const fixture = await openWindows(t);
    setWallClock(t, fixture);
    const window = fixture.openWindow();
    const { memory, page } = surfaces(t, fixture, window);
    const started = await window.logins.start(window.access, { id }, {}, signal);
    assert.ok(started.kind === "started");
    memory.openedPages.add(started.login.key);
    await untilTrue(() => fixture.service.streams === 1);
    fixture.service.step(id, "AWAITING_INPUT");
    await fixture.pass(2000);
    assert.match(page(), /Finish in your browser/);
    window.become({ kind: "signedOut" });
    await fixture.pass(1000);
    fixture.service.end(id, "SUCCESS");
    window.become({ kind: "signedIn", account: window.access.account });
    await window.logins.followFound(window.access, [reportedConnection(fixture)]);
    await fixture.pass(10_000);
    assert.doesNotMatch(page(), /Finish in your browser/);
  });
});

describe("a login that superseded an earlier login", () => {
  it("opens its own login page even if the previous login's page was opened", async (t) => {
    const fixture = await openWindows(t);
    const window = fixture.openWindow();
    setWallClock(t, fixture);
    const memory = new LoginMemory();
    const { opened, run } = logInParts(t, window, memory);
    const first = run({ way: "browser" });
    await untilTrue(() => opened.length === 1);
    await first;
    const flow = fixture.service.begin(id);
    await fixture.until(() => window.login?.superseded === true);
    await fixture.pass(2000);
    const second = run({ page: true });
    await untilTrue(() => opened.length === 2 || screen.rest.some((shown) => shown instanceof Message));
    for (const shown of screen.rest) if (shown instanceof Message) shown.choose(undefined);
    await second;
    assert.match(opened[1] ?? "nothing", new RegExp(`code=${flow.id}`));
  });
});

// Tests two windows of one VS Code: their shared and separate state, and messages about both.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  waitForQuestion,
  askForToken,
  createConnection,
  createRow,
  leave,
  questions,
  takeDefaults,
  waitForAccount,
  choose,
  startWizard,
} from "../ui/flows.ts";
import { alreadyExists, created, entitlements } from "../ui/literals.ts";
import { resultCard } from "../ui/resultCard.ts";
import { StandIn, type Answer } from "../ui/standIn.ts";

const [token, next] = ["tok-windows", "tok-windows-next"];

describe("Managed Auth in two windows", () => {
  let one: Workbench;
  let other: Workbench;
  let standIn: StandIn;
  let answered = 700;

  before(async () => {
    [one, standIn] = await Promise.all([Workbench.open(), StandIn.start(token, next)]);
    other = await one.anotherWindow();
    await Promise.all([one.openView(), other.openView()]);
  });
  after(() => Promise.all([one.stop(), standIn.stop()]));
  beforeEach(() => standIn.reset());
  afterEach(() => Promise.all([leave(one), leave(other)]));

  /** Returns the token of a window's requests. Each response contains a unique number, which the window then shows. */
  async function readsWith(window: Workbench): Promise<string | undefined> {
    const tokens = new Map<string, string | undefined>();
    standIn.reset();
    standIn.reply("GET", ({ authorization }) => {
      const number = String(++answered);
      tokens.set(number, authorization?.replace("Bearer ", ""));
      return { status: 200, body: entitlements.replace(/(?<="max_concurrent_invocations": )\d+/, number) };
    });
    await window.runCommand("Managed Auth: Refresh Entitlements");
    return until("the entitlements to be shown", async () => {
      const rows = await window.entitlements.rows();
      const shown = rows.find(({ label }) => label === "Concurrent invocations")?.description;
      return tokens.get(/\d+/.exec(shown ?? "")?.[0] ?? "");
    });
  }

  /** Delays the response to a creation until the returned function is called. */
  function hold(answer: Answer): () => void {
    const released = Promise.withResolvers<Answer>();
    standIn.reply("POST", () => released.promise);
    return () => released.resolve(answer);
  }

  const isUnknown = async (window: Workbench): Promise<boolean> =>
    (await window.connections.rows()).some(({ description }) => description === "unknown if created");

  /** Creates a connection in the first window and waits for the request. */
  async function sendCreation(): Promise<void> {
    // A window behind another one is slow to take keys.
    await one.page.bringToFront();
    await createConnection(one, "example.com", "my-profile");
    await until("the request", () => standIn.of("POST").length === 1);
  }

  it("asks the user to reload other windows after signing in", async () => {
    await askForToken(one, standIn.baseUrl);
    await one.quickInput.pasteAnswer(token);
    await one.notifications.waitFor("Signed in. Reload other windows to sign in there.");
    await one.clearNotifications();
    assert.match(await other.entitlements.welcome(), /Sign In/);
    await other.reloadView();
    await waitForAccount(other, standIn.host);
    await other.entitlements.row("Usage and limits");
  });

  it("creates only one connection from a shared draft", async () => {
    await startWizard(one, "example.com", "my-profile");
    await takeDefaults(one);
    await other.runCommand("Managed Auth: Create Connection…");
    await waitForQuestion(other, questions.continue);
    assert.equal((await other.quickInput.row("Continue")).description, "example.com · my-profile");
    await other.quickInput.choose("Continue");
    await waitForQuestion(other, questions.review);
    standIn.reply("POST", () =>
      standIn.of("POST").length === 1 ? { status: 201, body: created } : { status: 409, body: alreadyExists },
    );
    await choose(one, questions.review, createRow);
    await resultCard(one, "Connection created");
    await choose(other, questions.review, createRow);
    const card = await resultCard(other, "This connection already exists");
    assert.equal(card.rows["Existing ID"], "ma_existing7");
    const bodies = standIn.of("POST").map(({ body }) => body);
    assert.deepEqual([bodies.length, new Set(bodies).size], [2, 1]);
  });

  it("can check an unknown creation result in both windows at once", async () => {
    standIn.reply("POST", "silence");
    await sendCreation();
    assert.equal(await isUnknown(other), false, "the window that sends it still waits");
    await one.notifications.press("Creating the connection for example.com", "Cancel");
    await resultCard(one, "Couldn't confirm that example.com was created");
    await other.connections.row("example.com");

    const both = Promise.withResolvers<undefined>();
    standIn.reply("POST", async () => {
      const count = standIn.of("POST").length;
      if (count === 3) both.resolve(undefined);
      await both.promise;
      return count === 2 ? { status: 201, body: created } : { status: 409, body: alreadyExists };
    });
    await one.connections.inline("Check Unknown Result…", "example.com");
    await until("the first check", () => standIn.of("POST").length === 2);
    await other.connections.inline("Check Unknown Result…", "example.com");
    await resultCard(one, "Connection created");
    const card = await resultCard(other, "example.com exists, likely from your attempt");
    assert.equal(card.rows["ID"], "ma_existing7");
    for (const window of [one, other])
      await until("the row to disappear", async () => !(await isUnknown(window)));
    const bodies = standIn.of("POST").map(({ body }) => body);
    assert.deepEqual([bodies.length, new Set(bodies).size], [3, 1]);
  });

  it("finishes creating a connection in the old account after an account switch", async () => {
    const release = hold({ status: 201, body: created.replace("ma_3f9a2c", "ma_late") });
    await sendCreation();
    await one.runCommand("Managed Auth: Use Sandbox");
    await waitForAccount(one, "Sandbox");
    release();
    const card = await until("the result", async () => {
      const shown = await resultCard(one, "Connection created");
      return shown.rows["ID"] === "ma_late" && shown;
    });
    assert.ok(
      card.context.startsWith(`my-profile · ${standIn.host} · Another account is in use. As of `),
      card.context,
    );
    assert.equal(card.sandbox, "");
    assert.equal(await isUnknown(one), false);
    await one.runCommand("Managed Auth: Switch Account…");
    await choose(one, "Choose this window's account", standIn.host);
    await waitForAccount(one, standIn.host);
    assert.equal(await isUnknown(one), false);
  });

  it("keeps using a replaced token in the second window until it reloads", async () => {
    await one.runCommand("Managed Auth: Replace Token…");
    await waitForQuestion(one, "Token for");
    await one.quickInput.pasteAnswer(next);
    await one.notifications.waitFor("Token replaced. Reload other windows to use the new token.");
    assert.equal(await readsWith(one), next);
    assert.equal(await readsWith(other), token);
    standIn.tokens.delete(token);
    await other.runCommand("Managed Auth: Refresh Entitlements");
    await other.entitlements.row("Token refused");
    await other.reloadView();
    await other.entitlements.row("Usage and limits");
    assert.equal(await readsWith(other), next);
  });

  it("keeps the second window signed in until reload if the first window signs out", async () => {
    await one.clearNotifications();
    const release = hold({ status: 500 });
    await sendCreation();
    await one.runCommand("Managed Auth: Sign Out");
    assert.match(
      (await one.dialog.read()).detail,
      /^• my-profile on example\.com\n/,
      "what is under way is named",
    );
    await one.dialog.press("Sign Out Anyway");
    await one.notifications.waitFor("Signed out. Reload other windows to sign out there.");
    assert.match(await one.entitlements.welcome(), /Sign In/);
    release();
    const card = await resultCard(one, "Couldn't confirm that example.com was created");
    assert.ok(card.context.startsWith(`${standIn.host} · Signed out. As of `), card.context);
    assert.equal(standIn.of("POST").length, 1, "without the token nothing is asked again");
    assert.equal(await readsWith(other), next);
    await other.reloadView();
    assert.match(await other.entitlements.welcome(), /Sign In/);
    await one.clearNotifications();
  });
});

// The button of a notification acts on the account of the notification, even if the window has switched accounts
// since.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { inProject } from "../../../../../src/editor/accounts/accounts.ts";
import { ensureAndReport } from "../../../../../src/editor/connections/login/ensureLogins.ts";
import { shownCommands } from "../../../../../src/editor/connections/shown/commands.ts";
import { fetchOrWarn } from "../../../../../src/editor/connections/shown/fetchConnection.ts";
import { focusWindow, Message, reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import { origin } from "../../../../support/windowParts.ts";

beforeEach(reset);

const connection = { id: "ma_1", domain: "shop.example", profile_name: "work", status: "AUTHENTICATED" };
const path = "/auth/connections/ma_1";

async function openWithAccounts(context: TestContext) {
  const at = await commandFixture(context);
  at.offers.reply(path, 200, connection);
  const { accounts, session } = at.parts;
  const other = await accounts.add("Other", origin, "sk_token_2");
  const active = (): string | undefined =>
    session.state.kind === "signedIn" ? session.state.account.id : undefined;
  return { ...at, other, active };
}

/** Returns a notification about a connection that couldn't be fetched. */
async function notice({ offers, parts }: Awaited<ReturnType<typeof openWithAccounts>>): Promise<Message> {
  offers.reply(path, 403);
  assert.equal(await fetchOrWarn(parts, "Copy Connection", "ma_1"), undefined);
  offers.reply(path, 200, connection);
  return nextShown(Message, true);
}

describe("a notification's button", () => {
  it("switches back to the notification's account and runs its command", async (context) => {
    const at = await openWithAccounts(context);
    const message = await notice(at);
    await at.parts.session.switchTo(at.other);
    message.choose("Show Connection");
    const page = await until("the page", () => at.shown[0]);
    assert.deepEqual([page.accountId, at.active()], [at.account.id, at.account.id]);
  });

  it("switches back to the notification's project", async (context) => {
    const at = await openWithAccounts(context);
    const { session } = at.parts;
    const inOne = inProject(at.account, { id: "proj_1", name: "One" });
    await session.switchTo(inOne);
    const message = await notice(at);
    await session.switchTo(inProject(at.account, { id: "proj_2", name: "Two" }));
    message.choose("Show Connection");
    const page = await until("the page", () => at.shown[0]);
    assert.deepEqual([page.accountId, at.active()], [inOne.id, inOne.id]);
  });

  it("does nothing and informs the user if the account was signed out", async (context) => {
    const at = await openWithAccounts(context);
    const message = await notice(at);
    await at.parts.session.signOut();
    await at.parts.session.switchTo(at.other);
    message.choose("Show Connection");
    assert.equal(
      (await nextShown(Message, true)).text,
      "The account was signed out. Sign in to the account again.",
    );
    await quiet();
    assert.deepEqual([at.shown, at.active()], [[], at.other.id]);
  });

  it("shows the connection once it is logged in", async (context) => {
    const at = await openWithAccounts(context);
    at.offers.reply(path, 200, { ...connection, last_auth_check_at: new Date().toISOString() });
    focusWindow(false);
    await ensureAndReport(at.parts, ["ma_1"]);
    focusWindow(true);
    const message = await nextShown(Message, true);
    await at.parts.session.switchTo(at.other);
    message.choose("Show Connection");
    const page = await until("the page", () => at.shown[0]);
    assert.equal(page.accountId, at.account.id);
  });

  it("switches accounts just like a login's status bar item", async (context) => {
    const at = await openWithAccounts(context);
    await at.parts.session.switchTo(at.other);
    const { start } = shownCommands(at.parts)["managedAuth.showConnection"];
    await start({ id: "ma_1", accountId: at.account.id });
    assert.deepEqual([at.shown[0]?.accountId, at.active()], [at.account.id, at.account.id]);
  });
});

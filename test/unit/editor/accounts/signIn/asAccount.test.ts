// The button of a notification acts on the account of the notification, even if the window has switched accounts
// since.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
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
  const fixture = await commandFixture(context);
  fixture.offers.reply(path, 200, connection);
  const { accounts, session } = fixture.parts;
  const other = await accounts.add("Other", origin, "sk_token_2");
  const active = (): string | undefined =>
    session.state.kind === "signedIn" ? session.state.account.id : undefined;
  return { ...fixture, other, active };
}

/** Returns a notification about a connection that couldn't be fetched. */
async function notice({ offers, parts }: Awaited<ReturnType<typeof openWithAccounts>>): Promise<Message> {
  offers.reply(path, 403);
  assert.equal(await fetchOrWarn(parts, "Copy Connection", "ma_1"), undefined);
  offers.reply(path, 200, connection);
  return nextShown(Message, true);
}

describe("a notification's button", () => {
  it("switches back to the notification's account and runs the button's command", async (context) => {
    const fixture = await openWithAccounts(context);
    const message = await notice(fixture);
    await fixture.parts.session.switchTo(fixture.other);
    message.choose("Show Connection");
    const page = await until("the page", () => fixture.shown[0]);
    assert.deepEqual([page.accountId, fixture.active()], [fixture.account.id, fixture.account.id]);
  });

  it("switches back to the notification's project", async (context) => {
    const fixture = await openWithAccounts(context);
    const { session } = fixture.parts;
    const inOne = inProject(fixture.account, { id: "proj_1", name: "One" });
    await session.switchTo(inOne);
    const message = await notice(fixture);
    await session.switchTo(inProject(fixture.account, { id: "proj_2", name: "Two" }));
    message.choose("Show Connection");
    const page = await until("the page", () => fixture.shown[0]);
    assert.deepEqual([page.accountId, fixture.active()], [inOne.id, inOne.id]);
  });

  it("shows only a message if the account was signed out", async (context) => {
    const fixture = await openWithAccounts(context);
    const message = await notice(fixture);
    await fixture.parts.session.signOut();
    await fixture.parts.session.switchTo(fixture.other);
    message.choose("Show Connection");
    assert.equal(
      (await nextShown(Message, true)).text,
      "The account was signed out. Sign in to the account again.",
    );
    await quiet();
    assert.deepEqual([fixture.shown, fixture.active()], [[], fixture.other.id]);
  });

  it("opens the page of the connection that the notification is about", async (context) => {
    const fixture = await openWithAccounts(context);
    fixture.offers.reply(path, 200, { ...connection, last_auth_check_at: new Date().toISOString() });
    focusWindow(false);
    await ensureAndReport(fixture.parts, ["ma_1"]);
    focusWindow(true);
    const message = await nextShown(Message, true);
    await fixture.parts.session.switchTo(fixture.other);
    message.choose("Show Connection");
    const page = await until("the page", () => fixture.shown[0]);
    assert.equal(page.accountId, fixture.account.id);
  });

  it("switches to the account in the arguments of Show Connection", async (context) => {
    const fixture = await openWithAccounts(context);
    await fixture.parts.session.switchTo(fixture.other);
    const { start } = shownCommands(fixture.parts)["managedAuth.showConnection"];
    await start({ id: "ma_1", accountId: fixture.account.id });
    assert.deepEqual(
      [fixture.shown[0]?.accountId, fixture.active()],
      [fixture.account.id, fixture.account.id],
    );
  });
});

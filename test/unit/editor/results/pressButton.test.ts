import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commandAction, type ButtonAction } from "../../../../src/editor/results/buttons.ts";
import { pressButton } from "../../../../src/editor/results/pressButton.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { env, mentioned, Message, Progress, reset, screen } from "../../../doubles/vscode.ts";
import { full } from "../../../support/asking.ts";
import { commandFixture, type CommandFixture } from "../../../support/commandFixture.ts";
import { quiet } from "../../../support/offers.ts";
import { recordOpened } from "../../../support/opened.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

/** Creates a result of the window's account. */
function result({ account }: CommandFixture, overrides: Partial<CommandResult> = {}): CommandResult {
  return {
    card: {
      id: "00000000-0000-4000-8000-000000000001",
      head: { kind: "verdict", tone: "info" },
      title: "A Result",
      context: ["Team"],
      summary: ["It is."],
      blocks: [{ kind: "code", title: "Request as JSON", text: "{json}", volatile: true }],
      actions: {},
    },
    accountId: account.id,
    ...overrides,
  };
}

/** Presses a button on a result. */
const press = (
  fixture: CommandFixture,
  action: ButtonAction,
  overrides?: Partial<CommandResult>,
): Promise<void> => pressButton(fixture.parts, action, result(fixture, overrides));

const connection = { id: "ma_1", domain: "example.com", profile_name: "work", status: "AUTHENTICATED" };
const entitlements = {
  features: { managed_auth: { enabled: true }, credentials: { enabled: false } },
  limits: {},
  plan: { id: "FREE" },
};

describe("a button on a result page", () => {
  it("copies the ID and confirms in the status bar", async (context) => {
    const fixture = await commandFixture(context);
    await press(fixture, { does: "copyId", id: "ma_1" });
    assert.deepEqual([env.clipboard.text, mentioned], ["ma_1", ["ID copied"]]);
  });

  for (const [character, id] of [
    ["a line feed", "ma_1\nrm -rf ~"],
    ["a line separator", "ma_1\u2028"],
    ["a terminal escape sequence", "ma_1\u001b[2J"],
    ["a direction mark", "ma_\u202e1"],
    ["half a surrogate pair", "ma_\ud83d"],
  ] as const)
    it(`refuses to copy an ID that contains ${character}`, async (context) => {
      const fixture = await commandFixture(context);
      env.clipboard.text = "mine";
      await press(fixture, { does: "copyId", id });
      await expectMessage("Not copied: the value has hidden characters.");
      assert.deepEqual([env.clipboard.text, mentioned], ["mine", []]);
    });

  it("copies the result as text", async (context) => {
    const fixture = await commandFixture(context);
    await press(fixture, { does: "copyDetails" });
    assert.match(env.clipboard.text, /^A Result\n\nTeam\n\nIt is\.\n\nRequest as JSON\n\{json\}/);
    assert.deepEqual(mentioned, ["Copied as text"]);
  });

  it("copies the request and confirms in the status bar", async (context) => {
    const fixture = await commandFixture(context);
    await press(fixture, { does: "copyRequest", text: "curl\n{json}" });
    assert.deepEqual([env.clipboard.text, mentioned], ["curl\n{json}", ["Request copied"]]);
  });

  it("fetches the entitlements again and updates the same page", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/entitlements", 200, entitlements);
    const { id } = result(fixture).card;
    const refresh = commandAction("managedAuth.showEntitlements", { fresh: true, resultId: id });
    await press(fixture, refresh);
    await press(fixture, refresh);
    assert.equal(fixture.shown.at(-1)?.card.title, "Entitlements");
    assert.equal(fixture.shown.at(-1)?.card.id, id);
    assert.equal(fixture.offers.count("/org/entitlements"), 2);
  });

  for (const page of ["the same page", "a new page"])
    it(`shows the fetched connection on ${page}`, async (context) => {
      const again = page === "the same page";
      const fixture = await commandFixture(context);
      fixture.offers.reply("/auth/connections/ma_1", 200, connection);
      const { id } = result(fixture).card;
      const show = commandAction("managedAuth.showConnection", {
        id: "ma_1",
        ...(again && { resultId: id }),
      });
      await press(fixture, show);
      assert.deepEqual(fixture.offers.requests, ["GET /auth/connections/ma_1"]);
      assert.equal(fixture.shown[0]?.card.title, "example.com");
      assert.equal(fixture.shown[0].card.id === id, again);
      assert.deepEqual(screen.rest, []);
    });

  it("rejects invalid IDs and unknown arguments", async (context) => {
    const fixture = await commandFixture(context);
    for (const args of [{ id: 7 }, { id: "ma_1", resultId: "../../etc" }, { id: "ma_1", url: "https://a" }])
      await assert.rejects(press(fixture, { does: "run", command: "managedAuth.showConnection", args }), {
        name: /ZodError/,
      });
    assert.deepEqual([fixture.offers.requests, fixture.shown], [[], []]);
  });

  it("opens a connection's website over HTTPS after the user confirms the host", async (context) => {
    const fixture = await commandFixture(context);
    const opened = recordOpened(context);
    for (const [domain, text, answer] of [
      ["bank.example", "Open bank.example?", "Open"],
      ["bank.example", "Open bank.example?", undefined],
      ["user@evil.example", "Not opened: this isn't a valid https address.", undefined],
    ] as const) {
      const pressing = press(fixture, { does: "openWebsite", domain });
      (await expectMessage(text)).choose(answer);
      await pressing;
    }
    assert.deepEqual(opened, ["https://bank.example/"]);
  });

  it("opens the result's hosted_url after the user confirms the host", async (context) => {
    const fixture = await commandFixture(context);
    const opened = recordOpened(context);
    const secrets = { hosted_url: "https://auth.example/login?code=a%2Fb" };
    const pressing = press(fixture, { does: "open", address: "hosted_url" }, { secrets });
    (await expectMessage("Open auth.example?")).choose("Open");
    await pressing;
    assert.deepEqual(opened, [secrets.hosted_url]);
  });

  it("reports after a reload that hosted_url wasn't stored", async (context) => {
    await press(await commandFixture(context), { does: "open", address: "hosted_url" });
    await expectMessage("The address wasn't saved. Refresh to read the address again.");
  });

  it("deletes no destination if the user declines or cancels", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.list("/auth/connections", [
      { id: "ma_1", browser: { telemetry: { export: { otlp: { destination: { id: "d_1" } } } } } },
    ]);
    fixture.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    const targets = [{ idOrName: "d_1" }];
    const retrying = press(fixture, commandAction("managedAuth.deleteDestinations", { targets }));
    (await screen.next(Message)).choose(undefined);
    await retrying;
    const waiting = commandAction("managedAuth.deleteDestinations", { targets, wait: true });
    const watching = press(fixture, waiting);
    const progress = await screen.next(Progress);
    await quiet();
    progress.cancelled.fire();
    await watching;
    assert.doesNotMatch(fixture.offers.requests.join(), /DELETE/);
    assert.deepEqual([fixture.shown, screen.rest], [[], []]);
  });

  it("explains which feature the plan lacks", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/entitlements", 200, entitlements);
    await press(fixture, commandAction("managedAuth.showEntitlements", { feature: "credentials" }));
    assert.match(
      fixture.shown[0]?.card.summary[0] ?? "",
      /^Credentials: not included\. The service stores credentials/,
    );
  });

  it("opens the log", async (context) => {
    const fixture = await commandFixture(context);
    const shown = context.mock.method(fixture.parts.log, "show", () => undefined);
    await press(fixture, commandAction("managedAuth.showLog", {}));
    assert.equal(shown.mock.callCount(), 1);
  });
});

describe("a button on another account's result page", () => {
  const show = commandAction("managedAuth.showConnection", { id: "ma_1" });
  /** Effects that send requests or use the account's data. */
  const guarded = [
    commandAction("managedAuth.createConnection", { draft: full, start: "domain" }),
    commandAction("managedAuth.replaceToken", {}),
    show,
    commandAction("managedAuth.deleteDestinations", { targets: [{ idOrName: "d_1" }] }),
    commandAction("managedAuth.deleteDestinations", { targets: [{ idOrName: "d_1" }], wait: true }),
    commandAction("managedAuth.showEntitlements", { feature: "credentials" }),
    commandAction("managedAuth.showEntitlements", { fresh: true }),
    commandAction("managedAuth.checkPending", { id: "p1" }),
  ];

  it("sends no request and names the account of the result", async (context) => {
    for (const effect of guarded) {
      reset();
      const fixture = await commandFixture(context);
      const { id } = await fixture.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
      await press(fixture, effect, { accountId: id });
      await expectMessage("This result belongs to Other Team. Switch to that account first.");
      assert.deepEqual([fixture.offers.requests, fixture.shown, screen.rest], [[], [], []]);
    }
  });

  it("offers to switch to the account of the result", async (context) => {
    const fixture = await commandFixture(context);
    const other = await fixture.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    await press(fixture, show, { accountId: other.id });
    const switched = new Promise((resolve) => fixture.parts.session.onDidChange(resolve));
    (await screen.next(Message)).choose("Switch Account");
    assert.deepEqual(await switched, { kind: "signedIn", account: other });
  });

  it("doesn't switch to an account that was signed out in another window", async (context) => {
    const fixture = await commandFixture(context);
    const other = await fixture.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    await press(fixture, show, { accountId: other.id });
    const offer = await screen.next(Message);
    await fixture.parts.accounts.remove(other.id);
    offer.choose("Switch Account");
    await expectMessage("The account was signed out. Sign in to the account again.");
    assert.deepEqual(fixture.parts.session.state, { kind: "signedIn", account: fixture.account });
  });

  it("offers to switch to the sandbox if the result belongs to the sandbox", async (context) => {
    const fixture = await commandFixture(context);
    await press(fixture, show, { accountId: "sandbox" });
    await expectMessage("This result belongs to Sandbox. Switch to that account first.");
  });

  for (const [account, accountId] of [
    ["a signed-out account", "gone"],
    ["an unknown account", undefined],
  ] as const)
    it(`doesn't offer to switch to ${account}`, async (context) => {
      const fixture = await commandFixture(context);
      await press(fixture, show, { accountId });
      const message = await expectMessage("The account is signed out. Run the command again.");
      assert.deepEqual([message.buttons, fixture.offers.requests, screen.rest], [[], [], []]);
      await fixture.parts.session.signOut();
      await press(fixture, show, { accountId });
      assert.deepEqual((await screen.next(Message)).buttons, ["Sign In"]);
    });

  it("still copies the resource's ID", async (context) => {
    const fixture = await commandFixture(context);
    await press(fixture, { does: "copyId", id: "ma_1" }, { accountId: "gone" });
    assert.equal(env.clipboard.text, "ma_1");
  });
});

// Commands that change the account reveal the view that shows the account.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { InputBox, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

/** Registers the view's focus command and returns the arguments of its calls. */
function watchView(): readonly unknown[] {
  const revealed: unknown[] = [];
  commands.registerCommand("managedAuth.entitlements.focus", (how: unknown) => revealed.push(how));
  return revealed;
}

describe("commands that change the account", () => {
  it("reveal the Connections view after Use Sandbox without moving focus", async (context) => {
    const { parts } = await commandFixture(context);
    const revealed = watchView();
    context.mock.method(parts.service, "access", () => Promise.resolve({}));
    await parts.start("managedAuth.useSandbox");
    assert.deepEqual(revealed, [{ preserveFocus: true }]);
  });

  it("reveal the Connections view after Sign In", async (context) => {
    const { offers, parts } = await commandFixture(context);
    const revealed = watchView();
    offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: { id: "FREE" } });
    const running = parts.start("managedAuth.signIn");
    (await screen.next(QuickPick)).choose("Other Server…");
    (await screen.next(InputBox)).submit("https://api.example.com");
    (await screen.next(InputBox)).submit("sk_token_7");
    (await screen.next(InputBox)).enter();
    await running;
    assert.deepEqual(revealed, [{ preserveFocus: true }]);
  });

  it("don't reveal the Connections view if the user cancels", async (context) => {
    const { parts } = await commandFixture(context);
    const revealed = watchView();
    const running = parts.start("managedAuth.signIn");
    (await screen.next(QuickPick)).escape();
    await running;
    assert.deepEqual(revealed, []);
  });
});

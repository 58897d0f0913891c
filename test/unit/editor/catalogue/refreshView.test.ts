import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Message, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

describe("Refresh", () => {
  for (const [command, path] of [
    ["managedAuth.refreshConnections", "/auth/connections"],
    ["managedAuth.refreshEntitlements", "/org/entitlements"],
  ] as const) {
    it(`offers to sign in if signed out: ${command}`, async (context) => {
      const { offers, parts } = await commandFixture(context);
      await parts.session.signOut();
      await parts.start(command);
      const message = await screen.next(Message);
      assert.match(message.text, /^Sign in first/);
      assert.deepEqual(message.buttons, ["Sign In"]);
      assert.equal(offers.count(path), 0);
    });

    it(`fetches the view's rows again: ${command}`, async (context) => {
      const { offers, parts } = await commandFixture(context);
      await parts.start(command);
      assert.equal(offers.count(path), 1);
    });
  }
});

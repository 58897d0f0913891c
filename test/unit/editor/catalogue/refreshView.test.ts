import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { reset } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

describe("Refresh", () => {
  for (const [command, path] of [
    ["managedAuth.refreshConnections", "/auth/connections"],
    ["managedAuth.refreshEntitlements", "/org/entitlements"],
  ] as const) {
    it(`offers to sign in if the user is signed out: ${command}`, async (context) => {
      const { offers, parts } = await commandFixture(context);
      await parts.session.signOut();
      await parts.start(command);
      await expectMessage(/^Sign in first/, ["Sign In"]);
      assert.equal(offers.count(path), 0);
    });

    it(`fetches the view's rows again: ${command}`, async (context) => {
      const { offers, parts } = await commandFixture(context);
      await parts.start(command);
      assert.equal(offers.count(path), 1);
    });
  }
});

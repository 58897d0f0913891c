import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { showEntitlements } from "../../../../src/editor/entitlements/commands.ts";
import { setContext } from "../../../../src/editor/kit/contextKeys.ts";
import { contextKeys, reset } from "../../../doubles/vscode.ts";
import { office } from "../../../support/office.ts";

beforeEach(reset);

describe("a context key", () => {
  it("that VS Code does not take is a fault of who sets it", async (context) => {
    context.mock.method(commands, "executeCommand", () => Promise.reject(new Error("no window")));
    await assert.rejects(setContext("managedAuth.hasResults", true), /no window/);
  });
});

const reached = (milestone: string): unknown => contextKeys.get(`managedAuth.${milestone}`);

describe("a step of the walkthrough", () => {
  it("ends when the entitlements are shown, not when they could not be read", async (context) => {
    const { offers, parts } = await office(context);
    offers.reply("/org/entitlements", 403);
    await showEntitlements(parts);
    assert.equal(reached("entitlementsShown"), undefined);
    offers.reply("/org/entitlements", 200, { plan: { id: "p" }, features: {}, limits: {} });
    await showEntitlements(parts, { fresh: true });
    assert.equal(reached("entitlementsShown"), true);
  });
});

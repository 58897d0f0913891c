import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import type { Account } from "../../../../../src/editor/accounts/accounts.ts";
import { notifyLoggedOut } from "../../../../../src/editor/connections/login/loginSurfaces.ts";
import { readSetting } from "../../../../../src/editor/kit/settings.ts";
import { commands, configure, Message, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const account: Account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example" };
const connections = (count: number): readonly ManagedAuth[] =>
  Array.from({ length: count }, (_, n) => ManagedAuth.parse({ id: `ma_${n}`, domain: `bank${n}.example` }));

function setUpNotices() {
  const started: unknown[] = [];
  return { started, parts: { start: (...args: unknown[]) => Promise.resolve(void started.push(args)) } };
}

describe("notifyLoggedOut", () => {
  it("shows a Log In… button that uses the connection's account", async () => {
    const { started, parts } = setUpNotices();
    notifyLoggedOut(inPart(parts), { account, connections: connections(1) });
    const message = await expectMessage(
      "bank0.example is logged out.",
      ["Log In…", "Don't Notify Me"],
      "warning",
    );
    message.choose("Log In…");
    await quiet();
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_0" }, "a"]]);
  });

  it("shows one notification for ten connections, with a button that opens the list", async () => {
    const { started, parts } = setUpNotices();
    commands.registerCommand("managedAuth.connections.focus", () => started.push("focus"));
    notifyLoggedOut(inPart(parts), { account, connections: connections(10) });
    const message = await expectMessage("10 connections that you watch are logged out.");
    assert.deepEqual(screen.rest, []);
    message.choose("Show Connections");
    await quiet();
    assert.deepEqual(started, ["focus", ["managedAuth.showConnectionsNeedingYou", undefined, "a"]]);
  });

  it("shows no notification after the user chooses Don't Notify Me", async () => {
    const { parts } = setUpNotices();
    notifyLoggedOut(inPart(parts), { account, connections: connections(1) });
    (await screen.next(Message)).choose("Don't Notify Me");
    await quiet();
    assert.equal(readSetting("managedAuth.notices"), "badge");
    for (const globalValue of ["badge", "off"]) {
      configure("managedAuth.notices", { globalValue });
      notifyLoggedOut(inPart(parts), { account, connections: connections(1) });
    }
    assert.deepEqual(screen.rest, []);
  });

  it("renders a hostile domain as plain text", async () => {
    const { parts } = setUpNotices();
    const [connection = assert.fail()] = connections(1);
    notifyLoggedOut(inPart(parts), {
      account,
      connections: [{ ...connection, domain: "bank\u202eexample" }],
    });
    assert.doesNotMatch((await screen.next(Message)).text, /\u202e/);
  });
});

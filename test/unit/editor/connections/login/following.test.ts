import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { resumeUpdates, stopFollowing } from "../../../../../src/editor/connections/login/commands.ts";
import type { ConnectionsContext } from "../../../../../src/editor/connections/context/context.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { Offers } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";

beforeEach(reset);

const running = { id: "ma_1", status: "NEEDS_AUTH", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" };
const shownConnection = [["managedAuth.showConnection", { id: "ma_1" }]];

function setUpFollowing(context: TestContext) {
  const offers = new Offers(context);
  const logins = new ScriptedLogins();
  const started: unknown[] = [];
  const account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" } as const;
  const parts: ConnectionsContext = inPart({
    logins,
    session: { state: { kind: "signedIn", account } },
    connections: { logins: logins.snapshots, updateRow: () => undefined },
    requireAccess: () => Promise.resolve({ account, baseUrl: account.baseUrl, client: offers.client }),
    start: (...args) => Promise.resolve(void started.push(args)),
  });
  return { parts, logins, offers, started };
}

describe("Stop Updates", () => {
  it("stops following the login in this window without sending a request", async (context) => {
    const { started, logins, offers, parts } = setUpFollowing(context);
    logins.publish(loginSnapshot({ connection: running }));
    await stopFollowing(parts, "ma_1");
    assert.deepEqual([logins.calls, started, offers.requests], [["stop a ma_1"], [], []]);
  });

  for (const [condition, login] of [
    ["the login has ended", loginSnapshot({ connection: running, end: { kind: "loggedIn" } })],
    ["the window follows no login", undefined],
  ] as const)
    it(`shows the connection if ${condition}`, async (context) => {
      const { started, logins, parts } = setUpFollowing(context);
      if (login !== undefined) logins.publish(login);
      await stopFollowing(parts, "ma_1");
      assert.deepEqual([logins.calls, started], [[], shownConnection]);
    });
});

describe("Resume Login Updates", () => {
  it("follows a login that is still running", async (context) => {
    const { started, logins, offers, parts } = setUpFollowing(context);
    offers.reply("/auth/connections/ma_1", 200, running);
    await resumeUpdates(parts, "ma_1");
    assert.deepEqual([logins.calls, started], [["follow ma_1"], []]);
  });

  for (const [clockError, expires, action] of [
    ["fast", "2026-11-20T12:10:00Z", "follow"],
    ["slow", "2026-11-20T12:00:00Z", "show"],
  ] as const)
    it(`uses the service's clock for a login's expiry if the local clock is ${clockError}`, async (context) => {
      const { started, logins, offers, parts } = setUpFollowing(context);
      const noon = "2026-11-20T12:05:00Z";
      const now = new Date(action === "follow" ? "2026-11-20T12:30:00Z" : "2026-11-20T11:30:00Z");
      context.mock.timers.enable({ apis: ["Date"], now });
      const date = new Date(noon).toUTCString();
      offers.reply("/auth/connections/ma_1", 200, { ...running, flow_expires_at: expires }, { date });
      await resumeUpdates(parts, "ma_1");
      assert.deepEqual(
        [logins.calls, started],
        action === "follow" ? [["follow ma_1"], []] : [[], shownConnection],
      );
    });

  it("shows the connection if its login has ended", async (context) => {
    const { started, logins, offers, parts } = setUpFollowing(context);
    offers.reply("/auth/connections/ma_1", 200, { ...running, flow_status: "SUCCESS" });
    await resumeUpdates(parts, "ma_1");
    assert.deepEqual([logins.calls, started], [[], shownConnection]);
  });
});

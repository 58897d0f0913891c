// A new sandbox shows its waiting login once, and only in windows that use the sandbox.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { followFirstLook } from "../../../../src/editor/sandbox/firstLook.ts";
import { reset } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

const path = "/auth/connections";
const profile_name = "work";
const loggedIn = { id: "ma_1", domain: "bank.example", profile_name, status: "AUTHENTICATED" };
const canceled = { ...loggedIn, id: "ma_3", flow_status: "CANCELED", flow_step: "AWAITING_INPUT" };
const waiting = {
  ...{ id: "ma_2", domain: "shop.example", profile_name, status: "NEEDS_AUTH" },
  ...{ flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" },
};

/**
 * Opens a window with fetched rows and records the shown connections. If `isSandbox`, its account is the sandbox,
 * which the test's service replaces.
 */
async function begin(context: TestContext, isSandbox: boolean) {
  const { account, offers, parts } = await commandFixture(context);
  const sandbox = { hasUnseenLogin: true };
  const shown: string[] = [];
  const session = { state: { kind: "signedIn", account: isSandbox ? sandboxAccount : account } } as const;
  const show = (id: string): void => void shown.push(id);
  const following = followFirstLook({ connections: parts.connections, sandbox, session, show });
  context.after(() => void following.dispose());
  const read = async (...rows: object[]): Promise<void> => {
    offers.list(path, rows);
    await parts.connections.refresh();
    await parts.connections.untilIdle();
  };
  return { read, sandbox, shown };
}

describe("followFirstLook", () => {
  it("shows the sandbox's waiting login only once until the sandbox is reset", async (context) => {
    const { read, sandbox, shown } = await begin(context, true);
    await read(canceled, waiting);
    assert.deepEqual(shown, ["ma_2"]);
    await read(waiting);
    assert.deepEqual(shown, ["ma_2"]);
    sandbox.hasUnseenLogin = true;
    await read(loggedIn, waiting);
    assert.deepEqual(shown, ["ma_2", "ma_2"], "again after a reset");
  });

  it("shows nothing while no login in the sandbox is waiting", async (context) => {
    const { read, sandbox, shown } = await begin(context, true);
    await read(canceled, loggedIn);
    assert.deepEqual([shown, sandbox.hasUnseenLogin], [[], true]);
  });

  it("shows nothing if another account is active", async (context) => {
    const { read, sandbox, shown } = await begin(context, false);
    await read(waiting);
    assert.deepEqual([shown, sandbox.hasUnseenLogin], [[], true]);
  });
});

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import type { Connection } from "../../../src/editor/service.ts";
import { checkCreation } from "../../../src/editor/sendCreation.ts";
import { treeItem } from "../../../src/editor/treeItems.ts";
import { Progress, reset, screen } from "../../doubles/vscode.ts";
import { create } from "./creating.ts";
import { origin, workplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const request = { domain: "shop.example", profile_name: "buyer" };

beforeEach(reset);

async function unknownResult(context: TestContext): Promise<{ place: Workplace; connection: Connection }> {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  const connection = await place.service.connect(account, new AbortController().signal);
  await place.pending.keep(await place.pending.begin(account.id, origin, request));
  return { place, connection };
}

describe("checking an unknown result", () => {
  for (const [name, status, body, verdict, left] of [
    [
      "the service has it",
      409,
      { code: "already_exists", message: "Exists.", existing_id: "ma_9" },
      "exists",
      0,
    ],
    ["the service did not have it", 201, { id: "ma_9" }, "created", 0],
    ["the service cannot say", 503, { code: "unavailable", message: "Later." }, "unknown", 1],
  ] as const) {
    it(`ends in "${verdict}" where ${name}`, async (context) => {
      const { connection, place } = await unknownResult(context);
      const [pending] = await place.pending.open(connection.account.id);
      assert.ok(pending !== undefined);
      const attempt = checkCreation(place, connection, pending);
      await screen.next(Progress);
      const call = await place.wire.next(create);
      assert.deepEqual(call.body, request);
      call.answer(status, body);
      assert.equal((await attempt).verdict.kind, verdict);
      assert.equal(place.wire.count(create), 1);
      assert.equal((await place.pending.open(connection.account.id)).length, left);
    });
  }
});

describe("the row of an unknown result", () => {
  it("says what is unknown and does nothing by being clicked", async (context) => {
    const { connection, place } = await unknownResult(context);
    const [pending] = await place.pending.open(connection.account.id);
    assert.ok(pending !== undefined);
    const item = treeItem({ kind: "pending", pending });
    assert.equal(item.label, "Result unknown");
    assert.equal(item.description, "buyer · shop.example");
    assert.equal(item.contextValue, "pending");
    assert.equal(item.command, undefined);
  });
});

// Account switches, sign-outs and token changes during an operation. The operation and its result stay with the
// account that the operation started with.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ServiceAccount } from "../../../../src/editor/accounts/accounts.ts";
import { creationResult } from "../../../../src/editor/connections/creation/creationResult.ts";
import { deleteTargets } from "../../../../src/editor/resources/destinations/delete.ts";
import { PickerLists } from "../../../../src/editor/catalogue/pickerLists.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { resendCreation, sendCreation } from "../../../../src/editor/connections/creation/sendCreation.ts";
import type { AccountAccess } from "../../../../src/editor/accounts/clientFactory.ts";
import { untilUnselected } from "../../../../src/editor/resources/destinations/wait.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";
import { argumentOf } from "../../../support/cards.ts";
import { create } from "../../../support/creating.ts";
import { quiet } from "../../../support/offers.ts";
import type { Call } from "../../../support/wire.ts";
import { offlineParts, type OfflineParts } from "../../../support/windowParts.ts";
import { inPart } from "../../../support/inPart.ts";

const request = { domain: "shop.example", profile_name: "buyer" };
const [ours, theirs] = ["https://ours.example", "https://theirs.example"];
const exists = { code: "already_exists", message: "Exists.", existing_id: "ma_9" };

interface Scene extends OfflineParts {
  readonly account: ServiceAccount;
  readonly other: ServiceAccount;
  readonly access: AccountAccess;
}

/** Opens a window with two accounts of different services and switches to the first account. */
async function openWithTwoAccounts(context: TestContext): Promise<Scene> {
  const fixture = await offlineParts(context);
  const account = await fixture.accounts.add("One", ours, "sk_one");
  const other = await fixture.accounts.add("Other", theirs, "sk_other");
  await fixture.session.switchTo(account);
  const access = await fixture.service.access(account, new AbortController().signal);
  return { ...fixture, account, other, access };
}

/** Events during an operation, each with the token of later requests. Without a token, no later requests are sent. */
const events: readonly (readonly [
  event: string,
  trigger: (scene: Scene) => Promise<unknown>,
  token: "sk_one" | "sk_new" | undefined,
])[] = [
  ["the window changes to another account", ({ other, session }) => session.switchTo(other), "sk_one"],
  ["the window signs out", ({ session }) => session.signOut(), undefined],
  ["the token is replaced", ({ accounts, account }) => accounts.replaceToken(account.id, "sk_new"), "sk_new"],
  ["another window signs out", ({ accounts, account }) => accounts.remove(account.id), undefined],
];

function sentTo(call: Call, token: string | undefined): void {
  assert.equal(new URL(call.url).origin, ours);
  assert.equal(call.token, token);
}

function assertBelongs(
  result: CommandResult | undefined,
  { account }: Scene,
): asserts result is CommandResult {
  assert.ok(result !== undefined);
  assert.equal(result.accountId, account.id);
  assert.match(result.card.context.join(), /ours\.example/);
  assert.doesNotMatch(JSON.stringify(result), /theirs|Other|sk_/);
}

/** Asserts that only the attempt's own account has stored attempts. */
async function assertOnlyOwnAttempts({ account, other, pending }: Scene, count: number): Promise<void> {
  assert.equal((await pending.open(account.id)).length, count);
  assert.deepEqual(await pending.open(other.id), []);
}

beforeEach(reset);

for (const [event, trigger, token] of events)
  describe(`a running operation when ${event}`, () => {
    it("assigns a request's result to the account that sent the request", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const attempt = sendCreation(inPart(fixture), fixture.access, request);
      const call = await fixture.wire.next(create);
      await trigger(fixture);
      sentTo(call, "sk_one");
      call.answer(201, { id: "ma_1" });
      const result = creationResult({ ...fixture, entitlements: undefined }, await attempt);
      assertBelongs(result, fixture);
      assert.deepEqual(argumentOf(result.card, "managedAuth.showConnection"), {
        id: "ma_1",
        resultId: result.card.id,
      });
      await assertOnlyOwnAttempts(fixture, 0);
    });

    it("resends a rejected request only with a new token of the same account", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const attempt = sendCreation(inPart(fixture), fixture.access, request);
      const call = await fixture.wire.next(create);
      await trigger(fixture);
      call.answer(401, { code: "unauthorized", message: "No." });
      if (token === "sk_new") {
        const again = await fixture.wire.next(create);
        sentTo(again, token);
        again.answer(201, { id: "ma_1" });
      }
      assertBelongs(creationResult({ ...fixture, entitlements: undefined }, await attempt), fixture);
      assert.equal(fixture.wire.count(create), token === "sk_new" ? 2 : 1);
      assert.equal(await fixture.service.isTokenRejected(fixture.other), false);
      await assertOnlyOwnAttempts(fixture, 0);
    });

    it("sends a delayed retry to the same service as the first attempt", async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const fixture = await openWithTwoAccounts(context);
      const attempt = sendCreation(inPart(fixture), fixture.access, request);
      (await fixture.wire.next(create)).fail("ECONNREFUSED");
      await quiet();
      await trigger(fixture);
      context.mock.timers.tick(8_000);
      const again = await fixture.wire.next(create);
      sentTo(again, "sk_one");
      again.answer(201, { id: "ma_1" });
      assertBelongs(creationResult({ ...fixture, entitlements: undefined }, await attempt), fixture);
      await assertOnlyOwnAttempts(fixture, 0);
    });

    it("checks an unanswered request only at the service that received it", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const wait = async (): Promise<boolean> => {
        await trigger(fixture);
        return true;
      };
      const attempt = sendCreation(inPart({ ...fixture, wait }), fixture.access, request);
      (await fixture.wire.next(create)).fail("ECONNRESET");
      if (token !== undefined) {
        const check = await fixture.wire.next(create);
        sentTo(check, token);
        check.answer(409, exists);
      }
      const { pending, verdict } = await attempt;
      assert.equal(verdict.kind, token === undefined ? "unknown" : "exists");
      assertBelongs(creationResult({ ...fixture, entitlements: undefined }, { pending, verdict }), fixture);
      await assertOnlyOwnAttempts(fixture, token === undefined ? 1 : 0);
      assert.equal(fixture.wire.count(create), token === undefined ? 1 : 2);
    });

    it("assigns the result of Check Now to the account that started the check", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const pending = await fixture.pending.add(fixture.account.id, ours, request);
      await fixture.pending.markUnknown(pending);
      const attempt = resendCreation(inPart(fixture), fixture.access, pending);
      const call = await fixture.wire.next(create);
      await trigger(fixture);
      call.answer(409, exists);
      assertBelongs(creationResult({ ...fixture, entitlements: undefined }, await attempt), fixture);
      await assertOnlyOwnAttempts(fixture, 0);
    });

    it("sends a batch's remaining deletions only with the account that started the batch", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const names = ["a", "b", "c", "d", "e", "f"];
      let result: CommandResult | undefined;
      const panel = {
        show: (shown: CommandResult) => Promise.resolve(void (result = shown)),
        markDeleted: () => Promise.resolve(undefined),
      };
      const deleting = deleteTargets(
        { ...fixture, panel },
        fixture.access,
        names.map((idOrName) => ({ idOrName })),
      );
      (await screen.next(Message)).choose("Delete Destinations (6)");
      const calls: Call[] = [];
      while (calls.length < 4) calls.push(await fixture.wire.next("DELETE"));
      await trigger(fixture);
      for (const call of calls) call.answer(204, undefined);
      if (token !== undefined) {
        for (const call of [await fixture.wire.next("DELETE"), await fixture.wire.next("DELETE")]) {
          sentTo(call, token);
          call.answer(204, undefined);
        }
      }
      await deleting;
      assertBelongs(result, fixture);
      assert.equal(fixture.wire.count("DELETE"), token === undefined ? 4 : 6);
      const args = argumentOf(result.card, "managedAuth.deleteDestinations");
      assert.equal(JSON.stringify(args ?? {}).match(/idOrName/g)?.length ?? 0, token === undefined ? 2 : 0);
    });

    it("continues a paginated list request only with the account that started the request", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      const { signal } = new AbortController();
      const reading = new PickerLists(fixture.access.client).connections("", () => undefined, signal);
      const first = await fixture.wire.next("GET /auth/connections");
      await trigger(fixture);
      sentTo(first, "sk_one");
      first.answer(200, [{ id: "ma_1", domain: "a.example", profile_name: "p" }], {
        "x-has-more": "true",
        "x-next-offset": "1",
      });
      if (token !== undefined) {
        const second = await fixture.wire.next("GET /auth/connections");
        sentTo(second, token);
        second.answer(200, [{ id: "ma_1", domain: "a.example", profile_name: "p" }], {
          "x-has-more": "false",
        });
      }
      const listing = await reading;
      assert.equal(listing.kind, token === undefined ? "failed" : "complete");
      assert.deepEqual(listing.rows.length, 1);
    });

    it("continues polling for unused destinations only with the account that started the polling", async (context) => {
      const fixture = await openWithTwoAccounts(context);
      fixture.wire.serve("GET /telemetry/destinations", 200, [{ id: "d_1", name: "logs" }]);
      fixture.wire.serve("GET /browsers", 200, []);
      const watching = untilUnselected(fixture.access, [{ idOrName: "d_1" }], () => Promise.resolve());
      const first = await fixture.wire.next("GET /auth/connections");
      sentTo(first, "sk_one");
      await trigger(fixture);
      first.answer(200, [{ id: "ma_1" }], { "x-has-more": "true", "x-next-offset": "1" });
      if (token !== undefined) {
        const second = await fixture.wire.next("GET /auth/connections");
        sentTo(second, token);
        fixture.wire.serve("GET /auth/connections", 200, []);
        second.answer(200, [], { "x-has-more": "false" });
      }
      const free = await watching;
      assert.deepEqual(free, token === undefined ? undefined : [{ idOrName: "d_1", name: "logs" }]);
    });
  });

import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { draftFromReported } from "../../../../../src/domain/draft/draft.ts";
import { creationResult } from "../../../../../src/editor/connections/creation/creationResult.ts";
import {
  resendCreation,
  updateAfterCreation,
} from "../../../../../src/editor/connections/creation/sendCreation.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { argumentOf } from "../../../../support/cards.ts";
import { create } from "../../../../support/creating.ts";
import { origin, signedInParts } from "../../../../support/windowParts.ts";
import { inPart } from "../../../../support/inPart.ts";
import { alreadyExists } from "./support.ts";

const request = { domain: "shop.example", profile_name: "buyer" };

beforeEach(reset);

async function setUpUnknownResult(context: TestContext) {
  const { account, ...fixture } = await signedInParts(context);
  const access = await fixture.service.access(account, new AbortController().signal);
  await fixture.pending.markUnknown(await fixture.pending.add(account.id, origin, request));
  const open = () => fixture.pending.open(account.id);
  const [pending = assert.fail()] = await open();
  return { parts: fixture, access, open, pending };
}

describe("resendCreation", () => {
  for (const [response, status, body, verdict, openCount] of [
    ["the service already has the connection", 409, alreadyExists, "exists", 0],
    ["the service creates the connection", 201, { id: "ma_9" }, "created", 0],
    ["the service is unavailable", 503, { code: "unavailable", message: "Later." }, "unknown", 1],
  ] as const)
    it(`returns "${verdict}" if ${response}`, async (context) => {
      const { access, open, pending, parts } = await setUpUnknownResult(context);
      const attempt = resendCreation(inPart(parts), access, pending);
      await parts.wire.expect(create, request, status, body);
      assert.equal((await attempt).verdict.kind, verdict);
      assert.equal(parts.wire.count(create), 1);
      assert.equal((await open()).length, openCount);
    });
});

describe("updateAfterCreation", () => {
  for (const [kind, reads] of [
    ["created", 1],
    ["unknown", 0],
  ] as const)
    it(`refreshes the lists only if the connection was created (result: ${kind})`, async (context) => {
      const { access, pending, parts } = await setUpUnknownResult(context);
      const read = [parts.connections, parts.listed.profiles].map((model) =>
        context.mock.method(model, "refreshIfLoaded", () => Promise.resolve()),
      );
      parts.wire.serve("GET /auth/connections", 200, []);
      const verdict = kind === "created" ? { kind, value: { id: "ma_9" }, raw: { id: "ma_9" } } : { kind };
      await updateAfterCreation(inPart(parts), access, { pending, verdict });
      assert.deepEqual(
        read.map(({ mock }) => mock.callCount()),
        [reads, reads],
      );
    });
});

describe("resendCreation after a refused request", () => {
  const list = "GET /auth/connections";
  const row = (profile_name: string): object => ({ id: "ma_9", domain: "Shop.example", profile_name });

  const bad = { code: "bad_request", message: "No." };
  const limited = { code: "limit_reached", message: "No." };
  const unnamed = { code: "already_exists", message: "Exists." };
  const deleted = { code: "being_deleted", message: "Wait." };
  for (const [response, status, body, listed, verdict, openCount] of [
    ["400 if the list doesn't contain the connection", 400, bad, [], "refused", 0],
    ["403 if the list doesn't contain the connection", 403, limited, [row("seller")], "refused", 0],
    ["403 if the list contains the connection", 403, limited, [row("buyer")], "exists", 0],
    ["403 if the list can't be fetched", 403, limited, undefined, "unknown", 1],
    ["400 if the list can't be fetched", 400, bad, undefined, "refused", 0],
    ["409 without an ID", 409, unnamed, undefined, "exists", 0],
    ["409 without an ID if the list contains the connection", 409, unnamed, [row("buyer")], "exists", 0],
    ["409 with another error code", 409, deleted, undefined, "unknown", 1],
  ] as const)
    it(`returns "${verdict}" for the response ${response}`, async (context) => {
      const { access, open, pending, parts } = await setUpUnknownResult(context);
      const checking = resendCreation(inPart(parts), access, pending);
      (await parts.wire.next(create)).answer(status, body);
      const filtered = await parts.wire.next(list);
      assert.deepEqual(
        ["domain", "profile_name"].map((key) => new URL(filtered.url).searchParams.get(key)),
        ["shop.example", "buyer"],
      );
      if (listed === undefined) filtered.answer(403, { code: "forbidden", message: "No." });
      else {
        filtered.answer(200, []);
        // The service's filters may miss a different spelling, so the whole list is read.
        const unfiltered = await parts.wire.next(list);
        assert.deepEqual([...new URL(unfiltered.url).searchParams.keys()].toSorted(), ["limit", "offset"]);
        unfiltered.answer(200, listed);
      }
      const attempt = await checking;
      assert.equal(attempt.verdict.kind, verdict);
      assert.equal((await open()).length, openCount);
      const result = creationResult({ ...parts, access, entitlements: undefined }, attempt);
      const words = result?.card.summary.join(" ") ?? "";
      if (verdict === "exists") assert.match(words, /likely created this connection/);
      if (verdict === "refused")
        assert.match(
          words,
          listed === undefined
            ? /An earlier attempt may have/
            : /The first attempt didn't create the connection/,
        );
      // The result's button reopens the review with the attempt's answers.
      if (verdict === "exists") return;
      assert.ok(result !== undefined);
      const args = argumentOf(result.card, "managedAuth.createConnection");
      assert.deepEqual(args, { draft: draftFromReported(request), start: "review" });
    });
});

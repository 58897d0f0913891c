import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { Listing } from "../../../../../src/api/listing.ts";
import type { ApiError } from "../../../../../src/api/errors.ts";
import { eachListed, pickLive, type LivePickOptions } from "../../../../../src/editor/kit/inputs/livePick.ts";
import type { LoadRows } from "../../../../../src/editor/kit/inputs/liveListing.ts";
import type { Answer } from "../../../../../src/editor/kit/inputs/ask.ts";
import { typedNamePick } from "../../../../../src/editor/catalogue/typedName.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { columns, labelsOf } from "../../../../support/rows.ts";
import { leaveAfter } from "../../../../support/leaving.ts";

beforeEach(reset);

/** A request for rows that the test answers. */
interface RowRequest {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly report: (listing: Listing<string>) => void;
  readonly answer: (listing: Listing<string>) => void;
}

interface Run {
  readonly pick: QuickPick;
  readonly result: Promise<Answer<string>>;
  readonly requests: readonly RowRequest[];
  /** Returns the latest request. */
  readonly last: () => RowRequest;
  /** Answers the latest request. */
  readonly answer: (listing: Listing<string>) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Opens a list whose rows have a name as label and `id of name` as value. The clock is mocked. */
async function begin(
  context: TestContext,
  value = "",
  words: Pick<LivePickOptions<string, string>, "active" | "prompt" | "trailing"> = { prompt: "Mind this" },
): Promise<Run> {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const requests: RowRequest[] = [];
  const load: LoadRows<string> = (text, report, signal) =>
    new Promise((answer) => requests.push({ text, signal, report, answer }));
  const result = leaveAfter(context)(
    pickLive<string, string>({
      frame: { title: "Title", step: 2, totalSteps: 5, back: true },
      placeholder: "Which?",
      emptyText: "No letters yet.",
      ...words,
      load,
      rows: eachListed((name) =>
        name === "hidden" ? undefined : { label: name, description: "a row", value: `id of ${name}` },
      ),
      typed: typedNamePick("The name", (text) => text),
      value,
    }),
  );
  const last = (): RowRequest => requests.at(-1) ?? assert.fail("nothing was asked for");
  return {
    pick: await screen.next(QuickPick),
    result,
    requests,
    last,
    answer: async (one) => {
      last().answer(one);
      await quiet();
    },
    wait: async (ms) => {
      context.mock.timers.tick(ms);
      await quiet();
    },
  };
}

const listing = (kind: "loading" | "complete" | "cut" | "cancelled", ...rows: string[]): Listing<string> => ({
  kind,
  rows,
  unreadable: 0,
  more: kind !== "complete",
});
const failed = (error: ApiError, ...rows: string[]): Listing<string> => ({
  kind: "failed",
  rows,
  unreadable: 0,
  more: false,
  error,
});
const labels = (pick: QuickPick): readonly string[] => pick.items.map(({ label }) => label);
const moreResults = "More results: type to narrow";

describe("pickLive", () => {
  it("opens immediately and fills as pages arrive", async (context) => {
    const { answer, last, pick, result } = await begin(context);
    assert.deepEqual(
      [pick.title, pick.step, pick.totalSteps, pick.placeholder, pick.prompt, pick.ignoreFocusOut],
      ["Title", 2, 5, "Which?", "Mind this", true],
    );
    assert.deepEqual([pick.busy, labels(pick)], [true, []]);
    assert.equal(last().text, "");
    last().report(listing("loading", "one"));
    assert.deepEqual([pick.busy, labels(pick)], [true, ["one"]]);
    await answer(listing("complete", "one", "hidden", "two"));
    assert.deepEqual([pick.busy, labels(pick)], [false, ["one", "two"]]);
    pick.choose("two");
    assert.deepEqual(await result, { kind: "accepted", value: "id of two" });
    assert.equal(pick.disposed, true);
  });

  it("keeps the focused row and scroll position while pages arrive", async (context) => {
    const { answer, last, pick } = await begin(context);
    const active = (): readonly string[] => pick.activeItems.map(({ label }) => label);
    last().report(listing("loading", "one", "two", "three"));
    pick.goTo("two");
    last().report(listing("loading", "zero", "one", "two", "three", "four"));
    assert.deepEqual([active(), pick.keepScrollPosition], [["two"], true]);
    await answer(listing("complete", "zero", "one", "three", "four"));
    assert.deepEqual(active(), ["zero"], "a row that is gone is nobody's place");
  });

  it("focuses the current value's row once it is listed", async (context) => {
    const { answer, last, pick } = await begin(context, "", { active: "id of two" });
    const active = (): readonly string[] => pick.activeItems.map(({ label }) => label);
    last().report(listing("loading", "one"));
    last().report(listing("loading", "one", "two", "three"));
    assert.deepEqual(active(), ["two"]);
    pick.goTo("three");
    await answer(listing("complete", "zero", "one", "two", "three"));
    assert.deepEqual(active(), ["three"], "the user has moved since");
  });

  it("shows the caller's trailing rows once the first rows have arrived", async (context) => {
    const { last, pick } = await begin(context, "", { trailing: [{ label: "New", value: "new" }] });
    assert.deepEqual(labels(pick), []);
    last().report(listing("loading", "alpha"));
    await quiet();
    assert.deepEqual(labels(pick), ["alpha", "", "New"]);
  });

  it("shows the caller's trailing rows even if the list is empty", async (context) => {
    const { answer, pick } = await begin(context, "", { trailing: [{ label: "New", value: "new" }] });
    await answer(listing("complete"));
    assert.deepEqual(labels(pick), ["", "New"]);
  });

  it("focuses the best match once the user types", async (context) => {
    const { last, pick } = await begin(context);
    last().report(listing("loading", "one", "two"));
    pick.goTo("two");
    pick.type("on");
    assert.deepEqual([pick.activeItems.map(({ label }) => label), pick.keepScrollPosition], [["one"], false]);
  });

  it("moves focus from the typed-text row to the first match that arrives", async (context) => {
    const { last, pick } = await begin(context);
    pick.type("tw");
    assert.deepEqual(labelsOf(pick.activeItems), ["Use"]);
    last().report(listing("loading", "two"));
    assert.deepEqual(labelsOf(pick.activeItems), ["two"]);
  });

  it("accepts a row before the list is complete and aborts the fetch", async (context) => {
    const { answer, last, pick, result } = await begin(context);
    last().report(listing("loading", "one"));
    pick.choose("one");
    assert.deepEqual(await result, { kind: "accepted", value: "id of one" });
    assert.equal(last().signal.aborted, true);
    await answer(listing("complete", "one", "two"));
    assert.deepEqual(labels(pick), ["one"], "what comes later is not drawn into a closed list");
  });

  it("offers the typed text as a value in the last row", async (context) => {
    const { answer, pick, result } = await begin(context);
    await answer(listing("complete", "one"));
    pick.type("new name");
    assert.deepEqual(columns(pick.rows, "label", "description", "alwaysShow"), [
      ["one", "a row", false],
      ["Use", '"new name"', true],
    ]);
    pick.choose("Use");
    assert.deepEqual(await result, { kind: "accepted", value: "new name" });
  });

  for (const text of ["one", "id of one"])
    it(`accepts a listed row if the user types its name or ID: ${text}`, async (context) => {
      const { answer, pick, result } = await begin(context);
      await answer(listing("complete", "one"));
      pick.type(text);
      assert.deepEqual(labels(pick), ["one"]);
      pick.enter();
      assert.deepEqual(await result, { kind: "accepted", value: "id of one" });
    });

  it("warns that leading and trailing spaces in typed text will be sent", async (context) => {
    const { pick, result } = await begin(context);
    pick.type(" x ");
    assert.deepEqual(columns(pick.rows, "label", "detail"), [
      ["Use", "The name begins or ends with a space, which is sent."],
    ]);
    pick.enter();
    assert.deepEqual(await result, { kind: "accepted", value: " x " });
  });

  it("doesn't search the service if the list is complete", async (context) => {
    const { answer, pick, requests, wait } = await begin(context);
    await answer(listing("complete", "one"));
    for (const text of ["o", "on", "x"]) {
      pick.type(text);
      await wait(10_000);
    }
    assert.equal(requests.length, 1);
  });

  it("searches once typing has paused for 250 milliseconds", async (context) => {
    const { answer, last, pick, requests, wait } = await begin(context);
    await answer(listing("cut", "one"));
    assert.deepEqual(labels(pick), ["one", moreResults]);
    pick.type("w");
    await wait(249);
    pick.type(" wo ");
    await wait(249);
    assert.equal(requests.length, 1);
    await wait(1);
    assert.deepEqual([requests.length, last().text, pick.busy], [2, "wo", true]);
    await answer(listing("complete", "two", "work"));
    assert.equal(pick.busy, false);
    assert.equal(
      columns(pick.rows, "label", "alwaysShow").join(),
      "two,true,work,true,Use,true",
      "what the service found is shown even where the editor would not match it",
    );
    pick.type("");
    await wait(250);
    assert.equal(last().text, "", "without text it is the whole list again");
  });

  it("shows the empty message only if the service has no rows", async (context) => {
    const none = "No letters yet.";
    const { last, pick, wait } = await begin(context, "", {});
    last().report(listing("cut", "a"));
    pick.type("x");
    await wait(250);
    last().answer(listing("complete"));
    await wait(0);
    assert.equal(pick.prompt, undefined, "none that matches");
    pick.type("");
    await wait(250);
    assert.equal(last().text, "");
    last().answer(listing("complete"));
    await wait(0);
    assert.equal(pick.prompt, none);
  });

  it("shows the caller's prompt instead of the message for an empty list", async (context) => {
    const { last, pick, wait } = await begin(context);
    last().answer(listing("complete"));
    await wait(0);
    assert.equal(pick.prompt, "Mind this");
  });

  it("searches for its initial text if the list loads slowly", async (context) => {
    const { last, wait } = await begin(context, "work");
    await wait(250);
    assert.equal(last().text, "work");
  });

  it("drops responses to outdated searches", async (context) => {
    const { answer, last, pick, requests, wait } = await begin(context);
    const first = last();
    pick.type("a");
    await wait(250);
    const second = last();
    assert.equal(first.signal.aborted, true);
    pick.type("ab");
    await wait(250);
    assert.equal(second.signal.aborted, true);
    assert.equal(requests.length, 3);
    await answer(listing("complete", "abc"));
    second.report(listing("loading", "stale"));
    second.answer(listing("cancelled", "stale"));
    first.answer(listing("complete", "older"));
    await quiet();
    assert.deepEqual(labels(pick), ["abc", "Use"]);
    assert.equal(pick.busy, false);
  });

  it("doesn't search for its initial text once the list is complete", async (context) => {
    const { answer, pick, requests, wait } = await begin(context, "work");
    assert.equal(pick.value, "work");
    await wait(249);
    await answer(listing("complete", "home", "work"));
    await wait(1_000);
    assert.equal(requests.length, 1);
    assert.deepEqual(labels(pick), ["home", "work"]);
  });

  for (const [error, why] of [
    [{ kind: "notFound", sent: "refused" }, "not offered by the service"],
    [{ kind: "notFound", sent: "refused", missing: "project" }, "the project doesn't exist or is archived"],
    [{ kind: "forbidden", sent: "refused" }, "not allowed for this token or plan"],
    [{ kind: "unauthorized", sent: "refused" }, "the token was refused"],
    [{ kind: "offline", sent: "no", host: "h", reason: "ECONNREFUSED" }, "the service can't be reached"],
    [{ kind: "timeout", sent: "unknown", host: "h", afterMs: 1 }, "the service can't be reached"],
    [{ kind: "limited", sent: "refused" }, "too many requests"],
    [{ kind: "unreadable", sent: "unknown", reason: "html" }, "the response can't be read"],
    [{ kind: "server", sent: "unknown" }, "the service failed"],
  ] as const satisfies readonly (readonly [ApiError, string])[])
    it(`explains the failure and accepts typed text after the error "${error.kind}"`, async (context) => {
      const { answer, pick, requests, result, wait } = await begin(context);
      await answer(failed(error));
      assert.equal(pick.prompt, `The list can't be shown (${why}). Type a value instead.`);
      assert.equal(pick.busy, false);
      pick.type("typed");
      await wait(10_000);
      assert.equal(requests.length, 1, "what failed is not asked for with every key");
      assert.deepEqual(labels(pick), ["Use"]);
      pick.enter();
      assert.deepEqual(await result, { kind: "accepted", value: "typed" });
    });

  it("keeps rows fetched before a failure", async (context) => {
    const { answer, pick, result } = await begin(context);
    await answer(failed({ kind: "server", sent: "unknown" }, "one"));
    assert.deepEqual(labels(pick), ["one"]);
    pick.choose("one");
    assert.deepEqual(await result, { kind: "accepted", value: "id of one" });
  });

  for (const [invalidText, text, fault] of [
    ["only spaces", "   ", "The name is required."],
    [
      "a control character",
      "a\u0007b",
      "The name has a control character. Type the value instead of pasting.",
    ],
    ["a line separator", "a\u2028b", "The name has a control character. Type the value instead of pasting."],
    [
      "a lone surrogate",
      "\ud83d",
      "The name contains an invalid character. Type the value instead of pasting.",
    ],
    ["10,000 characters", "x".repeat(10_000), "The name is longer than 1,024 characters."],
  ] as const)
    it(`stays open and shows an error if the user enters ${invalidText}`, async (context) => {
      const { answer, pick, result } = await begin(context);
      await answer(listing("complete"));
      pick.type(text);
      assert.deepEqual([pick.prompt, labels(pick)], [fault, []]);
      pick.prompt = "gone";
      pick.enter();
      assert.deepEqual([pick.shown, pick.prompt], [true, fault]);
      pick.type("ab");
      assert.equal(pick.prompt, "Mind this");
      pick.enter();
      assert.deepEqual(await result, { kind: "accepted", value: "ab" });
    });

  it("stays open on Enter if no row is shown", async (context) => {
    const { pick, result } = await begin(context);
    pick.enter();
    assert.deepEqual([pick.shown, pick.prompt], [true, "Mind this"]);
    pick.escape();
    assert.deepEqual(await result, { kind: "cancelled", typed: "" });
  });

  it("returns the typed text on Back and aborts its requests", async (context) => {
    const { requests, last, pick, result, wait } = await begin(context);
    pick.type("half");
    pick.press("Back");
    assert.deepEqual(await result, { kind: "back", typed: "half" });
    assert.equal(last().signal.aborted, true);
    await wait(10_000);
    assert.equal(requests.length, 1, "a closed list asks for nothing");
  });

  it("shows all ten thousand rows and a row for the typed text", async (context) => {
    const { last, pick } = await begin(context);
    last().answer(listing("complete", ...Array.from({ length: 10_000 }, (_, index) => `row ${index}`)));
    await quiet();
    pick.type("a new row");
    assert.equal(pick.rows.length, 10_001);
  });

  it("ignores a choice if the row at that position has just changed", async (context) => {
    const { answer, last, pick, result, wait } = await begin(context);
    last().report(listing("loading", "one", "two"));
    await wait(0);
    await answer(listing("complete", "new", "one", "two"));
    pick.reportChoiceByIndex(1);
    assert.equal(pick.shown, true, "it may have been two");
    await wait(0);
    pick.choose("one");
    assert.deepEqual(await result, { kind: "accepted", value: "id of one" });
  });

  it("accepts a chosen row that kept its position when the list grew", async (context) => {
    const { answer, last, pick, result } = await begin(context);
    last().report(listing("loading", "one", "two"));
    await answer(listing("complete", "one", "two", "three"));
    pick.reportChoiceByIndex(1);
    assert.deepEqual(await result, { kind: "accepted", value: "id of two" });
  });

  it("accepts all text typed before Enter, even if its row appears late", async (context) => {
    const { answer, pick, result, wait } = await begin(context);
    await answer(listing("complete", "one"));
    pick.type("wor");
    await wait(0);
    pick.type("work");
    pick.reportChoiceByIndex(1);
    assert.deepEqual(await result, { kind: "accepted", value: "work" });
  });
});

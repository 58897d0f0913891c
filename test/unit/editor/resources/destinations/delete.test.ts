import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import {
  deleteDestinations,
  deleteTargets,
} from "../../../../../src/editor/resources/destinations/delete.ts";
import type { DeletionTarget } from "../../../../../src/domain/resources/deletionOutcome.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import {
  env,
  focusWindow,
  mentioned,
  Message,
  Progress,
  QuickPick,
  reset,
  screen,
} from "../../../../doubles/vscode.ts";
import { argumentOf } from "../../../../support/cards.ts";
import type { Call } from "../../../../support/wire.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";
import { origin } from "../../../../support/windowParts.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const remove = "DELETE /telemetry/destinations/";

const refused = { code: "not_found", message: "No." };

/** Opens the picker for a signed-in account. */
async function begin(context: TestContext, lists: "refused" | "silent" = "refused") {
  const at = await resourceFixture(context);
  if (lists === "refused") at.wire.serve("GET /", 404, refused);
  const result = deleteDestinations(at.parts).then(() => at.shown[0]);
  return { ...at, result, pick: await screen.next(QuickPick) };
}

type Run = Awaited<ReturnType<typeof begin>>;

/** Starts to delete a known destination, up to the confirmation. */
async function asking(context: TestContext, target: DeletionTarget) {
  const at = await resourceFixture(context);
  at.wire.serve("GET /", 404, refused);
  const result = deleteTargets(at.parts, at.access, [target]).then(() => at.shown[0]);
  return { ...at, result, dialog: await screen.next(Message) };
}

/** Labels of the destinations in the list. */
const rows = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);
const checked = (pick: QuickPick): readonly string[] => pick.selectedItems.map(({ label }) => label);
/** Waits for events that the list itself emits. */
const settled = (): Promise<void> => new Promise(setImmediate);

async function paste(pick: QuickPick, text: string): Promise<void> {
  env.clipboard.text = text;
  pick.press("Paste a List");
  await settled();
}

/** Returns the next four deletion requests. */
async function fourOf({ wire }: Run): Promise<readonly Call[]> {
  const calls: Call[] = [];
  while (calls.length < 4) calls.push(await wire.next(remove));
  return calls;
}

/** Returns the result of each destination as the card shows it. */
function cellTexts(result: CommandResult | undefined): readonly (readonly string[])[] {
  const table = result?.card.blocks.find((block) => block.kind === "table");
  return table?.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
}

describe("the prompt for destinations to delete", () => {
  it("keeps a typed name that contains commas as one name", async (context) => {
    const { gone, pick, result, wire } = await begin(context);
    pick.type("prod, eu/west ");
    assert.deepEqual(rows(pick), ["prod, eu/west "]);
    pick.enter();
    (await expectMessage(/ID or name "prod, eu\/west "/)).choose("Delete");
    const call = await wire.next(remove);
    assert.equal(call.url, `${origin}/telemetry/destinations/prod%2C%20eu%2Fwest%20`);
    assert.equal(call.token, "sk_token_1");
    assert.equal(call.body, undefined);
    call.answer(204, undefined);
    assert.equal(await result, undefined, "no page");
    assert.deepEqual([mentioned, gone], [["Deleted prod, eu/west "], ["prod, eu/west "]]);
    assert.deepEqual(screen.rest, []);
  });

  it("splits a pasted list at line breaks and rejects invalid names", async (context) => {
    const { pick, result } = await begin(context);
    pick.type("half typed");
    await paste(pick, "one, two\r\n\r\nthree\n..\none, two\n");
    assert.deepEqual(rows(pick), ["one, two", "three", ".."]);
    assert.deepEqual(checked(pick), ["one, two", "three", ".."]);
    assert.match(pick.prompt ?? "", /"\.\." can't be part of an address/);
    pick.enter();
    assert.equal(pick.shown, true, "nothing goes while one cannot");
    await pick.check("..");
    pick.enter();
    (await expectMessage("Delete 2 telemetry destinations?")).choose(undefined);
    await result;
  });

  it("reports that the clipboard is empty when the user pastes a list", async (context) => {
    const { pick, result } = await begin(context);
    await paste(pick, " \n");
    assert.match(pick.prompt ?? "", /Clipboard is empty/);
    assert.deepEqual(rows(pick), []);
    pick.escape();
    assert.equal(await result, undefined);
  });

  for (const [description, name, message] of [
    ["empty input", "", /Select or type at least one/],
    ["a dot", ".", /can't be part of an address/],
    ["two dots", "..", /can't be part of an address/],
    ["a control character", "a\u0000b", /control character/],
    ["a lone surrogate", "\ud83d", /an invalid character/],
    ["10,000 characters", "x".repeat(10_000), /too long/],
  ] as const)
    it(`shows an error and stays open if the user enters ${description}`, async (context) => {
      const { pick, result, wire } = await begin(context);
      if (name !== "") pick.type(name);
      pick.enter();
      assert.equal(pick.shown, true);
      assert.match(pick.prompt ?? "", message);
      pick.escape();
      assert.equal(await result, undefined);
      assert.equal(wire.count(remove), 0);
      assert.deepEqual(screen.rest, []);
      assert.equal(pick.disposed, true);
    });
});

describe("Delete Destination", () => {
  /** Pastes names and confirms their deletion. With a context, timers are mocked from the confirmation on. */
  async function agree({ pick }: Run, names: readonly string[], timers?: TestContext): Promise<void> {
    await paste(pick, names.join("\n"));
    pick.enter();
    const dialog = await screen.next(Message);
    timers?.mock.timers.enable({ apis: ["setTimeout"] });
    dialog.choose(names.length === 1 ? "Delete" : `Delete Destinations (${names.length})`);
  }

  it("sends at most four requests at once and shows each result", async (context) => {
    const run = await begin(context);
    await agree(run, ["a", "b", "c", "d", "e", "f"]);
    const progress = await screen.next(Progress);
    const first = await fourOf(run);
    await settled();
    assert.equal(run.wire.count(remove), 4);
    first[0]?.answer(409, { code: "in_use", message: "Busy." });
    first[1]?.answer(404, { code: "not_found", message: "No such." });
    first[2]?.answer(403, { code: "forbidden", message: "No." });
    first[3]?.answer(200, { anything: true });
    (await run.wire.next(remove)).answer(204, undefined);
    (await run.wire.next(remove)).answer(202, {});
    assert.equal(
      cellTexts(await run.result)
        .map((row) => row.join(" "))
        .join(),
      "a Refused, in use,b Not found,c Failed,d Deleted,e Deleted,f Accepted",
    );
    assert.deepEqual([run.gone, mentioned], [["d", "e"], []]);
    assert.equal(run.wire.count(remove), 6, "a refusal is not asked again");
    assert.equal(progress.options.cancellable, true);
    assert.equal(progress.reports.at(-1)?.message, "6 of 6");
  });

  it("stops after a 401 response and offers to delete the remaining destinations", async (context) => {
    const run = await begin(context);
    run.wire.serve("DELETE /", 401, { code: "unauthorized", message: "No." });
    await agree(
      run,
      Array.from({ length: 200 }, (_, index) => `d${index}`),
    );
    const result = await run.result;
    assert.ok(run.wire.count(remove) <= 4, `${run.wire.count(remove)} requests`);
    assert.equal(cellTexts(result).filter(([, state]) => state === "Not tried").length, 196);
    assert.ok(result !== undefined);
    const args = JSON.stringify(argumentOf(result.card, "managedAuth.deleteDestinations"));
    assert.equal(args.match(/idOrName/g)?.length, 200);
  });

  it("reports pending deletions as Unknown and queued deletions as Not sent when cancelled", async (context) => {
    const run = await begin(context);
    await agree(run, ["a", "b", "c", "d", "e", "f"]);
    const progress = await screen.next(Progress);
    (await run.wire.next(remove)).answer(204, undefined);
    const pending = await fourOf(run);
    await settled();
    progress.cancelled.fire();
    for (const call of pending) assert.equal(call.signal.aborted, true);
    const result = await run.result;
    assert.deepEqual(
      cellTexts(result).map(([, state]) => state),
      ["Deleted", "Unknown", "Unknown", "Unknown", "Unknown", "Not sent"],
    );
    assert.equal(run.wire.count(remove), 5);
  });

  it("shows no endpoint on the result page", async (context) => {
    const endpoint = "https://in.example";
    const { dialog, result, wire } = await asking(context, { idOrName: "d_1", name: "busy", endpoint });
    assert.match(dialog.options.detail ?? "", /https:\/\/in\.example/);
    dialog.choose("Delete");
    (await wire.next(remove)).answer(409, { code: "in_use", message: "Busy." });
    assert.doesNotMatch(JSON.stringify(await result), /in\.example/);
  });

  it("shows links to the connections that block the deletion", async (context) => {
    const run = await begin(context);
    const holder = {
      id: "ma_1",
      domain: "example.com",
      profile_name: "work",
      browser: { telemetry: { export: { otlp: { destination: { name: "busy" } } } } },
    };
    run.wire.serve("GET /auth/connections", 200, [holder]);
    await agree(run, ["busy"]);
    (await run.wire.next(remove)).answer(409, { code: "in_use", message: "Busy." });
    const result = await run.result;
    const open = { does: "run", command: "managedAuth.showConnection", args: { id: "ma_1" } };
    assert.ok(JSON.stringify(result?.card.blocks).includes(JSON.stringify(open)));
    assert.deepEqual(result?.card.actions.next?.label, "Notify When Free");
    assert.doesNotMatch(JSON.stringify(result), /heldBy/);
  });

  it("lists only the running login that the service's refusal names", async (context) => {
    const run = await begin(context);
    const login = { domain: "bank.example", status: "NEEDS_AUTH", flow_status: "IN_PROGRESS" };
    run.wire.serve("GET /auth/connections", 200, [
      { ...login, id: "ma_other", profile_name: "a" },
      { ...login, id: "ma_meant", profile_name: "b" },
    ]);
    await agree(run, ["busy"]);
    (await run.wire.next(remove)).answer(409, { code: "in_use", message: "Login of ma_meant runs." });
    const result = await run.result;
    const words = JSON.stringify(result?.card.blocks);
    assert.match(words, /A running login uses the destination: b on bank\.example\./);
    assert.doesNotMatch(words, /ma_other/);
  });

  it("fetches connections that use the destination before it asks", async (context) => {
    const at = await resourceFixture(context);
    at.wire.serve("GET /telemetry/destinations", 200, [{ id: "d_1", name: "busy" }]);
    at.wire.serve(remove, 204, undefined);
    const otlp = { destination: { name: "busy" } };
    at.wire.serve("GET /auth/connections", 200, [
      {
        id: "ma_1",
        domain: "bank.example",
        profile_name: "work",
        browser: { telemetry: { export: { otlp } } },
      },
    ]);
    const done = deleteDestinations(at.parts, [{ idOrName: "d_1", name: "busy" }]);
    const dialog = await screen.next(Message);
    assert.match(
      dialog.options.detail ?? "",
      /while connections use the destination:\n• work on bank\.example/,
    );
    assert.deepEqual(dialog.buttons, ["Edit bank.example…", "Delete"]);
    dialog.choose(undefined);
    await done;
    assert.equal(at.wire.count(remove), 0);
  });

  it("shows the result even if fetching the connections is cancelled", async (context) => {
    const run = await begin(context, "silent");
    await agree(run, ["busy"]);
    const progress = await screen.next(Progress);
    (await run.wire.next(remove)).answer(409, { code: "in_use", message: "Busy." });
    await settled();
    progress.cancelled.fire();
    assert.deepEqual(cellTexts(await run.result), [["busy", "Refused, in use"]]);
  });

  it("waits as long as Retry-After requires and shows the wait", async (context) => {
    const run = await begin(context);
    await agree(run, ["a", "b"], context);
    const limited = { code: "rate_limited", message: "Slow down." };
    const [first, second] = [await run.wire.next(remove), await run.wire.next(remove)];
    first.answer(429, limited, { "retry-after": "40" });
    second.answer(204, undefined);
    await settled();
    context.mock.timers.tick(1_000);
    const progress = await screen.next(Progress);
    assert.equal(progress.reports.at(-1)?.message, "1 of 2, waiting 40 seconds");
    context.mock.timers.tick(38_999);
    await settled();
    assert.equal(run.wire.count(remove), 2, "not before its time");
    context.mock.timers.tick(1);
    (await run.wire.next(remove)).answer(204, undefined);
    assert.deepEqual(
      cellTexts(await run.result).map(([, state]) => state),
      ["Deleted", "Deleted"],
    );
    assert.equal(progress.reports.at(-1)?.message, "2 of 2");
  });

  it("fetches connections only once for a thousand fast deletions, without showing progress", async (context) => {
    const run = await begin(context);
    run.wire.serve("DELETE /", 204, undefined);
    run.wire.serve("DELETE /telemetry/destinations/busy", 409, { code: "in_use", message: "Busy." });
    await agree(run, ["busy", ...Array.from({ length: 999 }, (_, index) => `d${index}`)], context);
    const listed = run.wire.count("GET /auth/connections");
    await run.result;
    assert.equal(run.wire.count(remove), 1_000);
    assert.deepEqual(screen.rest, [], "no time passed");
    assert.equal(run.wire.count("GET /auth/connections") - listed, 1);
  });
});

describe("the result of deleting one destination", () => {
  /** Deletes a destination and returns its result. A target without a name was typed. */
  async function deleteOne(
    context: TestContext,
    answer: readonly [status: number, body: unknown],
    target: DeletionTarget = { idOrName: "d_1", name: "nightly" },
  ) {
    const { dialog, gone, result, wire } = await asking(context, target);
    dialog.choose("Delete");
    (await wire.next(remove)).answer(...answer);
    return { result: await result, gone };
  }
  const missing = [404, { code: "not_found", message: "No such." }] as const;

  for (const [description, answer, words] of [
    ["deleted", [204, undefined], "Deleted nightly"],
    ["already deleted", missing, "nightly was already deleted"],
  ] as const)
    it(`appears in the status bar if the destination was ${description}`, async (context) => {
      const { gone, result } = await deleteOne(context, answer);
      assert.deepEqual([result, mentioned, screen.rest, gone], [undefined, [words], [], ["d_1"]]);
    });

  it("appears in a notification if the window has lost focus", async (context) => {
    const deleting = deleteOne(context, [204, undefined]);
    focusWindow(false);
    assert.equal((await deleting).result, undefined);
    const notice = await screen.next(Message);
    assert.deepEqual(
      [notice.text, notice.buttons, mentioned],
      ["Deleted nightly", ["Show Destinations…"], []],
    );
  });

  it("lists the typed name as not found if no destination has that name", async (context) => {
    const { gone, result } = await deleteOne(context, missing, { idOrName: "nigthly" });
    assert.deepEqual([cellTexts(result), mentioned, gone], [[["nigthly", "Not found"]], [], []]);
  });
});

describe("a token without permission to delete destinations", () => {
  for (const [scope, reply, words] of [
    ["a project", { authorization: { credential_scope: { project_id: "proj_1" } } }, /project proj_1 only/],
    [
      "an organization",
      { authorization: { credential_scope: { project_id: null } } },
      /already use an organization token/,
    ],
  ] as const)
    it(`is described as a token for ${scope}, as reported by /auth/context`, async (context) => {
      const { dialog, result, wire } = await asking(context, { idOrName: "otlp_1" });
      wire.serve("GET /auth/context", 200, reply);
      dialog.choose("Delete");
      (await wire.next(remove)).answer(403, { code: "insufficient_permissions", message: "No." });
      assert.match((await result)?.card.summary.join(" ") ?? "", words);
    });
});

// Tests "Create …" within the wizard. The new resource is selected and the answers are kept, even after a failure.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { InputBox, Message, QuickPick, reset } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import { begin, create, type Run } from "../../../../support/creating.ts";
import { quiet } from "../../../../support/offers.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import { origin } from "../../../../support/windowParts.ts";
import { active, labels } from "../settings/support.ts";
import { finishWithResource } from "./support.ts";

beforeEach(reset);

const createNew = "Create Destination…";
const createRequest = "POST /telemetry/destinations";
const readRequest = "GET /telemetry/destinations/bees";
const secret = "s3cret-header-value";
const otherDestination = { id: "d_1", name: "audit-log", endpoint: "https://audit.example" };
const bees = { id: "d_2", name: "bees", endpoint: "https://api.honeycomb.io" };
const begun: ConnectionDraft = { ...full, telemetry: { kind: "default" } };

const list = (): Promise<QuickPick> => nextShown(QuickPick);

async function type(text: string): Promise<void> {
  (await nextShown(InputBox)).submit(text);
}

/** Opens the wizard at the destination prompt. By default, the service has no destinations. */
async function atDestination(
  context: TestContext,
  { by = "ID", listed = [] }: { readonly by?: "ID" | "Name"; readonly listed?: readonly object[] } = {},
) {
  const run = await begin(context, undefined, { draft: begun, start: "review" });
  run.wire.serve("GET /auth/connections", 200, []);
  run.wire.serve("GET /telemetry/destinations", 200, listed);
  (await list()).choose("Telemetry");
  (await list()).choose("Default set");
  (await list()).choose(`Destination by ${by}…`);
  const picker = await list();
  await quiet();
  return { run, picker };
}

/** Answers the prompts for a destination up to its review. */
async function enterDestination(): Promise<QuickPick> {
  (await list()).choose("Honeycomb");
  await type("bees");
  (await nextShown(InputBox)).enter();
  (await list()).choose("$(add) Add X-Honeycomb-Team…");
  await type(secret);
  (await list()).choose("$(check) Continue");
  await type("");
  return list();
}

/** Opens the wizard and enters a destination up to its review, without creating it. */
async function openReview(context: TestContext, listed: readonly object[] = []) {
  const { picker, run } = await atDestination(context, { listed });
  picker.choose(createNew);
  return { run, review: await enterDestination() };
}

/** Returns the destination prompt once its rows are loaded. */
async function destinationPicker(): Promise<QuickPick> {
  const picker = await list();
  assert.match(picker.placeholder ?? "", /^Choose (or type a destination|a destination or type)/);
  await quiet();
  return picker;
}

async function leave(run: Run, picker: QuickPick): Promise<void> {
  picker.escape();
  assert.equal(await run.result, undefined);
  assert.deepEqual((await run.drafts.load(run.accountId))?.draft.telemetry?.kind, "default");
  assert.equal(run.wire.count(create), 0);
}

describe("Create Destination… in the wizard", () => {
  for (const [identifier, sent] of [
    ["ID", { id: "d_2" }],
    ["Name", { name: "bees" }],
  ] as const)
    it(`creates a destination from an empty list and selects it by ${identifier}`, async (context) => {
      const { picker, run } = await atDestination(context, { by: identifier });
      assert.deepEqual(labels(picker), [createNew]);
      picker.choose(createNew);
      const review = await enterDestination();
      run.wire.serve("GET /telemetry/destinations", 200, [otherDestination, bees]);
      review.choose("$(add) Create Destination");
      (await run.wire.next(createRequest)).answer(201, bees);
      const again = await destinationPicker();
      assert.deepEqual(labels(again), ["audit-log", "bees", createNew]);
      assert.equal(active(again), "bees");
      again.enter();
      (await list()).choose("$(add) Create Connection");
      const telemetry = { enabled: true, export: { otlp: { destination: sent } } };
      await finishWithResource(run, { browser: { telemetry } }, "bees created", secret);
    });

  it("selects the new destination even if the list can't be fetched again", async (context) => {
    const { review, run } = await openReview(context, [otherDestination]);
    run.wire.serve("GET /telemetry/destinations", 500, { code: "internal_error", message: "No." });
    review.choose("$(add) Create Destination");
    (await run.wire.next(createRequest)).answer(201, bees);
    const again = await destinationPicker();
    assert.deepEqual(labels(again), ["bees", createNew]);
    assert.equal(active(again), "bees");
    await leave(run, again);
  });

  it("returns to the wizard's list of destinations on Esc", async (context) => {
    const { picker, run } = await atDestination(context, { listed: [otherDestination] });
    picker.choose(createNew);
    (await list()).choose("Honeycomb");
    (await nextShown(InputBox)).escape();
    const again = await destinationPicker();
    assert.deepEqual(labels(again), ["audit-log", createNew]);
    again.choose("audit-log");
    const review = await list();
    assert.match(
      review.rows.find(({ label }) => label === "Telemetry")?.description ?? "",
      /exported to audit-log · chosen/,
    );
    await leave(run, review);
    assert.equal(run.wire.count(createRequest), 0);
  });

  it("goes back to the wizard and then to the wizard's previous question", async (context) => {
    const { picker, run } = await atDestination(context);
    picker.choose(createNew);
    (await list()).choose("Honeycomb");
    (await nextShown(InputBox)).press("Back");
    (await list()).press("Back");
    const again = await destinationPicker();
    assert.equal(active(again), createNew);
    again.press("Back");
    const exportPrompt = await list();
    assert.equal(exportPrompt.placeholder, "Choose where to export");
    await leave(run, exportPrompt);
  });

  it("reopens the review after a refusal and returns to the wizard on Esc", async (context) => {
    const { review, run } = await openReview(context);
    run.wire.serve("GET /auth/context", 404, { code: "not_found", message: "Not there." });
    review.choose("$(add) Create Destination");
    (await run.wire.next(createRequest)).answer(403, { code: "insufficient_permissions", message: "No." });
    const refused = await list();
    assert.match(refused.prompt ?? "", /Use an organization token/);
    refused.escape();
    await leave(run, await destinationPicker());
    assert.deepEqual(run.shown.stored, []);
  });

  it("finds and selects the destination after a lost response without resending", async (context) => {
    const { review, run } = await openReview(context);
    run.wire.serve(readRequest, 200, bees);
    review.choose("$(add) Create Destination");
    (await run.wire.next(createRequest)).fail("ECONNRESET");
    const again = await destinationPicker();
    assert.equal(active(again), "bees");
    assert.equal(run.wire.count(createRequest), 1);
    await leave(run, again);
  });

  it("reports an unknown result if a read after a lost response finds nothing", async (context) => {
    const { review, run } = await openReview(context);
    run.wire.serve(readRequest, 404, { code: "not_found", message: "No." });
    run.wire.serve("GET /telemetry/destinations", 200, [bees]);
    review.choose("$(add) Create Destination");
    (await run.wire.next(createRequest)).fail("ECONNRESET");
    const message = await nextShown(Message);
    assert.equal(message.text, "Couldn't confirm that bees was created");
    const again = await destinationPicker();
    assert.deepEqual(labels(again), ["bees", createNew]);
    assert.equal(active(again), createNew);
    assert.deepEqual(
      run.shown.stored.map(({ card }) => card.title),
      ["Couldn't confirm that bees was created"],
    );
    assert.deepEqual(run.shown.pages, []);
    message.choose("Show");
    await quiet();
    assert.deepEqual(run.shown.pages, run.shown.stored);
    await leave(run, again);
  });

  it("creates the destination in the wizard's account after an account switch", async (context) => {
    const { review, run } = await openReview(context);
    await run.session.switchTo(await run.accounts.add("Other", origin, "sk_token_2"));
    review.choose("$(add) Create Destination");
    const call = await run.wire.next(createRequest);
    assert.equal(call.token, "sk_token_1");
    call.answer(201, bees);
    const again = await destinationPicker();
    assert.equal(active(again), "bees");
    await leave(run, again);
  });
});

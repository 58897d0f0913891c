import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  answerTyped,
  asked,
  createRow,
  ended,
  leave,
  openDestinations,
  openWizard,
  questions,
  signIn,
  takeDefaults,
} from "./flows.ts";
import { created, entitlements } from "./literals.ts";
import { resultCard, type ShownCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";

const token = "tok-hostile";

// A service, or anybody who may name things in it, that sends markup, icons, links and changes of direction.
describe("words of the service that are not words", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  let words: string;

  before(async () => {
    standIn = await StandIn.start(token);
    words =
      `<img src="${standIn.baseUrl}/beacon"><script>window.pwned=1</script> $(trash) ` +
      `[x](command:workbench.action.closeWindow) [y](${standIn.baseUrl}/beacon) \u202egnp.exe\nEND`;
    standIn.reply("GET", { status: 200, body: hostile(entitlements, words) });
    standIn.list("/profiles", [{ id: "p1", name: words }]);
    standIn.list("/telemetry/destinations", [{ id: "otlp_1", name: words, endpoint: words }]);
    workbench = await Workbench.open();
    await signIn(workbench, standIn.baseUrl, token);
    await workbench.entitlements.row("Limits");
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
  });
  afterEach(async () => {
    await leave(workbench);
    for (const frame of workbench.page.frames())
      assert.equal(await frame.evaluate(() => "pwned" in window), false, frame.url());
    assert.ok(
      standIn.received.every(({ path }) => !path.includes("beacon")),
      "nothing was fetched",
    );
  });

  /** Nothing of the words became an element: no picture, no link, no icon, no script. */
  async function drawsNothing(surface: string): Promise<void> {
    const drawn = await workbench.page
      .locator(surface)
      .evaluateAll((roots) =>
        roots.flatMap((root) =>
          [...root.querySelectorAll("img, script, a[href], a[data-href], a.monaco-link, .codicon-trash")].map(
            ({ outerHTML }) => outerHTML,
          ),
        ),
      );
    assert.deepEqual(drawn, []);
  }

  /** Whether a text is ours made harmless: nothing of it is missing, nothing of it works. */
  function isHarmless(text: string): boolean {
    const parts = ["<img src=", "<script>window.pwned=1</script>", "END"];
    return parts.every((part) => text.includes(part)) && !/[\u202e\n]|\$\(|\]\(/.test(text);
  }

  it("are text in the tree, its tooltips and what it says", async () => {
    const rows = await workbench.entitlements.rows();
    const values = rows.filter(({ description }) => description.includes("<img"));
    assert.deepEqual(
      values.map(({ label }) => label),
      ["Plan", "Status"],
    );
    for (const { ariaLabel, description } of values)
      assert.ok(isHarmless(description) && isHarmless(ariaLabel));
    const keys = rows.filter(({ label }) => label.includes("<img"));
    assert.equal(keys.length, 2, "a feature and a limit");
    for (const { label } of keys) assert.ok(isHarmless(label), label);
    await drawsNothing(".part.sidebar .monaco-list-row .monaco-icon-label");

    const { page } = workbench;
    await page.locator(".part.sidebar .monaco-list-row", { hasText: "Status" }).hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "Status:" });
    await hover.waitFor();
    assert.ok(isHarmless(await hover.innerText()));
    await drawsNothing(".monaco-hover");
  });

  it("are text in lists, the review and the result of a creation", async () => {
    const { quickInput } = workbench;
    standIn.reply("POST", { status: 201, body: hostile(created, words) });
    await openWizard(workbench);
    await quickInput.answer("example.com");
    await asked(workbench, questions.profile);
    const row = await until("the profile", async () =>
      (await quickInput.rows()).find(({ label }) => label.includes("<img")),
    );
    assert.ok(isHarmless(row.label.replaceAll("⏎", "")), row.label);
    await drawsNothing(".quick-input-list .monaco-list-row .quick-input-list-entry");
    await quickInput.choose(row.label);
    await takeDefaults(workbench);
    assert.ok(isHarmless((await quickInput.row("Profile")).description));
    await drawsNothing(".quick-input-list .monaco-list-row .quick-input-list-entry");
    await quickInput.choose(createRow);
    const card = await resultCard(workbench, "Connection Created");
    assert.deepEqual(JSON.parse(standIn.of("POST")[0]?.body ?? ""), {
      domain: "example.com",
      profile_name: words,
    });
    assert.ok(card.rows["ID"]?.includes("<script>window.pwned=1</script>"));
    assert.ok(card.rows["Status"]?.includes("not known to this version"));
    await drawsNothingInPage(card);
    await ended(workbench);
  });

  it("are text in the result of a refusal", async () => {
    const body = JSON.stringify({
      code: words,
      message: words,
      details: [{ code: "detail", message: `${words}, more exactly` }],
      inner_error: { code: "inner", message: words },
    });
    standIn.reply("POST", { status: 400, body });
    await openWizard(workbench);
    await workbench.quickInput.answer("example.com");
    await answerTyped(workbench, questions.profile, "plain");
    await takeDefaults(workbench);
    await workbench.quickInput.choose(createRow);
    const card = await resultCard(workbench, "Connection Not Created");
    assert.equal(card.lists["The service says"]?.length, 3);
    await drawsNothingInPage(card);
    await ended(workbench);
  });

  it("are text in the picker, the confirmation and the result of a deletion", async () => {
    const { dialog, quickInput } = workbench;
    standIn.reply("DELETE", { status: 409, body: JSON.stringify({ code: words, message: words }) });
    await openDestinations(workbench);
    const row = await until("the destination", async () =>
      (await quickInput.rows()).find(({ label }) => label.includes("<img")),
    );
    assert.ok(isHarmless(row.label) && isHarmless(row.description), row.description);
    await drawsNothing(".quick-input-list .monaco-list-row .quick-input-list-entry");
    await quickInput.toggle(row.label);
    await quickInput.accept();
    const { message } = await dialog.read();
    assert.ok(isHarmless(message), message);
    await drawsNothing(".monaco-dialog-box .dialog-message-container");
    await dialog.press("Delete");
    await drawsNothingInPage(await resultCard(workbench, "Destination Not Deleted"));
    assert.deepEqual(standIn.of("DELETE")[0]?.path, "/telemetry/destinations/otlp_1");
    await ended(workbench);
  });

  async function drawsNothingInPage(card: ShownCard): Promise<void> {
    assert.ok(JSON.stringify(card).includes("<script>window.pwned=1</script>"), "the words are shown");
    const frame = await workbench.resultPage();
    const drawn = await frame.evaluate(() =>
      [...document.querySelectorAll("body img, body a, body iframe, body script:not([src])")].map(
        ({ outerHTML }) => outerHTML,
      ),
    );
    assert.deepEqual(drawn, []);
  }
});

/** An answer with every text replaced, and a feature and a limit of that name beside the others. */
function hostile(json: string, words: string): string {
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") return words;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
  };
  const answer = replaced(JSON.parse(json)) as Record<string, unknown>;
  const { features, limits } = answer;
  return JSON.stringify({
    ...answer,
    ...(features !== undefined && { features: { ...features, [words]: { enabled: true } } }),
    ...(limits !== undefined && { limits: { ...limits, [words]: 7 } }),
  });
}

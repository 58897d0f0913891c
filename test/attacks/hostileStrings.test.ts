import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { filesBelow } from "../host/filesBelow.ts";
import { until } from "../host/until.ts";
import { click } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import { waitForQuestion, createRow, leave, questions, takeDefaults } from "../ui/flows.ts";
import { pressIn, resultCard } from "../ui/resultCard.ts";
import type { StandIn } from "../ui/standIn.ts";
import { corpus, sampleTexts } from "./corpus.ts";
import { assertHarmless } from "./harmless.ts";
import { answerAllWith, sameText } from "./hostileAnswers.ts";
import { HostileService } from "./hostileService.ts";
import type { Recorder } from "./recorder.ts";
import type { Surfaces } from "./surfaces.ts";

/** Surfaces that show many texts at once. Each text of the corpus must appear on them. */
const surfacesOfMany = [
  "the tree",
  "the connections",
  "the report",
  "a connection",
  "a history",
  "a deletion",
  "a refusal",
  "a creation",
  "the list of connections",
  "the list of destinations",
  "the list of profiles",
  "the list of proxies",
  "a list of credentials",
  "a proxy",
  "a credential",
  "a test",
  "a destination",
  "the proxies",
  "the credentials",
  "the providers",
  "the projects",
];

// Texts of a hostile service, or of anyone who may name resources, with markup, icons, links, commands and changes of
// text direction.
describe("hostile strings from the service", () => {
  let hostile: HostileService;
  let workbench: Workbench;
  let standIn: StandIn;
  let beacon: Recorder;
  let surfaces: Surfaces;

  before(async () => {
    hostile = await HostileService.open();
    ({ beacon, standIn, surfaces, workbench } = hostile);
  });
  after(() => hostile.stop());
  beforeEach(() => leave(workbench));

  // A surface for many texts shows all of them. A surface for a single text shows parts of all texts, in three
  // passes. `test/soak/windows` shows each text separately on every surface.
  it("are rendered as plain text on every surface", async (context) => {
    const all = corpus(beacon.url);
    const texts = all.map(({ text }) => text);
    const leads = sampleTexts(beacon.url);
    const inAList = Math.ceil(texts.length / leads.length);
    for (const [index, lead] of leads.entries()) {
      await context.test(lead.name, async () => {
        const first = index * inAList;
        const older = answerAllWith(standIn, {
          ...{ lead: lead.text, rest: [...texts.slice(first), ...texts.slice(0, first)] },
          rows: texts.slice(first, first + inAList),
        });
        await surfaces.visitAll(lead, older, index % 2 === 1, all.slice(first, first + inAList));
        await hostile.assertNoEffect();
      });
      await leave(workbench);
    }
    const missing = all.flatMap(({ mark, name, worded = mark }) =>
      surfacesOfMany
        .filter(
          (surface) =>
            surfaces.shown.get(surface)?.some((line) => line.includes(mark) || line.includes(worded)) !==
            true,
        )
        .map((surface) => `${surface}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });

  it("are rendered as plain text on the page that reports an unknown result", async () => {
    const { page, quickInput } = workbench;
    const mark = "mPending";
    const text = `${mark} $(rocket) [x](command:y) \u202e<img src='${beacon.url}/pending'>\nFORGED`;
    answerAllWith(standIn, sameText(text));
    standIn.reply("POST", { status: 500, body: JSON.stringify({ code: text, message: text }) });
    await surfaces.open("create");
    await surfaces.startOver();
    await quickInput.pasteAnswer("example.com");
    await waitForQuestion(workbench, questions.profile);
    await surfaces.takeRow("the list of profiles", mark);
    await takeDefaults(workbench);
    await quickInput.choose(createRow);
    await surfaces.seeCard("an unknown result", mark, (words) => words.includes("Couldn't confirm"));
    await page.locator(".part.sidebar .monaco-list-row", { hasText: "unknown if created" }).waitFor();
    await assertHarmless(page, "the attempt in the tree", ".part.sidebar .monaco-list", mark);
    await hostile.assertNoEffect();
  });

  it("are rendered as plain text in login fields and choices", async () => {
    const { page, quickInput } = workbench;
    // Prompts with longer labels are only shown on the login page.
    const texts = corpus(beacon.url).filter(({ text }) => text.length <= 500);
    const fields = texts.slice(0, 20).map(({ text }, index) => ({
      ...{ id: `field_${index}`, ref: text, type: "text", label: text, hint: text },
      ...(index === 0 && { reason: "rejected" }),
    }));
    const choices = texts.map(({ text }, index) => ({
      ...{ id: `choice_${index}`, type: "mfa_method", label: text, description: text, context: text },
      masked_destination: text,
    }));
    const [{ mark, text } = assert.fail()] = texts;
    // The mark occurs in no field, so it identifies the website's message instead of a prompt.
    const websiteError = text.replace(mark, "MSaid");
    const waiting = {
      ...{ id: "ma_1", domain: text, profile_name: text, status: "NEEDS_AUTH" },
      ...{ flow_type: "LOGIN", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" },
      ...{ interaction_id: "mai_1", website_error: websiteError, fields, choices },
      flow_expires_at: new Date(Date.now() + 1_200_000).toISOString(),
    };
    answerAllWith(standIn, sameText("readable"));
    standIn.list("/auth/connections", [waiting]);
    standIn.at("/auth/connections/ma_1", { status: 200, body: JSON.stringify(waiting) });
    await surfaces.open("connection");
    await surfaces.takeRow("the list of connections", mark);
    const frame = await surfaces.seeCard("a login", mark, (words) => words.includes("The website says"));
    await pressIn(frame, "Answer…");
    await waitForQuestion(workbench, "The website says");
    await assertHarmless(page, "what the website says", ".quick-input-widget", "MSaid");
    await quickInput.titleButton("Other Ways");
    await waitForQuestion(workbench, "Choose how to continue");
    for (const one of texts) {
      await quickInput.type(one.mark);
      await assertHarmless(page, "what to choose", ".quick-input-widget", one.mark);
    }
    await quickInput.back();
    // The list also shows the website's message. Text that is typed while the list closes is lost.
    await until(
      "the list to close",
      async () => (await quickInput.placeholder()) !== "Choose how to continue",
    );
    await waitForQuestion(workbench, "The website says");
    for (const one of texts.slice(0, 20)) {
      await assertHarmless(page, "what to enter", ".quick-input-widget", one.mark);
      // The general message disappears and the message of this field replaces it.
      await quickInput.type("a");
      await assertHarmless(page, "what to enter", ".quick-input-widget .quick-input-message", one.mark);
      await quickInput.accept();
    }
    await until("the answer to be sent", () =>
      standIn.changes.some(({ body, path }) => path.endsWith("/submit") && body.includes("field_19")),
    );
    await leave(workbench);
    await hostile.assertNoEffect();
  });

  it("are omitted if they exceed 64 Ki characters", async () => {
    const tooLong = "x".repeat(64 * 1024 + 1);
    const body = { features: {}, limits: {}, plan: { id: tooLong, status: "a-status" } };
    standIn.reply("GET", { status: 200, body: JSON.stringify(body) });
    const plan = workbench.page.locator(".part.sidebar .monaco-list-row", { hasText: "a-status" });
    await surfaces.show("refresh", "the tree", plan);
    assert.ok((await workbench.entitlements.row("Plan")).ariaLabel.length < 1000);
    standIn.list("/telemetry/destinations", [{ id: "otlp_1", name: tooLong }]);
    await surfaces.open("remove");
    assert.equal((await workbench.quickInput.row("otlp_1")).label, "otlp_1");
    assert.ok((await workbench.quickInput.rows()).every((one) => one.label.length < 100));
  });

  it("aren't opened as login URLs until a dialog has shown the ASCII host", async () => {
    const { dialog, page } = workbench;
    answerAllWith(standIn, sameText("readable"));
    // The first letter is Cyrillic. Encoded characters must stay encoded, because addresses are signed.
    const address = "https://\u0430pple.example.test/login/ma_1?sig=a%2Bb%3D&t=x%2Fy%252F&n=%E2%82%AC";
    standIn.at("/auth/connections/ma_1", {
      status: 200,
      body: JSON.stringify({ id: "ma_1", flow_status: "IN_PROGRESS", hosted_url: address }),
    });
    const opened: string[] = [];
    page.context().on("request", (request) => {
      if (new URL(request.url()).hostname.endsWith("example.test")) opened.push(request.url());
    });
    await surfaces.open("connection");
    await surfaces.takeRow("the list of connections", "readable");
    await resultCard(workbench, "ma_1");
    const frame = await workbench.resultPage();
    const html = await frame.evaluate(() => document.documentElement.outerHTML);
    assert.doesNotMatch(html, /sig=|pple\.example/, "the page does not hold the address");
    await pressIn(frame, "Open Login Page");
    assert.equal((await dialog.read()).message, "Open the login page at xn--pple-43d.example.test?");
    assert.equal(opened.length, 0);
    // VS Code immediately shows its own confirmation.
    await click(page.locator(".monaco-dialog-box .monaco-button", { hasText: "Open" }).first());
    await until("VS Code's dialog", async () => (await dialog.read()).message.includes("external website"));
    const popup = page.context().waitForEvent("page");
    await dialog.press("Open");
    const url = await until("the browser to ask", () => opened[0]);
    const [before, back] = url.split("&success_url=");
    assert.equal(
      before,
      "https://xn--pple-43d.example.test/login/ma_1?sig=a%2Bb%3D&t=x%2Fy%252F&n=%E2%82%AC",
    );
    assert.ok(back !== undefined, "the way back is added, and nothing else is changed");
    await (await popup).close();
  });

  it("never appear in the log", async () => {
    const files = await filesBelow(workbench.dataFolder);
    const logs = files.filter((file) => basename(file) === "Managed Auth.log");
    assert.notDeepEqual(logs, []);
    for (const log of logs) {
      const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
      assert.ok(lines.length > 30, `${lines.length} lines`);
      for (const line of lines)
        assert.match(
          line,
          /^[-\d]{10}[T ][\d:.]+Z? \[(?:info|warning)\] (?:GET|POST|DELETE) \/[a-z_/]+(?:\{id(?:_or_name)?\}(?:\/(?:items|timeline|events|submit|check|test))?)? (?:\d{3} )?[A-Za-z]+ \(attempt \d, \d+ ms\)$/,
        );
    }
  });

  it("are detected by this test if rendered as markup", async () => {
    const { page } = workbench;
    const frame = await workbench.resultPage();
    for (const [what, markup] of [
      ["a picture", `<img src="${beacon.url}/x" onerror="window.pwned = 1">`],
      ["an icon", `<span class="codicon codicon-rocket"></span>`],
      ["a link", `<a class="monaco-link">x</a>`],
      ["a line", `<div>FORGED</div>`],
      ["a change of direction", "\u202e"],
    ] as const)
      for (const [place, root] of [
        [page, ".part.sidebar .monaco-list"],
        [frame, "body"],
      ] as const) {
        const handle = await place
          .locator(root)
          .first()
          .evaluateHandle((element, html) => {
            const holder = document.createElement("div");
            // Append a plain string as text, because VS Code's policy refuses to parse a string as HTML.
            if (html.startsWith("<")) holder.append(...parsed(html));
            holder.append(" mControl");
            if (!html.startsWith("<")) holder.append(html);
            element.append(holder);
            return holder;

            function parsed(text: string): Element[] {
              const [, tag = "", attributes = "", words = ""] =
                /^<(\w+)((?: [^>]*)?)>(.*?)(?:<\/\w+>)?$/.exec(text) ?? [];
              const element = document.createElement(tag);
              for (const [, name = "", value = ""] of attributes.matchAll(/(\w+)="([^"]*)"/g))
                element.setAttribute(name, value);
              element.textContent = words;
              return [element];
            }
          }, markup);
        await assert.rejects(assertHarmless(place, what, root, "mControl"), assert.AssertionError, what);
        await handle.evaluate((holder) => holder.remove());
      }
    await until("the report of the page's policy", () =>
      workbench.console.some((line) => /Content.Security.Policy/i.test(line) && line.includes(beacon.url)),
    );
    await assert.rejects(hostile.assertNoEffect());
    await fetch(`${beacon.url}/control`);
    assert.ok(beacon.requests.some((request) => request.startsWith("GET /control")));
  });
});

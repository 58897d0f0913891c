import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { asked, createRow, leave, questions, signIn, takeDefaults } from "../ui/flows.ts";
import { resultCard } from "../ui/resultCard.ts";
import { StandIn } from "../ui/standIn.ts";
import { Recorder } from "./recorder.ts";
import { corpus, type HostileText } from "./corpus.ts";
import { isHarmless } from "./harmless.ts";
import { answerAllWith } from "./hostileAnswers.ts";
import { Surfaces, surfaceKeys } from "./surfaces.ts";

const token = "tok-hostile";

// A service, or anybody who may name things in it, that sends markup, icons, links, commands and changes of direction.
describe("texts of the service", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  let beacon: Recorder;
  let texts: readonly HostileText[];
  let surfaces: Surfaces;

  before(async () => {
    [standIn, beacon] = await Promise.all([StandIn.start(token), Recorder.start()]);
    texts = corpus(beacon.url);
    workbench = await Workbench.open({
      viewport: { width: 1400, height: 1500 },
      settings: { "workbench.hover.delay": 0, "workbench.hover.reducedDelay": 0 },
      keys: {
        [surfaceKeys.refresh]: "managedAuth.refreshEntitlements",
        [surfaceKeys.report]: "managedAuth.showEntitlements",
        [surfaceKeys.connection]: "managedAuth.showConnection",
        [surfaceKeys.remove]: "managedAuth.deleteDestinations",
        [surfaceKeys.create]: "managedAuth.createConnection",
      },
    });
    surfaces = new Surfaces(workbench);
    await signIn(workbench, standIn.baseUrl, token);
    await workbench.entitlements.row("Limits");
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
    beacon.stop();
  });
  beforeEach(() => leave(workbench));

  /** Nothing ran, nothing was fetched, nothing was opened, and the page never came near its policy. */
  async function nothingHappened(): Promise<void> {
    const { page } = workbench;
    for (const frame of page.frames())
      assert.equal(await frame.evaluate(() => "pwned" in window), false, frame.url());
    assert.deepEqual(beacon.heard, []);
    assert.equal(page.context().pages().length, 1, "no window was opened or closed");
    assert.deepEqual(
      workbench.console.filter((line) => /Content.Security.Policy/i.test(line) && line.includes(beacon.url)),
      [],
    );
  }

  it("are texts and nothing else, whatever they are, on every surface", async (context) => {
    for (const [index, text] of texts.entries()) {
      await context.test(text.name, async () => {
        answerAllWith(standIn, text.text);
        await surfaces.throughTheTree(text);
        await surfaces.throughReports(text);
        await surfaces.throughADeletion(text);
        await surfaces.throughACreation(text, index % 2 === 1);
        await nothingHappened();
      });
      await leave(workbench);
    }
  });

  it("are texts in an attempt of unknown end", async () => {
    const { page, quickInput } = workbench;
    const mark = "mPending";
    const text = `${mark} $(rocket) [x](command:y) \u202e<img src='${beacon.url}/pending'>\nFORGED`;
    answerAllWith(standIn, text);
    standIn.reply("POST", { status: 500, body: JSON.stringify({ code: text, message: text }) });
    await surfaces.press("create");
    await surfaces.startOver();
    await quickInput.paste("example.com");
    await quickInput.accept();
    await asked(workbench, questions.profile);
    await surfaces.takeRow("the list of profiles", mark);
    await takeDefaults(workbench);
    await quickInput.choose(createRow);
    await surfaces.seeCard("an unknown result", mark, (words) => words.includes("Result Unknown"));
    const row = page.locator(".part.sidebar .monaco-list-row", { hasText: "Result unknown" });
    await row.waitFor();
    await isHarmless(page, "the attempt in the tree", ".part.sidebar .monaco-list", mark);
    await nothingHappened();
  });

  it("cost themselves alone where one is larger than 64 Ki", async () => {
    const tooLong = "x".repeat(64 * 1024 + 1);
    const plan = { id: tooLong, status: "a-status" };
    standIn.reply("GET", { status: 200, body: JSON.stringify({ features: {}, limits: {}, plan }) });
    await surfaces.press("refresh");
    const row = await workbench.entitlements.row("Plan");
    assert.ok(row.ariaLabel.length < 1000);
    standIn.list("/telemetry/destinations", [{ id: "otlp_1", name: tooLong }]);
    await surfaces.press("remove");
    const { label } = await workbench.quickInput.row("otlp_1");
    assert.equal(label, "otlp_1");
    const offered = await workbench.quickInput.rows();
    assert.ok(offered.every((one) => one.label.length < 100));
  });

  it("lead out only by a click, after a look at the host in ASCII, and as the very text", async () => {
    const { dialog, page } = workbench;
    answerAllWith(standIn, "readable");
    // The first letter is Cyrillic. What is encoded stays encoded: addresses are signed.
    const address = "https://\u0430pple.example.test/login/ma_1?sig=a%2Bb%3D&t=x%2Fy%252F&n=%E2%82%AC";
    standIn.at("/auth/connections/ma_1", {
      status: 200,
      body: JSON.stringify({ id: "ma_1", flow_status: "IN_PROGRESS", hosted_url: address }),
    });
    const opened: string[] = [];
    page.context().on("request", (request) => {
      if (new URL(request.url()).hostname.endsWith("example.test")) opened.push(request.url());
    });
    await surfaces.press("connection");
    await surfaces.takeRow("the list of connections", "readable");
    await resultCard(workbench, "ma_1");
    const frame = await workbench.resultPage();
    const html = await frame.evaluate(() => document.documentElement.outerHTML);
    assert.doesNotMatch(html, /sig=|pple\.example/, "the page does not hold the address");
    await surfaces.pressButton(frame, "Open…");
    assert.equal((await dialog.read()).message, "Open xn--pple-43d.example.test?");
    assert.equal(opened.length, 0);
    // VS Code asks for itself, too, at once.
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Open" }).first().click();
    await until("the question of VS Code", async () =>
      (await dialog.read()).message.includes("external website"),
    );
    const popup = page.context().waitForEvent("page");
    await dialog.press("Open");
    assert.equal(
      await until("the browser to ask", () => opened[0]),
      "https://xn--pple-43d.example.test/login/ma_1?sig=a%2Bb%3D&t=x%2Fy%252F&n=%E2%82%AC",
    );
    await (await popup).close();
  });

  it("are not in the log, which has nothing but its own lines", async () => {
    const files = await readdir(workbench.dataFolder, { recursive: true, withFileTypes: true });
    const logs = files.filter(({ name }) => name === "Managed Auth.log");
    assert.notDeepEqual(logs, []);
    for (const { name, parentPath } of logs) {
      const lines = (await readFile(join(parentPath, name), "utf8")).trimEnd().split("\n");
      assert.ok(lines.length > 30, `${lines.length} lines`);
      for (const line of lines)
        assert.match(
          line,
          /^[-\d]{10}[T ][\d:.]+Z? \[(?:info|warning)\] (?:GET|POST|DELETE) \/[a-z_/]+(?:\{id(?:_or_name)?\}(?:\/items)?)? (?:\d{3} )?[A-Za-z]+ \(attempt \d, \d+ ms\)$/,
        );
    }
  });

  it("would be noticed if they were more than texts", async () => {
    const { page } = workbench;
    const frame = await workbench.resultPage();
    for (const [what, markup] of [
      ["a picture", `<img src="${beacon.url}/x" onerror="window.pwned = 1">`],
      ["an icon", `<span class="codicon codicon-rocket"></span>`],
      ["a link", `<a class="monaco-link">x</a>`],
      ["a line", `<div>FORGED</div>`],
      ["a change of direction", "\u202e"],
    ] as const) {
      for (const [place, root] of [
        [page, ".part.sidebar .monaco-list"],
        [frame, "body"],
      ] as const) {
        const handle = await place
          .locator(root)
          .first()
          .evaluateHandle((element, html) => {
            const holder = document.createElement("div");
            // A text alone: VS Code's own policy refuses a string that is to be parsed.
            if (html.startsWith("<")) holder.append(...parsed(html));
            holder.append(" mControl");
            if (!html.startsWith("<")) holder.append(html);
            element.append(holder);
            return holder;

            function parsed(text: string): Element[] {
              const [, tag = "", attributes = "", words = ""] =
                /^<(\w+)((?: [^>]*)?)>(.*?)(?:<\/\w+>)?$/.exec(text) ?? [];
              const made = document.createElement(tag);
              for (const [, name = "", value = ""] of attributes.matchAll(/(\w+)="([^"]*)"/g))
                made.setAttribute(name, value);
              made.textContent = words;
              return [made];
            }
          }, markup);
        await assert.rejects(isHarmless(place, what, root, "mControl"), assert.AssertionError, what);
        await handle.evaluate((holder) => holder.remove());
      }
    }
    await until("the policy of the page to be heard of", () =>
      workbench.console.some((line) => /Content.Security.Policy/i.test(line) && line.includes(beacon.url)),
    );
    await assert.rejects(nothingHappened());
    await fetch(`${beacon.url}/control`);
    assert.ok(beacon.heard.some((request) => request.startsWith("GET /control")));
  });
});

// "Copy One-Time Code" in a window: the code stays in the clipboard until it expires and is stored nowhere else.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tracesBelow, tracesIn } from "../attacks/traces.ts";
import { documentsIn } from "../host/frames.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { choose, signIn } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";
import { labelsOf } from "../support/rows.ts";

/** Unique texts, so that finding one anywhere proves that it was stored. */
const codes = ["739104-Kq7wLx", "518267-Zt4bNv"] as const;
/** Contains no secret. Finding its name proves that the search works. */
const credential = { id: "cred_1", name: "bank-bot-5Rm8", domain: "bank.example", has_totp_secret: true };
/** Lifetime of a code by the service's clock, in seconds. */
const codeLifetime = 5;

describe("Copy One-Time Code", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start("tok-codes")]);
    await signIn(workbench, standIn.baseUrl, "tok-codes");
    standIn.list("/auth/connections", []);
    standIn.list("/credentials", [credential, { id: "cred_2", name: "no-secret", has_totp_secret: false }]);
    standIn.at("/credentials/cred_1", { status: 200, body: JSON.stringify(credential) });
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));

  /** Answers with a code and the time. HTTP's Date header has a resolution of one second. */
  function answerWith(code: string): void {
    standIn.at("/credentials/cred_1/totp-code", () => {
      const now = Math.floor(Date.now() / 1_000) * 1_000;
      return {
        status: 200,
        body: JSON.stringify({ code, expires_at: new Date(now + codeLifetime * 1_000).toISOString() }),
        headers: { Date: new Date(now).toUTCString() },
      };
    });
  }

  it("lists credentials with a TOTP secret and clears the copied code on expiry", async () => {
    const { notifications, quickInput } = workbench;
    answerWith(codes[0]);
    await workbench.runCommand("Managed Auth: Copy One-Time Code");
    await quickInput.row(credential.name);
    assert.deepEqual(labelsOf(await quickInput.rows()), [credential.name]);
    const start = Date.now();
    await choose(workbench, "Choose or type a credential", credential.name);
    await workbench.clipboardHolds(codes[0]);
    const { message } = await notifications.waitFor("One-time code copied.");
    assert.equal(message, `One-time code copied. Expires in ${codeLifetime} seconds.`);
    await workbench.clipboardHolds("");
    const elapsed = Date.now() - start;
    assert.ok(elapsed >= codeLifetime * 1_000, `cleared after ${elapsed} ms`);
  });

  it("doesn't clear text that the user copied after the code", async () => {
    const { notifications, page } = workbench;
    answerWith(codes[1]);
    await workbench.clearNotifications();
    await workbench.runCommand("Managed Auth: Show Credentials…");
    await choose(workbench, "Choose or type a credential", credential.name);
    await resultCard(workbench, credential.name);
    await pressInResult(workbench, "Copy One-Time Code");
    await workbench.clipboardHolds(codes[1]);
    // Copy at once, because the code expires within seconds.
    await workbench.copyToClipboard("mine");
    // VS Code reads the clipboard before it clears the code.
    const looks = await page.evaluateHandle(() => {
      const { clipboard } = navigator;
      const read = clipboard.readText.bind(clipboard);
      const clipboardTexts: string[] = [];
      clipboard.readText = async () => {
        const text = await read();
        clipboardTexts.push(text);
        return text;
      };
      return clipboardTexts;
    });
    await notifications.waitFor("One-time code copied.");
    await until("a look at the clipboard", () =>
      looks.evaluate((clipboardTexts) => clipboardTexts.length > 0),
    );
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "readText"));
    assert.equal(await workbench.clipboard(), "mine");
  });

  it("doesn't leave the code on pages, in logs or in files", async () => {
    const pages = await documentsIn(workbench.page);
    const outputs: readonly string[] = [...pages, workbench.serverOutput, ...workbench.console];
    assert.deepEqual([...new Set(outputs.flatMap((text) => tracesIn(text, codes)))], []);
    // Browser and server write pending data when they exit.
    await workbench.closeBrowser();
    const { traces } = await tracesBelow(workbench.dataFolder, [...codes, credential.name]);
    const marker = `secret ${codes.length}`;
    assert.ok(
      traces.some((trace) => trace.includes(marker)),
      "what is not secret is found",
    );
    assert.deepEqual(
      traces.filter((trace) => !trace.includes(marker)),
      [],
    );
  });
});

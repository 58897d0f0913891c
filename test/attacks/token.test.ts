import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { installedExtension } from "../host/extension.ts";
import { inFrames } from "../host/frames.ts";
import { until } from "../host/until.ts";
import type { ListRow } from "../host/workbench/rows.ts";
import { Workbench } from "../host/workbench.ts";
import {
  askForToken,
  createConnection,
  createRow,
  waitForCommandEnd,
  leave,
  waitForProgressEnd,
  openDestinations,
  questions,
  useSandbox,
  waitForAccount,
  answer,
  choose,
} from "../ui/flows.ts";
import { entitlements } from "../ui/literals.ts";
import { pressInResult, resultCard } from "../ui/resultCard.ts";
import { StandIn, type Received } from "../ui/standIn.ts";
import { formsOf, tracesBelow, tracesIn } from "./traces.ts";

/** Contains every character that some encoding changes, so that each encoded form is distinct. */
const token = `sk_canary~Zq7+/"\\<&>%Tb9Xw2'?`;
const second = `sk_second~Hn3+/"\\<&>%Kd6Ms4'?`;
const wrong = `sk_wrong~Fy5+/"\\<&>%Pu0Re2'?`;
const secrets = [token, second, wrong];

/** Accompanies the tokens in every response, so that stored response texts can be found. */
const marker = "echo-of-the-request";

/**
 * Returns an error (interface.md §2.9) that repeats the token in every encoding that a gateway may use, in each of
 * its texts. The texts contain the status, because results with equal titles are distinguished by it.
 */
function echoError({ authorization = "" }: Received, status: number): string {
  const bearer = authorization.replace(/^Bearer /, "");
  const echoes = [
    bearer,
    authorization,
    encodeURIComponent(authorization),
    Buffer.from(authorization).toString("base64"),
    Buffer.from(`x:${bearer}`).toString("base64url"),
  ].map((echo) => `${marker}-${status} ${echo}`);
  const [text = "", ...others] = echoes;
  return JSON.stringify({
    code: text,
    message: echoes.join(" "),
    details: others.map((message) => ({ code: text, message })),
    inner_error: { code: text, message: text },
    [bearer]: bearer,
  });
}

describe("the account's token", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  /** Clipboard texts, console output and documents of the window. */
  const outputs: string[] = [];
  let folder: string;

  before(async () => {
    [workbench, standIn, folder] = await Promise.all([
      Workbench.open(),
      StandIn.start(token, second),
      mkdtemp(join(tmpdir(), "traces-")),
    ]);
    workbench.page.on("console", (message) => outputs.push(message.text()));
    workbench.page.on("pageerror", ({ message, stack }) => outputs.push(message, stack ?? ""));
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
    await rm(folder, { recursive: true });
  });

  /** Records the clipboard and all visible documents. */
  async function listen(): Promise<void> {
    outputs.push(await workbench.clipboard());
    const frames = await inFrames(workbench.page, async (frame) => [
      await frame.evaluate(() => document.documentElement.outerHTML),
      // Result pages have no session storage, and accessing it throws.
      await frame.evaluate(() => Object.entries(sessionStorage).join("\n")).catch(() => ""),
    ]);
    outputs.push(...frames.flat());
  }

  const refusal = (status: number) => (received: Received) => ({ status, body: echoError(received, status) });

  it("is accepted at the prompt after the service has refused a wrong token", async () => {
    const { quickInput } = workbench;
    await workbench.openView();
    await askForToken(workbench, standIn.baseUrl);
    await quickInput.pasteAnswer(wrong);
    await quickInput.waitForMessage("The service refused this token (401).");
    await listen();
    await quickInput.pasteAnswer(token);
    await workbench.entitlements.row("Usage and limits");
    await workbench.clearNotifications();
  });

  it("is masked on result pages of failed and successful requests", async () => {
    standIn.reply("POST", refusal(400));
    await createConnection(workbench, "example.com", "my-profile");
    for (const [status, title] of [
      [400, "Connection not created"],
      [403, "Connection not created"],
      [404, "Connection not created"],
      [409, "This connection already exists"],
      [500, "Couldn't confirm that example.com was created"],
      [401, "Connection not created"],
      [201, "Connection created"],
    ] as const) {
      if (status !== 400) {
        standIn.reply("POST", (received) =>
          status === 201
            ? { status, body: JSON.stringify({ id: "ma_1", website_error: echoError(received, status) }) }
            : {
                status,
                body: status === 409 ? withId(echoError(received, status)) : echoError(received, status),
              },
        );
        await pressInResult(workbench, "Change Answers…");
        await choose(workbench, questions.review, createRow);
      }
      const card = await until(`the result of a ${status}`, async () => {
        const shown = await resultCard(workbench, title);
        return JSON.stringify(shown).includes(`${marker}-${status}`) && shown;
      });
      assert.ok(JSON.stringify(card).includes("[token]"), "what the service repeats is taken out");
      await waitForCommandEnd(workbench);
      await listen();
      if (status !== 401) continue;
      // A user with a rejected token is prompted for another one until the service accepts the token again.
      const body = entitlements.replace(/(?<="max_concurrent_invocations": )\d+/, "777");
      standIn.reply("GET", { status: 200, body });
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      const isTaken = ({ description }: ListRow): boolean => description.includes("777");
      await workbench.entitlements.waitForRow(["Concurrent invocations"], isTaken);
      await waitForProgressEnd(workbench);
    }
    await pressInResult(workbench, "Copy as Text");
    await until("the details", async () => (await workbench.clipboard()).includes(marker));
    await listen();
  });

  it("is sent with successful and failed deletions", async () => {
    const { dialog, quickInput } = workbench;
    const answers: Readonly<Record<string, number>> = { held: 409, gone: 404, broken: 500, fine: 204 };
    standIn.list(
      "/telemetry/destinations",
      Object.keys(answers).map((id) => ({ id })),
    );
    standIn.reply("DELETE", (received) => {
      const status = answers[received.path.split("/").at(-1) ?? ""] ?? 400;
      return status === 204 ? { status } : { status, body: echoError(received, status) };
    });
    await openDestinations(workbench);
    await quickInput.toggle(...Object.keys(answers));
    await quickInput.accept();
    await dialog.read();
    await dialog.press("Delete Destinations (4)");
    await resultCard(workbench, "1 of 4 deleted");
    await pressInResult(workbench, "Copy as Text");
    await until("the details", async () => (await workbench.clipboard()).includes("held"));
    await listen();
  });

  it("survives a window reload with two accounts and the sandbox", async () => {
    const { quickInput } = workbench;
    await askForToken(workbench, standIn.baseUrl);
    await quickInput.pasteAnswer(second);
    await answer(workbench, "You already have an account", "The other one");
    await waitForAccount(workbench, "The other one");
    await workbench.entitlements.row("Usage and limits");
    await useSandbox(workbench);
    await createConnection(workbench, "example.com", "my-profile");
    await resultCard(workbench, "Connection created");
    await listen();
    await workbench.runCommand("Managed Auth: Switch Account…");
    await quickInput.choose(standIn.host);
    await waitForAccount(workbench, standIn.host);
    await workbench.entitlements.row("Usage and limits");
    await workbench.clearNotifications();
    await workbench.reloadView();
    await workbench.entitlements.row("Usage and limits");
    assert.equal(standIn.of("GET").at(-1)?.authorization, `Bearer ${token}`, "it is kept");
  });

  it("survives a crash of the extension host during a request", async (context) => {
    if (process.platform !== "linux") {
      context.skip("extension hosts are found on Linux only");
      return;
    }
    standIn.reply("POST", "silence");
    await createConnection(workbench, "crash.example", "my-profile");
    await until("the request", () => standIn.of("POST").at(-1)?.body.includes("crash.example"));
    await workbench.killExtensionHosts();
    await workbench.reloadView();
    await workbench.entitlements.row("Usage and limits");
    await listen();
  });

  it("is removed on sign-out after the service has refused it", async () => {
    standIn.tokens.delete(token);
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.row("Token refused");
    await listen();
    await leave(workbench);
    // Signing out deletes the results. Until then, they contain the displayed texts but no token.
    const written = await tracesBelow(workbench.dataFolder, [marker, ...secrets]);
    assert.ok(written.traces.length > 0, "what was shown of the answers is kept");
    assert.ok(
      written.traces.every((trace) => trace.includes("secret 0 ")),
      written.traces.join("\n"),
    );
    await workbench.runCommand("Managed Auth: Sign Out");
    // The outcome of the creation that the crash interrupted is unknown.
    await workbench.dialog.press("Sign Out Anyway");
    await workbench.runCommand("Managed Auth: Show Log");
    await workbench.page
      .locator(".part.panel .view-line", { hasText: "GET /org/entitlements" })
      .first()
      .waitFor();
    await listen();
    // The other account stays signed in while all written files are searched.
    await workbench.runCommand("Managed Auth: Switch Account…");
    await workbench.quickInput.choose("The other one");
    await workbench.entitlements.row("Usage and limits");
    await workbench.reloadView();
    await workbench.entitlements.row("Usage and limits");
  });

  it("is found by this test's file search in every encoding", async () => {
    for (const [index, [name, form]] of [...formsOf(token)].entries()) {
      const file = join(folder, `form-${index}`);
      await writeFile(file, Buffer.concat([Buffer.alloc(index % 4, "x"), form, Buffer.from("rest")]));
      assert.ok((await tracesBelow(folder, [token])).traces.includes(`${file}: secret 0 ${name}`), name);
      await rm(file);
    }
    assert.deepEqual(tracesIn(`a ${token} b`, secrets)[0], "secret 0 as it is");
    assert.deepEqual((await tracesBelow(folder, secrets)).traces, []);
  });

  it("doesn't appear in documents, clipboard, console or server output", () => {
    const all = [...outputs, workbench.serverOutput];
    assert.ok(
      all.some((text) => text.includes(marker)),
      "what was shown of the answers was heard",
    );
    assert.ok(workbench.serverOutput.includes("Extension host agent listening"), "the server was heard");
    assert.deepEqual([...new Set(all.flatMap((text) => tracesIn(text, secrets)))], []);
  });

  it("doesn't appear in settings, storage, logs, results or the package", async () => {
    // Browser and server write unsaved data when they exit. Secret storage then contains the second token encrypted,
    // so nothing must be excluded.
    await workbench.closeBrowser();
    const written = await tracesBelow(workbench.dataFolder, secrets);
    assert.ok(
      written.files > 100 && written.bytes > 1_000_000,
      `${written.files} files, ${written.bytes} bytes`,
    );
    assert.deepEqual(written.traces, []);
    const markers = ["GET /org/entitlements 200", "secrets.provider", "managed-auth"];
    const { traces } = await tracesBelow(workbench.dataFolder, markers);
    for (const [index, text] of markers.entries())
      assert.ok(
        traces.some((trace) => trace.endsWith(`secret ${index} as it is`)),
        `${text} is found`,
      );
    assert.deepEqual((await tracesBelow(await installedExtension(() => undefined), secrets)).traces, []);
  });
});

/** Adds the ID of the conflicting connection (interface.md §4.1). */
function withId(body: string): string {
  return body.replace("{", `{"existing_id":"ma_1",`);
}

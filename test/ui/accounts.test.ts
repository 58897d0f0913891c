import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { documentsIn } from "../host/frames.ts";
import { untilPasses, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { waitForQuestion, askForToken, createConnection, leave, waitForAccount, choose } from "./flows.ts";
import { entitlements, internalError, unauthorized } from "./literals.ts";
import { filesContaining } from "./filesHolding.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";
import { columns, labelsOf } from "../support/rows.ts";

/** A unique text, so that finding it anywhere proves a leaked token. */
const canary = "sk-canary-5Zq7TbXw2Lr9";
const second = "sk-second-8Hn3VcKd6Ms4";
const third = "sk-third-1Fy5GjPu0Re2";

const refusedToken = "The service refused this token (401). Paste the whole token.";

describe("account management", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  /** Console output of the extension and the page. */
  const console: string[] = [];

  before(async () => {
    [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start(canary, second)]);
    workbench.page.on("console", (message) => console.push(message.text()));
    await workbench.openView();
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));
  beforeEach(() => standIn.reset());
  afterEach(() => leave(workbench));

  /** Waits until the tree shows a response that was fetched with this token. */
  async function readWith(token: string): Promise<void> {
    await until(
      "the entitlements to be read with the token",
      () => standIn.of("GET").at(-1)?.authorization === `Bearer ${token}`,
    );
    await workbench.entitlements.row("Usage and limits");
    await until("the new rows", async () => (await workbench.entitlements.age()) === "");
  }

  /** Enters another token at the prompt. */
  async function replaceBy(token: string): Promise<void> {
    await waitForQuestion(workbench, "Token for");
    await workbench.quickInput.pasteAnswer(token);
    await replaced();
  }

  /** Waits until the token is replaced. The input closes before the token is stored. */
  async function replaced(): Promise<void> {
    await workbench.notifications.waitFor("Token replaced.");
    await workbench.clearNotifications();
  }

  it("refuses an invalid base URL with an explanation in the prompt", async () => {
    const { quickInput } = workbench;
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["", "Enter an address such as https://api.example.com."],
      ["http://localhost:8080", "Use http://127.0.0.1 or http://[::1]"],
      ["https://user:secret@example.com", "Remove the user name and password;"],
    ];
    await workbench.runCommand("Managed Auth: Sign In…");
    await choose(workbench, "Choose where to sign in", "Other Server…");
    await waitForQuestion(workbench, "Base URL of the server");
    for (const [text, words] of refused) {
      await quickInput.pasteAnswer(text === "" ? " " : text);
      assert.ok((await quickInput.waitForMessage(words)).length > 0);
      assert.equal(await quickInput.severity(), "error", text);
    }
    await quickInput.paste(`${standIn.baseUrl}/v1/`);
    await quickInput.waitForMessage(`Press Enter to use ${standIn.baseUrl}/v1`);
  });

  it("rejects a malformed token without quoting or sending it", async () => {
    const { quickInput } = workbench;
    const refused: readonly (readonly [text: string, words: string])[] = [
      [" ", "Enter a token."],
      ["two words", "A token contains no spaces or line breaks."],
    ];
    await askForToken(workbench, standIn.baseUrl);
    assert.equal(await quickInput.isPassword(), true);
    for (const [text, words] of refused) {
      await quickInput.pasteAnswer(text);
      const message = await quickInput.waitForMessage(words);
      assert.equal(await quickInput.severity(), "error", words);
      assert.ok(text === " " || !message.includes(text), words);
    }
    assert.deepEqual(standIn.received, []);
  });

  it("shows the reason after status 401 and accepts another token", async () => {
    const { entitlements: tree, notifications, quickInput } = workbench;
    await askForToken(workbench, standIn.baseUrl);
    await quickInput.type("sk-wrong");
    await quickInput.accept();
    await quickInput.waitForMessage(refusedToken);
    assert.equal(standIn.of("GET").length, 1);
    assert.match(await tree.welcome(), /Sign In/);
    await waitForQuestion(workbench, refusedToken);
    await quickInput.type(canary);
    await quickInput.accept();
    // Check the notification first because it hides by itself.
    await notifications.waitFor("Signed in. Reload other windows");
    await tree.row("Usage and limits");
    await waitForAccount(workbench, standIn.host);
    await workbench.clearNotifications();
    await untilPasses("each view to be read", () => {
      const paths = new Set(standIn.received.map(({ path }) => path.split("?", 1).join()));
      assert.deepEqual([...paths].sort(), ["/auth/connections", "/org/entitlements", "/org/limits"]);
    });
  });

  it("stays signed in after a window reload", async () => {
    await workbench.reloadView();
    await waitForAccount(workbench, standIn.host);
    await readWith(canary);
  });

  it("prompts for an account name if another account has the same host", async () => {
    const { quickInput } = workbench;
    await askForToken(workbench, standIn.baseUrl);
    await quickInput.pasteAnswer(second);
    await waitForQuestion(workbench, `You already have an account at ${standIn.host}. Name this account.`);
    assert.equal(await quickInput.value(), `${standIn.host} (2)`);
    await quickInput.type(standIn.host);
    await quickInput.waitForMessage("Another account has this name.");
    await quickInput.answer("The other one");
    await waitForAccount(workbench, "The other one");
    await readWith(second);
    await workbench.clearNotifications();

    await workbench.runCommand("Managed Auth: Switch Account…");
    await waitForQuestion(workbench, "Choose this window's account");
    assert.deepEqual(columns(await quickInput.rows(), "label", "description"), [
      [standIn.host, standIn.baseUrl],
      ["The other one", `${standIn.baseUrl} · active in this window`],
      ["Sandbox", "sample data on this computer"],
      ["Sign In to Another Account…", ""],
    ]);
    await quickInput.choose(standIn.host);
    await waitForAccount(workbench, standIn.host);
    await readWith(canary);
  });

  it("keeps the old token unless the service accepts the new token", async () => {
    const { quickInput } = workbench;
    standIn.tokens.add(third);
    await workbench.runCommand("Managed Auth: Replace Token…");
    await quickInput.waitFor(`Replace Token for ${standIn.host}`);
    await waitForQuestion(workbench, "Token for");
    await quickInput.type("sk-wrong");
    await quickInput.accept();
    await quickInput.waitForMessage(refusedToken);
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await readWith(canary);
    await workbench.runCommand("Managed Auth: Replace Token…");
    await replaceBy(third);
    await readWith(third);
  });

  it("shows a tree row for replacing a token that becomes invalid", async () => {
    const { entitlements: tree, quickInput } = workbench;
    standIn.tokens.delete(third);
    await workbench.reloadView();
    await tree.row("Token refused");
    assert.match((await tree.row("Token refused")).ariaLabel, /Press Enter to replace the token/);
    await tree.select("Token refused");
    await quickInput.waitFor(`Replace Token for ${standIn.host}`);
    await replaceBy(canary);
    // Wait for the refusal to disappear. The other rows are old and visible all along.
    await until("the refusal to disappear", async () =>
      (await tree.rows()).every(({ label }) => label !== "Token refused"),
    );
    await readWith(canary);
  });

  it("offers to replace a refused token and keeps the wizard's answers", async () => {
    const { entitlements: tree, quickInput } = workbench;
    // Refuse only the creation. Otherwise a pending read would report the refusal before the wizard opens.
    standIn.reply("POST", { status: 401, body: unauthorized });
    await createConnection(workbench, "example.com", "my-profile");
    const card = await resultCard(workbench, "Connection not created");
    assert.deepEqual(card.summary.slice(0, 1), ["The service refused this token."]);
    assert.deepEqual(card.buttons, ["Replace Token…", "Change Answers…", "Copy as Text"]);
    assert.equal(standIn.of("POST").length, 1);
    await pressInResult(workbench, "Replace Token…");
    await quickInput.waitFor(`Replace Token for ${standIn.host}`);
    await replaceBy(canary);
    await tree.row("Usage and limits");
    await pressInResult(workbench, "Change Answers…");
    await waitForQuestion(workbench, "Create, or choose what to change");
    assert.equal((await quickInput.row("Domain")).description, "example.com");
  });

  it("prompts for a new token before starting the wizard if the token was refused", async () => {
    standIn.tokens.delete(canary);
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.row("Token refused");
    await until("the age of the rows", async () => (await workbench.entitlements.age()) !== "");
    const before = standIn.received.length;
    await workbench.runCommand("Managed Auth: Create Connection…");
    await workbench.quickInput.waitFor(`Replace Token for ${standIn.host}`);
    await workbench.quickInput.escape();
    assert.equal(standIn.received.length, before);
    standIn.tokens.add(canary);
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await until("the new rows", async () => (await workbench.entitlements.age()) === "");
  });

  it("offers Try Again and Save Anyway if the token couldn't be verified", async () => {
    const { entitlements: tree, quickInput } = workbench;
    standIn.reply("GET", { status: 500, body: internalError });
    const untried = "Couldn't check the token: The service failed (status 500)";
    await workbench.runCommand("Managed Auth: Replace Token…");
    await waitForQuestion(workbench, "Token for");
    await quickInput.pasteAnswer(second);
    await waitForQuestion(workbench, untried);
    assert.deepEqual(labelsOf(await quickInput.rows()), ["Try Again", "Save Anyway"]);
    await quickInput.escape();
    assert.equal(await quickInput.isOpen(), false);

    await workbench.runCommand("Managed Auth: Replace Token…");
    await waitForQuestion(workbench, "Token for");
    await quickInput.pasteAnswer(second);
    await waitForQuestion(workbench, untried);
    standIn.tokens.delete(second);
    await quickInput.choose("Try Again");
    await waitForQuestion(workbench, refusedToken);
    standIn.tokens.add(second);
    await quickInput.pasteAnswer(second);
    await waitForQuestion(workbench, untried);
    // Set the reply before saving, because saving fetches the rows at once.
    standIn.reply("GET", { status: 200, body: entitlements });
    await quickInput.choose("Save Anyway");
    await replaced();
    await tree.row("Usage and limits");
    await readWith(second);
  });

  it("signs out and removes the account permanently", async () => {
    await workbench.runCommand("Managed Auth: Sign Out");
    assert.match(await workbench.entitlements.welcome(), /Sign In/);
    assert.equal(await workbench.offersCommand("Managed Auth: Sign Out"), false);
    await workbench.runCommand("Managed Auth: Switch Account…");
    await waitForQuestion(workbench, "Choose this window's account");
    const labels = (await workbench.quickInput.rows()).map(({ label }) => label);
    assert.deepEqual(labels, ["The other one", "Sandbox", "Sign In to Another Account…"]);
    await workbench.quickInput.choose("The other one");
    await readWith(second);
  });

  it("stores tokens only in secret storage", async () => {
    await workbench.runCommand("Managed Auth: Show Log");
    await workbench.page
      .locator(".part.panel .view-line", { hasText: "GET /org/entitlements" })
      .first()
      .waitFor();
    for (const html of await documentsIn(workbench.page))
      for (const token of [canary, second, third]) assert.ok(!html.includes(token), "a frame");
    for (const line of console) assert.ok(!line.includes("sk-"), "a line of the console");
    const files = await filesContaining(workbench.dataFolder, "GET /org/entitlements 200");
    assert.notDeepEqual(files, [], "the search must find what was written");
    for (const token of [canary, second, third])
      assert.deepEqual(await filesContaining(workbench.dataFolder, token), []);
  });
});

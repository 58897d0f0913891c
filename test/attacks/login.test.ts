// Values that are entered to log a connection in, and the link to its login page, must not be stored or logged.
// Also sends forged and repeated callback addresses through VS Code's own URI handler.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { pathsBelow } from "../host/filesBelow.ts";
import { documentsIn, inFrames } from "../host/frames.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { waitForQuestion, choose, leave, signIn } from "../ui/flows.ts";
import { loginQuestion } from "../ui/loginPage.ts";
import { pressInResult, resultCard } from "../ui/resultCard.ts";
import { StandIn } from "../ui/standIn.ts";
import { echoMarker, LoginService } from "./loginService.ts";
import { tracesBelow, tracesIn } from "./traces.ts";

const token = "tok-login-5Rw8";
const extensionId = "agent-auth-tools.managed-auth";

/** Contains every character that some encoding changes, so that each encoded form is distinct. */
const user = `user~Zq7+/"\\<&>%Tb9Xw2'?`;
const wrong = `wrong~Hn3+/"\\<&>%Kd6Ms4'?`;
const right = `right~Fy5+/"\\<&>%Pu0Re2'?`;
const code = `code~Gx6+/"\\<&>%Jk3Vw9'?`;
const link = `link~Bv1+/"\\<&>%Lc8Dn5'?`;
const secrets = [user, wrong, right, code, link];

const confirming = "The service is confirming the login.";

describe("a login to a remote service", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  let service: LoginService;
  /** Clipboard texts, console output and documents of the window. */
  const outputs: string[] = [];

  before(async () => {
    [workbench, standIn] = await Promise.all([
      Workbench.open({ settings: { "extensions.confirmedUriHandlerExtensionIds": [extensionId] } }),
      StandIn.start(token),
    ]);
    service = new LoginService(standIn);
    service.page = `${standIn.baseUrl}/login/${service.id}?code=${encodeURIComponent(link)}`;
    workbench.page.on("console", (message) => outputs.push(message.text()));
    workbench.page.on("pageerror", ({ message, stack }) => outputs.push(message, stack ?? ""));
    await signIn(workbench, standIn.baseUrl, token);
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));
  beforeEach(() => leave(workbench));

  /** Records the clipboard and all visible documents. */
  async function listen(): Promise<void> {
    outputs.push(await workbench.clipboard());
    outputs.push(...(await documentsIn(workbench.page)));
  }

  /** Waits until the website requests a value and enters it. */
  async function enter(label: string, value: string): Promise<void> {
    await waitForQuestion(workbench, label);
    await workbench.quickInput.pasteAnswer(value);
    await listen();
  }

  async function enterBoth(password: string): Promise<void> {
    await enter("User name", user);
    await waitForQuestion(workbench, "Password");
    assert.equal(await workbench.quickInput.isPassword(), true);
    await enter("Password", password);
  }

  /** The rejected value is requested first. The user name is prefilled. */
  async function enterAgain(password: string): Promise<void> {
    const { quickInput } = workbench;
    await enter("Password", password);
    await waitForQuestion(workbench, "User name");
    assert.equal(await quickInput.value(), user);
    await quickInput.accept();
  }

  it("never resends entered values after a refusal or error", async () => {
    await workbench.connections.contextMenu("Log In…", service.domain);
    await choose(workbench, loginQuestion, "In VS Code");
    await enterBoth(wrong);
    await waitForQuestion(workbench, 'The website says: "That is not the password."');
    await enterAgain(right);
    await waitForQuestion(workbench, echoMarker);
    assert.match(await workbench.quickInput.message(), /•••/);
    // The message disappears when the first letter is typed.
    await listen();
    await enterAgain(right);
    await enter("Verification code", code);
    const card = await until("the end of the login on the page", async () => {
      const shown = await resultCard(workbench, service.domain);
      return shown.state === "Logged in" && shown;
    });
    assert.equal(service.started, 1);
    const sent = standIn.changes.filter(({ path }) => path.endsWith("/submit")).map(({ body }) => body);
    for (const value of [user, wrong, right, code])
      assert.ok(
        sent.some((body) => tracesIn(body, [value]).length > 0),
        "it was sent",
      );
    outputs.push(JSON.stringify(card));
    await pressInResult(workbench, "Copy as Text");
    await until("the text", async () => (await workbench.clipboard()).includes(service.domain));
    await listen();
    await workbench.runCommand("Managed Auth: Show History…");
    await choose(workbench, "Choose or type a connection ID", `my-profile on ${service.domain}`);
    await resultCard(workbench, /^Logged (in|out)/);
    await listen();
  });

  /** Opens one of the extension's URIs in VS Code, as a login page does when it redirects back. */
  async function takeUp(window: Workbench, path: string, query: string): Promise<void> {
    await window.runCommand("Developer: Open URL");
    await waitForQuestion(window, "URL to open");
    await window.quickInput.pasteAnswer(`code-oss://${extensionId}${path}?${query}`);
  }

  /** Returns the paths that VS Code wrote and that match a pattern. */
  async function paths(pattern: RegExp): Promise<string[]> {
    return (await pathsBelow(join(workbench.dataFolder, "user"))).filter((path) => pattern.test(path));
  }

  const logs = (): Promise<string[]> => paths(/Managed Auth\.log$/);

  /** Returns the extension hosts in which the extension has started, recognized by its log folder. */
  const awake = (): Promise<string[]> => paths(/[/\\]exthost\d+[/\\]agent-auth-tools\.managed-auth$/);

  /** Returns the number of ignored addresses in all windows. */
  async function ignored(): Promise<number> {
    const texts = await Promise.all((await logs()).map((name) => readFile(name, "utf8")));
    return texts.join("").split("return: ignored").length - 1;
  }

  /** Returns the tokens with which open pages call back. */
  async function awaited(): Promise<string[]> {
    const names = await paths(/[/\\]returns[/\\][\w-]+\.json$/);
    return names.map((name) => /([\w-]+)\.json$/.exec(name)?.[1] ?? "");
  }

  /** Opens the page of a new login and returns its callback token. */
  async function openedPage(): Promise<string> {
    const { page } = workbench;
    service.page = `${standIn.baseUrl}/login/${service.id}?code=opened`;
    await workbench.connections.contextMenu("Log In…", service.domain);
    await waitForQuestion(workbench, loginQuestion);
    const opening = page.context().waitForEvent("page");
    await workbench.quickInput.choose("In the Browser");
    await (await opening).close();
    await page.bringToFront();
    await resultCard(workbench, service.domain);
    const task = (await workbench.resultPage()).locator(".block:has(> .task) h2");
    await until("the link to the browser", async () =>
      (await task.innerText()).startsWith("Finish in your browser"),
    );
    const [flow, ...others] = await awaited();
    assert.ok(flow !== undefined && others.length === 0);
    return flow;
  }

  const mark = "mReturned";
  const hostile = encodeURIComponent(
    `${mark}<img src=x onerror="window.pwned=1">[x](command:evil) $(rocket)`,
  );

  it("ignores forged and reused callback URLs", async () => {
    const flow = await openedPage();
    const words = `message=${hostile}&code=${hostile}&profile_name=${hostile}`;
    const forged: readonly (readonly [path: string, query: string])[] = [
      ["/login-finished", `flow=${"A".repeat(22)}&${words}`],
      ["/login-finished", `flow=${flow}x`],
      ["/login-finished/x", `flow=${flow}`],
      ["/login-finished", `flow=../returns/${flow}&${words}`],
      ["/login-finished", `accountId=${hostile}&connectionId=${service.id}`],
    ];
    for (const [index, [path, query]] of forged.entries()) {
      await takeUp(workbench, path, query);
      await until(`${path}?${query} to be ignored`, async () => (await ignored()) === index + 1);
    }
    assert.deepEqual(await awaited(), [flow], "what was made up uses nothing up");
    const notes = async (): Promise<string> =>
      (await resultCard(workbench, service.domain)).summary.join(" ");
    assert.ok(!(await notes()).includes(confirming));
    assert.equal(await workbench.notifications.isSilent(), true);

    // The token alone identifies the login. All other parameters must have no effect.
    const other = standIn.received.length;
    await takeUp(workbench, "/login-finished", `flow=${flow}&connectionId=ma_other&id=ma_other&${words}`);
    await until("it to be taken up", async () => (await notes()).includes(confirming));
    await until("it to be used up", async () => (await awaited()).length === 0);
    assert.ok(standIn.received.slice(other).every(({ path }) => !path.includes("ma_other")));
    await takeUp(workbench, "/login-finished", `flow=${flow}`);
    await until("the second press to be ignored", async () => (await ignored()) === forged.length + 1);
    const ran = await inFrames(workbench.page, (frame) => frame.evaluate(() => "pwned" in window));
    assert.ok(!ran.includes(true));
    for (const html of await documentsIn(workbench.page)) assert.ok(!html.includes(mark));
    assert.equal(service.started, 2);
    service.finish();
    await resultCard(workbench, service.domain, "Agents can now use the profile my-profile.");
  });

  it("activates the extension in a window that receives the callback URL", async () => {
    const flow = await openedPage();
    const other = await workbench.anotherWindow();
    // A window without a folder restores neither a view nor a page of the extension.
    await other.openPlace();
    const before = (await awake()).length;
    await takeUp(other, "/login-finished", `flow=${flow}`);
    await until("the activation", async () => (await awake()).length > before);
    await until("the address to be invalid", async () => (await awaited()).length === 0);
    assert.equal(service.started, 3);
    service.finish();
    await other.openView();
    for (const window of [other, workbench])
      await until("the green row", async () =>
        (await window.connections.row(service.domain)).description.startsWith("logged in"),
      );
    assert.equal(service.started, 3, "nothing is started twice");
    await other.close();
  });

  it("leaves no secret in documents, clipboard, console or output", async () => {
    await workbench.runCommand("Managed Auth: Show Log");
    await workbench.page
      .locator(".part.panel .view-line", { hasText: "/auth/connections" })
      .first()
      .waitFor();
    await listen();
    const all = [...outputs, workbench.serverOutput];
    assert.ok(
      all.some((text) => text.includes(echoMarker)),
      "what was shown of the error was heard",
    );
    assert.deepEqual([...new Set(all.flatMap((text) => tracesIn(text, secrets)))], []);
  });

  it("leaves no secret in settings, storage, logs or results", async () => {
    // Browser and server write unsaved data when they exit.
    await workbench.closeBrowser();
    const written = await tracesBelow(workbench.dataFolder, secrets);
    assert.ok(
      written.files > 100 && written.bytes > 1_000_000,
      `${written.files} files, ${written.bytes} bytes`,
    );
    // A browser that shows VS Code stores the text of plain inputs to restore them, but never passwords.
    const unexpected = written.traces.filter(
      (trace) => !/[/\\]Sessions[/\\][^/\\]+: secret [03] /.test(trace),
    );
    assert.deepEqual(unexpected, []);
    const markers = ["/submit 202", `History: ${service.domain}`];
    const { traces } = await tracesBelow(workbench.dataFolder, markers);
    for (const [index, text] of markers.entries())
      assert.ok(
        traces.some((trace) => trace.endsWith(`secret ${index} as it is`)),
        `${text} is found`,
      );
  });
});

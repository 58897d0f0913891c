// Tests a login that continues while its stream breaks, its window reloads or closes, and another window is open. The
// login must be followed to its end, which is reported once, and nothing may be started twice.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { patience, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { waitForQuestion, choose, leave, signIn, waitForAccount } from "./flows.ts";
import { loginQuestion } from "./loginPage.ts";
import { TappedSandbox } from "./tappedSandbox.ts";

/** Description of a logged-in connection's row. */
const loggedIn = /^(?:checked|logged in|needs you)/;
const validAnswers = { field_values: { field_identifier: "ada", field_password: "right" } };

describe("following a login", () => {
  let workbench: Workbench;
  let service: TappedSandbox;

  before(async () => {
    [workbench, service] = await Promise.all([Workbench.open(), TappedSandbox.start()]);
    await signIn(workbench, service.baseUrl, service.token);
  });
  after(() => Promise.all([workbench.stop(), service.stop()]));
  afterEach(() => leave(workbench));

  /** Waits until the row of a connection matches. */
  async function rowSays({ connections }: Workbench, domain: string, words: RegExp): Promise<void> {
    await until(`the row ${domain} to say ${String(words)}`, async () =>
      words.test((await connections.row(domain)).description),
    );
  }

  /** Creates a connection, starts its login in the window and closes its first question. */
  async function begun(domain: string): Promise<string> {
    const id = await service.logins.create(domain);
    // A window in the background doesn't render menus.
    await workbench.page.bringToFront();
    await workbench.runCommand("Managed Auth: Refresh Connections");
    await workbench.connections.contextMenu("Log In…", domain);
    await choose(workbench, loginQuestion, "In VS Code");
    await waitForQuestion(workbench, "Email or user name");
    await workbench.quickInput.escape();
    await rowSays(workbench, domain, /^answer$/);
    return id;
  }

  /** Answers the login from another client. */
  async function answered(id: string): Promise<void> {
    const { status, text } = await service.logins.answer(id, validAnswers);
    assert.equal(status, 202, text);
  }

  it("shows the successful login even if every stream breaks during an event", async () => {
    const id = await begun("breaks.example");
    const followed = await until("it to be followed", () => service.of(id).followed);
    service.breakStreams();
    await until("another stream, which breaks as well", () => service.of(id).followed > followed + 1);
    await answered(id);
    await rowSays(workbench, "breaks.example", loggedIn);
    service.mendStreams();
    assert.equal(service.of(id).started, 1);
  });

  it("resumes after a window reload without starting another login", async () => {
    const id = await begun("reloads.example");
    await workbench.reloadView();
    await rowSays(workbench, "reloads.example", /^answer$/);
    await answered(id);
    await rowSays(workbench, "reloads.example", loggedIn);
    assert.equal(service.of(id).started, 1);
  });

  it("shows the login in the status bar after a reload with hidden views", async () => {
    const id = await begun("hidden.example");
    await workbench.runCommand("View: Show Explorer");
    await workbench.reload();
    const item = workbench.page.locator(".part.statusbar .statusbar-item", { hasText: "hidden.example" });
    await item.waitFor({ timeout: 3 * patience });
    assert.equal(await workbench.page.locator(".pane-header", { hasText: "Connections" }).count(), 0);
    await answered(id);
    await item.waitFor({ state: "detached", timeout: 3 * patience });
    await workbench.reloadView();
    await rowSays(workbench, "hidden.example", loggedIn);
    assert.equal(service.of(id).started, 1);
  });

  it("still reports success in one window after the other window closes", async () => {
    const other = await workbench.anotherWindow();
    await other.openView();
    await waitForAccount(other, service.host);
    const both = await begun("both.example");
    await other.runCommand("Managed Auth: Refresh Connections");
    await rowSays(other, "both.example", /^answer$/);
    await answered(both);
    for (const window of [workbench, other]) await rowSays(window, "both.example", loggedIn);
    await workbench.notifications.waitFor("Logged in to both.example.");
    await workbench.clearNotifications();

    const abandoned = await begun("left.example");
    await other.runCommand("Managed Auth: Refresh Connections");
    await rowSays(other, "left.example", /^answer$/);
    await workbench.close();
    workbench = other;
    await answered(abandoned);
    await rowSays(workbench, "left.example", loggedIn);
    await workbench.notifications.waitFor("Logged in to left.example.");
    assert.deepEqual(
      [both, abandoned].map((id) => service.of(id).started),
      [1, 1],
    );
  });
});

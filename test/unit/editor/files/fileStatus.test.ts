// The lenses at the top of a visible file: the plan, or the reason why there is none.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import {
  closeDocument,
  openDocument,
  showDocuments,
  TextDocument,
  setTrust,
} from "../../../doubles/documents.ts";
import { focusWindow, reset } from "../../../doubles/vscode.ts";
import {
  serviceProblems,
  entryTitles,
  textAfterFix,
  provideHelp,
  lensesOf,
  namesAt,
  open,
  topTitle,
} from "../../../support/fileHelp.ts";
import { quiet } from "../../../support/offers.ts";
import { fileOf, live } from "../../domain/file/support.ts";

beforeEach(reset);

const bank = { domain: "bank.example", profile_name: "ops" };
const mail = { domain: "mail.example", profile_name: "ops" };
const top = async (document: TextDocument): Promise<string> => topTitle(await lensesOf(document));

/** Types a text and waits until its plan is shown. */
async function replan(context: TestContext, document: TextDocument, text: string): Promise<void> {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  document.type(text);
  assert.equal(await top(document), "Planning…");
  context.mock.timers.tick(200);
  context.mock.timers.reset();
  await quiet();
}

const lists = { "/auth/connections": [live("bank.example", "ops")] };

describe("the plan shown above a connection file", () => {
  it("shows sensitive changes before the counts of creations and changes", async (context) => {
    await provideHelp(context, lists);
    const document = open(
      fileOf([{ ...bank, health_check_interval: 7200, login_url: "https://bank.example/" }, mail]),
    );
    assert.equal(await top(document), "Planning…");
    await quiet();
    const lenses = await lensesOf(document);
    assert.equal(topTitle(lenses), "Sensitive: Login page | Plan: 1 to create, 1 to change | Apply…");
    const sensitive = lenses.find(({ command }) => command?.title.startsWith("Sensitive"))?.command;
    assert.match(
      sensitive?.tooltip ?? "",
      /^ops on bank.example: Login page: .+ → https:\/\/bank.example\/$/,
    );
    const changes = lenses.find(({ command }) => command?.title === "2 changes")?.command;
    assert.match(changes?.tooltip ?? "", /^Login page, /);
    assert.deepEqual(changes?.arguments, [{ uri: document.uri.toString() }]);
    assert.ok(entryTitles(lenses).includes("9: Not created"));
  });

  it("updates after an edit without sending a request", async (context) => {
    const { offers } = await provideHelp(context, lists);
    const document = open(fileOf([bank]));
    await quiet();
    assert.equal(await top(document), "Plan: no changes");
    const before = offers.requests.length;
    context.mock.timers.enable({ apis: ["setTimeout"] });
    document.type(fileOf([{ ...bank, auto_reauth: false }]));
    context.mock.timers.tick(200);
    assert.equal(await top(document), "Plan: 1 to change | Apply…");
    document.type(fileOf([{ ...bank, health_check_interval: 5 }]));
    assert.equal(await top(document), "1 error: nothing can be applied");
    context.mock.timers.reset();
    await quiet();
    assert.equal(offers.requests.length, before);
  });

  it("requests the list of proxies when an edit first refers to a proxy", async (context) => {
    const { offers } = await provideHelp(context, {
      ...lists,
      "/proxies": [{ id: "proxy_1", name: "office" }],
    });
    const document = open(fileOf([bank]));
    await quiet();
    assert.equal(offers.count("/proxies"), 0);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    document.type(fileOf([{ ...bank, browser: { proxy: { name: "offise" } } }]));
    context.mock.timers.tick(200);
    context.mock.timers.reset();
    await quiet();
    assert.equal(offers.count("/proxies"), 1);
    assert.deepEqual(serviceProblems(document), [
      '{\n          "name": "offise"\n        }: This project has no proxy “offise”. Did you mean “office”?',
    ]);
    assert.equal(await top(document), "1 error: nothing can be applied");
    assert.match(
      await textAfterFix(document, "offise", "Change to “office”"),
      /"proxy": \{\s+"name": "office"/,
    );
  });

  it("offers the pricing plan's minimum health check interval as a quick fix", async (context) => {
    const { offers } = await provideHelp(context, lists);
    const features = { managed_auth: { enabled: true, health_check_interval_min_seconds: 1800 } };
    offers.reply("/org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
    const document = open(fileOf([{ ...bank, health_check_interval: 900 }]));
    await quiet();
    assert.deepEqual(serviceProblems(document), ["900: The plan's shortest interval is 1800 seconds."]);
    assert.match(
      await textAfterFix(document, "900", "Use the shortest: every 30 minutes"),
      /"health_check_interval": 1800/,
    );
  });
});

describe("a visible connection file that can't be compared with the service", () => {
  const staging = { id: "prj_1", name: "staging", status: "active" };

  it("asks to switch projects until the window uses the file's project", async (context) => {
    const { offers, fixture } = await provideHelp(context, lists);
    offers.reply("/org/projects/staging", 200, staging);
    const document = open(fileOf([bank], { project: "staging" }));
    await quiet();
    assert.equal(
      await top(document),
      "The file is for project staging, and this window uses Team. | Switch to staging",
    );
    assert.deepEqual(entryTitles(await lensesOf(document)), [], "nothing of the window's project");
    assert.deepEqual(await namesAt(document, '"profile_name": "'), []);
    assert.deepEqual(serviceProblems(document), []);
    assert.deepEqual(new Set(offers.projects), new Set([undefined]), "a file chooses no project");
    await fixture.parts.session.switchTo(inProject(fixture.account, { id: "prj_1", name: "staging" }));
    await quiet();
    assert.equal(await top(document), "Plan: no changes");
    assert.equal(offers.projects.at(-1), "prj_1");
  });

  it("is shown as a file of the default project if it names no project", async (context) => {
    const { fixture, offers } = await provideHelp(context, lists);
    offers.reply("/org/projects/prj_0", 200, { id: "prj_0", name: "Main", status: "active" });
    offers.reply("/auth/context", 200, { authorization: { effective_scope: { project_id: "prj_0" } } });
    await fixture.parts.session.switchTo(inProject(fixture.account, { id: "prj_1", name: "staging" }));
    const document = open(fileOf([]));
    await quiet();
    assert.equal(await top(document), "Plan: no changes");
    await replan(context, document, fileOf([bank]));
    assert.equal(
      await top(document),
      "The file is for the default project, and this window uses Team, project staging. | Switch to Main",
    );
    assert.deepEqual(entryTitles(await lensesOf(document)), []);
  });

  it("hides its plan when the user enters a project other than the window's", async (context) => {
    const { offers } = await provideHelp(context, lists);
    offers.reply("/org/projects/staging", 200, staging);
    const document = open(fileOf([{ ...bank, auto_reauth: false }]));
    await quiet();
    assert.equal(await top(document), "Plan: 1 to change | Apply…");
    const before = offers.count("/auth/connections");
    await replan(context, document, fileOf([{ ...bank, auto_reauth: false }], { project: "staging" }));
    assert.equal(
      await top(document),
      "The file is for project staging, and this window uses Team. | Switch to staging",
    );
    assert.equal(offers.count("/auth/connections"), before);
  });

  it("hides the service's data and offers sign-in after sign-out", async (context) => {
    const { fixture } = await provideHelp(context, lists);
    const document = open(fileOf([{ ...bank, browser: { proxy: { name: "none" } } }]));
    await quiet();
    assert.equal(serviceProblems(document).length, 1);
    await fixture.parts.session.signOut();
    await quiet();
    assert.equal(await top(document), "Not compared: not signed in | Sign In");
    assert.deepEqual([serviceProblems(document), entryTitles(await lensesOf(document))], [[], []]);
  });

  it("shows that the workspace isn't trusted", async (context) => {
    setTrust(false);
    await provideHelp(context, lists);
    const document = open(fileOf([bank]));
    assert.equal(await top(document), "Not compared: this workspace isn't trusted | Manage Workspace Trust");
  });

  it("offers Plan Again if the connections can't be fetched", async (context) => {
    const { offers } = await provideHelp(context, lists);
    offers.reply("/auth/connections", 403, { code: "forbidden", message: "No." });
    const document = open(fileOf([bank]));
    await quiet();
    assert.match(await top(document), /^Not compared: .+ \| Plan Again$/);
  });
});

describe("requests for an open connection file", () => {
  it("are repeated at most once a minute until the file closes", async (context) => {
    const { offers } = await provideHelp(context, lists);
    const document = open(fileOf([bank]));
    await quiet();
    const first = offers.requests.length;
    showDocuments();
    showDocuments(document);
    await quiet();
    assert.equal(offers.requests.length, first);
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() + 61_000 });
    const release = offers.hold("/auth/connections");
    focusWindow(true);
    await quiet();
    showDocuments();
    release();
    await quiet();
    showDocuments(document);
    await quiet();
    assert.equal(await top(document), "Plan: no changes");
    closeDocument(document);
    await quiet();
    const closed = offers.requests.length;
    focusWindow(true);
    await quiet();
    assert.equal(offers.requests.length, closed);
  });

  it("are sent again after connections are refreshed or the file's plan is discarded", async (context) => {
    const { offers, fixture } = await provideHelp(context, lists);
    const document = open(fileOf([bank]));
    await quiet();
    offers.list("/auth/connections", []);
    await fixture.parts.connections.refreshIfLoaded();
    await quiet();
    assert.equal(await top(document), "Plan: 1 to create | Apply…");
    offers.list("/auth/connections", lists["/auth/connections"]);
    fixture.parts.filePlans.forget(document.uri);
    await quiet();
    assert.equal(await top(document), "Plan: no changes");
  });

  it("aren't sent if another tab covers the file", async (context) => {
    const { offers } = await provideHelp(context, lists);
    const behind = openDocument(new TextDocument("/work/b.managed-auth.jsonc", fileOf([bank])), {
      inSight: false,
    });
    open(fileOf([], {}));
    await quiet();
    assert.equal(await top(behind), "Planning…");
    assert.ok(offers.requests.length > 0);
  });
});

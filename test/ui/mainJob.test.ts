import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { untilPasses, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  answerTyped,
  waitForQuestion,
  createAndLogInRow,
  createConnection,
  createRow,
  credentialRows,
  nameConnection,
  openDestinations,
  openWizard,
  pasteList,
  proxyRows,
  questions,
  statusMessageOf,
  takeDefaults,
  waitForUsers,
  waitForAccount,
  choose,
} from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";

// A user's first hour. Each test continues from the previous one.
describe("the main workflow in the sandbox", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
  });
  after(() => workbench.stop());

  it("shows the welcome view to a signed-out user", async () => {
    const welcome = await (await workbench.openView()).welcome();
    assert.match(
      welcome,
      /Log your agents' browsers in once\. See when a login ends, and log in again here\./,
    );
    const title = workbench.page.locator(".part.sidebar > .composite.title h2");
    assert.equal(
      (await title.innerText()).trim().toUpperCase(),
      "MANAGED AUTH",
      "no second title is joined to it",
    );
    assert.match(welcome, /Sign In\s+No account\? Try the sandbox or see how it works\./);
    assert.equal(await workbench.offersCommand("Managed Auth: Create Connection…"), false);
  });

  it("shows the sandbox's entitlements in the tree", async () => {
    const tree = workbench.entitlements;
    await tree.pressWelcome("Try the sandbox");
    await tree.row("Usage and limits");
    await tree.waitForRow(["Connections"], (row) => row.description === "20, no limit");
    await waitForAccount(workbench, "Sandbox");
    await untilPasses("the groups and the plan", async () => {
      const rows = (await tree.rows()).map(({ description, label }) => `${label} ${description}`.trimEnd());
      for (const row of ["Included 11", "Browser replays kept for 30 days", "Not included 1", "GPU"])
        assert.ok(rows.includes(row), row);
      assert.match(rows.at(-1) ?? "", /^Plan Start-up · trial ends [A-Z][a-z]{2} \d{1,2}$/);
    });
  });

  it("labels each feature as included or not included for screen readers", async () => {
    const tree = workbench.entitlements;
    assert.equal((await tree.row("GPU")).ariaLabel, "GPU: not included, has actions");
    assert.equal((await tree.row("GPU")).icon, "circle-slash");
    assert.equal((await tree.row("File I/O")).ariaLabel, "File I/O: included, has actions");
    assert.equal((await tree.row("File I/O")).icon, "check");
  });

  it("asks all five questions in the wizard", async () => {
    const { quickInput } = workbench;
    const labels = async (): Promise<string[]> => (await quickInput.rows()).map(({ label }) => label);
    await openWizard(workbench);
    assert.deepEqual(
      [await quickInput.title(), await quickInput.step()],
      ["Create Connection: Domain", "1/5"],
    );
    assert.equal(await quickInput.placeholder(), "example.com");
    assert.equal(await quickInput.hasBack(), false);
    await quickInput.answer("https://example.com/login");
    await waitForQuestion(workbench, questions.profile);
    assert.equal(await quickInput.step(), "2/5");
    assert.equal(await quickInput.hasBack(), true);
    await until("the sandbox's profiles", async () => (await labels()).includes("compliance"));
    await until("the connections of a profile", async () =>
      /^has a connection for .*\.example.* more$/.test((await quickInput.row("support")).description),
    );
    await answerTyped(workbench, questions.profile, "work");
    await waitForQuestion(workbench, questions.proxy);
    assert.equal(await quickInput.step(), "3/5");
    await until("the sandbox's proxies", async () => (await labels()).includes("paris-datacenter"));
    assert.deepEqual((await labels()).slice(0, 2), [proxyRows.usual, proxyRows.none]);
    assert.deepEqual((await labels()).slice(-2), [proxyRows.enter, "Create Proxy…"]);
    await until(
      "the first row to be the one",
      async () => (await quickInput.active())?.label === proxyRows.usual,
    );
    await quickInput.choose(proxyRows.usual);
    await waitForQuestion(workbench, questions.credential);
    assert.equal(await quickInput.step(), "4/5");
    await until("the sandbox's providers", async () => (await labels()).includes("onepassword"));
    assert.equal((await labels())[0], credentialRows.nobody);
    // A separator without a label hides the text of the row that it was rendered in before.
    await untilPasses("what heads its groups", async () => {
      assert.deepEqual((await quickInput.separators()).slice(0, 2), ["Stored", "From a provider"]);
    });
    await quickInput.choose(credentialRows.nobody);
    await waitForQuestion(workbench, questions.review);
    assert.equal(await quickInput.step(), "5/5");
    const rows = new Map((await quickInput.rows()).map(({ description, label }) => [label, description]));
    assert.deepEqual([...rows].slice(0, 2), [
      [createAndLogInRow, "in Sandbox"],
      [createRow, ""],
    ]);
    assert.deepEqual([rows.get("Domain"), rows.get("Health check interval")], ["example.com", "every hour"]);
    await until(
      "the first row to be the one",
      async () => (await quickInput.active())?.label === createAndLogInRow,
    );
  });

  it("creates a connection and shows it", async () => {
    await workbench.quickInput.choose(createRow);
    const card = await resultCard(workbench, "Connection created");
    assert.equal(card.sandbox, "Sandbox · sample data on this computer");
    assert.equal(card.title, "example.com");
    assert.equal(card.state, "Never logged in");
    assert.match(card.context, /^work · Sandbox · As of \d/, "no port, no address");
    assert.match(card.summary.join(" "), /^Log in once, and agents can use this profile\./);
    const { ID: id = "" } = card.rows;
    assert.match(id, /^ma_/);
    assert.deepEqual([card.rows["Domain"], card.rows["Health checks"]], ["example.com", "Every hour"]);
    assert.match(card.rows["Logs in again automatically"] ?? "", /^Not yet: never logged in$/);
    await pressInResult(workbench, "Copy ID");
    await workbench.clipboardHolds(id);
  });

  it("shows the existing connection when the user creates it again", async () => {
    const { ID: id = "" } = (await resultCard(workbench, "example.com")).rows;
    await createConnection(workbench, "example.com", "work");
    const card = await resultCard(workbench, "This connection already exists");
    assert.equal(card.rows["Existing ID"], id);
    assert.match(card.lists["The service says"]?.join() ?? "", /already exists.*\(already_exists\)/);
    await workbench.copyToClipboard("something else");
    await pressInResult(workbench, "Copy ID");
    await workbench.clipboardHolds(id);
  });

  it("returns from a result page to the review and creates another connection", async () => {
    await pressInResult(workbench, "Change Answers…");
    await waitForQuestion(workbench, questions.review);
    assert.equal((await workbench.quickInput.row("Profile")).description, "work");
    await workbench.quickInput.choose("Profile");
    await answerTyped(workbench, questions.profile, "play");
    await choose(workbench, questions.review, createRow);
    assert.equal((await resultCard(workbench, "Connection created")).rows["Profile"], "play");
  });

  it("prefills the wizard with the last connection on Duplicate…", async () => {
    await pressInResult(workbench, "Duplicate…");
    await waitForQuestion(workbench, questions.domain);
    assert.equal(await workbench.quickInput.value(), "example.com");
    await nameConnection(workbench, "example.org", "play");
    await takeDefaults(workbench);
    await workbench.quickInput.escape();
  });

  it("deletes an unused destination after confirming its name and account", async () => {
    const { dialog, quickInput } = workbench;
    await openDestinations(workbench);
    await waitForUsers(workbench, "in use by bank.example");
    await quickInput.toggle("nightly-archive");
    await quickInput.accept();
    const { buttons, detail, message } = await dialog.read();
    assert.equal(message, 'Delete telemetry destination "nightly-archive"?');
    assert.match(detail, /^Exports to https:\S+ stop\. You can't undo this\.$/m);
    assert.match(detail, /^otlp_sandboxfree · Sandbox$/m);
    assert.deepEqual(buttons.toSorted(), ["Cancel", "Delete"]);
    await statusMessageOf(workbench, "Deleted nightly-archive", () => dialog.press("Delete"));
  });

  it("explains each refused deletion and reports an unknown destination", async () => {
    const { dialog, quickInput } = workbench;
    // Writing to the clipboard requires the focus, so this also proves that the window kept it.
    await workbench.copyToClipboard("live-sessions\ncompliance-log\r\n\nlogin-traces\nnobody-knows\n");
    await openDestinations(workbench);
    await waitForUsers(workbench);
    await pasteList(workbench);
    await quickInput.row("nobody-knows");
    await quickInput.accept();
    const { detail, message } = await dialog.read();
    assert.equal(message, "Delete 4 telemetry destinations?");
    // Pasted names of listed destinations are shown with their ID, as if picked from the list.
    for (const name of ["live-sessions", "login-traces"])
      assert.match(detail, new RegExp(`^• ${name} \\(otlp_\\w+\\)$`, "m"));
    assert.match(detail, /^• compliance-log \(otlp_\w+\), used by compliance on bank\.example$/m);
    assert.match(detail, /^• nobody-knows$/m);
    await dialog.press("Delete Destinations (4)");
    const card = await resultCard(workbench, "0 of 4 deleted");
    const rows = card.table.map(({ cells }) => cells);
    assert.deepEqual(rows.slice(0, 4), [
      ["live-sessions", "Refused, in use"],
      ["compliance-log", "Refused, in use", "compliance on bank.example"],
      ["login-traces", "Refused, in use"],
      ["nobody-knows", "Not found"],
    ]);
    const browsers = rows.slice(4).map(([profile]) => profile);
    assert.deepEqual(browsers, ["research", "compliance"]);
    const why = card.table.flatMap(({ cells, notes }) => notes.map((note) => `${cells[0]}: ${note}`));
    for (const cause of [
      /^live-sessions: .*still exporting/,
      /^compliance-log: Choose another destination in the connection/,
      /^login-traces: .*login using the destination is in progress/,
      /^nobody-knows: No destination has this ID or name/,
      /^live-sessions: The browsers below export to the destination/,
      /^login-traces: A running login uses the destination: support on helpdesk\.example/,
    ])
      assert.ok(
        why.some((text) => cause.test(text)),
        why.join("\n"),
      );
  });

  it("shows the entitlements on a result page", async () => {
    await workbench.runCommand("Managed Auth: Show Entitlements");
    // Usage may arrive later, after the plan is fetched again.
    await untilPasses("those of this window to count", async () => {
      assert.equal((await resultCard(workbench, "Entitlements")).rows["Connections"], "22, no limit");
    });
    const card = await resultCard(workbench, "Entitlements");
    assert.match(card.context, /^Start-up/);
    assert.match(card.rows["Concurrent per app"] ?? "", /^Up to 20 – Invocations of one app/);
    assert.equal(card.rows["Browser replays"], "Kept for 30 days");
    const cells = (await workbench.resultPage()).locator(".cell");
    assert.equal(await cells.count(), 12);
    assert.match(
      await cells.last().innerText(),
      /GPU\s+Not included\s+Browsers run with a graphics processor\./,
    );
  });

  it("leaves no notification open at the end of the workflow", async () => {
    await until("the progress to disappear without a trace", () => workbench.notifications.isSilent());
  });
});

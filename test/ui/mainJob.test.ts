import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  asked,
  createConnection,
  createRow,
  nameConnection,
  openWizard,
  questions,
  takeDefaults,
} from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";

// One person's first hour, in order: each test goes on where the one before ended.
describe("the main job in the sandbox", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
  });
  after(() => workbench.stop());

  it("welcomes who is signed out", async () => {
    const tree = await workbench.openView();
    const welcome = await tree.welcome();
    assert.match(welcome, /See what your organization may use/);
    assert.match(welcome, /Sign In\n/);
    assert.match(welcome, /Try the sandbox, a stand-in/);
    assert.equal(await workbench.offersCommand("Managed Auth: Create Connection…"), false);
  });

  it("reads the sandbox's entitlements in exact words", async () => {
    const tree = workbench.entitlements;
    await tree.pressWelcome("Try the sandbox");
    await tree.row("Limits");
    await tree.expand("Managed auth");
    const rows = (await tree.rows()).map(({ description, label, level }) =>
      `${"  ".repeat(level - 1)}${label} ${description}`.trimEnd(),
    );
    const trial = rows.find((row) => row.startsWith("  Trial"));
    assert.match(trial ?? "", /^ {2}Trial 14 days left, ends [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    assert.deepEqual(
      rows.filter((row) => row !== trial),
      [
        "Local Sandbox sample data only",
        "Plan",
        "  Plan START_UP",
        "  Status ACTIVE",
        "Features",
        "  Managed auth Enabled",
        "    Connections at most Unlimited",
        "    Check interval 1 hour (plan minimum 20 minutes)",
        "    Shortest interval 20 minutes",
        "    Longest interval 1 day",
        "  Profiles Enabled",
        "  Credentials Enabled",
        "  Credential providers Enabled",
        "  Managed proxies Enabled",
        "  Custom proxies Enabled",
        "  Proxy bypass hosts Enabled",
        "  Browser pools Enabled",
        "  Browser replays Enabled · 30 days",
        "  Browser extensions Enabled · at most 100",
        "  File I/O Enabled",
        "  GPU Not in your plan",
        "Limits",
        "  Concurrent browsers 150",
        "  Concurrent invocations 150",
        "  Invocations per app 20",
      ],
    );
  });

  it("says features as a screen reader should", async () => {
    const tree = workbench.entitlements;
    assert.equal((await tree.row("GPU")).ariaLabel, "GPU: Not in your plan");
    assert.equal((await tree.row("GPU")).icon, "circle-slash");
    assert.equal((await tree.row("File I/O")).icon, "check");
  });

  it("asks the wizard's five questions", async () => {
    const { quickInput } = workbench;
    const labels = async (): Promise<string[]> => (await quickInput.rows()).map(({ label }) => label);
    await openWizard(workbench);
    assert.deepEqual([await quickInput.title(), await quickInput.step()], ["Create Connection", "1/5"]);
    assert.equal(await quickInput.placeholder(), "example.com");
    assert.equal(await quickInput.hasBack(), false);
    await quickInput.answer("https://example.com/login");
    await asked(workbench, questions.profile);
    assert.equal(await quickInput.step(), "2/5");
    assert.equal(await quickInput.placeholder(), "my-profile");
    assert.match(await quickInput.message(), /If no profile has exactly this name, a new one is created/);
    assert.equal(await quickInput.hasBack(), true);
    await quickInput.answer("work");
    await asked(workbench, questions.proxy);
    assert.equal(await quickInput.step(), "3/5");
    assert.deepEqual(await labels(), ["Default", "Direct", "By ID…", "By Name…"]);
    assert.equal((await quickInput.active())?.label, "Default");
    await quickInput.choose("Default");
    await asked(workbench, questions.credential);
    assert.equal(await quickInput.step(), "4/5");
    assert.deepEqual(await labels(), ["None", "Stored Credential…", "Provider Item…", "Provider Lookup…"]);
    await quickInput.choose("None");
    await asked(workbench, questions.review);
    assert.equal(await quickInput.step(), "5/5");
    const rows = await quickInput.rows();
    assert.match(rows[0]?.description ?? "", /^in Local Sandbox, http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(rows.map(({ description, label }) => [label, description]).slice(1), [
      ["Domain", "example.com"],
      ["Profile", "work"],
      ["Proxy", "Default (not sent)"],
      ["Credential", "None (not sent)"],
    ]);
    assert.equal((await quickInput.active())?.label, createRow);
  });

  it("creates the connection and shows it", async () => {
    await workbench.quickInput.choose(createRow);
    const card = await resultCard(workbench, "Connection Created");
    assert.match(card.sandbox, /not the service/);
    assert.match(card.context, /^Local Sandbox, http:\/\/127\.0\.0\.1:\d+ · /);
    assert.match(card.summary.join(" "), /usually needs a first login/);
    const { ID: id = "", ...rows } = card.rows;
    assert.match(id, /^ma_/);
    assert.deepEqual(rows, {
      Status: "Needs a login",
      Domain: "example.com",
      Profile: "work",
      "Can log in again by itself": rows["Can log in again by itself"],
      "Health checks": "Interval: 1 hour",
      Credential: "None",
      "Saves credentials": "Yes – One-time codes are never saved.",
      Proxy: "Default",
      Stealth: "Yes",
      "Records sessions": "No",
    });
    assert.match(rows["Can log in again by itself"] ?? "", /^Not yet – .*first login/);
    assert.deepEqual(JSON.parse(card.folds["Request as sent"] ?? ""), {
      domain: "example.com",
      profile_name: "work",
    });
    assert.deepEqual(card.buttons, ["Copy ID", "Create Another Like This", "Copy Details"]);
    await pressInResult(workbench, "Copy ID");
    await workbench.clipboardHolds(id);
  });

  it("names the connection that exists when the same is created again", async () => {
    const { ID: id = "" } = (await resultCard(workbench, "Connection Created")).rows;
    await createConnection(workbench, "example.com", "work");
    const card = await resultCard(workbench, "This Connection Already Exists");
    assert.equal(card.rows["Existing ID"], id);
    assert.match(card.lists["The service says"]?.join() ?? "", /already exists.*\(already_exists\)/);
    await workbench.copyToClipboard("something else");
    await pressInResult(workbench, "Copy ID");
    await workbench.clipboardHolds(id);
  });

  it("goes back to the review from a result", async () => {
    await pressInResult(workbench, "Back to Review");
    await asked(workbench, questions.review);
    assert.equal((await workbench.quickInput.row("Profile")).description, "work");
    await workbench.quickInput.choose("Profile");
    await asked(workbench, questions.profile);
    await workbench.quickInput.answer("play");
    await asked(workbench, questions.review);
    await workbench.quickInput.choose(createRow);
    assert.equal((await resultCard(workbench, "Connection Created")).rows["Profile"], "play");
  });

  it("creates another like the last", async () => {
    await pressInResult(workbench, "Create Another Like This");
    await asked(workbench, questions.domain);
    assert.equal(await workbench.quickInput.value(), "example.com");
    await nameConnection(workbench, "example.org", "play");
    await takeDefaults(workbench);
    await workbench.quickInput.escape();
  });

  it("deletes a free destination after naming it and its place", async () => {
    const { dialog, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Delete Telemetry Destinations…");
    await asked(workbench, "Type the ID or name of a destination");
    await quickInput.answer("nightly-archive");
    const { buttons, detail, message } = await dialog.read();
    assert.equal(message, 'Delete the telemetry destination with the ID or name "nightly-archive"?');
    assert.match(detail, /^From: Local Sandbox, http:\/\/127\.0\.0\.1:\d+$/m);
    assert.match(detail, /cannot be undone/);
    assert.deepEqual(buttons.toSorted(), ["Cancel", "Delete"]);
    await dialog.press("Delete");
    const card = await resultCard(workbench, "Destination Deleted");
    assert.deepEqual(card.table, [{ cells: ["nightly-archive", "Deleted"], notes: [] }]);
    assert.deepEqual(card.lists, {});
  });

  it("says of each refused one what holds it, and of an unknown one that it is unknown", async () => {
    const { dialog, quickInput } = workbench;
    await workbench.copyToClipboard("live-sessions\ncompliance-log\r\n\nlogin-traces\nnobody-knows\n");
    await workbench.runCommand("Managed Auth: Delete Telemetry Destinations…");
    await asked(workbench, "Type the ID or name of a destination");
    await quickInput.button("Paste List, one ID or name a line");
    await quickInput.row("nobody-knows");
    await quickInput.accept();
    const { detail, message } = await dialog.read();
    assert.equal(message, "Delete 4 telemetry destinations?");
    for (const name of ["live-sessions", "compliance-log", "login-traces", "nobody-knows"])
      assert.ok(detail.includes(`• ${name}\n`), name);
    await dialog.press("Delete 4 Destinations");
    const card = await resultCard(workbench, "No Destination Deleted");
    assert.deepEqual(
      card.table.map(({ cells }) => cells),
      [
        ["live-sessions", "Refused, in use"],
        ["compliance-log", "Refused, in use"],
        ["login-traces", "Refused, in use"],
        ["nobody-knows", "Not found"],
      ],
    );
    const notes = card.table.map((row) => row.notes.join(" "));
    assert.match(notes[0] ?? "", /still exporting/);
    assert.match(notes[1] ?? "", /connection still selects/);
    assert.match(notes[2] ?? "", /login using the destination is in progress/);
    assert.match(notes[3] ?? "", /No destination has this ID or name/);
    const causes = card.lists["What can hold a destination"] ?? [];
    assert.equal(causes.length, 3);
    for (const [index, advice] of [/wait until they end/, /delete the connection/, /login ends/].entries())
      assert.match(causes[index] ?? "", advice);
  });

  it("reports the entitlements", async () => {
    await workbench.runCommand("Managed Auth: Show Entitlements");
    const card = await resultCard(workbench, "Entitlements");
    assert.equal(card.rows["Plan"], "START_UP");
    assert.equal(Object.keys(card.tiles).length, 12);
    assert.deepEqual(card.tiles["Browser replays"], ["Enabled", "Retention: 30 days"]);
    assert.deepEqual(card.tiles["GPU"], ["Not in your plan"]);
    assert.equal(card.rows["Concurrent invocations per app, by default"], "20");
  });

  it("says nothing in notifications all the while", async () => {
    await until("the progress to go and nothing to stay", () => workbench.notifications.isSilent());
  });
});

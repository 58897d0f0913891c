// "Choose Project…": the list, the effect of a choice, and errors.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import { WindowSession } from "../../../../src/editor/accounts/session.ts";
import { accountCard } from "../../../../src/editor/identity/commands.ts";
import { disabledReason } from "../../../../src/editor/results/cardText.ts";
import { pressButton } from "../../../../src/editor/results/pressButton.ts";
import { describeError } from "../../../../src/editor/words/errors.ts";
import { commandAction, remedyButton } from "../../../../src/editor/results/buttons.ts";
import { contextKeys, Memento, Message, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { column, describedOf, labelsOf } from "../../../support/rows.ts";
import { leave } from "../../../support/resourceFixture.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

const listed = [
  { id: "proj_default", name: "Default", status: "active" },
  { id: "proj_old", name: "Old", status: "archived" },
  { id: "proj_staging", name: "Staging $(zap)\u202e", status: "active" },
  { id: "proj_é", name: "Never named", status: "active" },
  { id: "proj_later", status: "frozen" },
];

const projectIn = ({ parts }: Awaited<ReturnType<typeof commandFixture>>) =>
  parts.session.state.kind === "signedIn" ? parts.session.state.account.project : "signed out";

const shownMessages = (): readonly Message[] => screen.all.filter((one) => one instanceof Message);

async function choosing(fixture: Awaited<ReturnType<typeof commandFixture>>) {
  const command = fixture.parts.start("managedAuth.chooseProject");
  let shown = await screen.next(QuickPick);
  if (shown.busy) shown = await screen.next(QuickPick);
  return { command, shown };
}

describe("Choose Project…", () => {
  it('lists usable projects after "No project" and marks the current one', async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/projects", 200, listed);
    const { command, shown } = await choosing(fixture);
    assert.equal(shown.placeholder, "Choose a project for Team");
    assert.deepEqual(describedOf(shown.items), [
      ["No project", "the service's default · in use"],
      ["Default", undefined],
      ["Staging $⟨U+0028⟩zap)⟨U+202E⟩", undefined],
      ["proj_later", undefined],
    ]);
    await leave(shown, command);
    assert.equal(projectIn(fixture), undefined);
  });

  it("appends the end of the ID to project names that aren't unique", async (context) => {
    const fixture = await commandFixture(context);
    const named = ["proj_first1", "proj_second"].map((id) => ({ id, name: "Team", status: "active" }));
    fixture.offers.reply("/org/projects", 200, named);
    const { command, shown } = await choosing(fixture);
    assert.deepEqual(labelsOf(shown.items.slice(1)), ["Team …first1", "Team …second"]);
    await leave(shown, command);
  });

  it("sets the chosen project and can clear it again", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/projects", 200, listed);
    const first = await choosing(fixture);
    first.shown.choose("Default");
    await first.command;
    assert.deepEqual(projectIn(fixture), { id: "proj_default", name: "Default" });
    const second = await choosing(fixture);
    assert.equal(second.shown.placeholder, "Choose a project for Team");
    assert.equal(second.shown.items[1]?.description, "in use");
    second.shown.choose("No project");
    await second.command;
    assert.equal(projectIn(fixture), undefined);
  });

  it("changes nothing if the account changes while the list is open", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/projects", 200, listed);
    const { command, shown } = await choosing(fixture);
    const { accounts, session } = fixture.parts;
    await session.switchTo(await accounts.add("Other", "https://api.example.com", "sk_token_2"));
    shown.choose("Default");
    await command;
    assert.equal(projectIn(fixture), undefined);
    assert.equal((await accounts.findInChosenProject(fixture.account.id))?.project, undefined);
    assert.equal((await screen.next(Message)).text, "The account changed. No project was chosen.");
  });

  it("clears the project and hides the command if projects are disabled", async (context) => {
    const fixture = await commandFixture(context);
    await fixture.parts.session.switchTo(inProject(fixture.account, { id: "proj_1", name: "One" }));
    assert.equal(contextKeys.get("managedAuth.projects"), true);
    fixture.offers.reply("/org/projects", 404, { code: "projects_disabled", message: "Disabled." });
    await fixture.parts.start("managedAuth.chooseProject");
    assert.equal(projectIn(fixture), undefined);
    assert.equal(contextKeys.get("managedAuth.projects"), false);
    assert.deepEqual(column(shownMessages(), "text"), ["Projects are disabled for your organization."]);
  });

  it("fetches the list of projects even if the current project was deleted", async (context) => {
    const fixture = await commandFixture(context);
    await fixture.parts.session.switchTo(inProject(fixture.account, { id: "proj_1", name: "One" }));
    fixture.offers.reply("/org/projects", 200, listed);
    const { command, shown } = await choosing(fixture);
    await leave(shown, command);
    assert.equal(fixture.offers.projects.join(), "");
    await fixture.parts.entitlements.refresh();
    assert.equal(fixture.offers.projects.at(-1), "proj_1");
  });

  it("reports that the projects can't be fetched and offers Try Again", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/projects", 500, { code: "internal_error", message: "No." });
    await fixture.parts.start("managedAuth.chooseProject");
    const [message, ...others] = shownMessages();
    assert.match(message?.text ?? "", /^The service failed \(status 500\)/);
    assert.deepEqual([message?.buttons, others], [["Try Again"], []]);
  });
});

describe("a command in progress", () => {
  it("sends requests to its original project after another window switches projects", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    const staging = inProject(account, { id: "proj_staging", name: "Staging" });
    await parts.session.switchTo(staging);
    const access = await parts.requireAccess("Create Connection");
    assert.ok(access);
    const elsewhere = new WindowSession(parts.accounts, new Memento(), new Memento());
    await elsewhere.switchTo(account);
    await quiet();
    assert.ok(parts.session.state.kind === "signedIn");
    assert.equal(parts.session.state.account.project, undefined);
    await parts.whoAmI.fetch(access, new AbortController().signal);
    assert.equal(offers.projects.at(-1), "proj_staging");
    const result = {
      card: accountCard({ ...access, id: "1", at: new Date() }, { kind: "notReported" }, undefined),
    };
    const own = { ...result, accountId: access.account.id };
    assert.equal(disabledReason(own, parts.session.state), "Another project is in use");
    await pressButton(parts, commandAction("managedAuth.showEntitlements", {}), own);
    (await expectMessage(/^This result belongs to Team, project Staging\./)).choose("Switch Account");
    await quiet();
    assert.equal(disabledReason(own, parts.session.state), undefined);
    assert.deepEqual((await parts.accounts.findInChosenProject(account.id))?.project, staging.project);
    elsewhere.dispose();
  });
});

describe("describeError", () => {
  for (const code of ["project_not_found", "projects_disabled"])
    it(`offers Choose Project… for the error code ${code}`, () => {
      const { remedies } = describeError({ kind: "notFound", sent: "no", missing: "project", code });
      assert.deepEqual(remedyButton(remedies)?.press, commandAction("managedAuth.chooseProject", {}));
    });
});

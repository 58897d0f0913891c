import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { resourceEditor } from "../../../../../src/editor/resourceEngine/edit.ts";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { showResource } from "../../../../../src/editor/resourceEngine/read.ts";
import { removeResource } from "../../../../../src/editor/resourceEngine/remove.ts";
import { listResources } from "../../../../../src/editor/resourceEngine/commands.ts";
import { profiles } from "../../../../../src/editor/resources/profiles/profiles.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { Message, reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { validationText } from "../../../../support/asking.ts";
import { leave, nextShown, resourceFixture } from "../../../../support/resourceFixture.ts";
import { bot, site, weekStrips } from "./sample.ts";

const ready = site("a.example", "AUTHENTICATED");
const failed = site("b.example", "NEEDS_AUTH", { flow_status: "FAILED", error_code: "account_locked" });
const loggedOut = site("c.example", "NEEDS_AUTH");
const running = site("d.example", "AUTHENTICATED", {
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  flow_expires_at: "2999-01-01T00:00:00.000Z",
});
const otherConnection = { ...ready, id: "ma_other", domain: "z.example", profile_name: "other" };

async function setUpProfiles(context: TestContext, connections: readonly object[], live: object = bot) {
  const fixture = await resourceFixture(context);
  const started: unknown[] = [];
  fixture.wire.serve("GET /auth/connections", 200, connections);
  fixture.wire.serve("GET /profiles", 200, [
    live,
    { id: "prof_2", name: "Café" },
    { id: "prof_3", name: null },
  ]);
  fixture.wire.serve("GET /profiles/prof_1", 200, live);
  const start = (...command: readonly unknown[]): Promise<void> =>
    Promise.resolve(void started.push(command));
  const resource = profiles({ ...fixture, start, weekStrips });
  const card = async () => {
    await showResource(resource, fixture.parts, { id: "prof_1" });
    const shown = fixture.shown.at(-1)?.card;
    assert.ok(shown !== undefined);
    return shown;
  };
  return { ...fixture, resource, started, card };
}

const stateOf = ({ head }: ResultCard): unknown => head.kind === "header" && head.state;
const buttons = ({ more }: ResultCard["actions"]) => more?.items.map(({ label }) => label).join();

beforeEach(reset);

describe("a profile's page", () => {
  it("lists sites by urgency and offers logins to all that aren't ready", async (context) => {
    const { card } = await setUpProfiles(context, [ready, loggedOut, otherConnection, running, failed]);
    const shown = await card();
    assert.deepEqual(stateOf(shown), { text: "Not ready", tone: "warning" });
    assert.deepEqual(shown.summary, ["1 of 4 sites ready."]);
    const text = cardText(shown);
    const places = ["d.example", "b.example", "c.example", "a.example"].map((one) => text.indexOf(one));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.doesNotMatch(text, /z\.example/);
    assert.match(text, /Last used: Nov 3, 2026/);
    assert.deepEqual(shown.actions.next?.press, {
      does: "run",
      command: "managedAuth.ensureLoggedIn",
      args: { ids: ["ma_d.example", "ma_b.example", "ma_c.example"] },
    });
    assert.equal(
      buttons(shown.actions),
      "Rename…,Launch Browser…,Copy Code…,Create Connection…,Delete…,Copy ID,Copy as Text",
    );
  });

  for (const [action, one, command] of [
    ["log in to", loggedOut, "managedAuth.logIn"],
    ["continue the login for", running, "managedAuth.logIn"],
  ] as const)
    it(`offers to ${action} the only site that isn't ready`, async (context) => {
      const { card } = await setUpProfiles(context, [ready, one]);
      const { actions, summary } = await card();
      assert.deepEqual(summary, ["1 of 2 sites ready."]);
      assert.deepEqual(actions.next?.press.does === "run" && actions.next.press.command, command);
    });

  it("has Copy Code… as the first button if all sites are ready", async (context) => {
    const { card } = await setUpProfiles(context, [ready]);
    const shown = await card();
    assert.deepEqual(stateOf(shown), { text: "Ready", tone: "success" });
    assert.deepEqual(shown.summary, ["Ready for 1 site."]);
    assert.deepEqual(shown.actions.next?.press, {
      does: "run",
      command: "managedAuth.copyUseCode",
      args: { profile: "release-bot" },
    });
  });

  it("doesn't state whether the profile is ready if some connections can't be read", async (context) => {
    const { card } = await setUpProfiles(context, [ready, { id: 7 }]);
    const shown = await card();
    assert.equal(stateOf(shown), undefined);
    assert.match(cardText(shown), /More may exist: some connections couldn't be read/);
  });

  it("offers to create a connection, or Rename… if the profile has no name", async (context) => {
    const { card, wire } = await setUpProfiles(context, []);
    assert.deepEqual((await card()).actions.next?.press, {
      does: "run",
      command: "managedAuth.createConnection",
      args: { draft: { profile_name: "release-bot" } },
    });
    wire.serve("GET /profiles/prof_1", 200, { ...bot, name: null });
    const unnamed = await card();
    assert.equal(unnamed.title, "prof_1");
    assert.equal(unnamed.actions.next?.label, "Rename…");
    assert.equal(buttons(unnamed.actions), "Delete…,Copy ID,Copy as Text");
  });
});

describe("the list of profiles", () => {
  it("shows each profile's readiness and lists unready profiles last", async (context) => {
    const { leaving, list, parts, resource } = await setUpProfiles(context, [ready, loggedOut]);
    void leaving(listResources(resource, parts));
    const pick = await list();
    await until("the rows", () => pick.rows.some(({ description }) => description !== undefined), 2_000);
    const rows = pick.rows.map(({ label, description }) => [label, description]);
    assert.deepEqual(rows.slice(-4, -1), [
      ["Café", undefined],
      ["prof_3", "no name"],
      ["release-bot", "1 of 2 sites ready"],
    ]);
  });
});

describe("a new profile name", () => {
  for (const [input, typed, message] of [
    ["another profile's name", "cafe", "error: Another profile has this name"],
    ["256 letters", "n".repeat(256), "error: Enter at most 255 characters"],
    ["256 emoji", "😀".repeat(256), "error: Enter at most 255 characters"],
    ["a name with a space", "my bot", "warning: To launch browsers by name"],
    ["a name with a hyphen and a dot", "my-bot.2", ""],
  ] as const)
    it(`causes the message "${message}" if the user enters ${input}`, async (context) => {
      const { input, leaving, parts, resource, wire } = await setUpProfiles(context, []);
      void leaving(createResource(resource, parts));
      const box = await input();
      await until("the other rows", () => wire.count("GET /profiles") > 0, 2_000);
      await new Promise(setImmediate);
      box.type(typed);
      assert.equal(validationText(box).slice(0, message.length || undefined), message);
    });

  it("isn't offered again after a refusal by the service", async (context) => {
    const { choose, input, parts, resource, wire } = await setUpProfiles(context, []);
    const done = createResource(resource, parts);
    (await input()).submit("day-shift");
    await choose("$(add) Create Profile");
    const refusal = { code: "already_exists", message: "Taken." };
    await wire.expect("POST /profiles", { name: "day-shift" }, 409, refusal);
    await leave(await input(), done);
    const again = createResource(resource, parts);
    await leave(await input(), again);
  });
});

describe("Rename Profile", () => {
  async function renaming(context: TestContext) {
    const at = await setUpProfiles(context, [ready, loggedOut]);
    const done = at.leaving(resourceEditor(at.resource, at.parts)({ id: "prof_1" }));
    const box = await at.input();
    assert.match(box.prompt ?? "", /Files and code need the new name\. 2 connections use this profile; /);
    box.submit("day-shift");
    await at.choose("$(save) Save Changes");
    const dialog = await nextShown(Message);
    assert.equal(dialog.text, 'Rename profile "release-bot"?');
    assert.equal(
      dialog.options.detail,
      "2 connections use this profile; the service doesn't document what happens to them. Files and code may use the profile, too." +
        "\n\n• release-bot on a.example\n• release-bot on c.example",
    );
    return { ...at, dialog, done };
  }

  it("asks for confirmation if connections use the profile", async (context) => {
    const { dialog, done, shown, wire } = await renaming(context);
    dialog.choose("Rename");
    await wire.expect("PATCH /profiles/prof_1", { name: "day-shift" }, 200, { ...bot, name: "day-shift" });
    await done;
    assert.equal(shown[0]?.card.title, "Changes saved");
  });

  it("sends nothing and keeps the entered name if the user declines", async (context) => {
    const { dialog, list, wire } = await renaming(context);
    dialog.choose(undefined);
    const review = await list();
    assert.match(review.rows.find(({ label }) => label === "Name")?.description ?? "", /→ day-shift$/);
    assert.equal(wire.count("PATCH"), 0);
  });
});

describe("Delete Profile", () => {
  it("is refused while a login with the profile is running", async (context) => {
    const { account, parts, resource, started, wire } = await setUpProfiles(context, [ready, running]);
    await removeResource(resource, parts, { id: "prof_1" });
    const notice = await nextShown(Message);
    assert.equal(notice.text, "Not deleted: a login for d.example is running.");
    assert.equal(notice.options.modal, undefined);
    notice.choose("Show Connection");
    await until("the page", () => started.length > 0, 2_000);
    assert.deepEqual(started, [["managedAuth.showConnection", { id: "ma_d.example" }, account.id]]);
    assert.equal(wire.count("DELETE"), 0);
  });

  for (const [connections, sentence] of [
    [
      [ready, loggedOut],
      "2 connections use this profile; the service doesn't document what happens to them.",
    ],
    [
      [ready],
      "1 connection uses this profile; the service doesn't document what happens to that connection.",
    ],
    [[otherConnection], "No connection uses this profile."],
  ] as const)
    it(`shows the sentence "${sentence}" in the confirmation dialog`, async (context) => {
      const { parts, resource, wire } = await setUpProfiles(context, connections);
      const done = removeResource(resource, parts, { id: "prof_1" });
      const dialog = await nextShown(Message);
      const detail = `Deletes the profile's cookies.\n${sentence}\nYou can't undo this.\n`;
      assert.equal(dialog.options.detail?.slice(0, detail.length), detail);
      dialog.choose(undefined);
      await done;
      assert.equal(wire.count("DELETE"), 0);
    });

  it("shows links on the result page to connections that used the profile", async (context) => {
    const { parts, resource, shown, wire } = await setUpProfiles(context, [ready]);
    const done = removeResource(resource, parts, { id: "prof_1" });
    (await nextShown(Message)).choose("Delete");
    (await wire.next("DELETE /profiles/prof_1")).answer(204, undefined);
    await done;
    const [block] = shown[0]?.card.blocks ?? [];
    assert.deepEqual(block?.kind === "table" && block.rows[0]?.actions?.map(({ label }) => label), [
      "Show Connection",
    ]);
  });
});

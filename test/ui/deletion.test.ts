import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { holds, until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  ended,
  leave,
  noSpinner,
  openDestinations,
  openSignedIn,
  pasteList,
  saidInPassing,
} from "./flows.ts";
import { forbidden, internalError, inUse, notFound, webPage } from "./literals.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import type { Answer, StandIn } from "./standIn.ts";

const token = "tok-deletion";
const destinations = "/telemetry/destinations";

describe("deleting destinations", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    ({ workbench, standIn } = await openSignedIn(token));
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
  });
  beforeEach(() => standIn.reset());
  afterEach(() => leave(workbench));

  /** Returns the sorted DELETE request lines, not decoded. */
  function deletedPaths(): string[] {
    return standIn.changes.map(({ method, path }) => `${method} ${path}`).sort();
  }

  /** Pastes a list into the picker, which then checks all its rows. */
  async function paste(names: readonly string[]): Promise<void> {
    await workbench.copyToClipboard(names.join("\n"));
    await openDestinations(workbench);
    await pasteList(workbench);
    await workbench.quickInput.waitForMessage("Check the list, then press Enter.");
  }

  it("deletes the checked rows of a pasted list, without duplicates", async () => {
    const { dialog, quickInput } = workbench;
    await workbench.copyToClipboard(
      "one\r\n\r\ntwo, with a comma\nthree words here\none\n\nnot-this-one\r\n",
    );
    await openDestinations(workbench);
    await quickInput.waitForMessage("The list can't be shown (not offered by the service).");
    await pasteList(workbench);
    await quickInput.waitForMessage("Check the list, then press Enter.");
    const rows = await quickInput.rows();
    assert.deepEqual(
      rows.map(({ checked, label }) => [label, checked]),
      ["one", "two, with a comma", "three words here", "not-this-one"].map((name) => [name, true]),
    );
    await quickInput.toggle("not-this-one");
    await quickInput.accept();
    const { buttons, detail, message } = await dialog.read();
    assert.equal(message, "Delete 3 telemetry destinations?");
    assert.ok(buttons.includes("Delete Destinations (3)"));
    assert.ok(detail.includes("\n• one\n• two, with a comma\n• three words here\n"), detail);
    assert.ok(detail.endsWith(`\n${new URL(standIn.baseUrl).host}`), detail);
    await dialog.press("Delete Destinations (3)");
    await resultCard(workbench, "3 of 3 deleted");
    assert.deepEqual(deletedPaths(), [
      `DELETE ${destinations}/one`,
      `DELETE ${destinations}/three%20words%20here`,
      `DELETE ${destinations}/two%2C%20with%20a%20comma`,
    ]);
    await ended(workbench);
  });

  it("sends each name as exactly one path segment, byte for byte", async () => {
    const { dialog, quickInput } = workbench;
    const segments = {
      "a/b": "a%2Fb",
      "a/../../org": "a%2F..%2F..%2Forg",
      "%2e": "%252e",
      "%2e%2e": "%252e%252e",
      "...": "...",
      "a?x=1#y": "a%3Fx%3D1%23y",
      "a\\b": "a%5Cb",
      "a+b": "a%2Bb",
      " outer ": "%20outer%20",
      [`it's "quoted"`]: "it%27s%20%22quoted%22",
      "caf\u00e9": "caf%C3%A9",
      "cafe\u0301": "cafe%CC%81",
      "\u{1f680}": "%F0%9F%9A%80",
    };
    await paste(Object.keys(segments));
    await quickInput.accept();
    await dialog.read();
    await dialog.press(`Delete Destinations (${Object.keys(segments).length})`);
    const card = await resultCard(
      workbench,
      `${Object.keys(segments).length} of ${Object.keys(segments).length} deleted`,
    );
    assert.deepEqual(
      card.table.map(({ cells: [name] }) => name),
      Object.keys(segments),
    );
    assert.deepEqual(
      deletedPaths(),
      Object.values(segments)
        .map((segment) => `DELETE ${destinations}/${segment}`)
        .sort(),
    );
    await ended(workbench);
  });

  it("rejects names that no path can carry and sends nothing", async () => {
    const { dialog, quickInput } = workbench;
    await openDestinations(workbench);
    for (const name of [".", ".."]) {
      await quickInput.paste(name);
      await quickInput.waitForMessage(`The name "${name}" can't be part of an address. Use the ID instead.`);
      await quickInput.press("Enter");
      await quickInput.waitForMessage("can't be part of an address");
    }
    await quickInput.paste("a".repeat(10_000));
    await quickInput.waitForMessage("The ID or name is too long.");
    await quickInput.press("Enter");
    await quickInput.paste("bell\u0007");
    await quickInput.waitForMessage("has a control character. Use the ID instead.");
    await quickInput.press("Enter");
    await quickInput.type("");
    await quickInput.accept();
    await quickInput.waitForMessage("Select or type at least one destination.");
    assert.equal(await dialog.isOpen(), false);
    assert.deepEqual(standIn.changes, []);
  });

  it("reports an empty clipboard when a list is pasted", async () => {
    await workbench.copyToClipboard(" \r\n\n ");
    await openDestinations(workbench);
    await pasteList(workbench);
    await workbench.quickInput.waitForMessage("Clipboard is empty. Copy one ID or name per line.");
  });

  it("sends nothing if the picker or the confirmation is cancelled", async () => {
    const { dialog, notifications, quickInput } = workbench;
    await openDestinations(workbench);
    await quickInput.type("kept");
    await quickInput.escape();
    await openDestinations(workbench);
    await quickInput.answer("kept");
    await dialog.read();
    await dialog.press("Cancel");
    await openDestinations(workbench);
    await quickInput.answer("kept");
    await dialog.escape();
    await until("nothing to be said", () => notifications.isSilent());
    assert.deepEqual(standIn.changes, []);
  });

  it("deletes several names typed one after the other", async () => {
    const { dialog, quickInput } = workbench;
    await openDestinations(workbench);
    for (const name of ["first-typed", "second-typed", "third-typed"]) {
      await quickInput.type(name);
      await quickInput.toggle(name);
      await until("room for the next name", async () => (await quickInput.value()) === "");
    }
    await quickInput.accept();
    const { detail } = await dialog.read();
    assert.ok(detail.includes("\n• first-typed\n• second-typed\n• third-typed\n"), detail);
    await dialog.press("Delete Destinations (3)");
    await resultCard(workbench, "3 of 3 deleted");
    await ended(workbench);
  });

  it("explains each response and retries only deletions that may succeed", async () => {
    const { dialog, quickInput } = workbench;
    const answers: Readonly<Record<string, Answer>> = {
      "gone-200": { status: 200, body: `{ "deleted": true }` },
      "gone-202": { status: 202 },
      "gone-204": { status: 204 },
      "a-page": { status: 200, body: webPage, type: "text/html" },
      "in-use": { status: 409, body: inUse },
      "not-there": { status: 404, body: notFound },
      "no-projects": { status: 404, body: `{ "code": "projects_disabled", "message": "Disabled." }` },
      "not-allowed": { status: 403, body: forbidden },
      broken: { status: 500, body: internalError },
    };
    standIn.reply("DELETE", ({ path }) => answers[path.split("/").at(-1) ?? ""] ?? { status: 418 });
    await paste(Object.keys(answers));
    await quickInput.accept();
    await dialog.read();
    await dialog.press("Delete Destinations (9)");
    const card = await resultCard(workbench, "2 of 9 deleted");
    assert.deepEqual(Object.fromEntries(card.table.map(({ cells: [name, result] }) => [name, result])), {
      "gone-200": "Deleted",
      "gone-202": "Accepted",
      "gone-204": "Deleted",
      "a-page": "Unknown",
      "in-use": "Refused, in use",
      "not-there": "Not found",
      "no-projects": "Failed",
      "not-allowed": "Failed",
      broken: "Unknown",
    });
    const why = card.table
      .flatMap(({ cells, notes }) => notes.map((note) => `${cells[0]}: ${note}`))
      .join("\n");
    assert.match(why, /^in-use: .*still exporting/m);
    assert.match(why, /^no-projects: Projects are disabled for your organization\./m);
    assert.match(why, /^not-allowed: Use an organization token/m);
    assert.match(why, /^a-page: The response is a web page/m);
    assert.match(why, /^in-use: A connection may use the destination/m);
    await ended(workbench);

    standIn.reset();
    await pressInResult(workbench, "Try Again");
    const { detail } = await dialog.read();
    // The service would refuse the destination in use again, so this button leaves it out.
    const left = ["a-page", "no-projects", "not-allowed", "broken"];
    assert.ok(detail.includes(`\n${left.map((name) => `• ${name}`).join("\n")}\n`), detail);
    await dialog.press(`Delete Destinations (${left.length})`);
    await resultCard(workbench, `${left.length} of ${left.length} deleted`);
    assert.deepEqual(deletedPaths(), left.map((name) => `DELETE ${destinations}/${name}`).sort());
    await ended(workbench);
  });

  it("shows the status and users of a listed destination, and deletes by ID", async () => {
    const { dialog, quickInput } = workbench;
    standIn.list(destinations, [
      { id: "otlp_1", name: "logs", endpoint: "https://logs.example" },
      { id: "otlp_2", name: "logs", endpoint: "https://other.example" },
      { id: "otlp_3", name: "traces", consecutive_failures: 2 },
    ]);
    standIn.list("/auth/connections", [
      {
        id: "ma_1",
        domain: "bank.example",
        profile_name: "audit",
        status: "NEEDS_AUTH",
        save_credentials: true,
        record_session: false,
        browser: { telemetry: { enabled: true, export: { otlp: { destination: { name: "traces" } } } } },
      },
    ]);
    await openDestinations(workbench);
    // The users of a destination are fetched in parallel with the list.
    await holds("what is known of it", async () => {
      const row = await quickInput.row("traces");
      assert.deepEqual(
        [row.description, row.detail, row.icon],
        ["exports fail · in use by bank.example", "", "warning"],
      );
    });
    assert.deepEqual(await quickInput.separators(), []);
    await quickInput.toggle("traces");
    await quickInput.accept();
    assert.equal((await dialog.read()).message, 'Delete telemetry destination "traces"?');
    await saidInPassing(workbench, "Deleted traces", () => dialog.press("Delete"));
    assert.deepEqual(deletedPaths(), [`DELETE ${destinations}/otlp_3`]);
    await noSpinner(workbench);
  });

  it("confirms twenty deletions once and lists every result", async () => {
    const { dialog, quickInput } = workbench;
    const names = Array.from({ length: 20 }, (_, index) => `many-${String(index).padStart(2, "0")}`);
    await paste(names);
    await quickInput.accept();
    const { detail } = await dialog.read();
    for (const name of names) assert.ok(detail.includes(`• ${name}\n`), name);
    await dialog.press("Delete Destinations (20)");
    const card = await resultCard(workbench, "20 of 20 deleted");
    assert.deepEqual(
      card.table.map(({ cells }) => cells),
      names.map((name) => [name, "Deleted"]),
    );
    assert.deepEqual(
      deletedPaths(),
      names.map((name) => `DELETE ${destinations}/${name}`),
    );
  });
});

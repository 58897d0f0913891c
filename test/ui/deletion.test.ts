import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { untilPasses, until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  waitForCommandEnd,
  waitForProgressEnd,
  openDestinations,
  pasteList,
  statusMessageOf,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";
import { columns } from "../support/rows.ts";
import { openSignedInForSuite } from "./suiteHooks.ts";

const token = "tok-deletion";
const destinations = "/telemetry/destinations";

describe("Delete Destination", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  openSignedInForSuite(token, (opened) => ({ workbench, standIn } = opened));
  beforeEach(() => standIn.reset());

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

  it("deletes each checked destination from a pasted list exactly once", async () => {
    const { dialog, quickInput } = workbench;
    await workbench.copyToClipboard(
      "one\r\n\r\ntwo, with a comma\nthree words here\none\n\nnot-this-one\r\n",
    );
    await openDestinations(workbench);
    await quickInput.waitForMessage("The list can't be shown (not offered by the service).");
    await pasteList(workbench);
    await quickInput.waitForMessage("Check the list, then press Enter.");
    assert.deepEqual(
      columns(await quickInput.rows(), "label", "checked"),
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
    await waitForCommandEnd(workbench);
  });

  it("encodes each destination name as exactly one path segment", async () => {
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
    await waitForCommandEnd(workbench);
  });

  it("deletes several destinations whose names the user types one by one", async () => {
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
    await waitForCommandEnd(workbench);
  });

  it("shows a listed destination's status and connections and deletes it by ID", async () => {
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
    await untilPasses("what is known of it", async () => {
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
    await statusMessageOf(workbench, "Deleted traces", () => dialog.press("Delete"));
    assert.deepEqual(deletedPaths(), [`DELETE ${destinations}/otlp_3`]);
    await waitForProgressEnd(workbench);
  });
});

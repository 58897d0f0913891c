import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { confirmDeletion } from "../../../../../src/editor/resources/destinations/delete.ts";
import { commands, Message, reset, screen } from "../../../../doubles/vscode.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const accountLabel = "Team";
const undone = "You can't undo this.";

describe("confirmDeletion", () => {
  it("quotes the ID or name that the user typed", async () => {
    const consent = confirmDeletion([{ idOrName: "honeycomb" }], accountLabel);
    const dialog = await screen.next(Message);
    assert.deepEqual(
      [dialog.severity, dialog.options.modal, dialog.text, dialog.buttons],
      ["warning", true, 'Delete the telemetry destination with the ID or name "honeycomb"?', ["Delete"]],
    );
    assert.equal(dialog.options.detail, `Exports stop. ${undone}\n\n${accountLabel}`);
    dialog.choose("Delete");
    assert.equal(await consent, true);
  });

  it("shows the name and masked endpoint of one picked destination", async () => {
    const endpoint = "https://api.honeycomb.io/v1?key=SECRET";
    const consent = confirmDeletion([{ idOrName: "d_1", name: "honeycomb", endpoint }], accountLabel);
    const dialog = await expectMessage('Delete telemetry destination "honeycomb"?');
    assert.equal(
      dialog.options.detail,
      `Exports to https://api.honeycomb.io/v1?•••••••• stop. ${undone}\n\nd_1 · ${accountLabel}`,
    );
    dialog.choose(undefined);
    assert.equal(await consent, false);
  });

  it("lists several destinations and counts them on the button", async () => {
    const consent = confirmDeletion([{ idOrName: "d_1", name: "one" }, { idOrName: "two" }], accountLabel);
    const dialog = await expectMessage("Delete 2 telemetry destinations?");
    assert.equal(
      dialog.options.detail,
      `Exports to these destinations stop. ${undone}\n\n• one (d_1)\n• two\n\n${accountLabel}`,
    );
    assert.deepEqual(dialog.buttons, ["Delete Destinations (2)"]);
    dialog.choose("Delete Destinations (2)");
    assert.equal(await consent, true);
  });

  it("lists the connections that use the destination and offers to edit them", async (t) => {
    const executed: unknown[] = [];
    commands.registerCommand("managedAuth.editConnection", (args) => executed.push(args));
    const heldBy = [
      { id: "ma_1", domain: "bank.example", profile_name: "audit" },
      { id: "ma_2", domain: "shop.example", profile_name: "audit" },
      { id: "ma_3", domain: "mail.example", profile_name: "audit" },
    ];
    const consent = confirmDeletion([{ idOrName: "d_1", name: "honeycomb", heldBy }], accountLabel);
    const dialog = await screen.next(Message);
    t.assert.snapshot(dialog.options.detail?.split("\n"));
    assert.deepEqual(dialog.buttons, ["Edit bank.example…", "Edit shop.example…", "Delete"]);
    dialog.choose("Edit bank.example…");
    assert.equal(await consent, false);
    assert.deepEqual(executed, [{ id: "ma_1", setting: "telemetry" }]);
  });

  it("marks destinations in use and explains that these destinations stay", async () => {
    const heldBy = [{ id: "ma_1", domain: "bank.example", profile_name: "audit" }];
    const consent = confirmDeletion(
      [{ idOrName: "d_1", name: "one", heldBy }, { idOrName: "two" }],
      accountLabel,
    );
    const dialog = await screen.next(Message);
    assert.match(
      dialog.options.detail ?? "",
      /^Destinations that connections use stay\. Exports to the others stop\./,
    );
    assert.match(dialog.options.detail ?? "", /\n• one \(d_1\), used by audit on bank\.example\n• two\n/);
    dialog.choose(undefined);
    assert.equal(await consent, false);
  });

  for (const [count, listed, remainder] of [
    [20, 20, undefined],
    [21, 20, "… and 1 more"],
    [10_000, 20, "… and 9980 more"],
  ] as const)
    it(`lists ${listed} of ${count} destinations and counts the unlisted destinations`, async () => {
      const targets = Array.from({ length: count }, (_, index) => ({ idOrName: `d_${index}` }));
      const consent = confirmDeletion(targets, accountLabel);
      const dialog = await screen.next(Message);
      const lines = dialog.options.detail?.split("\n") ?? [];
      assert.equal(lines.filter((line) => line.startsWith("• ")).length, listed);
      assert.equal(
        lines.find((line) => line.startsWith("…")),
        remainder,
      );
      dialog.choose(undefined);
      assert.equal(await consent, false);
    });

  it("truncates names to one line and escapes control characters", async () => {
    const consent = confirmDeletion(
      [{ idOrName: "a\nFrom: nowhere", name: "x\u202Ey" }, { idOrName: "n".repeat(1_000) }],
      accountLabel,
    );
    const dialog = await screen.next(Message);
    const lines = dialog.options.detail?.split("\n") ?? [];
    assert.equal(lines[2], "• x⟨U+202E⟩y (a\uFFFDFrom: nowhere)");
    assert.equal(lines.length, 6);
    assert.equal(lines[3]?.length, 2 + 200 + 1);
    dialog.choose(undefined);
    await consent;
  });

  it("opens no dialog if there is nothing to delete", async () => {
    assert.equal(await confirmDeletion([], accountLabel), false);
    assert.deepEqual(screen.rest, []);
  });
});

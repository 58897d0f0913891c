// "Add Connections to File…" and "Add CI Workflow…": what is written, and left unsaved.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { TextDocument } from "../../../doubles/documents.ts";
import { Message, QuickPick, reset } from "../../../doubles/vscode.ts";
import { fileOffice, shownNext } from "../../../support/connectionFiles.ts";

beforeEach(reset);

const before = `{
  // Kept by the platform team.
  "version": 1,
  "connections": [
    { "domain": "bank.example", "profile_name": "work" } // The first one.
  ]
}
`;

describe("adding connections to a file", () => {
  it("writes what is not a default, by name, keeps comments, and leaves the file unsaved", async (context) => {
    const { add, document, service } = await fileOffice(context, before);
    service.proxies.push({ id: "p-1", name: "paris", type: "isp" });
    const browser = { stealth: true, proxy: { id: "p-1" } };
    const { id } = service.keep("shop.example", "team-a", { record_session: true, browser });
    const { id: known } = service.keep("bank.example", "work");
    const adding = add({ ids: [id, known] });
    const pick = await shownNext(QuickPick);
    assert.deepEqual(
      pick.items.map(({ label }) => label),
      ["managed-auth.jsonc"],
    );
    pick.choose("managed-auth.jsonc");
    assert.equal(await shownNext(TextDocument), document);
    const message = await shownNext(Message);
    assert.deepEqual([message.text, message.buttons], ["Added: team-a on shop.example.", ["Save File"]]);
    await adding;
    assert.equal(document.isDirty, true);
    const text = document.getText();
    assert.match(text, /Kept by the platform team\.[^]*The first one\./);
    assert.deepEqual(JSON.parse(text.replaceAll(/\/\/.*/g, "")), {
      version: 1,
      connections: [
        {
          domain: "shop.example",
          profile_name: "team-a",
          record_session: true,
          browser: { proxy: { name: "paris" } },
        },
        { domain: "bank.example", profile_name: "work" },
      ],
    });
    assert.deepEqual(service.changes, []);
  });

  it("changes no file that has errors", async (context) => {
    const { add, document, service } = await fileOffice(context, "{ nothing");
    const { id } = service.keep("shop.example", "team-a");
    const adding = add({ ids: [id] });
    (await shownNext(QuickPick)).choose("managed-auth.jsonc");
    assert.equal((await shownNext(Message)).text, "The file has errors. Correct them first.");
    await adding;
    assert.equal(document.getText(), "{ nothing");
  });
});

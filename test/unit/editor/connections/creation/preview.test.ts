import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { previewRequest } from "../../../../../src/editor/connections/creation/requestCode.ts";
import { full } from "../../../../support/asking.ts";
import { env, Message, OpenedText, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";

beforeEach(reset);

const codeTarget = { baseUrl: "https://api.example.com", variable: "KERNEL_TOKEN_API_EXAMPLE_COM" };
const draft: ConnectionDraft = { ...full, stealth: true };
const preview = (changes: ConnectionDraft = {}): ReturnType<typeof previewRequest> =>
  previewRequest({ ...draft, ...changes }, codeTarget);

describe("the request preview", () => {
  it("offers four code formats and states that the token isn't included", async (t) => {
    const result = preview();
    const pick = await screen.next(QuickPick);
    assert.deepEqual([pick.title, pick.step], ["Preview Request", undefined]);
    assert.equal(pick.placeholder, "Open or copy, without your token");
    t.assert.snapshot(
      pick.rows.map(({ buttons, description, label }) => [
        label,
        description,
        buttons?.map(({ tooltip }) => tooltip),
      ]),
    );
    pick.press("Back");
    assert.equal(await result, "back");
  });

  for (const [label, language, text] of [
    [
      "JSON",
      "json",
      /^\{\n {2}"domain": "example\.com",\n {2}"profile_name": "work",\n {2}"browser": \{\n {4}"stealth": true\n {2}\}\n\}$/,
    ],
    [
      "curl (sh)",
      "shellscript",
      /^printf .*KERNEL_TOKEN_API_EXAMPLE_COM.* \|\n {2}curl --globoff --request POST /,
    ],
    ["TypeScript", "typescript", /^\/\/ npm i @onkernel\/sdk\nasync function main\(\) \{\n/],
    ["Python", "python", /^# pip install kernel\nimport os\n\nfrom kernel import Kernel\n/],
  ] as const) {
    it(`copies the code as ${label} and offers the formats again`, async () => {
      const result = preview();
      (await screen.next(QuickPick)).pressOn(label, "Copy");
      assert.equal((await screen.next(Message)).text, "Request copied");
      const again = await screen.next(QuickPick);
      assert.match(env.clipboard.text, text);
      again.escape();
      assert.equal(await result, "cancelled");
    });

    it(`opens the code as ${label} in an editor and closes the wizard`, async () => {
      const result = preview();
      (await screen.next(QuickPick)).choose(label);
      const opened = await screen.next(OpenedText);
      assert.equal(opened.language, language);
      assert.match(opened.content, /"domain": ?"example\.com"/);
      assert.equal(await result, "cancelled");
      assert.equal(env.clipboard.text, "");
    });
  }

  it("copies special characters in names unchanged", async () => {
    const result = preview({ profile_name: "$(rocket) [x](command:y) \u202E" });
    (await screen.next(QuickPick)).pressOn("JSON", "Copy");
    await screen.next(Message);
    (await screen.next(QuickPick)).escape();
    await result;
    assert.match(env.clipboard.text, /"\$\(rocket\) \[x\]\(command:y\) \\u202E"/);
  });

  it("shows the target server above the code", async () => {
    const result = previewRequest(draft, { ...codeTarget, remark: "It moves." });
    (await screen.next(QuickPick)).choose("Python");
    assert.match((await screen.next(OpenedText)).content, /^# pip install kernel\n# It moves\.\nimport os\n/);
    await result;
  });

  it("isn't shown while required answers are missing", async () => {
    assert.equal(await previewRequest({ domain: "example.com" }, codeTarget), "back");
    assert.deepEqual(screen.rest, []);
  });
});

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { sandboxVariable } from "../../../../../src/domain/requestCode/codePlace.ts";
import { switchOf } from "../../../../../src/sandbox/resources/flows/switches.ts";
import { InputBox, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full } from "../../../../support/asking.ts";

beforeEach(reset);

const codePlace = { baseUrl: "http://127.0.0.1:9", variable: sandboxVariable };
const offer = "Sandbox Domains…";

describe("the domain, asked for in the sandbox", () => {
  it("can be chosen among those that the sandbox knows, each of which is one", async (context) => {
    const { ask } = asking(context);
    const asked = ask("domain", {}, { codePlace });
    (await screen.next(InputBox)).press(offer);
    const list = await screen.next(QuickPick);
    for (const { label } of list.rows) assert.notDeepEqual(switchOf(label), {}, label);
    list.choose("push.example");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "push.example");
    input.enter();
    const answer = await asked;
    assert.ok(answer.kind === "answered");
    assert.equal(answer.draft.domain, "push.example");
  });

  it("keeps what stood there where none is chosen, and goes where the user leaves", async (context) => {
    const { ask } = asking(context);
    const asked = ask("domain", full, { codePlace });
    (await screen.next(InputBox)).press(offer);
    (await screen.next(QuickPick)).press("Back");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "example.com");
    input.press(offer);
    (await screen.next(QuickPick)).escape();
    assert.equal((await asked).kind, "cancelled");
  });

  it("has no such list elsewhere", async (context) => {
    const { ask } = asking(context);
    const asked = ask("domain", full);
    const input = await screen.next(InputBox);
    assert.deepEqual(
      input.buttons.map(({ tooltip }) => tooltip),
      ["Back"],
    );
    input.escape();
    await asked;
  });
});

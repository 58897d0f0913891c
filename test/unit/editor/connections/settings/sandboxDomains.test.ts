import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { sandboxVariable } from "../../../../../src/domain/code/codeTarget.ts";
import { behaviorOf } from "../../../../../src/sandbox/resources/flows/domainBehaviors.ts";
import { InputBox, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full } from "../../../../support/asking.ts";
import { nextList, openInput } from "./support.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

const codeTarget = { baseUrl: "http://127.0.0.1:9", variable: sandboxVariable };
const offer = "Sandbox Domains…";

describe("the domain prompt", () => {
  it("lists domains that the sandbox implements", async (context) => {
    const { gives, input: first } = await openInput(asking(context), "domain", full, { codeTarget });
    first.press(offer);
    const list = await nextList();
    for (const { label } of list.rows) assert.notDeepEqual(behaviorOf(label), {}, label);
    list.choose("push.example");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "push.example");
    input.enter();
    await gives({ domain: "push.example" });
  });

  it("keeps its text after Back and closes on Esc", async (context) => {
    const { input: first, leave } = await openInput(asking(context), "domain", full, { codeTarget });
    first.press(offer);
    (await nextList()).press("Back");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "example.com");
    input.press(offer);
    await leave(await nextList());
  });

  it("has no Sandbox Domains… button if the account isn't the sandbox", async (context) => {
    const { input } = await openInput(asking(context), "domain");
    assert.deepEqual(column(input.buttons, "tooltip"), ["Back"]);
  });
});

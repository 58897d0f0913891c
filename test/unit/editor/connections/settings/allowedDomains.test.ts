import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { parseDomains } from "../../../../../src/editor/connections/settings/loginAddresses.ts";
import { effectiveValue } from "../../../../../src/editor/connections/settings/settings.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { asking, full, validationText } from "../../../../support/asking.ts";
import { openInput } from "./support.ts";

beforeEach(reset);

describe("parseDomains", () => {
  for (const [input, text, domains] of [
    ["one domain", "a.example", ["a.example"]],
    ["a comma-separated list", "a.example, b.example", ["a.example", "b.example"]],
    [
      "a list with mixed separators",
      "a.example b.example;c.example\n d.example\r\n\te.example,,",
      ["a.example", "b.example", "c.example", "d.example", "e.example"],
    ],
    ["a URL and the same domain", "https://A.example/login, a.example.", ["a.example"]],
    ["wildcard domains", "*.A.example, https://*.b.example/in", ["*.a.example", "*.b.example"]],
    ["an internationalized domain", "bücher.example", ["xn--bcher-kva.example"]],
    ["a text of separators", " , ; \n", []],
    ["an empty text", "", []],
  ] as const)
    it(`returns the domains in ${input}`, () => assert.deepEqual(parseDomains(text), { domains }));
  it("accepts an invalid domain only if it is already in the list", () => {
    const domains = ["a*.example", "b.example"];
    assert.deepEqual(parseDomains("a*.example B.example", ["a*.example"]), { domains });
    assert.deepEqual(parseDomains("a*.example"), { domains: [], faulty: "a*.example" });
  });
  it("stops at the first invalid entry", () => {
    assert.deepEqual(parseDomains("a.example, [b], c d.e"), { domains: ["a.example"], faulty: "[b]" });
  });
});

describe("the prompt for allowed domains", () => {
  const chosen = { ...full, allowed_domains: ["a.example", "b.example"] };

  it("describes the default: the domain and known identity providers", () => {
    assert.deepEqual(effectiveValue("allowed_domains", full, undefined), {
      text: "The domain, and known identity providers",
      source: "default",
    });
    assert.deepEqual(effectiveValue("allowed_domains", chosen, undefined), {
      text: "a.example, b.example",
      source: "chosen",
    });
  });

  it("lists the providers that interface.md §2.1 always allows", async (context) => {
    const { input } = await openInput(asking(context), "allowed_domains");
    for (const provider of [
      "Google",
      "Microsoft",
      "Okta",
      "Auth0",
      "Apple",
      "GitHub",
      "Facebook",
      "LinkedIn",
      "Amazon Cognito",
      "OneLogin",
      "Ping Identity",
    ])
      assert.ok(input.prompt?.includes(provider), provider);
    assert.equal(input.ignoreFocusOut, true);
  });

  for (const [validInput, typed, verdict, allowed_domains] of [
    ["a comma-separated list", "a.example, b.example", "", ["a.example", "b.example"]],
    [
      "a URL and a domain on separate lines",
      "https://login.example.com/x\nsso.example.org",
      "info: Press Enter to use login.example.com, sso.example.org",
      ["login.example.com", "sso.example.org"],
    ],
  ] as const)
    it(`accepts ${validInput}`, async (context) => {
      const { gives, input } = await openInput(asking(context), "allowed_domains");
      input.type(typed);
      assert.equal(validationText(input), verdict);
      input.enter();
      await gives({ allowed_domains: [...allowed_domains] });
    });

  for (const [invalidInput, typed, verdict] of [
    ["a list with an invalid domain", "a.example, ftp://b.example", "error: ftp://b.example isn't a domain."],
    ["an icon", "$(bug)", "error: $⟨U+0028⟩bug) isn't a domain."],
    ["a link", "[x](command:y)", "error: [x] (command:y) isn't a domain."],
    ["HTML", "<b>x</b>", "error: <b>x</b> isn't a domain."],
    ["text with a direction override", "\u202Emoc.elgoog", "error: ⟨U+202E⟩moc.elgoog isn't a domain."],
    ["a control character", "a\u0007b.example", "error: a\uFFFDb.example isn't a domain."],
    ["a label of 10,000 characters", "x".repeat(10_000), `error: ${"x".repeat(200)}… isn't a domain.`],
    ["only commas", ",,", "error: Type at least one domain."],
  ] as const)
    it(`rejects ${invalidInput}`, async (context) => {
      const { input } = await openInput(asking(context), "allowed_domains");
      input.type(typed);
      assert.equal(validationText(input), verdict);
      input.enter();
      assert.equal(input.shown, true);
    });

  it("accepts 10,000 entries quickly and shows a short message", async (context) => {
    const names = Array.from({ length: 10_000 }, (_, index) => `d${index}.example`);
    const { gives, input } = await openInput(asking(context), "allowed_domains");
    const before = process.threadCpuUsage();
    input.type(names.join("\n"));
    // Measure CPU time (in microseconds), because other processes affect the elapsed time.
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
    assert.ok(validationText(input).length < 300);
    input.enter();
    await gives({ allowed_domains: names });
  });

  it("is prefilled with the current value", async (context) => {
    const { gives, input } = await openInput(asking(context), "allowed_domains", chosen);
    assert.equal(input.value, "a.example, b.example");
    input.enter();
    await gives(chosen);
  });
});

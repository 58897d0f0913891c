import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { InputBox, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import {
  begin,
  choose,
  create,
  open,
  reply,
  type,
  typeIntoList,
  steps,
} from "../../../../support/creating.ts";
import { column } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

describe("the connection wizard", () => {
  for (const [problem, step, bad, message] of [
    ["a domain with a space", 0, "exa mple.com", /no spaces/],
    ["a scheme other than HTTP", 0, "ftp://example.com", /https or http address/],
    ["no domain", 0, "[::1]", /^Enter a domain like/],
    ["a blank profile", 1, "   ", /is required/],
    ["a control character", 1, "a\u0007b", /control character/],
    ["a profile of 10,000 characters", 1, "x".repeat(10_000), /longer than 1,024/],
    ["a lone surrogate", 1, "\ud83d", /an invalid character/],
  ] as const)
    it(`keeps the input open and shows an error for ${problem}`, async (context) => {
      const { wire } = await begin(context);
      for (const before of steps.slice(0, step)) await reply(before);
      const input = await open(steps[step] ?? assert.fail());
      input.submit(bad);
      assert.equal(input.shown, true);
      const text = input instanceof InputBox ? input.validationMessage : input.prompt;
      assert.match(typeof text === "object" ? text.message : (text ?? ""), message);
      assert.equal(wire.count(create), 0);
    });

  it("shows the domain of a pasted URL before the user presses Enter", async (context) => {
    await begin(context);
    const input = await screen.next(InputBox);
    input.type("https://user:secret@Example.com:8443/login");
    const text = input.validationMessage;
    assert.equal(typeof text === "object" ? text.message : "", "Press Enter to use the domain example.com");
  });

  it("warns about features missing from the plan but lets the user continue", async (context) => {
    const keys = ["managed_auth", "custom_proxies", "managed_proxies", "credentials", "credential_providers"];
    const features = Object.fromEntries(keys.map((key) => [key, { enabled: false }]));
    await begin(context, { features, limits: {}, plan: {} });
    const warning = await screen.next(QuickPick);
    assert.match(warning.prompt ?? "", /doesn't include Managed Auth/);
    warning.choose("Continue Anyway");
    await type("example.com");
    await typeIntoList("work");
    const marked = (pick: QuickPick): readonly string[] =>
      pick.items.map(({ label }) => label).filter((label) => label.endsWith("(not in your plan)"));
    const proxies = await screen.next(QuickPick);
    assert.deepEqual(marked(proxies), ["Your proxies (not in your plan)"]);
    proxies.choose("Service default");
    assert.deepEqual(marked(await screen.next(QuickPick)), [
      "Stored (not in your plan)",
      "From a provider (not in your plan)",
    ]);
  });

  it("closes without a result if the user chooses Show Entitlements", async (context) => {
    const { result, shown } = await begin(context, { features: { managed_auth: { enabled: false } } });
    await choose("Show Entitlements");
    assert.equal(await result, undefined);
    assert.equal(shown.entitlements, 1);
  });

  it("marks no feature as missing if the plan is unknown", async (context) => {
    await begin(context, { features: {}, limits: {}, plan: {} });
    await type("example.com");
    await typeIntoList("work");
    const proxies = await screen.next(QuickPick);
    assert.deepEqual(column(proxies.rows, "description"), [undefined, undefined, undefined]);
  });
});

describe("the resumed connection wizard", () => {
  it("starts at the given question with the given answers", async (context) => {
    const entitlements = { features: { managed_auth: { enabled: false } } };
    const { again, result } = await begin(context, entitlements, { draft: full, start: "review" });
    const list = await screen.next(QuickPick);
    assert.deepEqual([list.step, list.totalSteps], [5, 5]);
    list.choose("Domain");
    const edited = await screen.next(InputBox);
    assert.equal(edited.value, "example.com");
    edited.submit("example.org");
    const after = await screen.next(QuickPick);
    assert.equal(after.rows.find(({ label }) => label === "Domain")?.description, "example.org");
    await leave(after, result);
    const another = again({ draft: { ...full, domain: "example.org" }, start: "domain" });
    const first = await screen.next(InputBox);
    assert.deepEqual([first.step, first.value], [1, "example.org"]);
    await leave(first, another);
  });
});

// Tests duplicating a connection and copying its request as code. A copy never allows more than the original, and
// settings that can't be copied are listed.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { env, InputBox, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { typeIntoList } from "../../../../support/creating.ts";
import { quiet } from "../../../../support/offers.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const path = "/auth/connections";
const originalConnection = {
  id: "ma_1",
  domain: "Bank.Example",
  profile_name: "work",
  status: "AUTHENTICATED",
  login_url: "https://bank.example",
  allowed_domains: ["https://id.bank.example", "Accounts.Example.org", "*.Example.net", "sso.example:8443"],
};
const normalizedRequest = {
  domain: "bank.example",
  profile_name: "work",
  login_url: "https://bank.example/",
  allowed_domains: ["id.bank.example", "accounts.example.org", "*.example.net", "sso.example:8443"],
};
const partlyCopyable = {
  ...originalConnection,
  login_url: "https://me:secret@bank.example/",
  allowed_domains: [""],
  browser: { telemetry: { enabled: true, browser: { platform: { enabled: true } } } },
};

describe("the request code for a connection", () => {
  it("contains the connection's domain, login page and allowed domains", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.reply(`${path}/ma_1`, 200, originalConnection);
    await parts.start("managedAuth.copyConnectionAsPython", { id: "ma_1" });
    const code = await env.clipboard.readText();
    for (const text of [
      normalizedRequest.domain,
      normalizedRequest.login_url,
      ...normalizedRequest.allowed_domains,
    ])
      assert.ok(code.includes(JSON.stringify(text)), `${text} in\n${code}`);
    assert.equal((await screen.next(Message)).text, "Request copied");
  });

  it("is copied, and a message lists the omitted settings", async (context) => {
    const { offers, parts } = await commandFixture(context);
    const browser = { ...partlyCopyable.browser, region: "eu-west" };
    offers.reply(`${path}/ma_1`, 200, { ...partlyCopyable, browser });
    void parts.start("managedAuth.copyConnectionAsCurl", { id: "ma_1" });
    await expectMessage("Request copied without: Login page, Allowed domains, Telemetry, Region.");
    assert.doesNotMatch(await env.clipboard.readText(), /secret/);
  });
});

describe("Duplicate Connection…", () => {
  /** Duplicates the connection and continues to the review. */
  async function review(offers: Awaited<ReturnType<typeof commandFixture>>["offers"]): Promise<QuickPick> {
    (await screen.next(InputBox)).enter();
    await typeIntoList("other");
    for (const label of ["Service default", "None: a person types the values"]) {
      const list = await screen.next(QuickPick);
      await quiet();
      list.choose(label);
    }
    assert.ok(!offers.requests.some((request) => request.startsWith("POST")));
    return screen.next(QuickPick);
  }

  it("creates a connection with the same login URL and domains", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.reply(`${path}/ma_1`, 200, originalConnection);
    const bodies: unknown[] = [];
    const { fetch } = globalThis;
    context.mock.method(globalThis, "fetch", async (url: string, options: RequestInit) => {
      if (options.method === "POST") bodies.push(await new Response(options.body ?? null).json());
      return fetch(url, options);
    });
    const running = parts.start("managedAuth.duplicateConnection", { id: "ma_1" });
    const list = await review(offers);
    assert.equal(list.prompt, undefined);
    list.choose("$(add) Create Connection");
    await running;
    assert.deepEqual(bodies[0], { ...normalizedRequest, profile_name: "other" });
  });

  it("warns that the browser region isn't copied", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.reply(`${path}/ma_1`, 200, { ...originalConnection, browser: { region: "eu-west" } });
    const running = parts.start("managedAuth.duplicateConnection", { id: "ma_1" });
    assert.equal((await screen.next(Message)).text, "The browser region isn't copied.");
    (await screen.next(InputBox)).escape();
    await running;
  });

  it("lists in the review which settings weren't copied", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.reply(`${path}/ma_1`, 200, partlyCopyable);
    const running = parts.start("managedAuth.duplicateConnection", { id: "ma_1" });
    const list = await review(offers);
    assert.equal(
      list.prompt,
      "Couldn't copy Login page, Allowed domains, Telemetry. Check the settings before creating.",
    );
    assert.equal(list.activeItems[0]?.label, "Login page");
    list.escape();
    await running;
  });
});

import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands } from "vscode";
import type { Account } from "../../../../../src/editor/accounts/accounts.ts";
import { signIn } from "../../../../../src/editor/accounts/signIn/signIn.ts";
import { cancelShownWait } from "../../../../../src/editor/kit/questionHost.ts";
import { InputBox, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import { leaveAfter } from "../../../../support/leaving.ts";
import { validationText } from "../../../../support/asking.ts";
import { origin } from "../../../../support/windowParts.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

/** Starts to sign in with these environment variables. Open prompts are left after the test. */
async function startSignIn(context: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const leaving = leaveAfter(context);
  const { offers, parts } = await commandFixture(context);
  const signedIn = leaving(signIn({ ...parts, environment }));
  return { offers, signedIn, pick: await screen.next(QuickPick) };
}

describe("a server URL in Sign In", () => {
  it("is shown as plain text if its path contains a link", async (context) => {
    (await startSignIn(context)).pick.choose("Other Server…");
    const input = await screen.next(InputBox);
    input.type("https://a.example/[x](command:workbench.action.quit)/");
    assert.match(validationText(input), /^info: Press Enter to use https:\/\/a\.example\//);
    assert.doesNotMatch(validationText(input), /\]\(/);
  });

  it("is shown without an icon if KERNEL_BASE_URL contains icon syntax", async (context) => {
    const environment = { KERNEL_API_KEY: "sk_token_9", KERNEL_BASE_URL: "https://a.example/$(verified)" };
    const { pick } = await startSignIn(context, environment);
    assert.ok(pick.rows.every(({ description = "" }) => !description.includes("$(")));
    assert.ok(pick.rows.some(({ description = "" }) => description.includes("verified)")));
  });
});

describe("the token in the environment variable KERNEL_API_KEY", () => {
  const token = "sk_token_9";
  const rowLabel = (host: string): string => `KERNEL_API_KEY from the Environment, for ${host}`;

  /** Starts to sign in with an environment and returns the list of services. */
  async function begin(context: TestContext, address?: string) {
    const variables = { KERNEL_API_KEY: token, ...(address !== undefined && { KERNEL_BASE_URL: address }) };
    const started = await startSignIn(context, variables);
    started.offers.reply("/org/entitlements", 200, { plan: { id: "p" }, features: {}, limits: {} });
    return started;
  }

  it("is the first option for the public service and needs no confirmation", async (context) => {
    const { pick, signedIn } = await begin(context);
    assert.equal(pick.rows[0]?.label, "KERNEL_API_KEY from the Environment");
    pick.enter();
    assert.equal((await signedIn)?.kind, "service");
    assert.deepEqual(screen.rest, []);
  });

  it("is the last option for a host other than Kernel's and needs confirmation", async (context) => {
    const { offers, pick, signedIn } = await begin(context, "https://other.example");
    assert.equal(pick.rows.at(-1)?.label, rowLabel("other.example"));
    pick.choose(rowLabel("other.example"));
    const question = await screen.next(QuickPick);
    assert.match(question.prompt ?? "", /^Send the token in KERNEL_API_KEY to other\.example\? /);
    assert.deepEqual(offers.requests, []);
    question.choose("Send the Token to other.example");
    assert.equal((await signedIn)?.kind, "service");
    assert.equal(offers.requests.length, 1);
  });

  it("isn't sent to another host if the user only presses Enter", async (context) => {
    const { offers, pick, signedIn } = await begin(context, "https://other.example");
    pick.choose(rowLabel("other.example"));
    (await screen.next(QuickPick)).enter();
    (await screen.next(QuickPick)).escape();
    assert.equal(await signedIn, undefined);
    assert.deepEqual(offers.requests, []);
  });

  it("is listed with the full host name", async (context) => {
    const host = `api.onkernel.com.${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(30)}.evil.example`;
    const { pick } = await begin(context, `https://${host}/`);
    const row = pick.rows.at(-1);
    assert.deepEqual([row?.label, row?.description], [rowLabel(host), `https://${host}`]);
  });

  it("isn't offered for an invalid host name", async (context) => {
    const { pick } = await begin(context, `https://${"a".repeat(60)}.${"b.".repeat(100)}example`);
    assert.equal(pick.rows.length, 3);
  });
});

describe("a second account on the same host", () => {
  it("isn't stored unless the user gives it a name", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.reply("/org/entitlements", 200, { plan: { id: "p" }, features: {}, limits: {} });
    const begin = async (): Promise<{ signedIn: Promise<Account | undefined>; name: InputBox }> => {
      const signedIn = signIn({ ...parts, environment: {} });
      (await screen.next(QuickPick)).choose("Other Server…");
      for (const text of [origin, "sk_token_2"]) (await screen.next(InputBox)).submit(text);
      const name = await nextShown(InputBox, true);
      assert.match(name.prompt ?? "", /^You already have an account at api\.example\.com\./);
      return { signedIn, name };
    };
    const cancelled = await begin();
    cancelled.name.escape();
    assert.equal(await cancelled.signedIn, undefined);
    assert.equal((await screen.next(Message)).text, "Not signed in, because the account needs a name.");
    assert.equal((await parts.accounts.list()).length, 1);

    const named = await begin();
    named.name.type("Second");
    named.name.enter();
    assert.notEqual(await named.signedIn, undefined);
    assert.deepEqual(screen.rest, []);
  });
});

describe("Get Token", () => {
  const url = "https://dashboard.onkernel.com";

  it("opens the dashboard and then prompts for the token again", async (context) => {
    const opened: unknown[] = [];
    commands.registerCommand("vscode.open", (address: unknown) => opened.push(address));
    (await startSignIn(context)).pick.choose("Kernel");
    (await screen.next(InputBox)).press("Get Token");
    await screen.next(InputBox);
    assert.deepEqual(opened, [url]);
  });

  it("isn't offered for other servers", async (context) => {
    (await startSignIn(context)).pick.choose("Other Server…");
    (await screen.next(InputBox)).submit("https://api.onkernel.com.evil.example");
    const token = await screen.next(InputBox);
    assert.deepEqual(column(token.buttons, "tooltip"), ["Back"]);
  });
});

describe("Back in the token prompt", () => {
  it("prefills the server URL only if the user typed it", async (context) => {
    (await startSignIn(context)).pick.choose("Kernel");
    (await screen.next(InputBox)).press("Back");
    (await screen.next(QuickPick)).choose("Other Server…");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "");
    input.submit("https://typed.example");
    (await screen.next(InputBox)).press("Back");
    const again = await screen.next(InputBox);
    assert.equal(again.value, "https://typed.example");
    again.press("Back");
    await screen.next(QuickPick);
  });
});

describe("Sign In with a token that can't be verified", () => {
  /** Signs in to a server that responds with a status, or to an unreachable server by default. */
  async function begin(
    context: TestContext,
    status?: number,
    environment: Readonly<Record<string, string>> = {},
  ) {
    const { offers, pick } = await startSignIn(context, environment);
    if (status !== undefined) offers.reply("/org/entitlements", status, {});
    else offers.when("GET /org/entitlements", notFound);
    if ("KERNEL_API_KEY" in environment) pick.choose("KERNEL_API_KEY from the Environment");
    else {
      pick.choose("Other Server…");
      for (const text of ["https://nosuch.example", "sk_token_2"]) (await screen.next(InputBox)).submit(text);
    }
    return { failure: await nextShown(QuickPick, true), offers };
  }

  function notFound(): never {
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ENOTFOUND" } });
  }

  const labels = ({ rows }: QuickPick): readonly string[] => rows.map(({ label }) => label);

  it("lists Change Address as the first option if the host can't be found", async (context) => {
    const { failure } = await begin(context);
    assert.match(failure.prompt ?? "", /^Couldn't check the token: Can't find nosuch\.example\.$/);
    assert.doesNotMatch(failure.placeholder ?? "", /token/);
    assert.deepEqual(labels(failure), ["Change Address…", "Try Again", "Save Anyway"]);
    failure.choose("Change Address…");
    const address = await screen.next(InputBox);
    assert.equal(address.value, "https://nosuch.example");
    address.submit("https://other.example");
    const token = await screen.next(InputBox);
    assert.match(token.prompt ?? "", /^Token for other\.example\./);
    assert.equal(token.value, "");
  });

  it("returns to the token prompt on Back", async (context) => {
    (await begin(context)).failure.press("Back");
    assert.match((await screen.next(InputBox)).prompt ?? "", /^Token for nosuch\.example\./);
  });

  it("returns to the token prompt if the user cancels a pending check", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.hold("/org/entitlements");
    const signedIn = signIn({ ...parts, environment: {} });
    (await screen.next(QuickPick)).choose("Other Server…");
    for (const text of ["https://silent.example", "sk_token_2"]) (await screen.next(InputBox)).submit(text);
    await screen.next(QuickPick);
    cancelShownWait();
    const token = await screen.next(InputBox);
    assert.match(token.prompt ?? "", /^Token for silent\.example\./);
    token.press("Back");
    const address = await screen.next(InputBox);
    assert.equal(address.value, "https://silent.example");
    address.escape();
    assert.equal(await signedIn, undefined);
  });

  it("lists Try Again as the first option if the server responds", async (context) => {
    const { failure } = await begin(context, 500);
    assert.deepEqual(labels(failure), ["Try Again", "Change Address…", "Save Anyway"]);
  });

  it("doesn't send the environment variable's token to another URL", async (context) => {
    const { failure, offers } = await begin(context, 404, { KERNEL_API_KEY: "sk_token_9" });
    failure.choose("Change Address…");
    const address = await screen.next(InputBox);
    assert.equal(address.value, "https://api.onkernel.com");
    address.submit("https://other.example");
    await screen.next(InputBox);
    assert.equal(offers.requests.length, 1);
  });

  it("returns to the first prompt on Back if the environment variable's token failed", async (context) => {
    const { failure } = await begin(context, 404, { KERNEL_API_KEY: "sk_token_9" });
    failure.press("Back");
    await screen.next(QuickPick);
  });
});

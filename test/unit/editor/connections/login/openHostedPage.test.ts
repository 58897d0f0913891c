import assert from "node:assert/strict";
import { mkdir, readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { Uri } from "vscode";
import type { Account } from "../../../../../src/editor/accounts/accounts.ts";
import type { AccountAccess } from "../../../../../src/editor/accounts/clientFactory.ts";
import { TrustedHosts, LoginCallbacks } from "../../../../../src/editor/connections/context/loginPages.ts";
import { openHostedPage } from "../../../../../src/editor/connections/login/openHostedPage.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { env, Message, reset, screen } from "../../../../doubles/vscode.ts";
import { Offers } from "../../../../support/offers.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";
import { inPart } from "../../../../support/inPart.ts";
import { recordOpened } from "../../../../support/opened.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

async function setUpHostedPage(context: TestContext) {
  const directory = await temporaryDirectory(context);
  const store = new AccountStore(directory);
  const opened = recordOpened(context);
  const { client } = new Offers(context);
  const baseUrl = "https://api.onkernel.com";
  const account: Account = { kind: "service", id: "a", label: "Team", baseUrl };
  const access: AccountAccess = { account, baseUrl, client };
  return {
    directory,
    store,
    returns: new LoginCallbacks(store),
    agreedHosts: new TrustedHosts(store),
    access,
    opened,
  };
}

const page = "https://managed-auth.onkernel.com/login/ma_1?code=a%2Fb%3D%252F+c";

/** Returns the flow identifier from the return URL in the opened page's address. */
function flowIn([address = ""]: readonly string[]): string {
  const back = new URL(address).searchParams.get("success_url") ?? "";
  const expected = /^vscode:\/\/agent-auth-tools\.managed-auth\/login-finished\?flow=([\w-]{22})&windowId=7$/;
  return expected.exec(back)?.[1] ?? back;
}

describe("openHostedPage", () => {
  it("opens Kernel's exact login URL with a return link, without asking for consent", async (context) => {
    const fixture = await setUpHostedPage(context);
    assert.equal(await openHostedPage(inPart(fixture), fixture.access, "ma_1", page), true);
    const flow = flowIn(fixture.opened);
    const back = `vscode%3A%2F%2Fagent-auth-tools.managed-auth%2Flogin-finished%3Fflow%3D${flow}%26windowId%3D7`;
    assert.deepEqual(fixture.opened, [
      `https://managed-auth.onkernel.com/login/ma_1?code=a%2Fb%3D%252F+c&success_url=${back}&error_url=${back}`,
    ]);
    assert.deepEqual(screen.rest, []);
  });

  it("asks for consent once per foreign host and account, until sign-out", async (context) => {
    const fixture = await setUpHostedPage(context);
    const other = "https://login.example/x?code=SECRET";
    for (const [answer, count] of [
      [undefined, 0],
      ["Open", 1],
    ] as const) {
      const opening = openHostedPage(inPart(fixture), fixture.access, "ma_1", other);
      const question = await expectMessage("Open the login page at login.example?");
      assert.equal(question.options.modal, true);
      assert.doesNotMatch(`${question.text}${question.options.detail ?? ""}`, /SECRET/);
      question.choose(answer);
      assert.equal(await opening, answer === "Open");
      assert.equal(fixture.opened.length, count);
    }
    assert.equal(await openHostedPage(inPart(fixture), fixture.access, "ma_2", other), true);
    assert.deepEqual(screen.rest, []);
    const elsewhere = { ...fixture.access, account: { ...fixture.access.account, id: "b" } as Account };
    const openingElsewhere = openHostedPage(inPart(fixture), elsewhere, "ma_1", other);
    (await screen.next(Message)).choose(undefined);
    assert.equal(await openingElsewhere, false);
    await fixture.store.forget({ accountId: "a" });
    const again = openHostedPage(inPart(fixture), fixture.access, "ma_1", other);
    (await screen.next(Message)).choose(undefined);
    assert.equal(await again, false);
  });

  it("refuses an invalid URL without showing it", async (context) => {
    const fixture = await setUpHostedPage(context);
    assert.equal(
      await openHostedPage(inPart(fixture), fixture.access, "ma_1", "javascript:alert('SECRET')"),
      false,
    );
    await expectMessage("Not opened: the login page's address is invalid.", ["Continue in VS Code"]);
    assert.deepEqual(fixture.opened, []);
    assert.deepEqual(await readdir(fixture.directory), []);
  });

  it("stores no part of the URL", async (context) => {
    const fixture = await setUpHostedPage(context);
    await openHostedPage(inPart(fixture), fixture.access, "ma_1", page);
    const names = await readdir(fixture.directory, { recursive: true });
    const files = names.filter((name) => name.endsWith(".json"));
    assert.equal(files.length, 1);
    for (const name of files) {
      const text = await readFile(join(fixture.directory, name), "utf8");
      assert.deepEqual(JSON.parse(text), { v: 1, accountId: "a", connectionId: "ma_1" });
    }
  });
});

describe("a return link", () => {
  const uri = (path: string, query: string): Uri =>
    Uri.from({ scheme: "vscode", authority: "agent-auth-tools.managed-auth", path, query });

  it("is accepted only once across all windows", async (context) => {
    const { access, directory, opened, ...parts } = await setUpHostedPage(context);
    await openHostedPage(inPart(parts), access, "ma_1", page);
    const query = `flow=${flowIn(opened)}&profile_name=work&domain=<b>x</b>&message=%3Cscript%3E`;
    const other = new LoginCallbacks(new AccountStore(directory));
    assert.deepEqual(await other.consume(uri("/login-finished", query)), {
      accountId: "a",
      connectionId: "ma_1",
    });
    assert.equal(await other.consume(uri("/login-finished", query)), undefined);
    assert.equal(await parts.returns.consume(uri("/login-finished", query)), undefined);
  });

  it("is ignored if it is forged or has an unexpected path", async (context) => {
    const { access, directory, opened, ...parts } = await setUpHostedPage(context);
    await openHostedPage(inPart(parts), access, "ma_1", page);
    const flow = flowIn(opened);
    await mkdir(join(directory, "results"));
    for (const [path, query] of [
      ["/login-finished", ""],
      ["/login-finished", "flow="],
      ["/login-finished", `flow=${"A".repeat(22)}`],
      ["/login-finished", "flow=../results/x"],
      ["/login-finished", `flow=${flow}x`],
      ["/login-finished", `flow=${flow.slice(1)}`],
      ["/login-finished", `flow=${"x".repeat(100_000)}`],
      ["/login-finished/", `flow=${flow}`],
      ["/other", `flow=${flow}`],
      ["", `flow=${flow}`],
    ] as const)
      assert.equal(await parts.returns.consume(uri(path, query)), undefined, `${path}?${query.slice(0, 40)}`);
    assert.notEqual(await parts.returns.consume(uri("/login-finished", `flow=${flow}`)), undefined);
  });

  it("expires after half an hour and on sign-out", async (context) => {
    const { access, directory, opened, ...parts } = await setUpHostedPage(context);
    await openHostedPage(inPart(parts), access, "ma_1", page);
    const flow = flowIn(opened);
    const old = new Date(Date.now() - 31 * 60_000);
    await utimes(join(directory, "returns", `${flow}.json`), old, old);
    assert.equal(await parts.returns.consume(uri("/login-finished", `flow=${flow}`)), undefined);
    const second = await parts.returns.createAddress({ accountId: "a", connectionId: "ma_1" });
    const third = await parts.returns.createAddress({ accountId: "b", connectionId: "ma_1" });
    await parts.store.forget({ accountId: "a" });
    const query = (address: string): string => address.slice(address.indexOf("?") + 1);
    assert.equal(await parts.returns.consume(uri("/login-finished", query(second))), undefined);
    assert.notEqual(await parts.returns.consume(uri("/login-finished", query(third))), undefined);
  });

  it("keeps the encoding of VS Code's external URI", async (context) => {
    const { returns } = await setUpHostedPage(context);
    context.mock.method(env, "asExternalUri", () =>
      Promise.resolve(
        Uri.from({ scheme: "https", authority: "host", path: "/callback", query: "vscode-reqid=1&a=%2Fb" }),
      ),
    );
    assert.equal(
      await returns.createAddress({ accountId: "a", connectionId: "ma_1" }),
      "https://host/callback?vscode-reqid=1&a=%2Fb",
    );
  });
});

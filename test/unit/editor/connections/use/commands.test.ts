import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import {
  contextKeys,
  env,
  InputBox,
  mentioned,
  Message,
  OpenedText,
  QuickPick,
  reset,
  screen,
  window,
} from "../../../../doubles/vscode.ts";
import { office } from "../../../../support/office.ts";
import { labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

const shop = {
  id: "ma_1",
  domain: "shop.example",
  profile_name: "release-bot",
  status: "AUTHENTICATED",
  browser: { stealth: false, proxy: { id: "proxy_1" } },
};

const proxy = (name: string, index: number): object => ({ id: `proxy_${index}`, name, type: "isp" });

async function scene(context: TestContext, connection: object = shop) {
  const { account, offers, parts } = await office(context);
  offers.reply("/auth/connections/ma_1", 200, connection);
  /** Copies the code in a language, or has it inserted. */
  const copy = async (label: string, does: "copy" | "insert" = "copy"): Promise<string> => {
    const going = parts.start(`managedAuth.${does}UseCode`, { id: "ma_1" });
    (await screen.next(QuickPick)).choose(label);
    await going;
    return env.clipboard.readText();
  };
  /** The rows of the list of languages. */
  const languages = async (): Promise<readonly string[]> => {
    const going = parts.start("managedAuth.copyUseCode", { id: "ma_1" });
    const list = await screen.next(QuickPick);
    list.escape();
    await going;
    return labelsOf(list.items);
  };
  return { account, copy, languages, offers, parts };
}

/** The file that is open, with what was put into it. */
function openFile(languageId: string): { readonly put: string[] } {
  const put: string[] = [];
  const edit = (change: (builder: object) => void): Promise<boolean> => {
    change({ replace: (_: object, text: string) => put.push(text) });
    return Promise.resolve(true);
  };
  window.activeTextEditor = { document: { languageId }, selection: {}, edit };
  return { put };
}

describe("the code that uses a connection's profile", () => {
  it("ends a step of the walkthrough once it is copied, not where the user left", async (context) => {
    const { copy, languages } = await scene(context);
    await languages();
    assert.equal(contextKeys.get("managedAuth.codeTaken"), undefined);
    await copy("Python");
    assert.equal(contextKeys.get("managedAuth.codeTaken"), true);
  });

  it("is copied as the connection has it, and that is said in passing", async (context) => {
    const { copy } = await scene(context);
    const code = await copy("TypeScript");
    assert.match(code, /profile: \{ name: "release-bot" \},\n {4}stealth: false,\n {4}proxy_id: "proxy_1",/);
    assert.match(code, /https:\/\/shop\.example/);
    assert.doesNotMatch(code, /sk_token/);
    assert.deepEqual(mentioned, ["Code copied: release-bot on shop.example"]);
  });

  it("is launched with stealth, where that is not reported", async (context) => {
    const { copy } = await scene(context, { ...shop, browser: undefined });
    assert.match(await copy("Python"), /stealth=True,\n\)/);
  });

  it("makes sure of the login first, where asked", async (context) => {
    const { copy } = await scene(context);
    assert.match(await copy("Python, with a check"), /ensure_logged_in\("ma_1"\)/);
  });

  it("offers the language of the open file first, else the one of the last time", async (context) => {
    const { copy, languages } = await scene(context);
    assert.equal((await languages())[0], "TypeScript");
    await copy("Command line (bash)");
    assert.equal((await languages())[0], "Command line (bash)");
    openFile("python");
    assert.deepEqual((await languages()).slice(0, 3), ["Python", "Python, with a check", "TypeScript"]);
    openFile("javascriptreact");
    assert.equal((await languages())[0], "TypeScript");
  });

  it("takes the ID of a profile whose name no browser takes", async (context) => {
    const { copy, offers } = await scene(context, { ...shop, profile_name: "my bot" });
    offers.reply("/profiles", 200, [{ id: "prof_1", name: "my bot" }]);
    offers.reply("/auth/connections", 200, []);
    assert.match(await copy("TypeScript"), /profile: \{ id: "prof_1" \}/);
  });

  it("takes the ID of a proxy that the connection has by its name", async (context) => {
    const { copy, offers } = await scene(context, { ...shop, browser: { proxy: { name: "office" } } });
    offers.reply("/proxies", 200, ["office", "other"].map(proxy));
    assert.match(await copy("TypeScript"), /proxy_id: "proxy_0"/);
  });

  for (const [names, words] of [
    [["other"], "No code: office wasn't found."],
    [["office", "office"], "No code: several share the name office."],
  ] as const)
    it(`is none where a proxy can't be told: ${words}`, async (context) => {
      const { offers, parts } = await scene(context, { ...shop, browser: { proxy: { name: "office" } } });
      offers.reply("/proxies", 200, names.map(proxy));
      const going = parts.start("managedAuth.copyUseCode", { id: "ma_1" });
      assert.equal((await screen.next(Message)).text, words);
      await going;
      assert.doesNotMatch(await env.clipboard.readText(), /office/);
    });

  it("is asynchronous Python while a notebook is active", async (context) => {
    const { copy } = await scene(context);
    openFile("python");
    assert.doesNotMatch(await copy("Python"), /await/);
    window.activeNotebookEditor = {};
    assert.match(await copy("Python"), /await page\.goto/);
    assert.match(await copy("TypeScript"), /async function main/);
  });

  it("is put into the file that is open", async (context) => {
    const { copy } = await scene(context);
    const { put } = openFile("python");
    await copy("Python", "insert");
    assert.equal(put.length, 1);
    assert.match(put[0] ?? "", /^from kernel import Kernel$/m);
  });

  it("is put into a new file where none is open", async (context) => {
    const { copy } = await scene(context);
    await copy("Command line (bash)", "insert");
    assert.equal((await screen.next(OpenedText)).language, "shellscript");
  });
});

describe("the code that uses a profile", () => {
  const bank = { ...shop, id: "ma_2", domain: "bank.example", browser: { stealth: true } };
  const other = { ...shop, id: "ma_3", domain: "other.example", profile_name: "other" };

  async function taking(
    context: TestContext,
    connections: readonly object[],
    does = "copy" as "copy" | "insert",
  ) {
    const at = await scene(context);
    at.offers.reply("/auth/connections/ma_2", 200, bank);
    at.offers.reply("/auth/connections", 200, connections);
    return { ...at, going: at.parts.start(`managedAuth.${does}UseCode`, { profile: "release-bot" }) };
  }

  it("asks which of its sites is meant, whose stealth and proxy count", async (context) => {
    const { going } = await taking(context, [shop, other, bank]);
    const list = await screen.next(QuickPick);
    assert.equal(list.title, "Copy Code to Use It: release-bot");
    assert.deepEqual(labelsOf(list.items), ["shop.example", "bank.example"]);
    list.choose("bank.example");
    (await screen.next(QuickPick)).choose("TypeScript");
    await going;
    const code = await env.clipboard.readText();
    assert.match(code, /name: "release-bot" \},\n {4}stealth: true,\n {2}\}/);
    assert.match(code, /https:\/\/bank\.example/);
  });

  it("asks for none where it has one, nor for another where the list is left", async (context) => {
    const { going } = await taking(context, [shop, other]);
    (await screen.next(QuickPick)).choose("TypeScript");
    await going;
    assert.match(await env.clipboard.readText(), /https:\/\/shop\.example/);
    reset();
    const { going: again } = await taking(context, [shop, bank]);
    (await screen.next(QuickPick)).escape();
    await again;
    assert.deepEqual(mentioned, []);
  });

  it("is put into the file that is open, too, after asking for a site", async (context) => {
    const { put } = openFile("python");
    const { going } = await taking(context, [shop, bank], "insert");
    const list = await screen.next(QuickPick);
    assert.equal(list.title, "Insert Code to Use It: release-bot");
    list.choose("bank.example");
    (await screen.next(QuickPick)).choose("Python");
    await going;
    assert.match(put[0] ?? "", /https:\/\/bank\.example/);
  });

  it("is none where its connections can't be read, and is asked for again of the same account", async (context) => {
    const { account, offers, parts } = await office(context);
    offers.reply("/auth/connections", 403, { code: "forbidden", message: "Not yours." });
    await parts.start("managedAuth.copyUseCode", { profile: "release-bot" });
    const notice = await screen.next(Message);
    assert.match(notice.text, /^No code: /);
    assert.deepEqual(notice.buttons, ["Try Again"]);
    await parts.session.use(await parts.accounts.add("Other", "https://other.example.com", "sk_2"));
    notice.choose("Try Again");
    assert.match((await screen.next(Message)).text, /^No code: /);
    assert.ok(parts.session.state.kind === "signedIn");
    assert.equal(parts.session.state.account.id, account.id);
  });

  it("is none where it has no site, and offers a connection", async (context) => {
    const { going } = await taking(context, [other]);
    const notice = await screen.next(Message);
    assert.equal(notice.text, "No code: no connection uses release-bot.");
    await going;
    notice.choose("Create Connection…");
    assert.match((await screen.next(InputBox)).title ?? "", /^Create Connection/);
  });
});

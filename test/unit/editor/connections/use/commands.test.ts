import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import {
  contextKeys,
  env,
  InputBox,
  Message,
  OpenedText,
  QuickPick,
  reset,
  screen,
  Terminal,
  terminals,
  window,
} from "../../../../doubles/vscode.ts";
import { setTrust } from "../../../../doubles/documents.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { column, labelsOf } from "../../../../support/rows.ts";
import { origin } from "../../../../support/windowParts.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const shop = {
  id: "ma_1",
  domain: "shop.example",
  profile_name: "release-bot",
  status: "AUTHENTICATED",
  browser: { stealth: false, proxy: { id: "proxy_1" } },
};

const proxy = (name: string, index: number): object => ({ id: `proxy_${index}`, name, type: "isp" });

async function setUpCommands(context: TestContext, connection: object = shop) {
  const { account, offers, parts } = await commandFixture(context);
  offers.reply("/auth/connections/ma_1", 200, connection);
  /** Notifications shown after copying code. */
  const notices: Message[] = [];
  /** Copies or inserts the code in a language. */
  const copy = async (label: string, action: "copy" | "insert" = "copy"): Promise<string> => {
    const going = parts.start(`managedAuth.${action}UseCode`, { id: "ma_1" });
    (await screen.next(QuickPick)).choose(label);
    await going;
    if (action === "copy") notices.push(await screen.next(Message));
    return env.clipboard.readText();
  };
  /** Returns the rows of the list of languages. */
  const languages = async (): Promise<readonly string[]> => {
    const going = parts.start("managedAuth.copyUseCode", { id: "ma_1" });
    const list = await screen.next(QuickPick);
    list.escape();
    await going;
    return labelsOf(list.rows);
  };
  return { account, copy, languages, notices, offers, parts };
}

/** Opens a file in the editor and records the texts inserted into the file. */
function openFile(languageId: string): { readonly inserted: string[] } {
  const inserted: string[] = [];
  const edit = (change: (builder: object) => void): Promise<boolean> => {
    change({ replace: (_: object, text: string) => inserted.push(text) });
    return Promise.resolve(true);
  };
  window.activeTextEditor = { document: { languageId }, selection: {}, edit };
  return { inserted };
}

describe("Copy Code… for a connection", () => {
  it("completes a walkthrough step once code is copied", async (context) => {
    const { copy, languages } = await setUpCommands(context);
    await languages();
    assert.equal(contextKeys.get("managedAuth.codeTaken"), undefined);
    await copy("Python");
    assert.equal(contextKeys.get("managedAuth.codeTaken"), true);
  });

  it("uses the connection's settings and offers to open the code in a file", async (context) => {
    const { copy, notices } = await setUpCommands(context);
    const code = await copy("TypeScript");
    assert.match(code, /profile: \{ name: "release-bot" \},\n {4}stealth: false,\n {4}proxy_id: "proxy_1",/);
    assert.match(code, /https:\/\/shop\.example/);
    assert.doesNotMatch(code, /sk_token/);
    const [notice] = notices;
    assert.ok(notice);
    assert.equal(notice.text, "Code copied: release-bot on shop.example");
    assert.deepEqual(notice.buttons, ["Open in New File", "Run in Terminal"]);
    notice.choose("Open in New File");
    const opened = await screen.next(OpenedText);
    assert.deepEqual([opened.content, opened.language], [code, "typescript"]);
  });

  it("runs code in an account terminal after a warning about the token", async (context) => {
    const { copy, notices } = await setUpCommands(context);
    await copy("Command line (bash)");
    notices[0]?.choose("Run in Terminal");
    const dialog = await expectMessage(/^Run the code as Team, /);
    assert.deepEqual(dialog.options, {
      modal: true,
      detail:
        "The terminal gets KERNEL_BASE_URL and KERNEL_API_KEY, your token. Programs and agents can read both until the terminal closes.",
    });
    assert.deepEqual(screen.rest, []);
    dialog.choose("Run in Terminal");
    const terminal = await screen.next(Terminal);
    const { env: variables = {}, isTransient } = terminal.options;
    assert.deepEqual(
      [isTransient, variables["KERNEL_BASE_URL"], variables["KERNEL_API_KEY"]],
      [true, origin, "sk_token_1"],
    );
    assert.match(variables["MANAGED_AUTH_CODE"] ?? "", /kernel browsers create/);
  });

  it("runs no code on cancel, in notebooks or in untrusted workspaces", async (context) => {
    const { copy, notices } = await setUpCommands(context);
    await copy("Python");
    notices[0]?.choose("Run in Terminal");
    (await screen.next(Message)).choose(undefined);
    setTrust(false);
    await copy("Python");
    setTrust(true);
    window.activeNotebookEditor = {};
    await copy("Python");
    assert.deepEqual(column(notices, "buttons").slice(1), [["Open in New File"], ["Open in New File"]]);
    assert.deepEqual(terminals, []);
  });

  it("mentions that the browser region isn't copied", async (context) => {
    const { copy } = await setUpCommands(context, { ...shop, browser: { ...shop.browser, region: "eu-1" } });
    openFile("python");
    await copy("Python", "insert");
    assert.equal((await screen.next(Message)).text, "The browser region isn't copied.");
  });

  it("generates code with stealth by default", async (context) => {
    const { copy } = await setUpCommands(context, { ...shop, browser: undefined });
    assert.match(await copy("Python"), /stealth=True,\n {4}tags=.*\n\)/);
  });

  it("adds a login check if the user enables it, and remembers the choice", async (context) => {
    const { copy, languages, parts } = await setUpCommands(context);
    assert.doesNotMatch(await copy("Python"), /ensure_logged_in/);
    const going = parts.start("managedAuth.copyUseCode", { id: "ma_1" });
    (await screen.next(QuickPick)).choose("Check the login first");
    const list = await screen.next(QuickPick);
    assert.equal(list.rows.at(-1)?.description, "On");
    list.choose("Python");
    await going;
    assert.match(await env.clipboard.readText(), /ensure_logged_in\("ma_1"\)/);
    await screen.next(Message);
    assert.equal((await languages()).length, 5);
    assert.match(await copy("Python"), /ensure_logged_in/);
  });

  it("suggests the open file's language or else the language used last", async (context) => {
    const { copy, languages } = await setUpCommands(context);
    assert.equal((await languages())[0], "TypeScript");
    await copy("Command line (bash)");
    assert.equal((await languages())[0], "Command line (bash)");
    openFile("python");
    context.assert.snapshot(await languages());
    openFile("javascriptreact");
    assert.equal((await languages())[0], "TypeScript");
  });

  it("uses the profile's ID if its name isn't valid for launching a browser", async (context) => {
    const { copy, offers } = await setUpCommands(context, { ...shop, profile_name: "my bot" });
    offers.reply("/profiles", 200, [{ id: "prof_1", name: "my bot" }]);
    offers.reply("/auth/connections", 200, []);
    assert.match(await copy("TypeScript"), /profile: \{ id: "prof_1" \}/);
  });

  it("uses the ID of a proxy that is selected by name", async (context) => {
    const { copy, offers } = await setUpCommands(context, {
      ...shop,
      browser: { proxy: { name: "office" } },
    });
    offers.reply("/proxies", 200, ["office", "other"].map(proxy));
    assert.match(await copy("TypeScript"), /proxy_id: "proxy_0"/);
  });

  for (const [names, words] of [
    [["other"], "No code: office wasn't found."],
    [["office", "office"], "No code: several share the name office."],
  ] as const)
    it(`generates no code if the proxy's name can't be resolved: ${words}`, async (context) => {
      const { offers, parts } = await setUpCommands(context, {
        ...shop,
        browser: { proxy: { name: "office" } },
      });
      offers.reply("/proxies", 200, names.map(proxy));
      const going = parts.start("managedAuth.copyUseCode", { id: "ma_1" });
      assert.equal((await screen.next(Message)).text, words);
      await going;
      assert.doesNotMatch(await env.clipboard.readText(), /office/);
    });

  it("generates asynchronous Python in a notebook", async (context) => {
    const { copy } = await setUpCommands(context);
    openFile("python");
    assert.doesNotMatch(await copy("Python"), /await/);
    window.activeNotebookEditor = {};
    assert.match(await copy("Python"), /await page\.goto/);
    assert.match(await copy("TypeScript"), /async function main/);
  });

  it("replaces the selection in the open file", async (context) => {
    const { copy } = await setUpCommands(context);
    const { inserted } = openFile("python");
    await copy("Python", "insert");
    assert.equal(inserted.length, 1);
    assert.match(inserted[0] ?? "", /^from kernel import Kernel$/m);
  });

  it("opens a new file if no editor is active", async (context) => {
    const { copy } = await setUpCommands(context);
    await copy("Command line (bash)", "insert");
    assert.equal((await screen.next(OpenedText)).language, "shellscript");
  });
});

describe("Copy Code… for a profile", () => {
  const bank = { ...shop, id: "ma_2", domain: "bank.example", browser: { stealth: true } };
  const other = { ...shop, id: "ma_3", domain: "other.example", profile_name: "other" };

  async function startCommand(
    context: TestContext,
    connections: readonly object[],
    action = "copy" as "copy" | "insert",
  ) {
    const fixture = await setUpCommands(context);
    fixture.offers.reply("/auth/connections/ma_2", 200, bank);
    fixture.offers.reply("/auth/connections", 200, connections);
    return {
      ...fixture,
      going: fixture.parts.start(`managedAuth.${action}UseCode`, { profile: "release-bot" }),
    };
  }

  it("prompts for a site and uses the settings of that site's connection", async (context) => {
    const { going } = await startCommand(context, [shop, other, bank]);
    const list = await screen.next(QuickPick);
    assert.equal(list.title, "Copy Code: release-bot");
    assert.deepEqual(labelsOf(list.items), ["shop.example", "bank.example"]);
    list.choose("bank.example");
    (await screen.next(QuickPick)).choose("TypeScript");
    await going;
    const code = await env.clipboard.readText();
    assert.match(code, /name: "release-bot" \},\n {4}stealth: true,\n {4}tags: .*\n {2}\}/);
    assert.match(code, /https:\/\/bank\.example/);
  });

  it("skips the prompt if the profile has only one site", async (context) => {
    const { going } = await startCommand(context, [shop, other]);
    (await screen.next(QuickPick)).choose("TypeScript");
    await going;
    assert.match(await env.clipboard.readText(), /https:\/\/shop\.example/);
    reset();
    const { going: again } = await startCommand(context, [shop, bank]);
    (await screen.next(QuickPick)).escape();
    await again;
    assert.deepEqual(screen.rest, []);
  });

  it("inserts code into the open file after a site is chosen", async (context) => {
    const { inserted } = openFile("python");
    const { going } = await startCommand(context, [shop, bank], "insert");
    const list = await screen.next(QuickPick);
    assert.equal(list.title, "Insert Code: release-bot");
    list.choose("bank.example");
    (await screen.next(QuickPick)).choose("Python");
    await going;
    assert.match(inserted[0] ?? "", /https:\/\/bank\.example/);
  });

  it("offers a retry with the same account if connections can't be fetched", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    offers.reply("/auth/connections", 403, { code: "forbidden", message: "Not yours." });
    await parts.start("managedAuth.copyUseCode", { profile: "release-bot" });
    const notice = await expectMessage(/^No code: /, ["Try Again"]);
    await parts.session.switchTo(await parts.accounts.add("Other", "https://other.example.com", "sk_2"));
    notice.choose("Try Again");
    assert.match((await screen.next(Message)).text, /^No code: /);
    assert.ok(parts.session.state.kind === "signedIn");
    assert.equal(parts.session.state.account.id, account.id);
  });

  it("offers to create a connection if none uses the profile", async (context) => {
    const { going } = await startCommand(context, [other]);
    const notice = await expectMessage("No code: no connection uses release-bot.");
    await going;
    notice.choose("Create Connection…");
    assert.match((await screen.next(InputBox)).title ?? "", /^Create Connection/);
  });
});

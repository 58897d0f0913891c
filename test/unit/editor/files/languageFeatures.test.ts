// The language features of open connection files, in a simulated VS Code window.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FileLanguageFeatures } from "../../../../src/editor/files/languageFeatures.ts";
import {
  closeDocument,
  openDocument,
  showDocuments,
  TextDocument,
  setTrust,
} from "../../../doubles/documents.ts";
import type { Hover } from "../../../doubles/languages.ts";
import { configure, focusWindow, undisposedItems, MarkdownString, reset } from "../../../doubles/vscode.ts";
import {
  actionsAt,
  fileProblems,
  ask,
  serviceProblems,
  entryTitles,
  textAfterFix,
  provideHelp,
  lensesOf,
  namesAt,
  open,
  topTitle,
} from "../../../support/fileHelp.ts";
import type { Lists } from "../../../support/fileHelp.ts";
import { quiet } from "../../../support/offers.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { fileOf, live } from "../../domain/file/support.ts";

beforeEach(reset);

const minute = 60_000;
const bank = { domain: "bank.example", profile_name: "ops" };
const mail = { domain: "mail.example", profile_name: "ops" };

describe("diagnostics in a connection file", () => {
  const wrong = fileOf([
    { ...bank, domain: "https://bank.example/login" },
    { ...mail, what: 1 },
    { ...mail, profile_name: "" },
  ]);

  it("show every problem as soon as the file is open", async (context) => {
    await provideHelp(context);
    const document = open(wrong, "team.managed-auth.jsonc");
    assert.deepEqual(fileProblems(document), [
      '"https://bank.example/login": A domain is a host such as bank.example, without scheme, port or path. Did you mean “bank.example”?',
      '"what": Unknown key “what”.',
      '"": “profile_name” is empty. Enter a value.',
    ]);
    assert.deepEqual(topTitle(await lensesOf(document)), "3 errors: nothing can be applied");
  });

  it("include the number of problems beyond the display limit", async (context) => {
    await provideHelp(context);
    const entries = Array.from({ length: 205 }, (_, index) => ({
      ...bank,
      profile_name: `aB3dE6gH9jK2mN5pQ8sT1v${1000 + index}`,
      what: 1,
    }));
    const document = open(fileOf(entries));
    assert.equal(topTitle(await lensesOf(document)), "205 errors: nothing can be applied");
    assert.equal(fileProblems(document).at(-1), ": Problems not shown: 5.");
    assert.equal(serviceProblems(document).at(-1), ": Problems not shown: 5.");
  });

  it("omit syntax errors only while VS Code's JSON validation is on", async (context) => {
    await provideHelp(context);
    configure("json.validate.enable", { globalValue: true });
    const document = open('{ "version": 1, "connections": [}');
    assert.deepEqual(fileProblems(document), []);
    assert.equal(topTitle(await lensesOf(document)), "Syntax errors: nothing can be applied");
    configure("json.validate.enable", { globalValue: false });
    assert.match(fileProblems(document).join(), /The JSON can't be read/);
    configure("json.validate.enable", { globalValue: true });
    // VS Code reports duplicate keys only as warnings.
    const twice = open('{ "version": 1, "version": 1, "connections": [] }', "twice.managed-auth.jsonc");
    assert.deepEqual(fileProblems(twice), ['"version": “version” is set twice.']);
    assert.equal(topTitle(await lensesOf(twice)), "1 error: nothing can be applied");
    closeDocument(document);
    const plain = new TextDocument("/work/plain.managed-auth.jsonc", '{ "version": 1, "connections": [}');
    plain.languageId = "plaintext";
    assert.match(fileProblems(openDocument(plain)).join(), /The JSON can't be read/);
  });

  it("report no error for an empty file", async (context) => {
    await provideHelp(context);
    for (const text of ["", "// The connections of our agents\n"]) {
      const document = open(text, `${text.length}.managed-auth.jsonc`);
      assert.deepEqual(fileProblems(document), []);
      assert.deepEqual(
        (await lensesOf(document)).map(({ command }) => [command?.title, command?.command]),
        [["Add Connections…", "managedAuth.addToFile"]],
      );
    }
  });

  it("are updated when typing pauses and removed when the file closes", async (context) => {
    await provideHelp(context);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const document = open(wrong);
    document.type(fileOf([bank, bank]));
    assert.equal(fileProblems(document).length, 3, "the keys have not rested");
    context.mock.timers.tick(200);
    assert.match(fileProblems(document).join(), /This file lists bank.example with profile “ops” twice/);
    closeDocument(document);
    assert.deepEqual(fileProblems(document), []);
  });

  it("are shown for connection files opened before activation, but not for other documents", async (context) => {
    const [before, other] = [
      new TextDocument("/work/managed-auth.jsonc", wrong),
      new TextDocument("/work/tsconfig.json", wrong),
    ];
    const old = new TextDocument("/work/managed-auth.jsonc", wrong, "git");
    for (const document of [before, other, old]) openDocument(document, { inSight: false });
    await provideHelp(context);
    assert.deepEqual(
      [before, other, old].map((document) => fileProblems(document).length),
      [3, 0, 0],
    );
    assert.deepEqual(await lensesOf(old), []);
  });
});

describe("a connection file in an untrusted workspace", () => {
  it("shows problems but sends no requests until the workspace is trusted", async (context) => {
    setTrust(false);
    const { built, offers } = await provideHelp(context);
    const document = open(fileOf([bank, bank]));
    assert.equal(fileProblems(document).length, 1);
    await lensesOf(document);
    assert.deepEqual(await namesAt(document, 'profile_name": "'), []);
    await quiet();
    assert.deepEqual([built(), offers.requests], [0, []]);
    setTrust(true);
    await quiet();
    assert.deepEqual([built(), offers.count("/auth/connections") > 0], [1, true]);
  });
});

describe("a visible connection file", () => {
  const now = Date.now();
  const connections = [
    live("bank.example", "ops", {
      status: "AUTHENTICATED",
      can_reauth: true,
      last_auth_check_at: new Date(now - 12 * minute).toISOString(),
    }),
    live("mail.example", "ops", {
      flow_status: "FAILED",
      flow_step: "SUBMITTING",
      error_code: "account_locked",
    }),
  ];

  it("shows each connection's state and the next action above its entry", async (context) => {
    await provideHelp(context, { "/auth/connections": connections });
    const document = open(
      fileOf([bank, mail, { domain: "new.example", profile_name: "ops" }, { domain: 1 }]),
    );
    await quiet();
    assert.equal(
      entryTitles(await lensesOf(document)).join(", "),
      "3: Logged in · 12 min ago, 3: Log In…, 3: Show, 7: Account locked, 7: Show, 11: Not created",
    );
  });

  it("omits the next health check if none is scheduled", async (context) => {
    await provideHelp(context, {
      "/auth/connections": [
        live("bank.example", "ops", { status: "AUTHENTICATED", can_reauth: true }),
        live("mail.example", "ops", {
          status: "AUTHENTICATED",
          health_checks: false,
          last_auth_check_at: new Date(now - 12 * minute).toISOString(),
        }),
      ],
    });
    const document = open(fileOf([bank, mail]));
    await quiet();
    const titles = entryTitles(await lensesOf(document)).filter((title) => title.includes("Logged in"));
    assert.deepEqual(titles, ["3: Logged in", "7: Logged in · not checked"]);
  });

  it("matches entries to connections regardless of Punycode, letter case and accents", async (context) => {
    await provideHelp(context, { "/auth/connections": [live("Bücher.example.", "Équipe")] });
    const document = open(fileOf([{ domain: "xn--bcher-kva.example", profile_name: "EQUIPE" }]));
    await quiet();
    assert.match(entryTitles(await lensesOf(document)).join(), /Log In…/);
    const position = document.positionAt(document.getText().indexOf("EQUIPE"));
    assert.ok(await ask<Hover | undefined>("hover", "provideHover", document, position));
    assert.deepEqual(await actionsAt(document, '"connections"'), []);
    assert.deepEqual(serviceProblems(document), [
      '"EQUIPE": The service spells this profile differently. Did you mean “Équipe”?',
    ]);
    assert.match(await textAfterFix(document, "EQUIPE", "Change to “Équipe”"), /"profile_name": "Équipe"/);
  });

  it("renders icon and link syntax from the service as plain text", async (context) => {
    await provideHelp(context, {
      "/auth/connections": [live("bank.example", "ops", { status: "$(bug)[x](command:y)" })],
    });
    const document = open(fileOf([bank]));
    await quiet();
    const [title = ""] = entryTitles(await lensesOf(document));
    assert.match(title, /bug/);
    assert.doesNotMatch(title, /\$\(|\]\(/);
  });

  it("sends no requests while another tab covers it or the window is unfocused", async (context) => {
    const { built, offers } = await provideHelp(context);
    const document = openDocument(new TextDocument("/work/managed-auth.jsonc", fileOf([bank])), {
      inSight: false,
    });
    await quiet();
    assert.deepEqual([built(), offers.requests], [0, []]);
    focusWindow(false);
    showDocuments(document);
    await quiet();
    assert.deepEqual([built(), offers.requests], [0, []]);
    focusWindow(true);
    await quiet();
    assert.ok(offers.count("/auth/connections") > 0);
  });

  it("shows a connection's state as plain text on hover", async (context) => {
    await provideHelp(context, {
      "/auth/connections": [live("bank.example", "[ops](command:x)", { status: "AUTHENTICATED" })],
    });
    const document = open(fileOf([{ ...bank, profile_name: "[ops](command:x)" }]));
    await quiet();
    const at = (text: string): Promise<Hover | undefined> =>
      ask("hover", "provideHover", document, document.positionAt(document.getText().indexOf(text)));
    assert.equal(await at('"connections"'), undefined);
    const hover = await at("bank.example");
    assert.ok(hover?.contents instanceof MarkdownString);
    assert.match(hover.contents.value, /Logged&nbsp;in/);
    assert.doesNotMatch(hover.contents.value, /\[ops\]\(/);
    assert.equal("isTrusted" in hover.contents, false);
  });
});

describe("name completions in a connection file", () => {
  const lists: Lists = {
    "/proxies": [
      { id: "proxy_1", name: "office" },
      { id: "proxy_2", name: "twin" },
      { id: "proxy_3", name: "twin" },
      { id: "proxy_4" },
    ],
    "/credentials": [{ id: "cred_1", name: 'quoted "one"' }],
    "/org/credential_providers": [{ id: "prov_1", name: "vault" }],
    "/telemetry/destinations": [{ id: "otlp_1", name: "logs" }],
    "/profiles": [{ id: "prof_1", name: "ops" }],
    "/auth/connections": [live("bank.example", "ops")],
  };
  const text = fileOf([
    {
      domain: "x.example",
      profile_name: "o",
      credential: { provider: "v", auto: true },
      browser: {
        proxy: { name: "" },
        telemetry: { enabled: true, export: { otlp: { destination: { name: "l" } } } },
      },
    },
    { ...bank, credential: { name: "q" } },
  ]);

  for (const [resources, before, names] of [
    ["proxies", '"proxy": {\n          "name": "', ["office (proxy_1)", "twin (2 proxies; use an ID)"]],
    ["providers", '"provider": "', ["vault (prov_1)"]],
    ["destinations", '"destination": {\n                "name": "', ["logs (otlp_1)"]],
    ["credentials", '"credential": {\n        "name": "', ['quoted "one" (cred_1)']],
    ["profiles", '"profile_name": "', ["ops (bank.example)"]],
    ["domains", '"domain": "', ["bank.example (ops)"]],
  ] as const)
    it(`offer ${resources} at the matching key, fetched only on request`, async (context) => {
      const { offers } = await provideHelp(context, lists);
      const document = open(text);
      await quiet();
      const paths = {
        proxies: "/proxies",
        providers: "/org/credential_providers",
        destinations: "/telemetry/destinations",
      };
      if (resources in paths) assert.equal(offers.count(paths[resources as keyof typeof paths]), 0);
      const items = await namesAt(document, before);
      assert.deepEqual(
        items.map(({ detail, label }) => `${label} (${detail ?? ""})`),
        names,
      );
      const [item] = items;
      assert.equal(item?.insertText, JSON.stringify(JSON.parse(item?.insertText ?? "")));
      assert.equal(item.filterText, item.insertText);
      assert.ok((item.sortText ?? item.label) < '""');
      assert.match(item.range === undefined ? "" : document.at(item.range), /^".*"$/, "with its quotes");
    });

  it("insert an internationalized domain in Punycode", async (context) => {
    await provideHelp(context, { "/auth/connections": [live("bücher.example", "ops")] });
    const document = open(text);
    await quiet();
    const [item] = await namesAt(document, '"domain": "');
    assert.equal(item?.label, "bücher.example");
    assert.deepEqual([item.filterText, item.insertText], ['"bücher.example"', '"xn--bcher-kva.example"']);
  });

  it("are empty at keys and at values other than names", async (context) => {
    const { offers } = await provideHelp(context, lists);
    const document = open(text);
    await quiet();
    const before = offers.requests.length;
    assert.deepEqual(await namesAt(document, '"auto": '), []);
    assert.deepEqual(await namesAt(document, '"conn'), []);
    assert.equal(offers.requests.length, before);
  });

  it("are offered for a missing value in a file with syntax errors", async (context) => {
    await provideHelp(context, lists);
    const document = open('{ "connections": [ { "browser": { "proxy": { "name": ');
    await quiet();
    const [item] = await namesAt(document, '"name": ');
    assert.equal(item?.label, "office");
    assert.equal(item.range?.isEmpty, true);
  });
});

describe("quick fixes in a connection file", () => {
  it("replace a misspelled key or an invalid domain", async (context) => {
    await provideHelp(context);
    const document = open(
      fileOf([
        { ...bank, domain: "https://bank.example/" },
        { ...mail, helth_checks: true },
      ]),
    );
    assert.match(await textAfterFix(document, "helth", "Change to “health_checks”"), /"health_checks": true/);
    assert.match(
      await textAfterFix(document, "https:", "Change to “bank.example”"),
      /"domain": "bank.example",/,
    );
  });

  it("allow the domain to which a blocked login was redirected", async (context) => {
    await provideHelp(context, {
      "/auth/connections": [
        live("bank.example", "ops", {
          flow_status: "FAILED",
          error_code: "domain_not_allowed",
          error_message: "bank.example led to id.other.example.",
          allowed_domains: ["sso.bank.example"],
        }),
      ],
    });
    const document = open(fileOf([bank]));
    await quiet();
    assert.deepEqual(serviceProblems(document), [
      '"bank.example": The last login led outside the allowed domains: id.other.example.',
    ]);
    const text = await textAfterFix(document, "bank.example", "Allow id.other.example");
    assert.match(
      text,
      /"profile_name": "ops",\n {6}"allowed_domains": \["sso.bank.example", "id.other.example"\]/,
    );
    context.mock.timers.enable({ apis: ["setTimeout"] });
    document.type(text);
    context.mock.timers.tick(200);
    assert.deepEqual(serviceProblems(document), []);
  });
});

describe("quick fixes for connections missing from the file", () => {
  it("are offered only at the connections key, one for each missing connection", async (context) => {
    await provideHelp(context, {
      "/auth/connections": [live("bank.example", "ops"), live("mail.example", "ops")],
    });
    const document = open(fileOf([bank]));
    await quiet();
    const [offer, ...others] = await actionsAt(document, '"connections"');
    const args = { ids: ["ma_mail.example_ops"], uri: document.uri.toString() };
    assert.deepEqual([offer?.title, others], ["Add ops on mail.example to this file", []]);
    assert.deepEqual(offer?.command?.arguments, [args]);
    assert.deepEqual(await actionsAt(document, "bank.example"), []);
  });
});

it("FileLanguageFeatures disposes everything that it has registered", async (context) => {
  const before = undisposedItems();
  const fixture = await commandFixture(context);
  const own = undisposedItems();
  const help = new FileLanguageFeatures(() => Promise.resolve(fixture.parts));
  open(fileOf([bank]));
  await quiet();
  help.dispose();
  assert.deepEqual([before, undisposedItems()], [[], own]);
});

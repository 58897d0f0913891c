// Tests that every text of the extension that VS Code shows can be translated.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { bundleFile, bundleOf, bundleText } from "./l10n/bundle.ts";
import { hardCoded } from "./l10n/hardCoded.ts";
import { pseudo, pseudoBundle } from "./l10n/pseudo.ts";
import { editorSources, source } from "./l10n/sources.ts";

/** Literals of src/editor that are shown untranslated in every language, with the reason. */
const untranslated: readonly (readonly [file: string, reason: string, texts: readonly string[]])[] = [
  ["app/commands.ts", "Names and versions, for those who read the report", ["- Managed Auth ", "- VS Code "]],
  [
    "results/resultPage.ts",
    "Markup of the page",
    [
      '<!DOCTYPE html>\n<html lang="',
      '">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="',
      '">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="stylesheet" nonce="',
      '</title>\n</head>\n<body>\n<script nonce="',
    ],
  ],
  ["mcp/server.ts", "A header", ["Bearer "]],
  ["accounts/signIn/signIn.ts", "An address to follow", ["https://api.example.com"]],
  ["connections/settings/domainAndProfile.ts", "A domain to follow", ["example.com"]],
  [
    "connections/settings/loginAddresses.ts",
    "An address and domains to follow",
    ["https://", "example.com", "/login", "login.example.com, sso.example.org"],
  ],
  ["resources/proxies/commands.ts", "A domain to follow", ["example.com"]],
  ["resources/proxies/place.ts", "Codes and a name to follow", ["CA", "sanfrancisco", "AS15169"]],
  [
    "resources/proxies/proxies.ts",
    "Hosts to follow, and names of protocols",
    ["proxy.example.com", "HTTPS", "HTTP", "intranet.example.com, *.example.org"],
  ],
  [
    "resources/destinations/destinations.ts",
    "A name, an address and a header to follow",
    ["audit-log", "https://collector.example.com", "Authorization"],
  ],
  [
    "resources/providers/providers.ts",
    "A name and the beginning of a token to follow",
    ["my-1password", "ops_…"],
  ],
  ["resources/profiles/profiles.ts", "A name to follow", ["release-bot"]],
  [
    "resources/credentials/credentials.ts",
    "A name, a domain, a key, a secret and a provider to follow; names that are no words",
    ["Google", "Microsoft", "shop-login", "example.com", "JBSW Y3DP EHPK 3PXP", "okta"],
  ],
];

describe("the bundle for translators", () => {
  it("matches the messages in the code (update with npm run l10n)", async () =>
    assert.equal(readFileSync(bundleFile, "utf8"), await bundleText()));

  it("describes each placeholder and adds a message's comments to its key", () => {
    const code = `
      l10n.t("Plain");
      l10n.t("Plain");
      l10n.t("{0} of {1}", done, all.length);
      l10n.t({ message: "{0} on {1}", args: [profile, domain], comment: ["profile on", "domain"] });`;
    assert.deepEqual(bundleOf([source("a.ts", code)]), {
      Plain: "Plain",
      "{0} of {1}": { message: "{0} of {1}", comment: ["{0}: done", "{1}: all.length"] },
      "{0} on {1}/profile ondomain": {
        message: "{0} on {1}",
        comment: ["domain", "profile on", "{0}: profile", "{1}: domain"],
      },
    });
  });

  for (const call of ["l10n.t(text)", "l10n.t(`${a} b`)", "l10n.t({ message: text })", "l10n.t('a' + b)"])
    it(`can't be generated if the message isn't a literal: ${call}`, () =>
      assert.throws(() => bundleOf([source("a.ts", call)]), /^Error: a.ts:1: l10n.t needs its message/));

  it("numbers placeholders from 0 without gaps", () => {
    for (const [key, entry] of Object.entries(bundleOf(editorSources()))) {
      const { comment, message } = typeof entry === "string" ? { comment: [], message: entry } : entry;
      const places = [
        ...new Set([...message.matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place))),
      ].sort();
      assert.deepEqual(places, [...places.keys()], key);
      // The number of placeholders that a spread fills is unknown.
      if (comment.some((line) => /^\{\d+\}: \.\.\./.test(line))) continue;
      const described = new Set(comment.flatMap((line) => /^\{(\d+)\}: /.exec(line)?.[1] ?? []));
      assert.deepEqual([...described].map(Number).sort(), places, key);
    }
  });
});

describe("hard-coded strings", () => {
  const literals = editorSources().flatMap(hardCoded);

  it("occur only if listed as needing no translation", () => {
    const unknown = literals.filter(
      ({ file, text }) =>
        !untranslated.some(([place, , texts]) => file === `src/editor/${place}` && texts.includes(text)),
    );
    assert.deepEqual(unknown, []);
  });

  it("include every listed exception, and each exception has a reason", () => {
    for (const [place, reason, texts] of untranslated) {
      const inFile = literals.filter(({ file }) => file === `src/editor/${place}`).map(({ text }) => text);
      assert.deepEqual(
        texts.filter((text) => !inFile.includes(text)),
        [],
        place,
      );
      assert.notEqual(reason.trim(), "");
    }
  });

  for (const [code, texts] of [
    [`pick.placeholder = "choose";`, ["choose"]],
    [`show({ label: ready ? "on" : l10n.t("off") });`, ["on"]],
    [`const title = \`\${name} is gone\`;`, [" is gone"]],
    [`say("This was said");`, ["This was said"]],
    [`say("Done");`, ["Done"]],
    [`report.items = ["first", l10n.t("second")];`, ["first"]],
    [`const row = { note: \`for \${days}\` };`, ["for "]],
    [`progress.report("half");`, ["half"]],
  ] as const)
    it(`are found in ${code}`, () => {
      const literals = hardCoded(source("a.ts", code)).map(({ text }) => text);
      assert.deepEqual(literals, texts);
    });

  for (const code of [
    `import { Some } from "./Some";`,
    `type Kind = "Two words" | "Three words more";`,
    `const kind = { kind: "signedOut" };`,
    `switch (kind) { case "Two words": }`,
    `if (kind === "Two words") throw new RangeError("No such kind");`,
    `const value = record["Two words"];`,
    `show({ label: l10n.t("Two words"), icon: "add" });`,
  ])
    it(`aren't found in ${code}`, () => assert.deepEqual(hardCoded(source("a.ts", code)), []));
});

describe("the pseudo locale", () => {
  it("adds accents to letters and keeps placeholders, icons and link targets", () => {
    assert.equal(
      pseudo("$(add) {0} [Sign In](command:a.b) at 10"),
      "$(add) {0} [Šîĝñ Îñ](command:a.b) åţ 10",
    );
    assert.deepEqual(pseudoBundle({ Key: "Key", "b/c": { message: "b", comment: ["c"] } }), {
      Key: "Ķéý",
      "b/c": "ƀ",
    });
  });
});

// Every word that VS Code shows of ours can be translated.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { bundleFile, bundleOf, bundleText } from "./l10n/bundle.ts";
import { hardCoded } from "./l10n/hardCoded.ts";
import { pseudo, pseudoBundle } from "./l10n/pseudo.ts";
import { editorSources, source } from "./l10n/sources.ts";

/** Literals that reach the user as they are, in every language, and why. */
const asTheyAre: readonly {
  readonly file: string;
  readonly reason: string;
  readonly texts: readonly string[];
}[] = [
  {
    file: "src/editor/app/commands.ts",
    reason: "Names and versions, for those who read the report",
    texts: ["- Managed Auth ", "- VS Code "],
  },
  {
    file: "src/editor/results/resultPage.ts",
    reason: "Markup of the page",
    texts: [
      '<!DOCTYPE html>\n<html lang="',
      '">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="',
      '">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="stylesheet" nonce="',
      '</title>\n</head>\n<body>\n<script nonce="',
    ],
  },
  {
    file: "src/editor/mcp/server.ts",
    reason: "A header",
    texts: ["Bearer "],
  },
  {
    file: "src/editor/accounts/signIn/signIn.ts",
    reason: "An address to follow",
    texts: ["https://api.example.com"],
  },
  {
    file: "src/editor/connections/settings/identity.ts",
    reason: "A domain to follow",
    texts: ["example.com"],
  },
  {
    file: "src/editor/connections/settings/addresses.ts",
    reason: "An address and domains to follow",
    texts: ["https://", "example.com", "/login", "login.example.com, sso.example.org"],
  },
  { file: "src/editor/resources/proxies/commands.ts", reason: "A domain to follow", texts: ["example.com"] },
  {
    file: "src/editor/resources/proxies/place.ts",
    reason: "Codes and a name to follow",
    texts: ["CA", "sanfrancisco", "AS15169"],
  },
  {
    file: "src/editor/resources/proxies/proxies.ts",
    reason: "Hosts to follow, and names of protocols",
    texts: ["proxy.example.com", "HTTPS", "HTTP", "intranet.example.com, *.example.org"],
  },
  {
    file: "src/editor/resources/destinations/destinations.ts",
    reason: "A name, an address and a header to follow",
    texts: ["audit-log", "https://collector.example.com", "Authorization"],
  },
  {
    file: "src/editor/resources/providers/providers.ts",
    reason: "A name and the beginning of a token to follow",
    texts: ["my-1password", "ops_…"],
  },
  {
    file: "src/editor/resources/profiles/profiles.ts",
    reason: "A name to follow",
    texts: ["release-bot"],
  },
  {
    file: "src/editor/resources/credentials/credentials.ts",
    reason: "A name, a domain, a key, a secret and a provider to follow; names that are no words",
    texts: ["Google", "Microsoft", "shop-login", "-login", "example.com", "JBSW Y3DP EHPK 3PXP", "okta"],
  },
];

describe("the bundle for translators", () => {
  it("holds the messages of the code as they are now (npm run l10n writes it)", async () => {
    assert.equal(readFileSync(bundleFile, "utf8"), await bundleText());
  });

  it("tells what stands in a message's places, and keeps comments in the key", () => {
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
    it(`refuses ${call}`, () => {
      assert.throws(() => bundleOf([source("a.ts", call)]), /^Error: a.ts:1: l10n.t needs its message/);
    });

  it("numbers places from 0, without a gap", () => {
    for (const [key, entry] of Object.entries(bundleOf(editorSources()))) {
      const { comment, message } = typeof entry === "string" ? { comment: [], message: entry } : entry;
      const places = [
        ...new Set([...message.matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place))),
      ].sort();
      assert.deepEqual(places, [...places.keys()], key);
      // A spread fills as many places as it has values.
      if (comment.some((line) => /^\{\d+\}: \.\.\./.test(line))) continue;
      const given = new Set(comment.flatMap((line) => /^\{(\d+)\}: /.exec(line)?.[1] ?? []));
      assert.deepEqual([...given].map(Number).sort(), places, key);
    }
  });
});

describe("words in the code", () => {
  const found = editorSources().flatMap(hardCoded);

  it("go through l10n.t, but for those that are the same in every language", () => {
    const unknown = found.filter(
      ({ file, text }) => !asTheyAre.some((one) => one.file === file && one.texts.includes(text)),
    );
    assert.deepEqual(unknown, []);
  });

  it("that are excepted are still there, each with its reason", () => {
    for (const { file, reason, texts } of asTheyAre) {
      for (const excepted of texts)
        assert.ok(
          found.some((one) => one.file === file && one.text === excepted),
          `${file}: "${excepted}"`,
        );
      assert.notEqual(reason.trim(), "");
    }
  });

  const planted: readonly (readonly [code: string, found: readonly string[]])[] = [
    [`pick.placeholder = "choose";`, ["choose"]],
    [`show({ label: ready ? "on" : l10n.t("off") });`, ["on"]],
    [`const title = \`\${name} is gone\`;`, [" is gone"]],
    [`say("This was said");`, ["This was said"]],
    [`say("Done");`, ["Done"]],
    [`report.items = ["first", l10n.t("second")];`, ["first"]],
    [`const row = { note: \`for \${days}\` };`, ["for "]],
    [`progress.report("half");`, ["half"]],
  ];
  for (const [code, texts] of planted)
    it(`are found in ${code}`, () => {
      assert.deepEqual(
        hardCoded(source("a.ts", code)).map(({ text }) => text),
        texts,
      );
    });

  const legal = [
    `import { Some } from "./Some";`,
    `type Kind = "Two words" | "Three words more";`,
    `const kind = { kind: "signedOut" };`,
    `switch (kind) { case "Two words": }`,
    `if (kind === "Two words") throw new RangeError("No such kind");`,
    `const value = record["Two words"];`,
    `show({ label: l10n.t("Two words"), icon: "add" });`,
  ];
  for (const code of legal)
    it(`are not seen in ${code}`, () => {
      assert.deepEqual(hardCoded(source("a.ts", code)), []);
    });
});

describe("the pseudo language", () => {
  it("accents letters and keeps places, icons and targets of links", () => {
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

// Tests user-visible texts: one name for each concept, one style, and messages that fit.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";
import { editorSources, source } from "./l10n/sources.ts";
import { caseOf, properNouns } from "./words/case.ts";
import { duplicatesIn } from "./words/doubles.ts";
import { sentencesOf, tooLongIn, wordsOf } from "./words/lengths.ts";
import { bannedIn, oneName } from "./words/names.ts";
import { textsIn, textsInManifest, shownBy } from "./words/said.ts";

const sources = editorSources();
const uiTexts = [...textsIn(sources), ...textsInManifest()];
const texts = uiTexts.map(({ text }) => text);

/** Returns the lines of a document without code, addresses and file names. */
function prose(path: string): readonly string[] {
  return readFileSync(join(root, path), "utf8")
    .replaceAll(/```[^]*?```/g, "")
    .split("\n")
    .map((line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "").trim());
}

// CONTRIBUTING.md is for developers. It names code in the code's terms, such as "flow" and "retry".
const documents = globSync(["*.md", ".github/docs/*.md"], { cwd: root })
  .filter((path) => path !== "CONTRIBUTING.md")
  .flatMap(prose);
/** Texts in pictures. */
const pictureTexts = globSync("media/walkthrough/*.svg", { cwd: root }).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text = ""]) =>
    text.trim(),
  ),
);

describe("terms in user-visible text", () => {
  it("are consistent in code, manifest, documents and pictures", () => {
    assert.ok(pictureTexts.length > 10);
    assert.deepEqual(bannedIn([...texts, ...documents, ...pictureTexts]), []);
  });

  const planted: readonly (readonly [text: string, say: string])[] = [
    ["Replace the API key", "token"],
    ["Open Existing Connection", "Show Connection"],
    ["The profile is authenticated", "Logged in, Needs a login"],
    ["Re-authentication", "Logs in again automatically"],
    ["Records sessions", "Stealth, Record sessions, Save credentials: On or Off"],
    ["Interval: 1 hour", "Health checks: every hour"],
    ["About this flow", "login"],
    ["Signs in with Google", "log in, to a website; sign in, to an account of the extension"],
    ["Default (not sent)", "Service default"],
    ["Back to Review", "Change Answers…"],
    ["Create Another Like This", "Duplicate…"],
    ["Retry the Failed Ones", "Try Again"],
    ["Delete When Free…", "Notify When Free"],
    ["Held by", "Used by"],
    ["Through a stealth proxy", "the service's proxy"],
    ["The login plan isn't verified", "recorded login"],
    ["Watch the login", "watch, for being notified of a logout; Watch Live, for a browser"],
    ["Copy Details", "Copy as Text"],
    ["Landed on", "Page after login"],
    ["In its words", "Message"],
    ["as read at the time above", "As of 7:46 PM"],
    ["You cancelled it", "canceled"],
    ["Type the username", "user name"],
    ["code by e-mail", "email"],
    ["in the sidebar", "side bar"],
    ["Somebody else saved it", "someone, or the subject of what is said"],
    ["Read the list anew", "again"],
    ["Log In All the Same", "anyway"],
    ["The login goes on", "continues"],
    ["Whether it has arrived is unknown", "who or what does it, first"],
  ];
  for (const [text, say] of planted)
    it(`are reported with a replacement if inconsistent: ${text}`, () => {
      const replacements = bannedIn([text]).map((one) => one.say);
      assert.deepEqual(replacements, [say]);
    });

  it("have rules with one example each and no unused exceptions", () => {
    assert.deepEqual(
      oneName.map(({ say }) => say),
      planted.map(([, say]) => say),
    );
    for (const { reason, text } of oneName.flatMap(({ except = [] }) => except)) {
      assert.ok(texts.includes(text), text);
      assert.notEqual(reason.trim(), "");
    }
  });
});

describe("the wording of strings with the same role", () => {
  it("never differs only in case or punctuation", () => assert.deepEqual(duplicatesIn(uiTexts), []));

  for (const [code, verdict] of [
    [`button(l10n.t("Log In…"), a); button(l10n.t("Log In"), b)`, "inconsistent"],
    [`const a = l10n.t("Not sure"); const b = l10n.t("Not sure.")`, "inconsistent"],
    [`const a = l10n.t("Not Sure"); const b = l10n.t("Not sure")`, "inconsistent"],
    [`const a = l10n.t("{0} (not sure)", x); const b = l10n.t("{0}, not sure", x)`, "inconsistent"],
    [
      `const title = l10n.t("Log In"); button(l10n.t("Log In…"), a); const a = l10n.t("log in")`,
      "consistent",
    ],
    [`const a = l10n.t("{0}: {1}", x, y); const b = l10n.t("{0} ({1})", x, y)`, "consistent"],
  ] as const)
    it(`counts as ${verdict} in the code: ${code}`, () =>
      assert.equal(duplicatesIn(textsIn([source("a.ts", code)])).length, verdict === "consistent" ? 0 : 1));
});

/** Texts that may be longer than their role allows, by their start, and the reason. */
const allowedLong: readonly (readonly [start: string, reason: string])[] = [
  ["Agents in VS Code could then do everything", "A warning keeps its exact meaning"],
];

describe("lengths of user-visible strings", () => {
  const longTexts = tooLongIn(sources);

  it("stay within the limits of each string's role unless listed as an exception", () => {
    const isLonger = (text: string): boolean => allowedLong.some(([start]) => text.startsWith(start));
    const tooLong = longTexts.filter(({ text }) => !isLonger(text));
    assert.deepEqual(tooLong, []);
  });

  it("exceed the limit for each string listed as an exception", () => {
    for (const [start, reason] of allowedLong) {
      assert.notEqual(reason.trim(), "");
      const isThere = longTexts.some(({ text }) => text.startsWith(start));
      assert.ok(isThere, start);
    }
  });

  it("are measured without placeholders", () => {
    assert.deepEqual(sentencesOf("{0} has ended. Log in again?"), ["has ended.", "Log in again?"]);
    assert.equal(wordsOf("has ended · now").length, 3);
  });
});

/** Texts that deviate from the capitalization of their role, and the reason. */
const deviations: readonly { readonly texts: readonly string[]; readonly reason: string }[] = [
  { texts: ["Add Connections…"], reason: "A button above an empty file" },
  {
    texts: ["Create Provider", "Edit Provider", "Delete Provider"],
    reason: "Titles over questions: those of the commands, without the dots that end these",
  },
];
const isExcepted = (text: string): boolean => deviations.some(({ texts }) => texts.includes(text));

describe("capitalization of user-visible strings", () => {
  const isName = ({ use }: { readonly use: string }): boolean => use !== "row" && use !== "statement";
  const names = uiTexts.filter((one) => isName(one) && /\s/.test(one.text)).map(({ text }) => text);
  const written = uiTexts.map((one) => ({ ...one, is: caseOf(one.text, isName(one) ? [] : names) }));
  const wrong = (use: string, allowed: readonly string[]): readonly string[] =>
    written
      .filter(
        (one) =>
          (isName(one) ? "name" : one.use) === use &&
          !["either", ...allowed].includes(one.is) &&
          !isExcepted(one.text),
      )
      .map(({ location, text }) => `${location}: ${text}`);

  it("is title case in commands, buttons and titles", () => {
    assert.ok(names.length > 50);
    assert.deepEqual(wrong("name", ["title"]), []);
  });

  it("is sentence case in statements", () => assert.deepEqual(wrong("statement", ["sentence"]), []));

  it("is title case or sentence case in selectable rows", () =>
    assert.deepEqual(wrong("row", ["title", "sentence"]), []));

  it("has exceptions only for existing strings, each with a reason", () => {
    for (const { reason, texts: excepted } of deviations) {
      for (const text of excepted) assert.ok(texts.includes(text), text);
      assert.notEqual(reason.trim(), "");
    }
    const all = texts.join("\n");
    for (const { names, reason } of properNouns) {
      for (const name of names) assert.ok(all.includes(name), name);
      assert.notEqual(reason.trim(), "");
    }
  });

  for (const [text, style] of [
    ["Show Connection…", "title"],
    ["Copy as Text", "title"],
    ["Replace Token for {0}", "title"],
    ["The token is refused. Try again.", "sentence"],
    ["Check that VS Code has the ID", "sentence"],
    ["No: asks for a code by SMS", "sentence"],
    ["Token", "either"],
    ["This Connection Already exists", "mixed"],
    ["Show connection…", "sentence"],
    ["the Token is refused", "mixed"],
    ["not Included", "mixed"],
  ] as const)
    it(`is classified as "${style}" in the text: ${text}`, () => assert.equal(caseOf(text), style));

  it("is checked for the role that each string has in the code", () => {
    const code = `
      const title = l10n.t("A title");
      commandButton(l10n.t("a button"), press);
      confirm(l10n.t("a question"), l10n.t("a detail"), l10n.t("a verb"));
      inform(l10n.t("a message"), { label: l10n.t("an action"), run });
      const row = { label: l10n.t("a row"), value: 1 };
      const fact = { label: l10n.t("a label"), value: plain(l10n.t("a value")), note: l10n.t("a note") };`;
    const uses = (use: string): readonly string[] =>
      textsIn([source("a.ts", code)])
        .filter((one) => one.use === use)
        .map(({ text }) => text);
    assert.deepEqual(uses("press"), ["a button", "an action"]);
    assert.deepEqual(uses("title"), ["A title", "a verb"]);
    assert.deepEqual(uses("row"), ["a row"]);
    assert.deepEqual(uses("statement"), [
      "a question",
      "a detail",
      "a message",
      "a label",
      "a value",
      "a note",
    ]);
  });
});

/** Maximum length of a message on one line. VS Code expands only messages with a button. */
const oneLine = 60;
const fits = ({ button, texts }: ReturnType<typeof shownBy>[number]): boolean =>
  button || (texts.length > 0 && texts.every((text) => text.length <= oneLine && !/\{\d+\}/.test(text)));

describe("a notification without a button", () => {
  it("fits on one line and contains no inserted value", () => {
    const shown = shownBy(sources);
    assert.ok(shown.length > 20);
    const misfits = shown.filter((one) => !fits(one));
    assert.deepEqual(misfits, []);
  });

  it("is shown only by src/editor/kit/notify.ts", () => {
    const direct = sources
      .filter(({ text }) => /\.show(?:Information|Warning|Error)Message\b/.test(text))
      .map(({ fileName }) => fileName);
    assert.deepEqual(direct, ["src/editor/kit/notify.ts"]);
  });

  for (const [code, verdict] of [
    [`inform(l10n.t("${"a".repeat(oneLine)}"))`, "allowed"],
    [`inform(l10n.t("${"a".repeat(oneLine + 1)}"))`, "reported"],
    [`inform(one ? l10n.t("a") : l10n.t("${"a".repeat(oneLine + 1)}"))`, "reported"],
    [`warn(l10n.t("{0} is gone", name))`, "reported"],
    [`warn(words)`, "reported"],
    [`warn(l10n.t("{0} is gone", name), { label, run })`, "allowed"],
    [`warn(l10n.t("${"a".repeat(oneLine + 1)}"), ...actions)`, "reported"],
  ] as const)
    it(`is ${verdict} in the code: ${code}`, () =>
      assert.deepEqual(shownBy([source("a.ts", code)]).map(fits), [verdict === "allowed"]));
});

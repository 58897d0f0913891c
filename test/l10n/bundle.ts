// Extracts the texts of the code in the format of VS Code's tools: bundle.l10n.json, from which translators start.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import { loginErrorCodes, loginErrorOf } from "../../src/domain/login/errorCodes.ts";
import { root } from "../host/paths.ts";
import { editorSources, isTranslation, nodes, locationOf, source } from "./sources.ts";

/** The bundle of the source language. */
export const bundleFile = join(root, "media", "l10n", "bundle.l10n.json");

/** The message of a key, with comments for translators. */
type Entry = string | { readonly message: string; readonly comment: readonly string[] };

/** A bundle by the keys with which `l10n.t` looks up messages. */
export type Bundle = Readonly<Record<string, Entry>>;

interface Message {
  readonly text: string;
  /** Comments in the call are part of the key. */
  readonly comments: readonly string[];
  /** The values that the code inserts for {0}, {1} and so on. */
  readonly placeholders: readonly string[];
}

/**
 * Returns the bundle of the given files, sorted by key. Throws if a message isn't a literal, because it couldn't be
 * translated.
 */
export function bundleOf(files: readonly ts.SourceFile[]): Bundle {
  const byKey = new Map<string, { message: string; comments: Set<string> }>();
  for (const file of files)
    for (const node of nodes(file)) {
      if (!isTranslation(node)) continue;
      const { comments, placeholders: expressions, text } = messageOf(node);
      const key = comments.length === 0 ? text : `${text}/${comments.join("")}`;
      const entry = byKey.get(key) ?? { message: text, comments: new Set(comments) };
      expressions.forEach((expression, index) => entry.comments.add(`{${index}}: ${expression}`));
      byKey.set(key, entry);
    }
  const entries = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, { comments, message }]) => [
      key,
      comments.size === 0 ? message : { message, comment: [...comments].sort() },
    ]),
  );
}

/** Returns the text of bundle.l10n.json for the current code. */
export async function bundleText(): Promise<string> {
  return format(JSON.stringify(bundleOf([...editorSources(), problemSentences(), loginErrorTexts()])), {
    ...(await resolveConfig(bundleFile)),
    filepath: bundleFile,
  });
}

/** Returns the messages of problems in connection files, which the editor translates. */
function problemSentences(): ts.SourceFile {
  const name = "src/domain/file/problem.ts";
  const sentences = [...nodes(source(name, readFileSync(join(root, name), "utf8")))]
    .filter((node) => ts.isVariableDeclaration(node))
    .filter(({ name: variable }) => /^(problemMessages|didYouMean)$/.test(variable.getText()))
    .flatMap(({ initializer }) => (initializer === undefined ? [] : [...nodes(initializer)]))
    .filter(ts.isStringLiteral);
  return source(name, sentences.map((sentence) => `l10n.t(${sentence.getText()}, ...args);`).join("\n"));
}

/** Returns the texts about error codes of logins, which the editor translates. */
function loginErrorTexts(): ts.SourceFile {
  const texts = loginErrorCodes.flatMap((code) => {
    const { advice, cause, short, shortest } = loginErrorOf(code) ?? {};
    return [advice, cause, short, shortest].filter((text) => text !== undefined);
  });
  return source(
    "src/domain/login/errorCodes.ts",
    texts.map((text) => `l10n.t(${JSON.stringify(text)});`).join("\n"),
  );
}

/** Returns the message of a call of `l10n.t`. Throws if the message isn't a literal. */
export function messageOf(call: ts.CallExpression): Message {
  const [first, ...rest] = call.arguments;
  if (first !== undefined && ts.isStringLiteralLike(first))
    return { text: first.text, comments: [], placeholders: rest.map(words) };
  if (first !== undefined && ts.isObjectLiteralExpression(first)) {
    const value = (name: string): ts.Expression | undefined =>
      first.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
        ?.initializer;
    const message = value("message");
    if (message !== undefined && ts.isStringLiteralLike(message))
      return {
        text: message.text,
        comments: elements(value("comment")).map(literal),
        placeholders: elements(value("args")).map(words),
      };
  }
  throw new Error(`${locationOf(call)}: l10n.t needs its message as a literal`);
}

/** Returns the elements of an array literal, or another value as the only element. */
function elements(value: ts.Expression | undefined): readonly ts.Expression[] {
  if (value === undefined) return [];
  return ts.isArrayLiteralExpression(value) ? value.elements : [value];
}

function literal(value: ts.Expression): string {
  if (ts.isStringLiteralLike(value)) return value.text;
  throw new Error(`${locationOf(value)}: a comment for translators is a literal`);
}

/** Returns the source of an expression on one line. */
function words(value: ts.Expression): string {
  return value.getText().replaceAll(/\s+/g, " ");
}

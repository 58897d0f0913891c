// Language features of connection files, requested as VS Code does.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { FileLanguageFeatures } from "../../src/editor/files/languageFeatures.ts";
import { openDocument, Range, TextDocument } from "../doubles/documents.ts";
import { diagnostics, providers } from "../doubles/languages.ts";
import type { CodeAction, CodeLens, CompletionItem } from "../doubles/languages.ts";
import { commandFixture, type CommandFixture } from "./commandFixture.ts";
import type { Offers } from "./offers.ts";

/** The service's rows by path. */
export type Lists = Readonly<Record<string, readonly object[]>>;

export interface HelpScene {
  readonly fixture: CommandFixture;
  readonly offers: Offers;
  /** Returns the number of times that the parts that use the service were created. */
  readonly built: () => number;
}

/** Provides language features in a window with the account "Team". */
export async function provideHelp(context: TestContext, lists: Lists = {}): Promise<HelpScene> {
  const fixture = await commandFixture(context);
  const { offers } = fixture;
  const usual = ["/auth/connections", "/proxies", "/credentials", "/org/credential_providers", "/profiles"];
  for (const path of [...usual, "/telemetry/destinations"]) offers.list(path, lists[path] ?? []);
  offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: { id: "p" } });
  let times = 0;
  const help = new FileLanguageFeatures(() => {
    times++;
    return Promise.resolve(fixture.parts);
  });
  context.after(() => help.dispose());
  return { fixture, offers, built: () => times };
}

/** Calls a method of a registered provider. */
export async function ask<Answer>(
  kind: Parameters<(typeof providers)["get"]>[0],
  name: string,
  ...args: unknown[]
): Promise<Answer> {
  const provider = providers.get(kind) as Record<string, (...args: unknown[]) => unknown>;
  return (await provider[name]?.(...args)) as Answer;
}

/** Returns the lenses below the first line, each with its line number. */
export const entryTitles = (lenses: readonly CodeLens[]): readonly string[] =>
  lenses
    .filter(({ range }) => range.start.line > 0)
    .map(({ command, range }) => `${range.start.line}: ${command?.title ?? ""}`);
/** Returns the lenses above the first line. */
export const topTitle = (lenses: readonly CodeLens[]): string =>
  lenses
    .filter(({ range }) => range.start.line === 0)
    .map(({ command }) => command?.title ?? "")
    .join(" | ");
export const lensesOf = (document: TextDocument): Promise<readonly CodeLens[]> =>
  ask("codeLens", "provideCodeLenses", document);

/** Returns the completions after the first occurrence of a text. */
export const namesAt = (document: TextDocument, before: string): Promise<readonly CompletionItem[]> => {
  const offset = document.getText().indexOf(before) + before.length;
  return ask("completion", "provideCompletionItems", document, document.positionAt(offset));
};

/** Returns the problems of a document in a collection, each with the text in its range. */
function problemsOf(collection: string, document: TextDocument): readonly string[] {
  const all = diagnostics.get(collection)?.get(document.uri.toString()) ?? [];
  return all.map(({ message, range }) => `${document.at(range)}: ${message}`);
}
export const fileProblems = (document: TextDocument): readonly string[] =>
  problemsOf("managedAuth.file", document);
export const serviceProblems = (document: TextDocument): readonly string[] =>
  problemsOf("managedAuth.service", document);

/** Opens a file in a visible editor. */
export const open = (text: string, name = "managed-auth.jsonc"): TextDocument =>
  openDocument(new TextDocument(`/work/${name}`, text));

/** Returns the code actions at the first occurrence of a text. */
export function actionsAt(document: TextDocument, at: string): Promise<readonly CodeAction[]> {
  const start = document.positionAt(document.getText().indexOf(at));
  return ask("codeActions", "provideCodeActions", document, new Range(start, start), { diagnostics: [] });
}

/** Returns the text after a fix at this place is applied. */
export async function textAfterFix(document: TextDocument, at: string, title: string): Promise<string> {
  const actions = await actionsAt(document, at);
  const action = actions.find((one) => one.title === title);
  assert.ok(action, actions.map((one) => one.title).join());
  const [edit, ...more] = action.edit?.replaced ?? [];
  assert.ok(edit !== undefined && more.length === 0);
  const text = document.getText();
  return (
    text.slice(0, document.offsetAt(edit.range.start)) +
    edit.text +
    text.slice(document.offsetAt(edit.range.end))
  );
}

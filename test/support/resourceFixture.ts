// Fixture of the resource tests: an account, a service whose responses come from the test, and a record of everything
// shown.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { CommandResult } from "../../src/editor/results/result.ts";
import { cardText } from "../../src/editor/results/cardText.ts";
import { env, InputBox, logged, mentioned, Progress, QuickPick, screen } from "../doubles/vscode.ts";
import { validationText } from "./asking.ts";
import { leaveAfter } from "./leaving.ts";
import { signedInParts } from "./windowParts.ts";

/** Opens a window with an account. With `passesBusy`, lists that are still loading are skipped. */
export async function resourceFixture(context: TestContext, passesBusy = false) {
  const leaving = leaveAfter(context);
  const { account, ...fixture } = await signedInParts(context);
  const access = await fixture.service.access(account, new AbortController().signal);
  const shown: CommandResult[] = [];
  const kept: CommandResult[] = [];
  /** IDs of resources whose pages were marked as deleted. */
  const gone: string[] = [];
  const parts = {
    ...fixture,
    requireAccess: () => Promise.resolve(access),
    panel: {
      show: (result: CommandResult) => Promise.resolve(void shown.push(result)),
      store: (result: CommandResult) => Promise.resolve(void kept.push(result)),
      markDeleted: (_: string, id: string) => {
        gone.push(id);
        return Promise.resolve(shown.find(({ resourceId }) => resourceId === id));
      },
    },
  };
  /** All texts of inputs and lists that were on screen. */
  const seen: string[] = [];
  /** The titles of questions, in order and without repetitions. */
  const titles: string[] = [];
  /** The titles of masked inputs, in order. */
  const masked: string[] = [];
  const record = (input: InputBox | QuickPick): void => {
    const { placeholder, prompt, title } = input;
    if (input instanceof InputBox && input.password && title !== masked.at(-1)) masked.push(title ?? "");
    if (title !== undefined && title !== titles.at(-1)) titles.push(title);
    const rows = input instanceof QuickPick ? input.rows : validationText(input);
    seen.push(JSON.stringify({ placeholder, prompt, title, rows }));
  };
  const list = async (): Promise<QuickPick> => {
    const pick = await nextShown(QuickPick, passesBusy);
    record(pick);
    return pick;
  };
  const input = async (): Promise<InputBox> => {
    const box = await nextShown(InputBox, passesBusy);
    record(box);
    return box;
  };
  /** Takes the next question, a list or an input box. */
  const question = async (): Promise<InputBox | QuickPick> => {
    const input = await nextShown<InputBox | QuickPick>(Object as never, passesBusy);
    record(input);
    return input;
  };
  /** Chooses each label in a separate list. */
  const choose = async (...labels: readonly string[]): Promise<void> => {
    for (const label of labels) (await list()).choose(label);
  };
  /** Types each text into a separate input box and accepts. Returns the last box. */
  const type = async (text: string, ...further: readonly string[]): Promise<InputBox> => {
    const box = await input();
    box.type(text);
    record(box);
    box.enter();
    const [following, ...rest] = further;
    return following === undefined ? box : type(following, ...rest);
  };
  /** Returns the first shown page, and its text. */
  const page = (): CommandResult => shown[0] ?? assert.fail("no page was shown");
  const text = (): string => cardText(page().card);
  /** Fails if a secret is on screen, in pages, in stored results, the log, the status bar or the clipboard. */
  const assertNowhere = async (...secrets: readonly string[]): Promise<void> => {
    const results = [...shown, ...kept];
    for (const result of results) await fixture.results.save(result);
    const stored = await Promise.all(results.map(({ card }) => fixture.results.load(card.id)));
    const texts = results.map(({ card }) => cardText(card));
    const everything = JSON.stringify([seen, results, stored, texts, logged, mentioned, env.clipboard.text]);
    for (const secret of secrets) assert.ok(!everything.includes(secret), secret);
  };
  return {
    ...fixture,
    access,
    account,
    leaving,
    parts,
    shown,
    kept,
    gone,
    seen,
    titles,
    masked,
    page,
    text,
    assertNowhere,
    ...{ list, input, question, choose, type },
  };
}

/** Takes the next shown object that needs an answer. With `passesBusy`, skips lists that are still loading. */
export async function nextShown<T extends object>(
  kind: abstract new (...args: never[]) => T,
  passesBusy = false,
): Promise<T> {
  const item = await screen.next(kind);
  const isEmptyList = item instanceof QuickPick && item.busy && item.rows.length === 0;
  if (item instanceof Progress || (passesBusy && isEmptyList)) return nextShown(kind, passesBusy);
  return item;
}

/** Presses Esc in an input, which ends the command. */
export async function leave(input: InputBox | QuickPick, command: Promise<unknown>): Promise<void> {
  input.escape();
  await command;
}

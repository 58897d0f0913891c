// Answers a command's questions in order, like a user.
import assert from "node:assert/strict";
import { InputBox, Message, Progress, QuickPick, screen } from "../doubles/vscode.ts";
import { validationText } from "../support/asking.ts";

/** Chooses a row, types a text, or presses a button of a dialog. */
export type Act = { readonly choose: string } | { readonly type: string } | { readonly press: string };

/**
 * Answers a command's questions until it ends, and dismisses further ones. Returns the texts of messages and of the
 * dismissed questions.
 */
export async function walk(command: Promise<unknown>, acts: readonly Act[]): Promise<readonly string[]> {
  const words: string[] = [];
  const remaining = [...acts];
  for (;;) {
    const shown = await Promise.race([screen.next(Object), command.then(() => undefined)]);
    if (shown === undefined) return words;
    if (shown instanceof Progress || (shown instanceof QuickPick && shown.busy)) continue;
    const [next] = remaining;
    // Accepts the default of each optional question before the review.
    if (
      shown instanceof InputBox &&
      next !== undefined &&
      "choose" in next &&
      next.choose.startsWith("$(add) Create ")
    ) {
      shown.enter();
      continue;
    }
    // A command that fails before its first question shows a message. The answers are for the question, so keep them.
    const act =
      shown instanceof Message && next !== undefined && !("press" in next) ? undefined : remaining.shift();
    if (act !== undefined) perform(act, shown);
    else words.push(dismiss(shown));
  }
}

function perform(act: Act, shown: object): void {
  const wrong = `${JSON.stringify(act)} is no answer to ${JSON.stringify(shown)}`;
  if ("press" in act) {
    assert.ok(shown instanceof Message, wrong);
    shown.choose(act.press);
  } else if ("choose" in act) {
    assert.ok(shown instanceof QuickPick, wrong);
    shown.choose(act.choose);
  } else {
    assert.ok(shown instanceof InputBox, wrong);
    shown.type(act.type);
    shown.enter();
    // Clears the typed secret, so that the search for leaks doesn't find it in the test's own input.
    if (shown.password) shown.value = "";
  }
}

function dismiss(shown: object): string {
  if (shown instanceof Message) {
    shown.choose(undefined);
    return shown.text;
  }
  assert.ok(shown instanceof InputBox || shown instanceof QuickPick, JSON.stringify(shown));
  const words = [
    "Asked again",
    shown.prompt,
    shown.placeholder,
    shown instanceof InputBox ? validationText(shown) : undefined,
  ];
  shown.escape();
  return words.join("\n");
}

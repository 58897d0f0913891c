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
  const left = [...acts];
  const end = command.then(() => undefined);
  for (;;) {
    const one = await Promise.race([screen.next(Object), end]);
    if (one === undefined) return words;
    if (one instanceof Progress || (one instanceof QuickPick && one.busy)) continue;
    const [next] = left;
    // Accepts the default of each optional question before the review.
    if (
      one instanceof InputBox &&
      next !== undefined &&
      "choose" in next &&
      next.choose.startsWith("$(add) Create ")
    ) {
      one.enter();
      continue;
    }
    // A command that fails before its first question shows a message instead.
    const act = one instanceof Message && next !== undefined && !("press" in next) ? undefined : left.shift();
    if (act !== undefined) perform(act, one);
    else words.push(leave(one));
  }
}

function perform(act: Act, one: object): void {
  const wrong = `${JSON.stringify(act)} is no answer to ${JSON.stringify(one)}`;
  if ("press" in act) {
    assert.ok(one instanceof Message, wrong);
    one.choose(act.press);
  } else if ("choose" in act) {
    assert.ok(one instanceof QuickPick, wrong);
    one.choose(act.choose);
  } else {
    assert.ok(one instanceof InputBox, wrong);
    one.type(act.type);
    one.enter();
    // Clears the typed secret, so that the search for leaks doesn't find it in the test's own input.
    if (one.password) one.value = "";
  }
}

function leave(one: object): string {
  if (one instanceof Message) {
    one.choose(undefined);
    return one.text;
  }
  assert.ok(one instanceof InputBox || one instanceof QuickPick, JSON.stringify(one));
  const words = [
    "Asked again",
    one.prompt,
    one.placeholder,
    one instanceof InputBox ? validationText(one) : undefined,
  ];
  one.escape();
  return words.join("\n");
}

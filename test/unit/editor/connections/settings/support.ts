// A question for a setting that is open, and how it may end.
import assert from "node:assert/strict";
import type { Draft } from "../../../../../src/domain/draft/draft.ts";
import type { StepId } from "../../../../../src/domain/draft/steps.ts";
import type { StepAnswer } from "../../../../../src/editor/connections/settings/settingView.ts";
import { InputBox, QuickPick, screen } from "../../../../doubles/vscode.ts";
import { full, type Asking } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";

type Over = Parameters<Asking["ask"]>[2];

/** The question as a list, once its rows are drawn. */
export async function openList({ ask }: Asking, step: StepId, draft: Draft = full, over: Over = {}) {
  const answer = ask(step, draft, over);
  const pick = await screen.next(QuickPick);
  await quiet();
  return { pick, ...ends(answer, draft, pick) };
}

/** The question as an input. */
export async function openInput({ ask }: Asking, step: StepId, draft: Draft = full, over: Over = {}) {
  const answer = ask(step, draft, over);
  const input = await screen.next(InputBox);
  return { input, ...ends(answer, draft, input) };
}

function ends(answer: Promise<StepAnswer>, draft: Draft, first: InputBox | QuickPick) {
  return {
    answer,
    /** Whether it is answered with this, and all else stays. */
    gives: async (fields: Draft): Promise<void> =>
      assert.deepEqual(await answer, { kind: "answered", draft: { ...draft, ...fields } }),
    /** Esc, at the first input of the question or at the one that it has led to. */
    leave: async (input = first): Promise<void> => {
      input.escape();
      assert.equal((await answer).kind, "cancelled");
    },
    goBack: async (input = first, typed = ""): Promise<void> => {
      input.press("Back");
      assert.deepEqual(await answer, { kind: "back", typed });
    },
  };
}

/** The next list that the question leads to, once its rows are drawn. */
export async function nextList(): Promise<QuickPick> {
  const pick = await screen.next(QuickPick);
  await quiet();
  return pick;
}

export const labels = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);
export const active = (pick: QuickPick): string | undefined => pick.activeItems[0]?.label;

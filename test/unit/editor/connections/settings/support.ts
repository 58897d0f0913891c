// Opens the prompt of a setting and asserts its outcome.
import assert from "node:assert/strict";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import type { StepId } from "../../../../../src/domain/draft/steps.ts";
import type { SettingStepAnswer } from "../../../../../src/editor/connections/settings/settingView.ts";
import { InputBox, QuickPick, screen } from "../../../../doubles/vscode.ts";
import { full, type Asking } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";

type PromptArguments = [step: StepId, draft?: ConnectionDraft, options?: Parameters<Asking["ask"]>[2]];

/** Opens a prompt as a list and waits for its rows. */
export async function openList({ ask }: Asking, ...[step, draft = full, options = {}]: PromptArguments) {
  const answer = ask(step, draft, options);
  const pick = await nextList();
  return { pick, ...outcomes(answer, draft, pick) };
}

/** Opens a prompt as an input. */
export async function openInput({ ask }: Asking, ...[step, draft = full, options = {}]: PromptArguments) {
  const answer = ask(step, draft, options);
  const input = await screen.next(InputBox);
  return { input, ...outcomes(answer, draft, input) };
}

function outcomes(answer: Promise<SettingStepAnswer>, draft: ConnectionDraft, first: InputBox | QuickPick) {
  return {
    answer,
    /** Asserts that the answer changes exactly these fields. */
    gives: async (fields: ConnectionDraft): Promise<void> =>
      assert.deepEqual(await answer, { kind: "answered", draft: { ...draft, ...fields } }),
    /** Presses Esc in the prompt's first input, or in the given input, and asserts a cancellation. */
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

/** Returns the next list of the prompt with its rows. */
export async function nextList(): Promise<QuickPick> {
  const pick = await screen.next(QuickPick);
  await quiet();
  return pick;
}

export const labels = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);
export const active = (pick: QuickPick): string | undefined => pick.activeItems[0]?.label;

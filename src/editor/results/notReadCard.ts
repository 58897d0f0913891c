import type { ApiError } from "../../api/errors.ts";
import type { Block } from "../../card/card.ts";
import { describeError, isPlainlyMissing } from "../words/errors.ts";
import { sentence } from "../words/sentences.ts";
import { copyIdButton, more, remedyButton } from "./buttons.ts";
import type { Effect, ResultButton, ResultCard } from "./buttonEffect.ts";
import { adviceOn, cardFrame, type ResultContext, serviceSays, verdict } from "./cardParts.ts";

interface NotRead {
  readonly title: string;
  /** Names what was asked for. */
  readonly which: Block<Effect>;
  /** Reads it again. */
  readonly again: ResultButton;
  /** Offered where nothing helps more. */
  readonly other?: ResultButton;
  /** By what it was asked for, to be copied. */
  readonly id?: string | undefined;
}

/** Something that could not be read: why, what helps, and a button that reads it again. */
export function notReadCard(
  context: ResultContext,
  error: ApiError,
  { again, id, title, which, ...offered }: NotRead,
): ResultCard {
  const { headline, remedies, ...words } = describeError(error);
  const { advice, ...waits } = adviceOn(error, words.advice, context.at);
  const other = remedyButton(remedies) ?? offered.other;
  return {
    ...cardFrame(context),
    head: verdict("error"),
    title,
    summary: [sentence(headline), ...advice],
    ...waits,
    blocks: [which, ...(isPlainlyMissing(error) ? [] : serviceSays(error))],
    actions: {
      next: again,
      ...(other && { other }),
      ...more(id === undefined ? undefined : copyIdButton(id)),
    },
  };
}

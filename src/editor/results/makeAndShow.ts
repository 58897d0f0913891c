import { l10n } from "vscode";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { warn } from "../kit/notify.ts";
import type { ResultPanel } from "./panel.ts";
import type { Result } from "./result.ts";
import type { ShowingParts } from "./showingParts.ts";

/** How a thing is made, and what is told of that. */
interface Making<Told> {
  /** Resolves to `undefined` when the user left before anything was sent. What it reads ends with the signal. */
  readonly ask: (signal: AbortSignal, within?: Frame) => Promise<Told | undefined>;
  readonly resultOf: (id: string, told: Told) => Result;
}

/** Has a thing made, and shows what became of that. */
export async function make<Told>(
  { panel, results }: ShowingParts,
  { ask, resultOf }: Making<Told>,
): Promise<void> {
  const stop = new AbortController();
  try {
    const told = await ask(stop.signal);
    endQuestions();
    if (told !== undefined) await panel.show(resultOf(results.newId(), told));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/**
 * The same from a question of another flow, whose next question takes the place of the last one here. Returns what is there
 * then; its page is kept for later, not shown.
 */
export async function makeWithin<Made, Told extends { readonly made: Made } | { readonly kind: "unknown" }>(
  { panel, results }: Pick<ShowingParts, "results"> & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  { ask, resultOf }: Making<Told>,
  frame: Frame,
): Promise<Made | undefined> {
  const stop = new AbortController();
  try {
    const told = await ask(stop.signal, frame);
    if (told === undefined) return undefined;
    const result = resultOf(results.newId(), told);
    await panel.keep(result);
    if ("made" in told) return told.made;
    void warn(result.card.title, { label: l10n.t("Show"), run: () => panel.show(result) });
    return undefined;
  } finally {
    stop.abort();
  }
}

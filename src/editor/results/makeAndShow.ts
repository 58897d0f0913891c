import { l10n } from "vscode";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { warn } from "../kit/notify.ts";
import type { ResultPanel } from "./panel.ts";
import type { Result } from "./result.ts";
import type { ShowingParts } from "./showingParts.ts";

/** How a thing is made, and what is told of that. */
interface Making<CreateResult> {
  /** Resolves to `undefined` when the user left before anything was sent. What it reads ends with the signal. */
  readonly ask: (signal: AbortSignal, within?: Frame) => Promise<CreateResult | undefined>;
  readonly resultOf: (id: string, created: CreateResult) => Result;
}

/** Has a thing made, and shows what became of that. */
export async function make<CreateResult>(
  { panel, results }: ShowingParts,
  { ask, resultOf }: Making<CreateResult>,
): Promise<void> {
  const stop = new AbortController();
  try {
    const created = await ask(stop.signal);
    endQuestions();
    if (created !== undefined) await panel.show(resultOf(results.newId(), created));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/**
 * The same from a question of another flow, whose next question takes the place of the last one here. Returns what is there
 * then; its page is kept for later, not shown.
 */
export async function makeWithin<
  Made,
  CreateResult extends { readonly made: Made } | { readonly kind: "unknown" },
>(
  { panel, results }: Pick<ShowingParts, "results"> & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  { ask, resultOf }: Making<CreateResult>,
  frame: Frame,
): Promise<Made | undefined> {
  const stop = new AbortController();
  try {
    const created = await ask(stop.signal, frame);
    if (created === undefined) return undefined;
    const result = resultOf(results.newId(), created);
    await panel.keep(result);
    if ("made" in created) return created.made;
    void warn(result.card.title, { label: l10n.t("Show"), run: () => panel.show(result) });
    return undefined;
  } finally {
    stop.abort();
  }
}

import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import { inform } from "../kit/notify.ts";
import { contextLine } from "./contextLine.ts";
import { timeOfDay } from "../words/numbers.ts";
import type { ResultPanel } from "./panel.ts";
import type { Result } from "./result.ts";
import type { KeptResult } from "./store.ts";

/** "Show Recent Result…": shows a result of the last seven days again, whichever window made it. */
export async function showRecentResult(panel: ResultPanel): Promise<void> {
  const results = await panel.recent.all();
  if (results.length === 0) {
    void inform(l10n.t("There is no result of the last seven days."));
    return;
  }
  const answer = await pickOne<Result>({
    frame: { title: l10n.t("Show Recent Result"), back: false },
    placeholder: l10n.t("Which result should be shown again?"),
    choices: toldApart(results),
  });
  if (answer.kind === "accepted") await panel.showAgain(answer.value);
}

/** A row for each result: what became of what, where and when; to the second where two would look alike. */
function toldApart(results: readonly KeptResult[]): readonly Choice<Result>[] {
  const words = ({ result: { about, card } }: KeptResult): readonly string[] =>
    [card.title, about ?? "", contextLine(card)].map(display);
  const alike = Map.groupBy(results, (one) => words(one).join("\n"));
  return results.map((one) => {
    const [label = "", description = "", context = ""] = words(one);
    const twins = alike.get(words(one).join("\n")) ?? [];
    const detail = twins.length > 1 ? `${context} · ${timeOfDay(new Date(one.at))}` : context;
    return { label, ...(description !== "" && { description }), detail, value: one.result };
  });
}

import { commands, l10n } from "vscode";
import { display } from "../../domain/display.ts";
import { keptMs } from "../../storage/keptFor.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper, Scope } from "../../storage/keeper.ts";
import { inform } from "../kit/notify.ts";
import type { Parts } from "../app/parts.ts";
import { pickOne } from "../kit/ask.ts";
import type { Choice } from "../kit/ask.ts";
import type { KeptResult, Result, Results } from "./store.ts";
import { timeOfDay } from "../words/numbers.ts";

const mostKept = 20;

/** The results that can be shown again: those of this window with all they hold, others as they are stored. */
export class RecentResults implements Keeper {
  readonly #stored: Results;
  readonly unknown = nothingUnknown;
  #shown: readonly KeptResult[] = [];

  constructor(stored: Results) {
    this.#stored = stored;
  }

  /** The newest first. */
  async all(): Promise<readonly KeptResult[]> {
    const mine = this.#shown.filter(({ at }) => Date.now() - at <= keptMs.results);
    const ids = new Set(mine.map(({ result }) => result.card.id));
    const others = (await this.#stored.all(mostKept)).filter(({ result }) => !ids.has(result.card.id));
    return [...mine, ...others].sort((one, other) => other.at - one.at).slice(0, mostKept);
  }

  /** Notes a new result, or a newer reading of one. */
  async note(result: Result): Promise<void> {
    const others = this.#shown.filter((one) => one.result.card.id !== result.card.id);
    this.#shown = [{ result, at: Date.now() }, ...others].slice(0, mostKept);
    await commands.executeCommand("setContext", "managedAuth.hasResults", true);
  }

  /** Takes a result back that is not kept after all. */
  leaveOut(result: Result): void {
    this.#shown = this.#shown.filter((one) => one.result !== result);
  }

  async forget({ accountId }: Scope): Promise<void> {
    this.#shown = this.#shown.filter(({ result }) => result.context.accountId !== accountId);
    return Promise.resolve();
  }
}

/** "Show Recent Result…": shows a result of the last seven days again, whichever window made it. */
export async function showRecentResultCommand({ panel }: Parts): Promise<void> {
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
    [card.title, about ?? "", card.context].map(display);
  const alike = Map.groupBy(results, (one) => words(one).join("\n"));
  return results.map((one) => {
    const [label = "", description = "", context = ""] = words(one);
    const twins = alike.get(words(one).join("\n")) ?? [];
    const detail = twins.length > 1 ? `${context} · ${timeOfDay(new Date(one.at))}` : context;
    return { label, ...(description !== "" && { description }), detail, value: one.result };
  });
}

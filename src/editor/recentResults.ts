import { commands, l10n } from "vscode";
import { display } from "../domain/display.ts";
import { inform } from "./notify.ts";
import type { Parts } from "./parts.ts";
import { pickOne } from "./prompts.ts";
import type { Result } from "./results.ts";

const mostKept = 20;

/** The results of this window, the newest first. */
export class RecentResults {
  #results: readonly Result[] = [];

  get all(): readonly Result[] {
    return this.#results;
  }

  /** Notes a result that is shown; one that is shown again moves to the front. */
  async note(result: Result): Promise<void> {
    const others = this.#results.filter(({ card }) => card.id !== result.card.id);
    this.#results = [result, ...others].slice(0, mostKept);
    await commands.executeCommand("setContext", "managedAuth.hasResults", true);
  }
}

/** "Show Recent Result…": shows a result of this window again. */
export async function showRecentResultCommand({ panel }: Parts): Promise<void> {
  const results = panel.recent.all;
  if (results.length === 0) {
    void inform(l10n.t("There is no result in this window yet."));
    return;
  }
  const answer = await pickOne<Result>({
    frame: { title: l10n.t("Show Recent Result"), back: false },
    placeholder: l10n.t("Which result should be shown again?"),
    choices: results.map((result) => ({
      label: display(result.card.title),
      detail: display(result.card.context),
      value: result,
    })),
  });
  if (answer.kind === "accepted") await panel.show(answer.value);
}

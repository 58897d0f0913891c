import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { Setting } from "../../domain/connections/settings.ts";
import { subjectOf } from "../connections/creation/steps/subject.ts";
import { settingWords } from "../connections/editing/words.ts";
import { listed } from "../kit/notify.ts";
import { labelled } from "../words/sentences.ts";

/** Settings for a confirmation, a line or a list each, and an empty line behind them: as they become, and as they are. */
export function settingLines(settings: readonly Setting[], then: Draft, now?: Draft): readonly string[] {
  const lines = settings.flatMap((setting) => {
    const words = settingWords(setting, then, []);
    const changed =
      now === undefined
        ? words
        : l10n.t({
            message: "{0} → {1}",
            args: [settingWords(setting, now, []), words],
            comment: "what a setting is now, and what it will be",
          });
    // Their words are cut where they are many.
    const domains = setting === "allowed_domains" ? (then.allowed_domains ?? []) : [];
    return [labelled(subjectOf(setting), changed), ...listed(domains.map(display))];
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

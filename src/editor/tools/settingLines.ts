import { l10n } from "vscode";
import { display, longestWhole, wholeName } from "../../domain/text/display.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { Setting } from "../../domain/connections/settings.ts";
import { quoted, subjectOf } from "../connections/settings/settings.ts";
import { listed } from "../kit/notify.ts";
import { labelled } from "../words/sentences.ts";

/** Settings for a confirmation, and an empty line behind them: as they become, and as they are. Each name has its line. */
export function settingLines(settings: readonly Setting[], then: Draft, now?: Draft): readonly string[] {
  const lines = settings.flatMap((setting) => {
    const subject = subjectOf(setting);
    const [becomes, is] = [partsOf(setting, then), now && partsOf(setting, now)];
    if (becomes.names.length + (is?.names.length ?? 0) === 0) {
      const words = is === undefined ? becomes.words : arrow(is.words, becomes.words);
      return [labelled(subject, words)];
    }
    return [
      ...(is === undefined ? [] : [labelled(l10n.t("{0} so far", subject), is.words), ...listed(is.names)]),
      labelled(subject, becomes.words),
      ...listed(becomes.names),
    ];
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

function arrow(now: string, then: string): string {
  return l10n.t({
    message: "{0} → {1}",
    args: [now, then],
    comment: "what a setting is now, and what it will be",
  });
}

function partsOf(
  setting: Setting,
  draft: Draft,
): { readonly words: string; readonly names: readonly string[] } {
  const { names, words } = quoted(setting, draft);
  return {
    words,
    names: names.map(({ label, name }) => (label === undefined ? read(name) : labelled(label, read(name)))),
  };
}

/** A name, whole. What is there already may be longer than anybody reads. */
function read(name: string): string {
  return name.length > longestWhole ? display(name) : wholeName(name);
}

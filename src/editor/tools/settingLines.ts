import { l10n } from "vscode";
import { display, longestWhole, wholeName } from "../../domain/text/display.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import { destinationOf } from "../../domain/draft/telemetry.ts";
import type { Setting } from "../../domain/connections/settings.ts";
import { subjectOf } from "../connections/creation/steps/subject.ts";
import { settingWords } from "../connections/editing/words.ts";
import { listed } from "../kit/notify.ts";
import { count } from "../words/numbers.ts";
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

/** What a setting is, in words of ours, and the names in it: whoever made those up may have them say anything. */
interface Parts {
  readonly words: string;
  readonly names: readonly string[];
}

function partsOf(setting: Setting, draft: Draft): Parts {
  const { allowed_domains = [], credential, login_url, proxy, telemetry } = draft;
  switch (setting) {
    case "proxy":
      if (proxy?.kind === "name") return { words: l10n.t("By name"), names: [read(proxy.name)] };
      if (proxy?.kind === "id") return { words: l10n.t("By ID"), names: [read(proxy.id)] };
      break;
    case "credential":
      if (credential?.kind === "stored") return { words: l10n.t("Stored"), names: [read(credential.name)] };
      if (credential?.kind === "lookup")
        return {
          words: l10n.t("Looked up by domain"),
          names: [labelled(l10n.t("Provider"), read(credential.provider))],
        };
      if (credential?.kind === "item")
        return {
          words: l10n.t("Item of a provider"),
          names: [
            labelled(l10n.t("Provider"), read(credential.provider)),
            labelled(l10n.t("Item"), read(credential.path)),
          ],
        };
      break;
    case "telemetry": {
      const destination = destinationOf(telemetry);
      if (telemetry === undefined || telemetry.kind === "off" || destination === undefined) break;
      const captured = settingWords(setting, { telemetry: { ...telemetry, export: { kind: "none" } } }, []);
      return { words: captured, names: [labelled(l10n.t("Exported to"), read(destination))] };
    }
    case "login_url":
      if (login_url !== undefined) return { words: l10n.t("This address"), names: [read(login_url)] };
      break;
    case "allowed_domains":
      if (allowed_domains.length > 0)
        return { words: count(allowed_domains.length), names: allowed_domains.map(read) };
      break;
    case "stealth":
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
  }
  return { words: settingWords(setting, draft, []), names: [] };
}

/** A name, whole. What is there already may be longer than anybody reads. */
function read(name: string): string {
  return name.length > longestWhole ? display(name) : wholeName(name);
}

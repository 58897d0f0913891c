import { l10n } from "vscode";
import { display, longestWhole, wholeName } from "../../domain/text/display.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { confirm, listed } from "../kit/notify.ts";
import { labelled } from "../words/sentences.ts";
import type { Chosen } from "./picker.ts";

/**
 * Asks once for all of them: what goes, what ends with it, and in which account; on top, where it is not the user who wants
 * it, who does.
 */
export async function confirmDeletion(
  targets: readonly Chosen[],
  account: string,
  asker: readonly string[] = [],
): Promise<boolean> {
  const [first, ...others] = targets;
  if (first === undefined) return false;
  return others.length === 0
    ? confirm(
        asker.length === 0 ? question(first) : l10n.t("Delete a telemetry destination?"),
        [
          ...asker,
          ...(asker.length === 0 ? [] : ["", ...nameLines(first), ""]),
          detail(loss(first), [facts(first, account)]),
        ].join("\n"),
        l10n.t("Delete"),
      )
    : confirm(
        l10n.t("Delete {0} telemetry destinations?", targets.length),
        [
          ...asker,
          detail(l10n.t("Nothing will be exported to them any more."), [
            ...listed(targets.map(named)),
            "",
            account,
          ]),
        ].join("\n"),
        l10n.t("Delete Destinations ({0})", targets.length),
      );
}

function question(target: Chosen): string {
  return target.name === undefined
    ? l10n.t('Delete the telemetry destination with the ID or name "{0}"?', display(target.idOrName))
    : l10n.t('Delete telemetry destination "{0}"?', display(target.name));
}

/** What an agent wants deleted, whole and on a line of its own; by its ID alone where its name is too long to be read. */
function nameLines({ idOrName, name }: Chosen): readonly string[] {
  if (name === undefined) return [labelled(l10n.t("ID or name"), wholeName(idOrName))];
  return name.length > longestWhole ? [] : [labelled(l10n.t("Name"), wholeName(name))];
}

/** People know a destination by where it leads to. */
function loss({ endpoint }: Chosen): string {
  return endpoint === undefined
    ? l10n.t("Nothing will be exported to it any more.")
    : l10n.t("Nothing will be exported to {0} any more.", display(maskedAddress(endpoint)));
}

function detail(lost: string, rest: readonly string[]): string {
  return [l10n.t("{0} You can't undo this.", lost), "", ...rest].join("\n");
}

/** The id, where it is not in the question, and the account. */
function facts({ idOrName, name }: Chosen, account: string): string {
  return name === undefined ? account : l10n.t("{0} · {1}", display(idOrName), account);
}

function named({ idOrName, name }: Chosen): string {
  return name === undefined ? display(idOrName) : l10n.t("{0} ({1})", display(name), display(idOrName));
}

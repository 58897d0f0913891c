import { l10n } from "vscode";
import type { Target } from "../../domain/deletion.ts";
import { display } from "../../domain/display.ts";
import { confirm, listed } from "../kit/notify.ts";

/** Asks once for all of them, naming what goes and from where. */
export async function confirmDeletion(targets: readonly Target[], place: string): Promise<boolean> {
  const [first, ...others] = targets;
  if (first === undefined) return false;
  const several = others.length > 0;
  return confirm(
    several ? l10n.t("Delete {0} telemetry destinations?", targets.length) : question(first),
    [
      ...(several ? listed(targets.map(named)) : []),
      l10n.t("From: {0}", place),
      l10n.t("Telemetry is no longer exported there. This cannot be undone."),
    ].join("\n"),
    several ? l10n.t("Delete Destinations ({0})", targets.length) : l10n.t("Delete"),
  );
}

function question(target: Target): string {
  return target.name === undefined
    ? l10n.t('Delete the telemetry destination with the ID or name "{0}"?', display(target.idOrName))
    : l10n.t('Delete the telemetry destination "{0}"?', named(target));
}

function named({ idOrName, name }: Target): string {
  return name === undefined ? display(idOrName) : l10n.t("{0} ({1})", display(name), display(idOrName));
}

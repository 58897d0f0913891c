import { l10n } from "vscode";
import type { ResultCard } from "./buttonEffect.ts";

/** Stands where a result was that is no longer stored, or whose subject is gone. */
export function goneCard(id: string, why?: string): ResultCard {
  return {
    id,
    head: { kind: "header" },
    title: l10n.t("This result is gone"),
    context: [],
    summary: [why ?? l10n.t("Results are kept for seven days. Run the command again to get a new one.")],
    blocks: [],
    actions: {},
  };
}

import { l10n } from "vscode";
import type { Card } from "../../card/protocol.ts";

/** Stands where a result was that is no longer stored. */
export function goneCard(id: string): Card {
  return {
    id,
    tone: "neutral",
    title: l10n.t("This result is gone"),
    context: "",
    summary: [l10n.t("Results are kept for seven days. Run the command again to get a new one.")],
    blocks: [],
    actions: [],
  };
}

import { l10n } from "vscode";

/** Why the sandbox did not start, in a sentence; what its start was rejected with says it in a `kind`. */
export function sandboxTrouble(fault: unknown): string {
  switch (kindOf(fault)) {
    case "sqliteMissing":
      return l10n.t("It keeps its data in node:sqlite, which this VS Code does not have. Update VS Code.");
    case "foreignFile":
      return l10n.t(
        "In the place of its data is something that it did not make (sandbox.db or sandbox.db.lock).",
      );
    case "newerData":
      return l10n.t("A later version of this extension wrote its data. Update the extension.");
    case "damagedFile":
    case "olderData":
    case "unusableFile":
      return l10n.t("Its data cannot be kept on this computer.");
    case "held":
      return l10n.t(
        "Another window, or a computer that shares your files, holds its data and does not answer.",
      );
    case "portUnusable":
      return l10n.t("It could not listen on any port of this computer.");
    case "unreachable":
      return l10n.t("It does not answer any more.");
    case "crashed":
      return l10n.t("It ended by itself.");
    default:
      return l10n.t("It met an unexpected error. The log says more.");
  }
}

function kindOf(fault: unknown): unknown {
  return fault instanceof Error && "kind" in fault ? fault.kind : undefined;
}

import { l10n } from "vscode";
import { among } from "./labels.ts";

/** Why the sandbox did not start, in a sentence; what its start was rejected with says it in a `kind`. */
export function sandboxTrouble(fault: unknown): string {
  const words = {
    sqliteMissing: l10n.t(
      "It keeps its data in node:sqlite, which this VS Code does not have. Update VS Code.",
    ),
    foreignFile: l10n.t(
      "In the place of its data is something that it did not make (sandbox.db or sandbox.db.lock).",
    ),
    unusableFile: l10n.t("Its data cannot be kept on this computer."),
    held: l10n.t("Another window, or a computer that shares your files, holds its data and does not answer."),
    portUnusable: l10n.t("It could not listen on any port of this computer."),
    unreachable: l10n.t("It does not answer any more."),
    crashed: l10n.t("It ended by itself."),
  };
  const kind = fault instanceof Error && "kind" in fault ? String(fault.kind) : "";
  return among(words, kind) ?? l10n.t("It met an unexpected error. The log says more.");
}

import { l10n } from "vscode";
import { among } from "./labels.ts";

/** Why the sandbox did not start, in a sentence, by the `kind` of the fault. */
export function sandboxTrouble(fault: unknown): string {
  const words = {
    sqliteMissing: l10n.t("The sandbox needs node:sqlite, which this VS Code doesn't have. Update VS Code."),
    foreignFile: l10n.t("The sandbox didn't create these files: sandbox.db, sandbox.db.lock."),
    unusableFile: l10n.t("The sandbox can't keep data on this computer."),
    held: l10n.t(
      "Another window or computer is using the sandbox's data and is unresponsive. Close that window, then try again.",
    ),
    portUnusable: l10n.t("The sandbox couldn't open a port on this computer."),
    unreachable: l10n.t("The sandbox is unresponsive."),
    crashed: l10n.t("The sandbox ended unexpectedly."),
  };
  const kind = fault instanceof Error && "kind" in fault ? String(fault.kind) : "";
  return among(words, kind) ?? l10n.t("Unexpected error in the sandbox. See the log.");
}

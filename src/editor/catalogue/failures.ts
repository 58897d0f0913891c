import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { ReadingFailure } from "./readModel.ts";
import type { TreeRow } from "../kit/row.ts";
import type { CommandId } from "../words/contributions.ts";
import { describeError } from "../words/errors.ts";
import type { ErrorText } from "../words/errorText.ts";

export function describeFailure(failure: ReadingFailure): ErrorText {
  if (failure.kind !== "sandboxFailed") return describeError(failure);
  return {
    headline: l10n.t("The sandbox didn't start"),
    advice: [display(failure.reason), l10n.t("Try again, or reload the window.")],
    remedies: ["retry"],
  };
}

/** True if only a different token or project can resolve the failure, so that retrying is pointless. */
export function needsUser(failure: ReadingFailure): boolean {
  const { remedies } = describeFailure(failure);
  return remedies.includes("signIn") || remedies.includes("chooseProject");
}

/**
 * Returns a row that explains why rows are missing or outdated. Pressing Enter on the row starts the remedy or, if
 * there is none, runs `refresh` to retry.
 */
export function failureRow(id: string, failure: ReadingFailure, refresh: CommandId): TreeRow {
  const { advice, headline, remedies } = describeFailure(failure);
  const label = shortFailure(failure) ?? headline;
  const row = {
    id,
    label,
    tooltip: [headline, ...advice].join("\n"),
    icon: new ThemeIcon("warning", new ThemeColor("list.warningForeground")),
    children: "nothing",
  } as const;
  if (remedies.includes("signIn")) {
    const accessibilityLabel = l10n.t("{0}. Press Enter to replace the token", label);
    const command = { command: "managedAuth.replaceToken", title: l10n.t("Replace Token…") };
    return { ...row, description: command.title, contextValue: "refusedToken", accessibilityLabel, command };
  }
  if (remedies.includes("chooseProject")) {
    const accessibilityLabel = l10n.t("{0}. Press Enter to choose a project", label);
    const command = { command: "managedAuth.chooseProject", title: l10n.t("Choose Project…") };
    return { ...row, description: command.title, contextValue: "error", accessibilityLabel, command };
  }
  const accessibilityLabel = l10n.t("{0}. Press Enter to try again", label);
  const command = { command: refresh, title: l10n.t("Try Again") };
  return { ...row, description: command.title, contextValue: "error", accessibilityLabel, command };
}

/** Returns a shorter message for the side bar if the headline is too long. */
function shortFailure(failure: ReadingFailure): string | undefined {
  if (failure.kind === "offline" || failure.kind === "timeout")
    return l10n.t("Can't reach {0}", display(failure.host));
  if (failure.kind === "notFound" && failure.missing === "project") return l10n.t("Project not found");
  if (failure.kind === "unauthorized" && failure.reason === undefined) return l10n.t("Token refused");
  return undefined;
}

import { l10n } from "vscode";
import type { FlowFacts } from "../../../../domain/connections/connectionView.ts";
import { labelForValue } from "../../../words/labels.ts";

/** Returns the label for a `flow_type` (interface.md §2.1). A flow without a type is a login. */
export function flowTypeLabel(type: string | undefined): string {
  return labelForValue(type ?? "LOGIN", { LOGIN: l10n.t("Login"), REAUTH: l10n.t("Automatic login") });
}

/** Returns the label for a flow's `flow_step` (interface.md §2.1), or for a step that only the timeline reports. */
export function flowStepLabel(step: string): string {
  return labelForValue(step, {
    INITIALIZED: l10n.t("Starting"),
    DISCOVERING: l10n.t("Looking for the login form"),
    AWAITING_INPUT: l10n.t("Waiting for input"),
    AWAITING_EXTERNAL_ACTION: l10n.t("Waiting for a step outside the browser"),
    AWAITING_HUMAN_INTERVENTION: l10n.t("Waiting for a person"),
    SUBMITTING: l10n.t("Submitting"),
    COMPLETED: l10n.t("Completed"),
    EXPIRED: l10n.t("Timed out"),
  });
}

export function describeFlow({ status, step }: Pick<FlowFacts, "status" | "step">): string {
  const words = [status && flowStatusLabel(status), step && flowStepLabel(step)];
  return words.filter((part) => part !== undefined && part !== "").join(": ");
}

/** Returns the label for a `flow_status` (interface.md §2.1). Marks a status that this version doesn't know. */
export function flowStatusLabel(status: string): string {
  return labelForValue(status, {
    IN_PROGRESS: l10n.t("In progress"),
    SUCCESS: l10n.t("Succeeded"),
    FAILED: l10n.t("Failed"),
    EXPIRED: l10n.t("Expired"),
    CANCELED: l10n.t("Canceled"),
  });
}

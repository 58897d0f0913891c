import { l10n } from "vscode";
import { errorText, type ErrorText } from "./errorText.ts";
import type { ApiErrorOf } from "../../api/errors.ts";

export type RequestEffect = "change" | "create" | "delete" | "deleteDestination" | "other";

/** Returns the message for a 403 response, depending on its error code. */
export function forbiddenError(error: ApiErrorOf<"forbidden">, act: RequestEffect): ErrorText {
  // A token of a project may read that project. If a read is forbidden, the request probably names the wrong project.
  const mayBeElsewhere = error.inProject === true && error.sent === "no";
  switch (error.code) {
    case "insufficient_permissions":
      if (mayBeElsewhere)
        return errorText(missingPermissionHeadline(act), otherProjectAdvice(), "chooseProject");
      return errorText(
        missingPermissionHeadline(act),
        l10n.t("Use an organization token; project tokens have fewer permissions."),
        "signIn",
      );
    case "insufficient_plan":
      return errorText(
        l10n.t("Your plan doesn't cover this action"),
        l10n.t("See the entitlements for your limits and usage."),
        "explain",
      );
    case undefined:
    default: {
      const headline = l10n.t("Your token or plan doesn't allow this action");
      if (mayBeElsewhere) return errorText(headline, otherProjectAdvice(), "chooseProject", "explain");
      return errorText(
        headline,
        l10n.t("See the entitlements for your plan. Project tokens have fewer permissions."),
        "explain",
      );
    }
  }
}

function otherProjectAdvice(): string {
  return l10n.t("The token may belong to another project. Choose that project, or replace the token.");
}

function missingPermissionHeadline(act: RequestEffect): string {
  return {
    create: l10n.t("This token can't create connections"),
    change: l10n.t("This token can't change connections"),
    delete: l10n.t("This token can't delete connections"),
    deleteDestination: l10n.t("This token can't delete telemetry destinations"),
    other: l10n.t("This token doesn't allow this action"),
  }[act];
}

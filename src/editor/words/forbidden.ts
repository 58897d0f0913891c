import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { words } from "./remedies.ts";
import type { ErrorWords } from "./remedies.ts";

/** The effect of a refused request. */
export type Act = "change" | "create" | "delete" | "deleteDestination" | "other";

/** Returns the words for a 403 response, by its code. */
export function forbidden(error: Extract<ApiError, { kind: "forbidden" }>, act: Act): ErrorWords {
  // Every token of a project may read, so a refused read means another project.
  const mayBeElsewhere = error.inProject === true && error.sent === "no";
  switch (error.code) {
    case "insufficient_permissions":
      return mayBeElsewhere
        ? words(mayNot(act), otherProject(), "chooseProject")
        : words(
            mayNot(act),
            l10n.t("Use an organization token; project tokens have fewer permissions."),
            "signIn",
          );
    case "insufficient_plan":
      return words(
        l10n.t("Your plan doesn't cover this action"),
        l10n.t("See the entitlements for your limits and usage."),
        "explain",
      );
    case undefined:
    default: {
      const headline = l10n.t("Your token or plan doesn't allow this action");
      return mayBeElsewhere
        ? words(headline, otherProject(), "chooseProject", "explain")
        : words(
            headline,
            l10n.t("See the entitlements for your plan. Project tokens have fewer permissions."),
            "explain",
          );
    }
  }
}

function otherProject(): string {
  return l10n.t("The token may belong to another project. Choose that project, or replace the token.");
}

function mayNot(act: Act): string {
  return {
    create: l10n.t("This token can't create connections"),
    change: l10n.t("This token can't change connections"),
    delete: l10n.t("This token can't delete connections"),
    deleteDestination: l10n.t("This token can't delete telemetry destinations"),
    other: l10n.t("This token doesn't allow this action"),
  }[act];
}

import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";

/** What was asked for, where a refusal can name it. */
export type Act = "change" | "create" | "delete" | "other";

/** A refusal in words, and what helps: another project, another token, or a look at the plan. */
interface ForbiddenWords {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly ("chooseProject" | "explain" | "signIn")[];
}

/** Why something is not allowed (403), by the code of the refusal. */
export function forbidden(error: Extract<ApiError, { kind: "forbidden" }>, act: Act): ForbiddenWords {
  // To read takes no more than a token of the project that is read in.
  const mayBeElsewhere = error.inProject === true && error.sent === "no";
  switch (error.code) {
    case "insufficient_permissions":
      return mayBeElsewhere
        ? { headline: mayNot(act), advice: [otherProject()], remedies: ["chooseProject"] }
        : {
            headline: mayNot(act),
            advice: [l10n.t("Another token may: one for a single project can do less.")],
            remedies: ["signIn"],
          };
    case "insufficient_plan":
      return {
        headline: l10n.t("Your plan has no room for this"),
        advice: [l10n.t("The entitlements show what it includes, and how much of it is used.")],
        remedies: ["explain"],
      };
    case undefined:
    default: {
      const headline = l10n.t("Your token or plan does not allow this");
      return mayBeElsewhere
        ? { headline, advice: [otherProject()], remedies: ["chooseProject", "explain"] }
        : {
            headline,
            advice: [
              l10n.t(
                "The entitlements show what your plan includes. A token for a single project can do less.",
              ),
            ],
            remedies: ["explain"],
          };
    }
  }
}

function otherProject(): string {
  return l10n.t("The token may be one of another project. Choose that project, or replace the token.");
}

function mayNot(act: Act): string {
  switch (act) {
    case "create":
      return l10n.t("This token may not create connections");
    case "change":
      return l10n.t("This token may not change connections");
    case "delete":
      return l10n.t("This token may not delete telemetry destinations");
    case "other":
      return l10n.t("This token may not do this");
  }
}

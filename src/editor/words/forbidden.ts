import { l10n } from "vscode";

/** What was asked for, where a refusal can name it. */
export type Act = "change" | "create" | "delete" | "other";

/** A refusal in words, and what helps: another token, or a look at the plan. */
interface ForbiddenWords {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly ["signIn" | "explain"];
}

/** Why something is not allowed (403), by the code of the refusal. */
export function forbidden(code: string | undefined, act: Act): ForbiddenWords {
  switch (code) {
    case "insufficient_permissions":
      return {
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
    default:
      return {
        headline: l10n.t("Your token or plan does not allow this"),
        advice: [
          l10n.t("The entitlements show what your plan includes. A token for a single project can do less."),
        ],
        remedies: ["explain"],
      };
  }
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

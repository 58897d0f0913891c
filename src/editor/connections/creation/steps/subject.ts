import { l10n } from "vscode";
import type { StepId } from "../../../../domain/draft/steps.ts";
import { options } from "./options.ts";

/** What a question is about, in a word or two; one that follows from an answer is about the same as that. */
export function subjectOf(step: StepId): string {
  switch (step) {
    case "domain":
      return l10n.t("Domain");
    case "profile_name":
      return l10n.t("Profile");
    case "proxy":
      return l10n.t("Proxy");
    case "credential":
      return l10n.t("Credential");
    case "telemetry":
    case "telemetry_categories":
    case "telemetry_export":
    case "telemetry_destination":
      return options.telemetry.label();
    case "review":
      return l10n.t("Review");
    case "login_url":
    case "allowed_domains":
    case "stealth":
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
      return options[step].label();
  }
}

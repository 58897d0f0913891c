import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";

/** Why a connection can log in again by itself, or cannot. */
export interface ReauthReason {
  /** What keeps it from that, as the answer to whether it does; nothing keeps it where this is missing. */
  readonly lack?: string;
  /** What else there is to say. */
  readonly sentence?: string;
  readonly known: boolean;
}

/** A reason for `can_reauth` (§2.1) in words; an unknown one is shown as it came. */
export function reauthReason(reason: string): ReauthReason {
  const words = known(reason);
  return words === undefined
    ? { sentence: l10n.t("{0} (not known to this version)", display(reason)), known: false }
    : { ...words, known: true };
}

function known(reason: string): Omit<ReauthReason, "known"> | undefined {
  switch (reason) {
    case "external_credential":
      return { sentence: l10n.t("An external credential provider is attached.") };
    case "cua_has_credential":
      return { sentence: l10n.t("The login runs by computer use, with a stored credential.") };
    case "has_credential":
      return {
        sentence: l10n.t(
          "A stored credential is attached. Whether a login plan can use it has not been checked.",
        ),
      };
    case "viable_plans_found":
      return { sentence: l10n.t("At least one stored login plan can be replayed.") };
    case "no_requirements_recorded":
      return { sentence: l10n.t("No recorded login requirement stands in the way.") };
    case "requirements_satisfiable":
      return { sentence: l10n.t("The attached credential meets the recorded login requirements.") };
    case "no_prior_successful_login":
      return { lack: l10n.t("Not yet: nobody has logged in") };
    case "no_credential":
      return { lack: l10n.t("No: no credential is attached") };
    case "no_viable_plans":
      return {
        lack: l10n.t("Not yet: no login can be replayed"),
        sentence: l10n.t("A credential is attached. A person must log in once more."),
      };
    case "viable_plans_require_external_action":
      return {
        lack: l10n.t("No: needs a step outside the browser"),
        sentence: l10n.t("The stored login plans do, such as an email link. A person must do it."),
      };
    case "requires_external_action":
      return { lack: l10n.t("No: needs a step outside the browser") };
    case "requires_totp_without_secret":
      return {
        lack: l10n.t("No: asks for an authenticator code"),
        sentence: l10n.t("No secret is stored to make it from."),
      };
    case "requires_sms_code":
      return { lack: l10n.t("No: asks for a code by SMS") };
    case "requires_email_code":
      return { lack: l10n.t("No: asks for a code by email") };
    case "requires_customer_input":
      return { lack: l10n.t("No: asks what only a person can answer") };
    default:
      return undefined;
  }
}

/** The reasons of §2.1 for which a login can be repeated without its user, in the document's order. */
export const possible = [
  "external_credential",
  "cua_has_credential",
  "has_credential",
  "viable_plans_found",
  "no_requirements_recorded",
  "requirements_satisfiable",
] as const;
/** Those for which it cannot. */
export const impossible = [
  "no_prior_successful_login",
  "no_credential",
  "no_viable_plans",
  "viable_plans_require_external_action",
  "requires_external_action",
  "requires_totp_without_secret",
  "requires_sms_code",
  "requires_email_code",
  "requires_customer_input",
] as const;

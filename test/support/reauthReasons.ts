/** The affirmative values of `can_reauth_reason` (interface.md §2.1), in the document's order. */
export const affirmative = [
  "external_credential",
  "cua_has_credential",
  "has_credential",
  "viable_plans_found",
  "no_requirements_recorded",
  "requirements_satisfiable",
] as const;
/** The negative values. */
export const negative = [
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

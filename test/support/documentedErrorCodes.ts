/** The error codes of interface.md §3. */
export const documentedErrorCodes: readonly string[] = [
  ...["credentials_invalid", "totp_code_rejected", "totp_required", "sms_code_required"],
  ...["email_code_required", "mfa_required", "account_choice_required", "customer_input_required"],
  ...["external_action_required", "external_action_timeout", "awaiting_input_timeout", "session_expired"],
  ...["no_active_flow", "account_locked", "rate_limited", "unsupported_auth_method", "bot_detected"],
  ...["captcha_blocked", "domain_not_allowed", "login_form_not_found", "element_not_found"],
  ...["navigation_confused", "stuck_in_loop", "max_attempts_reached", "max_steps_exceeded", "website_error"],
  ...["network_error", "browser_error", "internal_error", "flow_failed"],
];

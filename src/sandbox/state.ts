// What changes in an auth connection after its creation (§2.1), and what a flow waits for (§2.7).

/** §2.7. */
type MfaType = "sms" | "call" | "email" | "totp" | "push" | "password" | "switch";

/** §2.7. */
interface Choice {
  readonly id: string;
  readonly type:
    | "mfa_method"
    | "sso_provider"
    | "sign_in_method"
    | "auth_method"
    | "identifier_method"
    | "account"
    | "other";
  readonly label: string;
  readonly context?: string | null;
  readonly description?: string | null;
  readonly display_text?: string | null;
  readonly masked_destination?: string | null;
  readonly mfa_type?: MfaType | "passkey" | "other" | null;
  readonly observed_selector?: string | null;
}

/** §2.7. */
interface Field {
  readonly id: string;
  readonly ref: string;
  readonly type: "identifier" | "password" | "code" | "totp_code" | "totp_secret" | "text";
  readonly label?: string;
  readonly hint?: string;
  readonly observed_selector?: string | null;
  readonly replace_existing?: boolean;
  readonly required?: boolean;
}

/** §2.7. */
interface DiscoveredField {
  readonly name: string;
  readonly type: "text" | "email" | "password" | "tel" | "number" | "url" | "code" | "totp";
  readonly label: string;
  readonly selector: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly linked_mfa_type?: MfaType | null;
}

/** In what a connection differs from one that was just created (§3). */
export interface State {
  readonly status?: "AUTHENTICATED";
  readonly can_reauth?: true;
  readonly can_reauth_reason?:
    | "external_credential"
    | "cua_has_credential"
    | "has_credential"
    | "viable_plans_found"
    | "no_requirements_recorded"
    | "requirements_satisfiable"
    | "no_credential"
    | "no_viable_plans"
    | "viable_plans_require_external_action"
    | "requires_external_action"
    | "requires_totp_without_secret"
    | "requires_sms_code"
    | "requires_email_code"
    | "requires_customer_input";
  readonly last_auth_check_at?: string;
  readonly post_login_url?: string;
  readonly sso_provider?: string;
  readonly flow_type?: "LOGIN" | "REAUTH";
  readonly flow_status?: "SUCCESS" | "FAILED" | "EXPIRED" | "CANCELED";
  readonly flow_step?:
    "DISCOVERING" | "AWAITING_INPUT" | "AWAITING_EXTERNAL_ACTION" | "SUBMITTING" | "COMPLETED";
  readonly error_code?: string;
  readonly error_message?: string;
  readonly website_error?: string;
  readonly external_action_message?: string;
  readonly choices?: readonly Choice[];
  readonly fields?: readonly Field[];
  readonly discovered_fields?: readonly DiscoveredField[];
  readonly mfa_options?: readonly {
    readonly type: MfaType;
    readonly label: string;
    readonly description?: string | null;
    readonly target?: string | null;
  }[];
  readonly pending_sso_buttons?: readonly {
    readonly selector: string;
    readonly provider: string;
    readonly label: string;
  }[];
  readonly sign_in_options?: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string | null;
  }[];
}

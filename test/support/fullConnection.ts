// A sample connection that several suites share.

const telemetry = `{
  "enabled": true,
  "browser": {
    "control": {"enabled": true}, "connection": {"enabled": true}, "system": {"enabled": true},
    "captcha": {"enabled": false}, "console": {"enabled": true}, "network": {"enabled": true},
    "page": {"enabled": false}, "interaction": {"enabled": false}, "screenshot": {"enabled": true}
  },
  "export": {"otlp": {"destination": {"name": "honeycomb"}, "enabled": true}}
}`;

/**
 * A response with every property of interface.md §2.1 and of its nested objects, while an automatic login waits for an
 * external action. Labels of deprecated properties start with "Old".
 */
export const fullConnection = `{
  "id": "ma_1", "profile_name": "work", "domain": "example.com", "status": "AUTHENTICATED",
  "save_credentials": true, "record_session": true, "allowed_domains": ["sso.example.com", "id.example.org"],
  "auto_reauth": true,
  "browser": {"proxy": {"id": "p_1"}, "stealth": true, "telemetry": ${telemetry}},
  "browser_session_id": "bs_1",
  "browser_telemetry": ${telemetry},
  "can_reauth": true, "can_reauth_reason": "has_credential",
  "choices": [{"id": "c_1", "type": "mfa_method", "label": "Text message", "context": "Above the button",
    "description": "A code of six digits", "display_text": "Text me", "masked_destination": "•••12", "mfa_type": "sms",
    "observed_selector": "#sms"}],
  "credential": {"provider": "vault", "path": "Team/GitHub"},
  "discovered_fields": [{"name": "otp", "type": "code", "label": "Old code", "selector": "#otp", "hint": "Old hint",
    "placeholder": "000000", "required": true, "linked_mfa_type": "sms"}],
  "error_code": null, "error_message": null, "external_action_message": "Approve on your phone",
  "fields": [{"id": "f_1", "ref": "code", "type": "totp_code", "label": "Code", "hint": "Six digits",
    "observed_selector": "#otp", "replace_existing": false, "required": false}],
  "flow_expires_at": "2026-11-20T12:10:00Z", "flow_status": "IN_PROGRESS", "flow_step": "AWAITING_EXTERNAL_ACTION",
  "flow_type": "REAUTH", "health_check_interval": 5400, "health_checks": true,
  "hosted_url": "https://auth.example/login/ma_1?code=SECRETCODE",
  "last_auth_at": "2026-11-20T11:00:00Z", "last_auth_check_at": "2026-11-20T11:00:00Z",
  "live_view_url": "https://live.example/SECRETVIEW", "login_url": "https://example.com/login",
  "mfa_options": [{"type": "sms", "label": "Old text", "description": "A code", "target": "•••12"}],
  "pending_sso_buttons": [{"selector": "//b", "provider": "google", "label": "Old Google"}],
  "post_login_url": "https://example.com/home", "proxy_id": "p_old",
  "sign_in_options": [{"id": "o_1", "label": "Old option", "description": "Your organization"}],
  "sso_provider": "okta", "website_error": "Try later"
}`;

/** A connection as §2.1 describes it, about 900 bytes. */
export function connection(id: string): object {
  return {
    id,
    profile_name: `profile-${id}`,
    domain: `${id.replaceAll("_", "-")}.example.com`,
    status: "AUTHENTICATED",
    save_credentials: true,
    record_session: false,
    allowed_domains: ["login.example.com", "id.example.com"],
    auto_reauth: true,
    browser: {
      proxy: { id: "proxy_1", name: "office" },
      stealth: true,
      telemetry: { enabled: true, browser: { console: { enabled: true } } },
    },
    browser_session_id: null,
    can_reauth: true,
    can_reauth_reason: "has_credential",
    credential: { name: "team-login" },
    flow_expires_at: null,
    flow_status: null,
    flow_step: null,
    flow_type: null,
    health_check_interval: 3600,
    health_checks: true,
    hosted_url: null,
    last_auth_at: "2026-02-03T09:15:00Z",
    last_auth_check_at: "2026-02-03T10:15:00Z",
    live_view_url: null,
    post_login_url: "https://app.example.com/home",
    website_error: null,
  };
}

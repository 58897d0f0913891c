// Replies of the interface document, written by hand instead of built from a schema, so that the code and its tests
// can't share a misunderstanding.

/** §4.2, 200. */
export const entitlements = `{
  "features": {
    "browser_extensions": { "enabled": true, "max_stored_per_org": 25 },
    "browser_pools": { "enabled": false },
    "browser_replays": { "enabled": true, "retention_days": 14 },
    "credential_providers": { "enabled": true },
    "credentials": { "enabled": true },
    "custom_proxies": { "enabled": true },
    "file_io": { "enabled": true },
    "gpu": { "enabled": false },
    "managed_auth": {
      "enabled": true,
      "health_check_interval_default_seconds": 3600,
      "health_check_interval_max_seconds": 86400,
      "health_check_interval_min_seconds": 1200,
      "max_connections": null
    },
    "managed_proxies": { "enabled": true },
    "profiles": { "enabled": true },
    "proxy_bypass_hosts": { "enabled": false }
  },
  "limits": {
    "default_max_concurrent_invocations_per_app": 20,
    "max_concurrent_browsers": 50,
    "max_concurrent_invocations": 100
  },
  "plan": {
    "id": "plan_startup",
    "effective_id": "plan_startup",
    "is_trialing": false,
    "status": "active",
    "trial_ends_at": null
  }
}`;

/** §4.1, 201: no flow, so its fields are null (§3). */
export const created = `{
  "id": "ma_3f9a2c",
  "profile_name": "my-profile",
  "domain": "example.com",
  "status": "NEEDS_AUTH",
  "save_credentials": true,
  "record_session": false,
  "allowed_domains": [],
  "auto_reauth": true,
  "browser": { "stealth": true },
  "browser_session_id": null,
  "can_reauth": false,
  "can_reauth_reason": "no_prior_successful_login",
  "flow_expires_at": null,
  "flow_status": null,
  "flow_step": null,
  "flow_type": null,
  "health_check_interval": 3600,
  "health_checks": true,
  "hosted_url": null,
  "live_view_url": null
}`;

/** §2.9. */
export const unauthorized = `{ "code": "unauthorized", "message": "Missing or invalid authorization token." }`;

/** §4.1, 409: code, message and existing_id. */
export const alreadyExists = `{
  "code": "already_exists",
  "message": "An auth connection already exists for this profile and domain.",
  "existing_id": "ma_existing7"
}`;

/** §2.9 with every optional field. */
export const badRequest = `{
  "code": "bad_request",
  "message": "Invalid input.",
  "details": [
    { "code": "invalid_domain", "message": "domain must be a public suffix plus one label" },
    { "code": "ambiguous_proxy", "message": "two active proxies have this name" }
  ],
  "inner_error": { "code": "validation", "message": "2 problems" }
}`;

/** §2.9, for a plan without the feature. */
export const forbidden = `{ "code": "insufficient_plan", "message": "This plan allows no more connections." }`;

/** §4.3, 409. The document doesn't define the code. */
export const inUse = `{ "code": "in_use", "message": "Sessions bound to the destination are still exporting." }`;

/** §2.9 for a 500. */
export const internalError = `{ "code": "internal_error", "message": "Internal error." }`;

/** §2.9 for a 404. */
export const notFound = `{ "code": "not_found", "message": "There is no such resource." }`;

/** A captive portal's page instead of a response from the service. */
export const webPage = `<!DOCTYPE html><html><head><title>Log in</title></head><body>Welcome to the hotel</body></html>`;

/** Headers of a redirect to another server. */
export const elsewhere = { Location: "https://evil.example/take" };

/** Truncates JSON in the middle. */
export const truncated = (json: string): string => json.slice(0, json.length / 2);

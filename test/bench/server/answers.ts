// What the bench's service answers with: bodies made once, so that a request costs it next to nothing.

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

/** What a list holds. */
export interface List {
  readonly total: number;
  readonly row: (index: number) => object;
}

interface Page {
  readonly body: string;
  readonly headers: string;
}

const pages = new Map<string, Page>();

/** A page of a list: a bare array, and the headers that say how it goes on. */
export function page(path: string, { row, total }: List, search: URLSearchParams): Page {
  const offset = Number(search.get("offset") ?? 0);
  const limit = Number(search.get("limit") ?? 20);
  const key = `${path} ${total} ${offset} ${limit}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const count = Math.max(0, Math.min(limit, total - offset));
  const next = offset + count < total ? offset + count : 0;
  const made = {
    body: JSON.stringify(Array.from({ length: count }, (_, index) => row(offset + index))),
    headers: `X-Has-More: ${String(next > 0)}\r\nX-Next-Offset: ${next}\r\n`,
  };
  pages.set(key, made);
  return made;
}

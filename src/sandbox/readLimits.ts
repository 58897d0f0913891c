// GET /org/limits: what is used of what the plan allows. The document does not show this operation.
import type { Reply } from "./http/replies.ts";
import { entitlements } from "./plans.ts";
import type { Store } from "./store.ts";

/** 200. `now`: milliseconds since 1970. */
export function readLimits(store: Store, now: number): Reply {
  store.renewLogins(now);
  const { features, limits } = entitlements(store.booking(), now);
  const used = store.sessionCount(now);
  return {
    status: 200,
    body: {
      auth_connections_used: store.connectionCount(),
      max_auth_connections: features.managed_auth.max_connections,
      min_health_check_interval_seconds: features.managed_auth.health_check_interval_min_seconds,
      default_project_max_concurrent_sessions: null,
      max_concurrent_sessions: limits.max_concurrent_browsers,
      concurrent_sessions_used: used,
      concurrent_sessions_available: limits.max_concurrent_browsers - used,
    },
  };
}

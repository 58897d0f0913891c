// GET /org/limits: what is used of what the plan allows. The document does not show this operation.
import { bookingOf } from "./organization.ts";
import { connectionCount } from "./connections/rows.ts";
import { exportingSessions } from "./destinations.ts";
import { runningFlows } from "./flows/rows.ts";
import { entitlements } from "./plans.ts";
import { get, resource } from "./resource.ts";

export const limits = resource({
  routes: [
    get("/org/limits", {}, ({ store, now }) => {
      const { features, limits: allowed } = entitlements(bookingOf(store), now);
      // Browser sessions that run: those that export, and one for each login in progress.
      const used = exportingSessions(store) + runningFlows(store, now).length;
      return {
        status: 200,
        body: {
          auth_connections_used: connectionCount(store),
          max_auth_connections: features.managed_auth.max_connections,
          min_health_check_interval_seconds: features.managed_auth.health_check_interval_min_seconds,
          default_project_max_concurrent_sessions: null,
          max_concurrent_sessions: allowed.max_concurrent_browsers,
          concurrent_sessions_used: used,
          // A smaller plan ends nothing that runs.
          concurrent_sessions_available: Math.max(0, allowed.max_concurrent_browsers - used),
        },
      };
    }),
  ],
});

// The account's own data: GET /auth/context (the caller), GET /org/entitlements (interface.md §4.2), and GET and
// PATCH /org/limits (usage, and limits of projects). The interface documents only the entitlements. In the sandbox, a
// PATCH with {} changes no limit, and null has the same effect as 0, which removes the limit.
import * as z from "zod/mini";
import type { StoreReader } from "../db/store.ts";
import { badRequest, type HttpReply } from "../http/replies.ts";
import { runningBrowsers } from "./browserRows.ts";
import { toIsoTime } from "./clock.ts";
import { countConnections } from "./connections/connectionRows.ts";
import {
  bookPlan,
  readBooking,
  resolveEntitlements,
  organizationTable,
  readDefaultProjectLimit,
  trialLengthMs,
} from "./plans.ts";
import { getRoute, patchRoute, defineResource } from "./resource.ts";

const apiKeyId = "key_sandbox";

const UpdateOrganizationLimits = z.strictObject({
  default_project_max_concurrent_sessions: z.optional(z.nullable(z.int().check(z.minimum(0)))),
});

function organizationLimitsReply(store: StoreReader, now: number): HttpReply {
  const { features, limits: allowed } = resolveEntitlements(readBooking(store), now);
  const used = runningBrowsers(store, now).length;
  return {
    status: 200,
    body: {
      auth_connections_used: countConnections(store),
      max_auth_connections: features.managed_auth.max_connections,
      min_health_check_interval_seconds: features.managed_auth.health_check_interval_min_seconds,
      default_project_max_concurrent_sessions: readDefaultProjectLimit(store),
      max_concurrent_sessions: allowed.max_concurrent_browsers,
      concurrent_sessions_used: used,
      // Never report a negative number. After a downgrade to a smaller plan, more sessions may be running than the
      // plan allows, because a downgrade doesn't end sessions.
      concurrent_sessions_available: Math.max(0, allowed.max_concurrent_browsers - used),
    },
  };
}

export const accountResource = defineResource({
  tables: [organizationTable],
  // An empty sandbox starts with the plan that includes every feature.
  seed(store, now, sample) {
    if (sample === "empty") bookPlan(store, { plan: "ENTERPRISE", isTrialing: false, trialEndsAt: null });
    else bookPlan(store, { plan: "START_UP", isTrialing: true, trialEndsAt: toIsoTime(now + trialLengthMs) });
  },
  routes: [
    getRoute("/auth/context", {}, ({ namedProject = null, tokenProject = null }) => ({
      status: 200,
      body: {
        authentication: { method: "api_key", source: "api_key", credential_id: apiKeyId },
        // The project IDs are null for the sandbox's own token, which belongs to the whole organization.
        authorization: {
          credential_scope: { project_id: tokenProject },
          effective_scope: { project_id: namedProject },
        },
        organization: { id: "org_sandbox" },
        principal: { id: apiKeyId, type: "api_key" },
      },
    })),
    getRoute("/org/entitlements", {}, ({ store, now }) => ({
      status: 200,
      body: resolveEntitlements(readBooking(store), now),
    })),
    getRoute("/org/limits", {}, ({ store, now }) => organizationLimitsReply(store, now)),
    patchRoute(
      "/org/limits",
      { body: UpdateOrganizationLimits, refusesProjectTokens: true },
      ({ store, body, now }) => {
        const name = "default_project_max_concurrent_sessions";
        const { [name]: limit } = body;
        const max = resolveEntitlements(readBooking(store), now).limits.max_concurrent_browsers;
        if ((limit ?? 0) > max) return badRequest([`${name}: must be at most ${max}, what the plan has.`]);
        if (limit !== undefined)
          store.write("UPDATE organization SET default_project_sessions = ?", limit === 0 ? null : limit);
        return organizationLimitsReply(store, now);
      },
    ),
  ],
});

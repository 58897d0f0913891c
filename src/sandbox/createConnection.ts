// POST /auth/connections (§4.1).
import { askedFor } from "./asked.ts";
import type { Reply } from "./http/replies.ts";
import { alreadyExists, badRequest, insufficientPlan } from "./http/replies.ts";
import { newId } from "./ids.ts";
import { settingsOf, shownConnection } from "./managedAuth.ts";
import type { Features } from "./plans.ts";
import { entitlements } from "./plans.ts";
import { problemsOf } from "./http/problems.ts";
import { resolveReferences } from "./references.ts";
import type { ConnectionRow } from "./rows.ts";
import { CreateRequest } from "./schemas.ts";
import type { Store } from "./store.ts";

/** 201, 400, 403 or 409. `now`: milliseconds since 1970. */
export function createConnection(store: Store, body: unknown, now: number): Reply {
  const parsed = CreateRequest.safeParse(body, { reportInput: true });
  if (!parsed.success) return badRequest(problemsOf(parsed.error));
  const request = parsed.data;
  return askedFor(request.domain) ?? store.transaction(() => create(store, request, now));
}

function create(store: Store, request: CreateRequest, now: number): Reply {
  const { features } = entitlements(store.booking(), now);
  const lacking = lackingFeature(features, request);
  if (lacking !== undefined) return insufficientPlan(lacking);

  const resolved = resolveReferences(store, request);
  const problems = [...resolved.problems, ...intervalProblems(features, request)];
  if (problems.length > 0) return badRequest(problems);

  const existingId = store.connectionFor(request.profile_name, request.domain);
  if (existingId !== undefined) return alreadyExists(existingId);

  const { max_connections: most, health_check_interval_default_seconds: interval } = features.managed_auth;
  if (most !== null && store.connectionCount() >= most) {
    return insufficientPlan(`This plan allows ${most} auth connections, and all of them exist.`);
  }

  const row: ConnectionRow = {
    id: newId("ma"),
    profileName: request.profile_name,
    domain: request.domain,
    settings: JSON.stringify(settingsOf(request, interval)),
    state: "{}",
    proxyId: resolved.proxyId,
    destinationId: resolved.destinationId,
    createdAt: new Date(now).toISOString(),
  };
  store.addConnection(row);
  return { status: 201, body: shownConnection(row, null) };
}

/** What the plan does not have although the request needs it, in words. */
export function lackingFeature(features: Features, request: CreateRequest): string | undefined {
  if (!features.managed_auth.enabled) return "This plan has no managed auth.";
  const proxy = request.browser?.proxy ?? request.proxy;
  const ownProxy = proxy?.id !== undefined || proxy?.name !== undefined;
  if (ownProxy && !features.custom_proxies.enabled) return "This plan has no custom proxies.";
  if (request.credential?.name !== undefined && !features.credentials.enabled) {
    return "This plan has no stored credentials.";
  }
  if (request.credential?.provider !== undefined && !features.credential_providers.enabled) {
    return "This plan has no credential providers.";
  }
  return undefined;
}

function intervalProblems(
  { managed_auth: plan }: Features,
  { health_check_interval: asked }: CreateRequest,
): string[] {
  const least = plan.health_check_interval_min_seconds;
  if (asked === undefined || asked >= least) return [];
  return [`health_check_interval: must be at least ${least}, the minimum of this plan.`];
}

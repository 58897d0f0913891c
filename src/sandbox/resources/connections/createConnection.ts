// POST /auth/connections (§4.1).
import type { Writer } from "../../db/store.ts";
import type { Reply } from "../../http/replies.ts";
import { alreadyExists, badRequest, insufficientPlan } from "../../http/replies.ts";
import { newId } from "../../identity.ts";
import { featuresOf } from "../organization.ts";
import type { Features } from "../plans.ts";
import { lackingWords } from "../plans.ts";
import { profileNamed } from "../profiles.ts";
import { askedFor } from "../records.ts";
import { iso } from "../clock.ts";
import { resolveReferences } from "./references.ts";
import type { CreateRequest, References } from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";
import { addConnection, connectionCount, connectionFor, neverLoggedIn } from "./connectionRows.ts";
import { settingsOf, shownConnection } from "./shownConnection.ts";

/** 201, 400, 403 or 409. `now`: milliseconds since 1970. */
export function createConnection(store: Writer, request: CreateRequest, project: string, now: number): Reply {
  const rare = askedFor(request.domain);
  if (rare !== undefined) return rare;
  const features = featuresOf(store, now);
  const lacking = lackingFeature(features, request);
  if (lacking !== undefined) return insufficientPlan(lacking);

  const resolved = resolveReferences(store, project, request);
  const problems = [...resolved.problems, ...intervalProblems(features, request)];
  if (problems.length > 0) return badRequest(problems);

  const profileName = profileNamed(store, request.profile_name);
  const existingId = connectionFor(store, project, profileName, request.domain);
  if (existingId !== undefined) return alreadyExists(existingId);

  const { max_connections: most, health_check_interval_default_seconds: interval } = features.managed_auth;
  if (most !== null && connectionCount(store) >= most) {
    return insufficientPlan(`This plan allows ${most} auth connections, and all of them exist.`);
  }

  const row: ConnectionRow = {
    id: newId("ma"),
    projectId: project,
    profileName,
    domain: request.domain,
    settings: JSON.stringify(settingsOf(request, interval)),
    proxyId: resolved.proxyId,
    destinationId: resolved.destinationId,
    createdAt: iso(now),
    ...neverLoggedIn,
  };
  addConnection(store, row);
  return { status: 201, body: shownConnection(row, undefined) };
}

/** What the plan does not have although the request needs it, in words. */
export function lackingFeature(features: Features, request: References): string | undefined {
  const proxy = request.browser?.proxy ?? request.proxy;
  const ownProxy = proxy?.id !== undefined || proxy?.name !== undefined;
  return (
    lackingWords(features, ["managed_auth"]) ??
    lackingWords(features, ownProxy ? ["custom_proxies"] : []) ??
    lackingWords(features, request.credential?.name === undefined ? [] : ["credentials"]) ??
    lackingWords(features, request.credential?.provider === undefined ? [] : ["credential_providers"])
  );
}

/** What is wrong with an interval that the plan does not allow (§8), in words. */
export function intervalProblems(
  { managed_auth: plan }: Features,
  { health_check_interval: asked }: Pick<CreateRequest, "health_check_interval">,
): string[] {
  const least = plan.health_check_interval_min_seconds;
  if (asked === undefined || asked >= least) return [];
  return [`health_check_interval: must be at least ${least}, the minimum of this plan.`];
}

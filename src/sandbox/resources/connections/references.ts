// Resolves the references in a request (interface.md §2.3 to §2.6), and checks that the plan includes the requested
// features (§8).
import type { StoreReader } from "../../db/store.ts";
import { hasCredential } from "../credentials.ts";
import { findDestinationId } from "../destinations.ts";
import { hasProvider } from "../providers.ts";
import { hasProxy, findActiveProxyIds } from "../proxies.ts";
import { type PlanFeatures, readPlanFeatures, missingFeatureMessage } from "../plans.ts";
import { badRequest, insufficientPlan, type HttpReply } from "../../http/replies.ts";
import type { ConnectionReferences } from "./connectionRequests.ts";
import { selectedTelemetry } from "./storedSettings.ts";

interface ResolvedReferences {
  /** Null if the request selects no proxy. */
  readonly proxyId: string | null;
  /** Null if the request selects no export destination. */
  readonly destinationId: string | null;
}

/**
 * Resolves the references of a request within a project. Returns a 403 reply if the plan lacks a feature, and a 400
 * reply if a reference matches no resource or several resources. Ignores a deprecated field if the request also
 * contains its replacement.
 */
export function resolveReferences(
  store: StoreReader,
  project: string,
  request: ConnectionReferences,
  now: number,
): ResolvedReferences | HttpReply {
  const features = readPlanFeatures(store, now);
  const missing = missingRequestFeature(features, request);
  if (missing !== undefined) return insufficientPlan(missing);
  const { browser, credential, health_check_interval: interval } = request;
  const problems: string[] = [];
  const proxy = browser?.proxy ?? request.proxy;
  const field = browser?.proxy === undefined ? "proxy" : "browser.proxy";
  if (proxy?.id !== undefined && !hasProxy(store, project, proxy.id))
    problems.push(`${field}.id: no proxy has this id.`);
  const proxies = proxy?.name === undefined ? [] : findActiveProxyIds(store, project, proxy.name);
  if (proxy?.name !== undefined && proxies.length === 0)
    problems.push(`${field}.name: no active proxy has this name.`);
  if (proxies.length > 1) problems.push(`${field}.name: several proxies have this name; use the id.`);
  if (credential?.name !== undefined && !hasCredential(store, project, credential.name))
    problems.push("credential.name: no credential has this name.");
  if (credential?.provider !== undefined && !hasProvider(store, credential.provider))
    problems.push("credential.provider: no credential provider has this name.");
  const telemetry = browser?.telemetry === undefined ? "browser_telemetry" : "browser.telemetry";
  const destination = selectedTelemetry(request)?.export?.otlp?.destination;
  const by = destination?.id === undefined ? "name" : "id";
  const found = destination && findDestinationId(store, by, destination[by] ?? "");
  if (destination !== undefined && found === undefined)
    problems.push(`${telemetry}.export.otlp.destination.${by}: no destination has this id or name.`);
  const minInterval = features.managed_auth.health_check_interval_min_seconds;
  if (interval !== undefined && interval < minInterval)
    problems.push(`health_check_interval: must be at least ${minInterval}, the minimum of this plan.`);
  if (problems.length > 0) return badRequest(problems);
  return { proxyId: proxy?.id ?? proxies[0] ?? null, destinationId: found ?? null };
}

/** Returns a message if the plan lacks a feature that the request needs, otherwise undefined. */
export function missingRequestFeature(
  features: PlanFeatures,
  request: ConnectionReferences,
): string | undefined {
  const proxy = request.browser?.proxy ?? request.proxy;
  const ownProxy = proxy?.id !== undefined || proxy?.name !== undefined;
  return (
    missingFeatureMessage(features, ["managed_auth"]) ??
    missingFeatureMessage(features, ownProxy ? ["custom_proxies"] : []) ??
    missingFeatureMessage(features, request.credential?.name === undefined ? [] : ["credentials"]) ??
    missingFeatureMessage(
      features,
      request.credential?.provider === undefined ? [] : ["credential_providers"],
    )
  );
}

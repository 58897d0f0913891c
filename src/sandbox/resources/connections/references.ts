// What the references of a request point to (§2.3–§2.6), as far as the plan has that (§8).
import type { Reader } from "../../db/store.ts";
import { hasCredential } from "../credentials.ts";
import { destinationId } from "../destinations.ts";
import { hasProvider } from "../providers.ts";
import { hasProxy, proxiesNamed } from "../proxies.ts";
import { type Features, featuresOf, lackingWords } from "../plans.ts";
import { badRequest, insufficientPlan, type Reply } from "../../http/replies.ts";
import type { CreateRequest, Reference, References } from "./connectionRequests.ts";
import { selectedTelemetry } from "./shownConnection.ts";

type Interval = Pick<CreateRequest, "health_check_interval">;

interface Resolved {
  /** Null where no proxy of one's own is selected. */
  readonly proxyId: string | null;
  /** Null where telemetry is not exported. */
  readonly destinationId: string | null;
}

/**
 * Looks up every reference in a project; else 403 where the plan lacks what the request needs, and 400 where a reference
 * points to nothing, or to several. Where a deprecated field is given beside its successor, the successor counts.
 */
export function resolveReferences(
  store: Reader,
  project: string,
  request: References & Interval,
  now: number,
): Resolved | Reply {
  const features = featuresOf(store, now);
  const lacking = lackingFeature(features, request);
  if (lacking !== undefined) return insufficientPlan(lacking);
  const problems: string[] = [];
  const place = request.browser?.proxy === undefined ? "proxy" : "browser.proxy";
  const proxyId = resolveProxy(store, project, place, request.browser?.proxy ?? request.proxy, problems);
  checkCredential(store, project, request.credential, problems);
  const telemetry = request.browser?.telemetry === undefined ? "browser_telemetry" : "browser.telemetry";
  const destination = selectedTelemetry(request)?.export?.otlp?.destination;
  const destinationId = resolveDestination(store, telemetry, destination, problems);
  problems.push(...intervalProblems(features, request));
  return problems.length > 0 ? badRequest(problems) : { proxyId, destinationId };
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

function intervalProblems(
  { managed_auth: plan }: Features,
  { health_check_interval: interval }: Interval,
): string[] {
  const least = plan.health_check_interval_min_seconds;
  if (interval === undefined || interval >= least) return [];
  return [`health_check_interval: must be at least ${least}, the minimum of this plan.`];
}

function resolveProxy(
  store: Reader,
  project: string,
  place: string,
  proxy: Reference | undefined,
  problems: string[],
): string | null {
  if (proxy?.id !== undefined) {
    if (hasProxy(store, project, proxy.id)) return proxy.id;
    problems.push(`${place}.id: no proxy has this id.`);
  }
  if (proxy?.name !== undefined) {
    const [first, second] = proxiesNamed(store, project, proxy.name);
    if (first !== undefined && second === undefined) return first;
    const reason = first === undefined ? "no active proxy has this name" : "several proxies have this name";
    problems.push(`${place}.name: ${reason}${first === undefined ? "" : "; use the id"}.`);
  }
  return null;
}

function checkCredential(
  store: Reader,
  project: string,
  credential: References["credential"],
  problems: string[],
): void {
  if (credential?.name !== undefined && !hasCredential(store, project, credential.name)) {
    problems.push("credential.name: no credential has this name.");
  }
  if (credential?.provider !== undefined && !hasProvider(store, credential.provider)) {
    problems.push("credential.provider: no credential provider has this name.");
  }
}

function resolveDestination(
  store: Reader,
  telemetry: string,
  destination: Reference | undefined,
  problems: string[],
): string | null {
  if (destination === undefined) return null;
  const { id, name = "" } = destination;
  const by = id === undefined ? "name" : "id";
  const found = destinationId(store, by, id ?? name);
  const place = `${telemetry}.export.otlp.destination.${by}`;
  if (found === undefined) problems.push(`${place}: no destination has this id or name.`);
  return found ?? null;
}

// Finds problems that depend on the service's state. Requests that the service would refuse are reported before any
// request is sent.
import type { ServiceState } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { foreignCredentialSite } from "../connections/credentialSite.ts";
import { domainSpelling, type ConnectionIdentity } from "../connections/identity.ts";
import type { SettingId } from "../connections/settings.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import { intervalFault, intervalPlan } from "../draft/interval.ts";
import { isEnabled, parseLimit, type KnownFeature } from "../entitlements/entitlements.ts";
import { isSameProfileName } from "../text/names.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import { errorAt, type FileProblem } from "./problem.ts";
import { referenceProblems } from "./references.ts";
import { connectionHasValue } from "./invalidValues.ts";

/** The properties of a plan step that the checks in this file use. */
interface CheckedStep {
  readonly kind: "create" | "update" | "same";
  readonly entry: DeclaredEntry;
  readonly settings: readonly SettingId[];
  readonly declared: ConnectionDraft;
  readonly connection?: ManagedAuth | undefined;
}

export function findServiceProblems(
  steps: readonly CheckedStep[],
  surplus: readonly ManagedAuth[],
  service: ServiceState,
): readonly FileProblem[] {
  // Report a problem in `defaults` once for all entries, as an error if at least one entry would send the value.
  const added = new Map<string, FileProblem>();
  for (const problem of capacityProblems(steps, surplus, service)) added.set("room", problem);
  for (const step of steps) {
    for (const problem of [
      ...valueProblems(step),
      ...existenceProblems(step, service),
      ...referenceProblems(step, service),
      ...intervalProblems(step, service),
      ...featureProblems(step, service),
      ...credentialSiteProblems(step, service),
    ]) {
      const { args, code, length, offset, severity } = problem;
      const key = JSON.stringify([code, args, offset, length]);
      if (severity === "error" || !added.has(key)) added.set(key, problem);
    }
  }
  return [...added.values()];
}

/**
 * Returns the problems found while parsing the file. Omits suspected secrets that also occur in the service's data.
 * Problems that depend on the values to send are reported by {@link findServiceProblems} instead.
 */
export function findFileProblems(
  { problems, text }: ParsedFile,
  service: ServiceState,
): readonly FileProblem[] {
  let serviceText: string | undefined;
  return problems.filter(({ code, length, offset, onlyIfSent }) => {
    if (onlyIfSent === true) return false;
    if (code !== "maybeSecret") return true;
    serviceText ??= JSON.stringify(service);
    // Text that occurs in the service's data, such as a resource name, isn't a secret that the file exposes.
    return !serviceText.includes(text.slice(offset, offset + length).replaceAll('"', ""));
  });
}

/** Reports values that the service would refuse. If the connection already has the value, only warns about it. */
function valueProblems({ connection, entry, settings }: CheckedStep): readonly FileProblem[] {
  const decidedHere = entry.faulty.filter(({ problem }) => problem.onlyIfSent === true);
  return decidedHere.map((faulty) => {
    const isSent = settings.includes(faulty.setting);
    const hasValue = connection !== undefined && connectionHasValue(connection, faulty);
    if (isSent && !hasValue) return faulty.problem;
    return { ...faulty.problem, severity: "warning" };
  });
}

/**
 * Warns that the connection to create may already exist in a row of the service's list that couldn't be parsed. The
 * service refuses duplicates.
 */
function existenceProblems({ entry, kind }: CheckedStep, service: ServiceState): readonly FileProblem[] {
  if (kind !== "create" || !mayBeUnreadable(entry, service)) return [];
  return [{ ...errorAt(entry.range, "mayExist", [entry.domain, entry.profile_name]), severity: "warning" }];
}

/** True if the service may list this connection in a row that couldn't be parsed or lacks a domain or profile. */
export function mayBeUnreadable(
  { domain = "", profile_name = "" }: ConnectionIdentity,
  { connections, unread }: ServiceState,
): boolean {
  const partial = connections.filter((row) => row.domain === undefined || row.profile_name === undefined);
  return [...(unread?.get("connections") ?? []), ...partial].some(
    (row) =>
      domainSpelling(row.domain ?? domain) === domainSpelling(domain) &&
      isSameProfileName(row.profile_name ?? profile_name, profile_name),
  );
}

function intervalProblems(
  { entry, settings }: CheckedStep,
  { entitlements }: ServiceState,
): readonly FileProblem[] {
  const seconds = entry.answers.health_check_interval;
  // Ignore an unchanged interval, because it may have been valid under the organization's earlier subscription.
  if (seconds === undefined || !settings.includes("health_check_interval")) return [];
  const plan = intervalPlan(entitlements);
  const fault = intervalFault(seconds, plan);
  if (fault !== "belowPlan" && fault !== "abovePlan") return [];
  const bound = fault === "belowPlan" ? plan.minimum : plan.maximum;
  return [errorAt(entry.rangeOf("health_check_interval"), fault, [String(bound)])];
}

const maxListedDeletions = 10;

/**
 * Reports an error if the file creates more connections than the organization's subscription allows (interface.md §2.8,
 * GET /org/limits). Skips the check if the limit or the current number of connections is unknown.
 */
function capacityProblems(
  steps: readonly CheckedStep[],
  surplus: readonly ManagedAuth[],
  { entitlements, limits }: ServiceState,
): readonly FileProblem[] {
  const limit = parseLimit(entitlements?.features["managed_auth"]?.["max_connections"]);
  const used = limits?.auth_connections_used;
  if (typeof limit !== "number" || used === undefined || used < 0) return [];
  const created = steps.filter(({ kind }) => kind === "create");
  const room = Math.max(0, limit - used);
  const first = created[room];
  if (first === undefined) return [];
  const counts = [String(created.length), String(room)];
  // Calculate with `used`, not `room`, because `room` is 0 even if the organization exceeds its subscription's limit.
  if (used - surplus.length + created.length > limit) return [errorAt(first.entry.range, "noRoom", counts)];
  const names = surplus
    .slice(0, maxListedDeletions)
    .map((connection) => `${connection.domain ?? connection.id} (${connection.profile_name ?? ""})`)
    .join(", ");
  const more = surplus.length - maxListedDeletions;
  const named = more > 0 ? `${names} and ${more} more` : names;
  return [errorAt(first.entry.range, "noRoomYet", [...counts, named])];
}

function featureProblems(
  { entry, kind, settings }: CheckedStep,
  service: ServiceState,
): readonly FileProblem[] {
  const lacks = (feature: KnownFeature): boolean => isEnabled(service.entitlements, feature) === false;
  const { answers, rangeOf, range } = entry;
  const { credential, proxy } = answers;
  if (kind === "same") return [];
  const problems: FileProblem[] = [];
  const add = (at: typeof range, subject: string): void => {
    problems.push(errorAt(at, "notInPlan", [subject]));
  };
  if (lacks("managed_auth")) add(range, "managed auth");
  if (settings.includes("credential") && credential !== undefined && credential.kind !== "none") {
    const isStored = credential.kind === "stored";
    if (lacks(isStored ? "credentials" : "credential_providers"))
      add(rangeOf("credential"), isStored ? "stored credentials" : "credential providers");
  }
  if (settings.includes("proxy") && (proxy?.kind === "id" || proxy?.kind === "name")) {
    const types = (service.proxies ?? [])
      .filter((row) => (proxy.kind === "id" ? row.id === proxy.id : row.name === proxy.name))
      .map(({ type }) => type);
    const isCustom = types.length > 0 && types.every((type) => type === "custom");
    // If the proxy's type is unknown, report a problem only if the subscription includes neither proxy feature.
    const isLacking =
      types.length === 0
        ? lacks("custom_proxies") && lacks("managed_proxies")
        : lacks(isCustom ? "custom_proxies" : "managed_proxies");
    if (isLacking) add(rangeOf("proxy"), isCustom ? "custom proxies" : "proxies");
  }
  return problems;
}

/** Warns if the stored credential that an entry uses belongs to another site. The change is still sent. */
function credentialSiteProblems(
  { entry, declared: wanted }: CheckedStep,
  { credentials = [] }: ServiceState,
): readonly FileProblem[] {
  const { answers, domain, rangeOf } = entry;
  const { credential } = answers;
  if (credential?.kind !== "stored") return [];
  const site = foreignCredentialSite({ ...wanted, domain, credential }, credentials);
  if (site === undefined) return [];
  return [{ ...errorAt(rangeOf("credential"), "otherSite", [credential.name, site]), severity: "warning" }];
}

// Resolves references in a file. Files refer to resources by name, because a name is more likely than an ID to be the
// same in several projects.
import type { ProjectNeeds, ReferenceList, ServiceState } from "../../api/projectReading.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import { destinationOf, exportOf } from "../draft/telemetry.ts";
import { type NamedResource, nameFault } from "../text/names.ts";
import type { SettingId } from "../connections/settings.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import { errorAt, type FileProblem } from "./problem.ts";

/**
 * Returns the data that must be fetched to plan a file, in addition to the connections. Includes a resource list only
 * if a setting in the file requires the list.
 */
export function needsOf({ connections, owns }: ParsedFile): ProjectNeeds {
  const needed = new Set<ReferenceList>();
  for (const { answers } of connections) {
    // Fetch proxies even for an entry that only removes a proxy, because the plan shows the proxy's name.
    if (answers.proxy !== undefined) needed.add("proxies");
    if (answers.credential?.kind === "stored") needed.add("credentials");
    if (answers.credential?.kind === "item" || answers.credential?.kind === "lookup") needed.add("providers");
    if (destinationOf(answers.telemetry) !== undefined) needed.add("destinations");
  }
  return { lists: needed, entitlements: connections.length + owns.length > 0 };
}

/** Replaces names of proxies and destinations with IDs, if exactly one resource has the name. */
export function withReferenceIds(answers: ConnectionDraft, service: ServiceState): ConnectionDraft {
  return convertReferences(answers, service, "id", (rows, name) => {
    const matches = rows.filter((row) => row.name === name);
    return matches.length === 1 ? matches[0]?.id : undefined;
  });
}

/** Replaces IDs of proxies and destinations with names. Keeps an ID if its resource has no unique, valid name. */
export function withNames(answers: ConnectionDraft, service: ServiceState): ConnectionDraft {
  return convertReferences(answers, service, "name", (rows, id) => {
    const name = rows.find((row) => row.id === id)?.name;
    if (name === undefined || nameFault(name) !== undefined) return undefined;
    if (rows.filter((row) => row.name === name).length !== 1) return undefined;
    return name;
  });
}

/** Converts references to IDs or names. Leaves a reference unchanged if `find` returns undefined. */
function convertReferences(
  answers: ConnectionDraft,
  { destinations = [], proxies = [] }: ServiceState,
  kind: "id" | "name",
  find: (rows: readonly NamedResource[], reference: string | undefined) => string | undefined,
): ConnectionDraft {
  const { proxy, telemetry } = answers;
  const converted = { ...answers };
  if (kind === "id" && proxy?.kind === "name") {
    const id = find(proxies, proxy.name);
    if (id !== undefined) converted.proxy = { kind, id };
  }
  if (kind === "name" && proxy?.kind === "id") {
    const name = find(proxies, proxy.id);
    if (name !== undefined) converted.proxy = { kind, name };
  }
  const other = kind === "id" ? "name" : "id";
  if (telemetry && telemetry.kind !== "off" && telemetry.export?.kind === other) {
    const destination = find(destinations, telemetry.export.destination);
    if (destination !== undefined) converted.telemetry = { ...telemetry, export: { kind, destination } };
  }
  return converted;
}

/** For each kind of reference, the list to search and the setting that contains the reference. */
const referenceKinds = {
  proxy: { list: "proxies", setting: "proxy" },
  credential: { list: "credentials", setting: "credential" },
  "credential provider": { list: "providers", setting: "credential" },
  destination: { list: "destinations", setting: "telemetry" },
} as const;

/** Reports references that match no resource or several. If the setting wouldn't be sent, reports only a warning. */
export function referenceProblems(
  {
    entry: { answers, rangeOf },
    settings,
  }: { readonly entry: DeclaredEntry; readonly settings: readonly SettingId[] },
  { credentials, destinations, providers, proxies, unread }: ServiceState,
): readonly FileProblem[] {
  const { credential, proxy, telemetry } = answers;
  const destination = destinationOf(telemetry);
  const found: FileProblem[] = [];
  if (proxy?.kind === "id") check("proxy", proxies, "id", proxy.id);
  if (proxy?.kind === "name") check("proxy", proxies, "name", proxy.name);
  if (credential?.kind === "stored") check("credential", credentials, "name", credential.name);
  if (credential?.kind === "item" || credential?.kind === "lookup")
    check("credential provider", providers, "name", credential.provider);
  if (destination !== undefined)
    check("destination", destinations, exportOf(telemetry)?.kind === "id" ? "id" : "name", destination);
  return found;

  function check(
    kind: keyof typeof referenceKinds,
    rows: readonly NamedResource[] | undefined,
    key: "id" | "name",
    reference: string,
  ): void {
    if (rows === undefined) return;
    const { list, setting } = referenceKinds[kind];
    const matching = rows.filter((row) => row[key] === reference);
    if (matching.length === 1) return;
    const range = rangeOf(setting);
    const isSent = settings.includes(setting);
    if (matching.length > 1) {
      const ids = matching.map(({ id }) => id).join(", ");
      const severity = isSent ? "error" : "warning";
      // Credentials and providers can't be referenced by ID, so list IDs only for proxies and destinations.
      if (setting === "credential")
        found.push({ ...errorAt(range, "ambiguousName", [kind, reference]), severity });
      else found.push({ ...errorAt(range, "ambiguousReference", [kind, reference, ids]), severity });
      return;
    }
    const candidates = key === "name" ? rows.flatMap((row) => row.name ?? []) : [];
    // The referenced resource may be in a row of the service's list that couldn't be parsed.
    const mayExist = unread?.get(list)?.some((row) => (row[key] ?? reference) === reference);
    const severity = isSent && mayExist !== true ? "error" : "warning";
    found.push({ ...errorAt(range, "missingReference", [kind, reference]), candidates, severity });
  }
}

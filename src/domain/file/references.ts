// Resolves the references of a file by name, because names differ less between projects than IDs do.
import type { ProjectNeeds, ReferenceList, ServiceState } from "../../api/project.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import { destinationOf, exportOf } from "../draft/telemetry.ts";
import { type NamedResource, nameFault } from "../text/names.ts";
import type { Setting } from "../connections/settings.ts";
import type { DeclaredEntry, ParsedFile } from "./parse.ts";
import { errorAt } from "./problem.ts";
import type { FileProblem } from "./problem.ts";

/** Returns the data that a file's plan needs besides the connections. Includes only lists that the file refers to. */
export function needsOf({ connections }: Pick<ParsedFile, "connections">): ProjectNeeds {
  const needed = new Set<ReferenceList>();
  for (const { answers } of connections) {
    // Needed even if the file names no proxy, because the plan shows the name of a proxy that is removed.
    if (answers.proxy !== undefined) needed.add("proxies");
    if (answers.credential?.kind === "stored") needed.add("credentials");
    if (answers.credential?.kind === "item" || answers.credential?.kind === "lookup") needed.add("providers");
    if (destinationOf(answers.telemetry) !== undefined) needed.add("destinations");
  }
  return { lists: needed, entitlements: connections.length > 0 };
}

/** Replaces the names of proxies and destinations with IDs, if exactly one resource has the name. */
export function withReferenceIds(answers: ConnectionDraft, service: ServiceState): ConnectionDraft {
  return convertReferences(answers, service, "id", (rows, name) => {
    const [found, ...others] = rows.filter((row) => row.name === name);
    return others.length === 0 ? found?.id : undefined;
  });
}

/** Replaces IDs with names for display, if exactly one resource has the name. */
export function withNames(answers: ConnectionDraft, service: ServiceState): ConnectionDraft {
  return convertReferences(answers, service, "name", (rows, id) => {
    const name = rows.find((row) => row.id === id)?.name;
    if (name === undefined || nameFault(name) !== undefined) return undefined;
    return rows.filter((row) => row.name === name).length === 1 ? name : undefined;
  });
}

/** Converts references to IDs or names. Leaves a reference unchanged if `find` has no result. */
function convertReferences(
  answers: ConnectionDraft,
  { destinations = [], proxies = [] }: ServiceState,
  kind: "id" | "name",
  find: (rows: readonly NamedResource[], reference: string | undefined) => string | undefined,
): ConnectionDraft {
  const { proxy, telemetry } = answers;
  const other = kind === "id" ? "name" : "id";
  const reference = proxy?.kind === "id" ? proxy.id : proxy?.kind === "name" ? proxy.name : undefined;
  const found = proxy?.kind === other ? find(proxies, reference) : undefined;
  const isTo = exportOf(telemetry)?.kind === other;
  const destination = isTo ? find(destinations, destinationOf(telemetry)) : undefined;
  return {
    ...answers,
    ...(found !== undefined && {
      proxy: kind === "id" ? { kind, id: found } : { kind, name: found },
    }),
    ...(destination !== undefined &&
      telemetry !== undefined &&
      telemetry.kind !== "off" && { telemetry: { ...telemetry, export: { kind, destination } } }),
  };
}

const referenceLists = {
  proxy: "proxies",
  credential: "credentials",
  "credential provider": "providers",
  destination: "destinations",
} as const;

/** Reports references of an entry that match no resource or several. They are errors only if they would be sent. */
export function referenceProblems(
  {
    entry: { answers, placeOf },
    settings,
  }: { readonly entry: DeclaredEntry; readonly settings: readonly Setting[] },
  { credentials, destinations, providers, proxies, unread }: ServiceState,
): readonly FileProblem[] {
  const { credential, proxy, telemetry } = answers;
  const destination = destinationOf(telemetry);
  const found: FileProblem[] = [];
  if (proxy?.kind === "id") look("proxy", proxies, { id: proxy.id });
  if (proxy?.kind === "name") look("proxy", proxies, { name: proxy.name });
  if (credential?.kind === "stored") look("credential", credentials, { name: credential.name });
  if (credential?.kind === "item" || credential?.kind === "lookup")
    look("credential provider", providers, { name: credential.provider });
  if (destination !== undefined) {
    const isById = exportOf(telemetry)?.kind === "id";
    look("destination", destinations, isById ? { id: destination } : { name: destination });
  }
  return found;

  function look(
    what: keyof typeof referenceLists,
    rows: readonly NamedResource[] | undefined,
    wanted: { readonly id: string } | { readonly name: string },
  ): void {
    if (rows === undefined) return;
    const isId = "id" in wanted;
    const matching = rows.filter((row) => (isId ? row.id === wanted.id : row.name === wanted.name));
    const setting = what === "proxy" ? "proxy" : what === "destination" ? "telemetry" : "credential";
    const place = placeOf(setting);
    const isSent = settings.includes(setting);
    const name = isId ? wanted.id : wanted.name;
    if (matching.length === 1) return;
    if (matching.length > 1) {
      const ids = matching.map(({ id }) => id).join(", ");
      const ambiguous =
        what === "proxy" || what === "destination"
          ? errorAt(place, "ambiguousReference", [what, name, ids])
          : errorAt(place, "ambiguousName", [what, name]);
      found.push({ ...ambiguous, severity: isSent ? "error" : "warning" });
      return;
    }
    const candidates = isId ? [] : rows.flatMap((row) => row.name ?? []);
    // An unreadable row may be the referenced resource.
    const mayExist = unread
      ?.get(referenceLists[what])
      ?.some((row) => ((isId ? row.id : row.name) ?? name) === name);
    const severity = isSent && mayExist !== true ? "error" : "warning";
    found.push({ ...errorAt(place, "missingReference", [what, name]), candidates, severity });
  }
}

// What has to be done so that the service has the connections of a file: nothing is remembered between two plans, so that
// the same file and service give the same plan on every machine.
import type { ServiceState } from "../../api/project.ts";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { comparedSetting, requestFor, withAnswers } from "../connections/changes.ts";
import { fields } from "../connections/settings.ts";
import type { Setting } from "../connections/settings.ts";
import { answersOf, toRequest } from "../draft/draft.ts";
import type { Draft } from "../draft/draft.ts";
import { maskedUsers } from "../text/secrets.ts";
import { addedProblems, ownProblems } from "./checks.ts";
import { identityOf } from "./parse.ts";
import type { Declared, Identity, ParsedFile } from "./parse.ts";
import type { Problem } from "./problem.ts";
import { withIds, withNames } from "./references.ts";

interface Compared {
  readonly entry: Declared;
  /** What is sent; of a change, those first that decide where a stored credential is sent. */
  readonly settings: readonly Setting[];
  /** The answers as they are to be, of a connection that is there all of them. */
  readonly wanted: Draft;
  /** Declared settings that the service doesn't report: they can't be verified, and are not sent. */
  readonly unverified: readonly Setting[];
}
interface Existing extends Compared {
  /** As it was read. */
  readonly connection: ManagedAuth;
}
export type CreateStep = Compared & { readonly kind: "create"; readonly request: ManagedAuthCreateRequest };
export type UpdateStep = Existing & { readonly kind: "update" };
type SameStep = Existing & { readonly kind: "same" };

/** One entry of a file beside the service. */
export type Step = CreateStep | UpdateStep | SameStep;

/** A creation that may be a new name for a connection that would be deleted. Its login would be lost. */
export interface Rename {
  readonly creation: CreateStep;
  readonly deletion: ManagedAuth;
}

export interface Plan {
  /** Creations and changes that can be applied, and entries that are as declared. */
  readonly steps: readonly Step[];
  /** Connections within `owns` that the file lacks. Only pruning deletes them. */
  readonly deletions: readonly ManagedAuth[];
  /** Neither half is sent unless a person says so for renames. */
  readonly renames: readonly Rename[];
  /** With an error among them nothing may be sent. */
  readonly problems: readonly Problem[];
  /** Those of them that the service's state adds to the file's own. */
  readonly added: readonly Problem[];
}

/** Settings that decide which page a stored credential is sent to, and on which way: a review must not miss them. */
const sensitive: readonly Setting[] = ["login_url", "allowed_domains", "credential", "proxy"];

/** The settings that a step sends and that change where a stored credential may be sent. */
export function sensitiveIn({ settings }: Step): readonly Setting[] {
  return settings.filter((setting) => sensitive.includes(setting));
}

/** Whether a step changes where a stored credential may be sent. */
export function isSensitive(step: Step): boolean {
  return sensitiveIn(step).length > 0;
}

/** Holds a file against the service. The file's own problems are among those of the plan. */
export function planOf(file: ParsedFile, service: ServiceState): Plan {
  const live = new Map(service.connections.map((connection) => [identityOf(connection), connection]));
  const steps = file.connections.map((entry): Step => {
    const connection = live.get(identityOf(entry));
    return connection === undefined ? creation(entry, service) : change(entry, connection, service);
  });
  const declared = new Set(file.connections.map(identityOf));
  const surplus = service.connections.filter(
    // One whose domain isn't reported may be declared.
    (connection) =>
      connection.domain !== undefined && isOwned(file, connection) && !declared.has(identityOf(connection)),
  );
  const creations = steps.filter((step) => step.kind === "create");
  const added = addedProblems(steps, surplus, service);
  const renames = renamesAmong(
    creations.filter(({ entry }) => isOwned(file, entry)),
    surplus,
  );
  return {
    steps: steps.toSorted((one, other) => Number(isSensitive(other)) - Number(isSensitive(one))),
    deletions: surplus.filter((connection) => !renames.some(({ deletion }) => deletion === connection)),
    renames,
    problems: [...ownProblems(file, service), ...added],
    added,
  };
}

/** The creations and changes that are sent without another word. */
export function applicable({ renames, steps }: Plan): readonly (CreateStep | UpdateStep)[] {
  return steps
    .filter((step) => step.kind !== "same")
    .filter((step) => !renames.some(({ creation: half }) => half === step));
}

/** Whether a plan has nothing to do, and nothing that only pruning would do. */
export function isEmpty(plan: Plan): boolean {
  return applicable(plan).length + surplusOf(plan).length === 0;
}

/** What pruning would end: connections that the file lacks, also those that it may have renamed. */
export function surplusOf({ deletions, renames }: Plan): readonly ManagedAuth[] {
  return [...deletions, ...renames.map(({ deletion }) => deletion)];
}

function creation(entry: Declared, service: ServiceState): Step {
  const request = toRequest({
    // Both questions are open in a draft until they are answered; a file leaves them to the service.
    proxy: { kind: "default" },
    credential: { kind: "none" },
    ...withIds(entry.answers, service),
  });
  // An entry has both, and its telemetry has no open question.
  if (request === undefined) throw new Error("an entry of a file is no request");
  const { answers: wanted, settings } = entry;
  return { kind: "create", entry, request, settings, wanted, unverified: [] };
}

/** What an entry changes of a connection that is there. */
export function change(
  entry: Declared,
  connection: ManagedAuth,
  service: ServiceState,
): UpdateStep | SameStep {
  const reported = answersOf(connection);
  const now = withIds(reported, service);
  const then = withIds(entry.answers, service);
  const [thenNamed, nowNamed] = [withNames(entry.answers, service), withNames(reported, service)];
  const compared = entry.settings.map((setting) => {
    const byId = standing(setting, then, now);
    // A name that leads nowhere differs from that of what is used.
    return [setting, byId === "unknown" ? standing(setting, thenNamed, nowNamed) : byId] as const;
  });
  const unverified = compared.flatMap(([setting, is]) => (is === "unknown" ? [setting] : []));
  const settings = compared.flatMap(([setting, is]) => (is === "different" ? [setting] : []));
  const kind = settings.length === 0 ? "same" : "update";
  const ordered = settings.toSorted(
    (one, other) => Number(sensitive.includes(other)) - Number(sensitive.includes(one)),
  );
  const wanted = withAnswers(settings, then, reported);
  return { kind, entry, connection, unverified, settings: ordered, wanted };
}

function standing(setting: Setting, then: Draft, now: Draft): "same" | "different" | "unknown" {
  const is = comparedSetting(setting, then, now);
  if (is !== "unknown") return is;
  // What a lookup has found belongs to it.
  if (setting === "credential") return "same";
  if (setting === "proxy" && now.proxy?.kind === "direct")
    // §2.3: direct egress is the default without stealth, and a choice with it.
    return (then.stealth ?? now.stealth) === false ? "same" : "different";
  return is;
}

/** Pairs of a creation and a deletion that share a domain or a profile, each in one pair. */
function renamesAmong(creations: readonly CreateStep[], surplus: readonly ManagedAuth[]): readonly Rename[] {
  const free = new Set(surplus);
  return creations.flatMap((one) => {
    const { domain, profile_name } = one.entry;
    const deletion = [...free].find(
      (connection) =>
        connection.profile_name === profile_name || connection.domain?.toLowerCase() === domain.toLowerCase(),
    );
    if (deletion === undefined) return [];
    free.delete(deletion);
    return [{ creation: one, deletion }];
  });
}

function isOwned({ owns }: Pick<ParsedFile, "owns">, { profile_name }: Identity): boolean {
  return profile_name !== undefined && owns.some((pattern) => matches(pattern, profile_name));
}

/** Whether a name fits a pattern in which `*` stands for any text. */
export function matches(pattern: string, name: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}

/** What a setting is, as a file has it; `undefined` where it is not set. */
export function wireValue(setting: Setting, answers: Draft): unknown {
  const { browser, ...rest } = requestFor([setting], {}, answers);
  return new Map<string, unknown>(Object.entries({ ...rest, ...browser })).get(setting);
}

/** The same of a connection, as people see it: someone may have set an address with a password, which no file can hold. */
export function shownValue(setting: Setting, answers: Draft): unknown {
  const value = wireValue(setting, answers) ?? fields[setting].byDefault;
  return typeof value === "string" ? maskedUsers(value) : value;
}

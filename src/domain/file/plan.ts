// Compares a file with the service and plans the necessary requests. Stores no state between plans, so that the same
// file and service produce the same plan on every machine.
import type { ServiceState } from "../../api/projectReading.ts";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { compareSetting, updateOfSettings, replaceAnswers } from "../connections/settingChanges.ts";
import { ConnectionIndex, domainSpelling } from "../connections/identity.ts";
import { connectionFields, type SettingId } from "../connections/settings.ts";
import { draftFromConnection, toRequest, type ConnectionDraft } from "../draft/draft.ts";
import { comparisonOf } from "../resources/resourceModel.ts";
import { plainName } from "../text/names.ts";
import { maskUserInfo } from "../text/secrets.ts";
import { findServiceProblems, findFileProblems } from "./serviceProblems.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import type { FileProblem } from "./problem.ts";
import { withReferenceIds, withNames } from "./references.ts";
import { matchesPattern, patternProblems, spellingProblems } from "./spellings.ts";
import { compact } from "../compact.ts";

interface ComparedEntry {
  readonly entry: DeclaredEntry;
  /** The settings to send. In an update, settings that affect which sites receive a stored credential come first. */
  readonly settings: readonly SettingId[];
  /** The new answers. For an existing connection, includes the unchanged answers. */
  readonly declared: ConnectionDraft;
  /** Declared settings that the service doesn't report. These settings can't be compared, so they aren't sent. */
  readonly unverified: readonly SettingId[];
}
interface ExistingEntry extends ComparedEntry {
  /** The connection as it was when the plan was made. */
  readonly connection: ManagedAuth;
}
export type CreateStep = ComparedEntry & {
  readonly kind: "create";
  readonly request: ManagedAuthCreateRequest;
};
export type UpdateStep = ExistingEntry & { readonly kind: "update" };
type SameStep = ExistingEntry & { readonly kind: "same" };

/** The result of comparing one entry of a file with the service. */
export type PlanStep = CreateStep | UpdateStep | SameStep;

export interface ChangePlan {
  /** The planned creations and changes, and the entries that already match their connection. */
  readonly steps: readonly PlanStep[];
  /**
   * Connections that match the file's `owns` patterns but that the file doesn't declare. These connections are deleted
   * only if the user enables pruning.
   */
  readonly deletions: readonly ManagedAuth[];
  /**
   * Undeclared connections that match `owns` and whose entry in the file may have been renamed. Deleting them requires
   * a separate confirmation, because their logins would be lost.
   */
  readonly renames: readonly ManagedAuth[];
  /**
   * All problems in the file, including problems found by comparing the file with the service. If any problem is an
   * error, nothing may be sent.
   */
  readonly problems: readonly FileProblem[];
  /** The problems that can only be found by comparing the file with the service. */
  readonly added: readonly FileProblem[];
}

/**
 * Settings that determine to which page and through which proxy a stored credential is sent. A reviewer must not
 * overlook changes to these settings.
 */
const sensitiveSettings: readonly SettingId[] = ["login_url", "allowed_domains", "credential", "proxy"];

/** Returns the settings of a step that change where a stored credential may be sent. */
export function sensitiveIn({ settings }: PlanStep): readonly SettingId[] {
  return settings.filter((setting) => sensitiveSettings.includes(setting));
}

export const isSensitiveStep = (step: PlanStep): boolean => sensitiveIn(step).length > 0;

/** Compares a file with the service. The plan includes the file's own problems. */
export function planChanges(file: ParsedFile, service: ServiceState): ChangePlan {
  const index = new ConnectionIndex(service.connections);
  const matched = file.connections.map((entry) => ({ entry, match: index.find(entry) }));
  const steps = matched.flatMap(({ entry, match }): readonly PlanStep[] => {
    if (match.kind === "several") return [];
    return [
      match.kind === "absent" ? planCreation(entry, service) : planUpdate(entry, match.connection, service),
    ];
  });
  // If any row of the connection list couldn't be parsed, delete nothing, because it isn't certain which connections the
  // file declares.
  const surplus = service.unread?.has("connections") === true ? [] : findSurplus(file, service.connections);
  const isRename = renameDetector(steps);
  const added = [
    ...findServiceProblems(steps, surplus, service),
    ...spellingProblems(matched),
    ...patternProblems(file, service.connections),
  ];
  return {
    steps: steps.toSorted((a, b) => Number(isSensitiveStep(b)) - Number(isSensitiveStep(a))),
    deletions: surplus.filter((connection) => !isRename(connection)),
    renames: surplus.filter(isRename),
    problems: [...findFileProblems(file, service), ...added],
    added,
  };
}

/** Returns connections that match `owns` but that the file doesn't declare, not even in a different spelling. */
function findSurplus(file: ParsedFile, connections: readonly ManagedAuth[]): readonly ManagedAuth[] {
  const declared = new ConnectionIndex(file.connections);
  return connections.filter(
    ({ domain, profile_name }) =>
      // Keep a connection without a reported domain, because the file may declare that connection.
      domain !== undefined &&
      profile_name !== undefined &&
      file.owns.some(({ pattern }) => matchesPattern(pattern, profile_name)) &&
      declared.similar({ domain, profile_name }).length === 0,
  );
}

/**
 * Returns a predicate that is true for undeclared connections that may have been renamed. An undeclared connection
 * matches if a declared connection with the same domain or profile isn't logged in yet. In this case, the undeclared
 * connection may have the only login.
 */
function renameDetector(steps: readonly PlanStep[]): (surplus: ManagedAuth) => boolean {
  const entries = steps
    .filter((step) => step.kind === "create" || step.connection.status !== "AUTHENTICATED")
    .map(({ entry }) => entry);
  const domains = new Set(entries.map(({ domain }) => domainSpelling(domain)));
  const profiles = new Set(entries.map(({ profile_name }) => plainName(profile_name)));
  return ({ domain = "", profile_name = "" }) =>
    domains.has(domainSpelling(domain)) || profiles.has(plainName(profile_name));
}

/** Returns the creations and changes of a plan. Unlike deletions, they need no separate approval. */
export function changingSteps({ steps }: ChangePlan): readonly (CreateStep | UpdateStep)[] {
  return steps.filter((step) => step.kind !== "same");
}

export function isEmptyPlan(plan: ChangePlan): boolean {
  return changingSteps(plan).length + allSurplus(plan).length === 0;
}

export function allSurplus({ deletions, renames }: ChangePlan): readonly ManagedAuth[] {
  return [...deletions, ...renames];
}

function planCreation(entry: DeclaredEntry, service: ServiceState): PlanStep {
  const request = toRequest({
    // A draft requires answers for these two settings, but a file can omit them.
    proxy: { kind: "default" },
    credential: { kind: "none" },
    ...withReferenceIds(entry.answers, service),
  });
  // Unreachable, because entries always have a domain, a profile and complete telemetry settings.
  if (request === undefined) throw new Error("an entry of a file is no request");
  const { answers: declared, settings } = entry;
  return { kind: "create", entry, request, settings, declared, unverified: [] };
}

export function planUpdate(
  entry: DeclaredEntry,
  connection: ManagedAuth,
  service: ServiceState,
): UpdateStep | SameStep {
  const reported = draftFromConnection(connection);
  const current = withReferenceIds(reported, service);
  const wanted = withReferenceIds(entry.answers, service);
  const [wantedNamed, currentNamed] = [withNames(entry.answers, service), withNames(reported, service)];
  const compared = entry.settings.map((setting) => {
    const byId = compareForPlan(setting, wanted, current);
    // If the IDs can't be compared, compare the names. A name that matches no resource can't be converted to an ID, but
    // it differs from the current resource's name.
    return [setting, byId === "unknown" ? compareForPlan(setting, wantedNamed, currentNamed) : byId] as const;
  });
  const unverified = compact(...compared.map(([setting, comparison]) => comparison === "unknown" && setting));
  const settings = compact(...compared.map(([setting, comparison]) => comparison === "different" && setting));
  const kind = settings.length === 0 ? "same" : "update";
  const ordered = settings.toSorted(
    (a, b) => Number(sensitiveSettings.includes(b)) - Number(sensitiveSettings.includes(a)),
  );
  const declared = replaceAnswers(settings, wanted, reported);
  return { kind, entry, connection, unverified, settings: ordered, declared };
}

function compareForPlan(
  setting: SettingId,
  wanted: ConnectionDraft,
  current: ConnectionDraft,
): "same" | "different" | "unknown" {
  const comparison = compareSetting(setting, wanted, current);
  if (comparison !== "unknown") return comparison;
  // If the credential is a lookup, the service reports the item that the lookup found. An unknown result is therefore
  // not a difference.
  if (setting === "credential") return "same";
  if (setting === "proxy" && current.proxy?.kind === "direct")
    // Direct egress is the default without stealth, but an explicit choice with stealth (interface.md §2.3).
    return comparisonOf((wanted.stealth ?? current.stealth) === false);
  return comparison;
}

/** Returns a setting's value as written in files and requests, or undefined if it isn't set. */
export function wireValue(setting: SettingId, answers: ConnectionDraft): unknown {
  const { browser, ...rest } = updateOfSettings([setting], {}, answers);
  return new Map<string, unknown>(Object.entries({ ...rest, ...browser })).get(setting);
}

/**
 * Returns a setting's value for display. Masks user names and passwords in URLs, which a connection may contain
 * although files can't.
 */
export function shownValue(setting: SettingId, answers: ConnectionDraft): unknown {
  const value = wireValue(setting, answers) ?? connectionFields[setting].byDefault;
  if (typeof value === "string") return maskUserInfo(value);
  return value;
}

// Writes connections of the service into a file: only what is not a default, sorted, with its comments kept.
import type { ProjectNeeds, ServiceState } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { comparedSetting } from "../connections/changes.ts";
import { ConnectionIndex } from "../connections/identity.ts";
import { fields, settings } from "../connections/settings.ts";
import type { Setting } from "../connections/settings.ts";
import { draftOf, duplicateOf } from "../draft/draft.ts";
import type { Draft } from "../draft/draft.ts";
import { effectiveDefault, intervalPlan } from "../draft/interval.ts";
import { isEmptyFile, parseConnectionFile } from "./parse.ts";
import type { Declared, ParsedFile } from "./parse.ts";
import { wireValue } from "./plan.ts";
import { hasErrors } from "./problem.ts";
import type { Range } from "./problem.ts";
import { withIds, withNames } from "./references.ts";
import type { FileDefaults } from "./schema.ts";
import { outlineOf } from "./writing.ts";

/** What became of writing connections into a file. */
export interface Imported {
  /** The new text of the file. */
  readonly text: string;
  readonly added: readonly ManagedAuth[];
  /** Connections that a file can't contain: their names can't be sent, or another one differs only in spelling. */
  readonly unwritable: readonly ManagedAuth[];
  /** Settings that a file can't say, by connection. */
  readonly left: ReadonlyMap<ManagedAuth, readonly string[]>;
}

/** What has to be read of a project to write its connections into a file. */
export const forImport: ProjectNeeds = { lists: new Set(["proxies", "destinations"]), entitlements: true };

const emptyFile = '{\n  "version": 1,\n  "connections": []\n}\n';

/**
 * Adds those of the connections that a file lacks; an empty text is a new file. Entries that are there, and comments, stay as
 * they are. `undefined` where the file has errors.
 */
export function importInto(
  before: string,
  connections: readonly ManagedAuth[],
  service: ServiceState,
): Imported | undefined {
  // Comments of an otherwise empty file stay above the new object.
  const text = isEmptyFile(before) ? `${before.replace(/\S$/, "$&\n")}${emptyFile}` : before;
  const file = parseConnectionFile(text);
  const { list } = outlineOf(text);
  if (list === undefined || hasErrors(file.problems)) return undefined;
  const index = new ConnectionIndex(service.connections);
  const present = new Set(
    file.connections.map((entry) => {
      const match = index.find(entry);
      return match.kind === "found" ? match.connection : undefined;
    }),
  );
  const missing = connections.filter((connection) => !present.has(connection));
  const declared = new ConnectionIndex(file.connections);
  const writable = missing
    .flatMap((connection) => {
      const written = entryOf(connection, file, service);
      if (written === undefined || declared.similar(connection).length > 0) return [];
      // The plan would find another connection for an entry whose domain is only a part of this connection's.
      const match = index.find(written.entry);
      return match.kind === "found" && match.connection === connection ? [{ connection, ...written }] : [];
    })
    .toSorted((one, other) => inOrder(one.entry, other.entry));
  // The file can contain only one of several spellings.
  const spellings = new ConnectionIndex(writable.map(({ entry }) => entry));
  const sorted = writable.filter(({ entry }) => spellings.similar(entry)[0] === entry);
  const added = sorted.map(({ connection }) => connection);
  const isAdded = new Set(added);
  const entries = sorted.map(({ entry }) => entry);
  return {
    text: withEntries(text, list, file.connections, entries),
    added,
    unwritable: missing.filter((connection) => !isAdded.has(connection)),
    left: new Map(
      sorted.filter(({ left }) => left.length > 0).map(({ connection, left }) => [connection, left]),
    ),
  };
}

/** A text with entries in its list, each before the first that comes after it in order; comments stay. */
function withEntries(
  text: string,
  list: Range,
  present: readonly Declared[],
  entries: readonly WrittenEntry[],
): string {
  if (entries.length === 0) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const first = present[0]?.range;
  const outer = indentAt(text, list.offset);
  const indent = first === undefined ? `${outer}  ` : indentAt(text, first.offset);
  const gap = `,${eol}${indent}`;
  const textOf = (entry: WrittenEntry): string =>
    JSON.stringify(entry, undefined, 2).replaceAll("\n", `${eol}${indent}`);
  if (first === undefined) {
    const end = list.offset + list.length - 1;
    const content = entries.map(textOf).join(gap);
    return `${text.slice(0, end)}${eol}${indent}${content}${eol}${outer}${text.slice(end)}`;
  }
  const before = Map.groupBy(entries, (entry) => present.find((other) => inOrder(entry, other) < 0));
  const parts: string[] = [];
  let from = 0;
  const upTo = (offset: number, ...added: readonly string[]): void => {
    parts.push(text.slice(from, offset), ...added);
    from = offset;
  };
  for (const [index, other] of [...present, undefined].entries()) {
    const content = before.get(other)?.map(textOf) ?? [];
    const last = present[index - 1]?.range;
    // Behind the one before, so that a comment stays above what it is about.
    if (last === undefined) upTo(first.offset, ...content.map((one) => `${one}${gap}`));
    else upTo(last.offset + last.length, ...content.map((one) => `${gap}${one}`));
  }
  return parts.join("") + text.slice(from);
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  return /^[\t ]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";
}

interface Sortable {
  readonly domain: string;
  readonly profile_name: string;
}

function inOrder(one: Sortable, other: Sortable): number {
  return compare(one.profile_name, other.profile_name) || compare(one.domain, other.domain);
}

/** By code units, the same on every machine. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type WrittenEntry = FileDefaults & Sortable;

/** The entry of a connection, and the settings that it can't say; `undefined` where it can't stand in a file at all. */
function entryOf(
  connection: ManagedAuth,
  { defaults }: Pick<ParsedFile, "defaults">,
  service: ServiceState,
): { readonly entry: WrittenEntry; readonly left: readonly string[] } | undefined {
  const { draft: live, notKept, region } = duplicateOf(connection);
  const { domain, profile_name } = live;
  if (domain === undefined || profile_name === undefined) return undefined;
  const identity = { domain, profile_name };
  if (!canStand(identity)) return undefined;
  const byFile = withIds(draftOf({ ...identity, ...defaults }), service);
  const inFile = new Set<string>([...Object.keys(defaults), ...Object.keys(defaults.browser ?? {})]);
  const usual = usualAnswers(service);
  const named = withNames(live, service);
  const said = settings.filter((setting) => {
    // A part of what it is would be another setting.
    if (notKept.includes(setting)) return false;
    const isInFile = inFile.has(setting);
    // What is not reported, nobody knows; to clear what the file's defaults set is to say something.
    if (live[setting] === undefined && !isInFile) return false;
    const expected = isInFile ? byFile : usual;
    return comparedSetting(setting, withIds(live, service), expected) === "different";
  });
  const values = said.map((setting) => [setting, wireValue(setting, named)] as const);
  const entry = { ...identity, ...placed(values) };
  const stands = canStand(entry);
  const unsaid = values.filter(
    ([, value], index) =>
      value === undefined ||
      (!stands && !canStand({ ...identity, ...placed(values.slice(index, index + 1)) })),
  );
  return {
    entry:
      unsaid.length === 0 ? entry : { ...identity, ...placed(values.filter((one) => !unsaid.includes(one))) },
    left: [
      ...notKept,
      ...unsaid.map(([setting]) => setting),
      ...(region === undefined ? [] : ["browser.region"]),
    ],
  };
}

/** Settings where an entry has them. */
export function placed(values: readonly (readonly [Setting, unknown])[]): FileDefaults {
  const isOfBrowser = (setting: Setting): boolean =>
    setting === "proxy" || setting === "stealth" || setting === "telemetry";
  const browser = values.filter(([setting]) => isOfBrowser(setting));
  return {
    ...Object.fromEntries(values.filter(([setting]) => !isOfBrowser(setting))),
    ...(browser.length > 0 && { browser: Object.fromEntries(browser) }),
  };
}

/** Whether an entry is without errors: the service has names that a file can't hold, and what looks like a secret. */
function canStand(entry: object): boolean {
  const text = JSON.stringify({ version: 1, connections: [entry] });
  return !hasErrors(parseConnectionFile(text).problems);
}

/** What a connection is where nobody says otherwise (§4.1). */
function usualAnswers({ entitlements }: ServiceState): Draft {
  const byDefault = settings.flatMap((setting): (readonly [string, unknown])[] => {
    const { byDefault: answer, otherwise } = fields[setting];
    const usual = answer ?? otherwise;
    return usual === undefined ? [] : [[setting, usual]];
  });
  return {
    ...Object.fromEntries(byDefault),
    health_check_interval: effectiveDefault(intervalPlan(entitlements)),
  };
}

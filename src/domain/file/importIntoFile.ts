// Adds connections of the service to a file. Omits default values, sorts the entries and keeps comments.
import type { ProjectNeeds, ServiceState } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { compareSetting } from "../connections/settingChanges.ts";
import { ConnectionIndex } from "../connections/identity.ts";
import { connectionFields, settingIds } from "../connections/settings.ts";
import type { SettingId } from "../connections/settings.ts";
import { toDuplicateDraft } from "../draft/draft.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import { effectiveDefault, intervalPlan } from "../draft/interval.ts";
import { isEmptyFile, maxFileLength, parseConnectionFile } from "./parseFile.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import { planUpdate, wireValue } from "./plan.ts";
import { hasErrors, preventsPlan } from "./problem.ts";
import type { TextRange } from "./problem.ts";
import { withReferenceIds, withNames } from "./references.ts";
import type { FileDefaults } from "./connectionFileSchema.ts";
import { outlineFile } from "./writing.ts";

/** Result of adding connections to a file. */
export interface ImportedFile {
  readonly kind: "imported";
  /** The new text of the file. */
  readonly text: string;
  readonly added: readonly ManagedAuth[];
  /**
   * Connections that a file can't contain, because their names are invalid or another connection differs only in
   * spelling.
   */
  readonly unwritable: readonly ManagedAuth[];
  /** Connections left out because the file's defaults would change these settings, and an entry can't prevent it. */
  readonly overridden: ReadonlyMap<ManagedAuth, readonly string[]>;
  /** Settings that a file can't express, by connection. */
  readonly left: ReadonlyMap<ManagedAuth, readonly string[]>;
}

/** Nothing was added, because the file would be too large to read. */
export interface ImportTooLarge {
  readonly kind: "tooLarge";
  readonly total: number;
  /** Number of connections that fit into a file of {@link maxFileLength} characters. */
  readonly fitting: number;
}

/** The data that writing connections to a file needs. */
export const forImport: ProjectNeeds = { lists: new Set(["proxies", "destinations"]), entitlements: true };

const emptyFileText = '{\n  "version": 1,\n  "connections": []\n}\n';

/**
 * Adds the connections that a file lacks, without changing existing entries or comments. An empty text becomes a new
 * file. Returns undefined if the file has errors.
 */
export function importIntoFile(
  before: string,
  connections: readonly ManagedAuth[],
  service: ServiceState,
): ImportedFile | ImportTooLarge | undefined {
  // Keep the comments of an otherwise empty file above the new object.
  const text = isEmptyFile(before) ? `${before.replace(/\S$/, "$&\n")}${emptyFileText}` : before;
  const file = parseConnectionFile(text);
  const { list } = outlineFile(text);
  if (list === undefined || preventsPlan(file.problems)) return undefined;
  const index = new ConnectionIndex(service.connections);
  const present = new Set(
    file.connections.map((entry) => {
      const match = index.find(entry);
      return match.kind === "found" ? match.connection : undefined;
    }),
  );
  const missing = connections.filter((connection) => !present.has(connection));
  const declared = new ConnectionIndex(file.connections);
  const built = missing.map((connection) => ({ connection, ...buildEntry(connection, file, service) }));
  const writable = built
    .flatMap(({ connection, entry, left }) => {
      if (entry === undefined || declared.similar(connection).length > 0) return [];
      // Skip an entry that would match another connection, because the entry's domain is only a part of this
      // connection's.
      const match = index.find(entry);
      return match.kind === "found" && match.connection === connection ? [{ connection, entry, left }] : [];
    })
    .toSorted((one, other) => compareEntries(one.entry, other.entry));
  // The file can contain only one of several spellings.
  const spellings = new ConnectionIndex(writable.map(({ entry }) => entry));
  const sorted = writable.filter(({ entry }) => spellings.similar(entry)[0] === entry);
  const added = sorted.map(({ connection }) => connection);
  const isAdded = new Set(added);
  const layout = detectLayout(text, list, file.connections[0]?.range);
  const texts = sorted.map(({ entry }) => ({ ...entry, text: formatEntry(entry, layout) }));
  const result = insertEntries(text, list, layout, file.connections, texts);
  if (result.length > maxFileLength) {
    let [length, fitting] = [text.length, 0];
    while (length <= maxFileLength) length += (texts[fitting++]?.text.length ?? 0) + layout.gap.length;
    const { length: existing } = file.connections;
    return { kind: "tooLarge", total: existing + texts.length, fitting: existing + fitting - 1 };
  }
  const overridden = settingsByConnection(built.filter(({ entry }) => entry === undefined));
  return {
    kind: "imported",
    text: result,
    added,
    unwritable: missing.filter((connection) => !isAdded.has(connection) && !overridden.has(connection)),
    overridden,
    left: settingsByConnection(sorted),
  };
}

function settingsByConnection(
  rows: readonly { readonly connection: ManagedAuth; readonly left: readonly string[] }[],
): ReadonlyMap<ManagedAuth, readonly string[]> {
  const some = rows.filter(({ left }) => left.length > 0);
  return new Map(some.map(({ connection, left }) => [connection, left]));
}

/** The whitespace of a file. */
interface FileLayout {
  readonly eol: string;
  /** Indentation of one level. */
  readonly unit: string;
  /** Indentation of the list's closing bracket. */
  readonly outer: string;
  /** Indentation of each entry. */
  readonly indent: string;
  readonly gap: string;
}

function detectLayout(text: string, list: TextRange, first: TextRange | undefined): FileLayout {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = indentAt(text, list.offset);
  const unit = outer === "" ? "  " : outer;
  const ownLine = first && /(?:^|[\r\n])([\t ]*)$/.exec(text.slice(0, first.offset));
  const indent = ownLine?.[1] ?? outer + unit;
  return { eol, unit, outer, indent, gap: `,${eol}${indent}` };
}

function formatEntry(entry: NewEntry, { eol, indent, unit }: FileLayout): string {
  return JSON.stringify(entry, undefined, unit).replaceAll("\n", `${eol}${indent}`);
}

type FormattedEntry = EntryIdentity & { readonly text: string };

/** Inserts each entry before the first existing entry that sorts after it. Comments stay with their entries. */
function insertEntries(
  text: string,
  list: TextRange,
  { eol, gap, indent, outer }: FileLayout,
  present: readonly DeclaredEntry[],
  entries: readonly FormattedEntry[],
): string {
  if (entries.length === 0) return text;
  if (present.length === 0) {
    const end = list.offset + list.length - 1;
    const content = entries.map((entry) => entry.text).join(gap);
    return `${text.slice(0, end).trimEnd()}${eol}${indent}${content}${eol}${outer}${text.slice(end)}`;
  }
  const before = Map.groupBy(entries, (entry) => present.find((other) => compareEntries(entry, other) < 0));
  const parts: string[] = [];
  let from = 0;
  for (const [index, next] of [...present, undefined].entries()) {
    const content = before.get(next)?.map((entry) => `${eol}${indent}${entry.text}`);
    if (content === undefined) continue;
    const last = present[index - 1]?.range;
    const offset = last === undefined ? list.offset + 1 : last.offset + last.length;
    const tail = tailAt(text, offset);
    const isFollowed = last === undefined || /^[\t ]*,|\*\/[\t ]*,/.test(tail);
    parts.push(text.slice(from, offset));
    // If the previous entry has a comma, end every new entry with one. The last entry of the list keeps its trailing
    // comma.
    if (isFollowed) parts.push(tail, ...content.map((entry) => `${entry},`));
    else parts.push(",", tail, content.join(","));
    from = offset + tail.length;
  }
  return parts.join("") + text.slice(from);
}

/** Matches a comma and comments up to the end of the line, if nothing else follows. */
const lineTailPattern = /(?:[\t ]|\/\*(?:[^*]|\*(?!\/))*\*\/|,)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/y;

function tailAt(text: string, offset: number): string {
  lineTailPattern.lastIndex = offset;
  const tail =
    lineTailPattern.exec(text)?.[0] ?? /^[\t ]*,/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
  return tail.trimEnd();
}

/** Returns the indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  return /^[\t ]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";
}

interface EntryIdentity {
  readonly domain: string;
  readonly profile_name: string;
}

function compareEntries(one: EntryIdentity, other: EntryIdentity): number {
  return compareCodeUnits(one.profile_name, other.profile_name) || compareCodeUnits(one.domain, other.domain);
}

/** Compares by code units, so that the order doesn't depend on the machine's locale. */
const compareCodeUnits = (one: string, other: string): number => Number(one > other) - Number(one < other);

type NewEntry = FileDefaults & EntryIdentity;

/**
 * Returns the entry of a connection and the settings that the entry can't express. If these settings make an entry
 * impossible, returns only them.
 */
function buildEntry(
  connection: ManagedAuth,
  { defaults }: Pick<ParsedFile, "defaults">,
  service: ServiceState,
): { readonly entry?: NewEntry; readonly left: readonly string[] } {
  const { draft, notKept, region } = toDuplicateDraft(connection);
  const { domain, profile_name } = draft;
  if (domain === undefined || profile_name === undefined) return { left: [] };
  const identity = { domain, profile_name };
  if (!isValidEntry(identity)) return { left: [] };
  const inFile = new Set<string>([...Object.keys(defaults), ...Object.keys(defaults.browser ?? {})]);
  const changed = inFile.size === 0 ? [] : changedBy(identity);
  const defaultDraft = defaultAnswers(service);
  const named: ConnectionDraft = {
    telemetry: { kind: "off" },
    ...defaultDraft,
    ...withNames(draft, service),
  };
  const written = settingIds.filter((setting) => {
    // Omit a setting that can't be copied in full, because a part of the value would be another setting.
    if (notKept.includes(setting)) return false;
    if (inFile.has(setting)) return changed.includes(setting);
    if (draft[setting] === undefined) return false;
    return compareSetting(setting, withReferenceIds(draft, service), defaultDraft) === "different";
  });
  const values = written.map((setting) => [setting, wireValue(setting, named)] as const);
  const entryWith = (some: typeof values): NewEntry => ({ ...identity, ...nestBrowserSettings(some) });
  // Test the values one by one only if the entry isn't valid with all of them.
  const isValid = isValidEntry(entryWith(values));
  const omitted = values.filter(
    (value) => value[1] === undefined || (!isValid && !isValidEntry(entryWith([value]))),
  );
  const entry = entryWith(values.filter((value) => !omitted.includes(value)));
  const overridden = inFile.size === 0 ? [] : changedBy(entry);
  if (overridden.length > 0) return { left: overridden };
  const unsupported = region === undefined ? [] : ["browser.region"];
  return { entry, left: [...notKept, ...omitted.map(([setting]) => setting), ...unsupported] };

  /** Returns the settings that applying the entry would change. */
  function changedBy(wanted: NewEntry): readonly SettingId[] {
    const [declared] = parseConnectionFile(
      JSON.stringify({ version: 1, defaults, connections: [wanted] }),
    ).connections;
    return declared === undefined ? [] : planUpdate(declared, connection, service).settings;
  }
}

/** Arranges settings as in an entry, with browser settings under `browser`. */
export function nestBrowserSettings(values: readonly (readonly [SettingId, unknown])[]): FileDefaults {
  const isOfBrowser = ([setting]: readonly [SettingId, unknown]): boolean =>
    setting === "proxy" || setting === "stealth" || setting === "telemetry";
  const nested: FileDefaults = Object.fromEntries(values.filter((value) => !isOfBrowser(value)));
  const browser = values.filter(isOfBrowser);
  if (browser.length > 0) nested.browser = Object.fromEntries(browser);
  return nested;
}

/**
 * True if an entry has no errors. The service may have names that a file can't contain and values that look like
 * secrets.
 */
function isValidEntry(entry: object): boolean {
  const text = JSON.stringify({ version: 1, connections: [entry] });
  return !hasErrors(parseConnectionFile(text).problems);
}

/** Returns the default settings of a connection (interface.md §4.1). */
function defaultAnswers({ entitlements }: ServiceState): ConnectionDraft {
  const answers = settingIds.map((setting) => {
    const { byDefault, copyFallback: otherwise } = connectionFields[setting];
    return [setting, byDefault ?? otherwise] as const;
  });
  return {
    ...Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)),
    health_check_interval: effectiveDefault(intervalPlan(entitlements)),
  };
}

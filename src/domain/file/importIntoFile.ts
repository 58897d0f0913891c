// Adds existing connections from the service to a connection file. Omits default values, sorts the new entries and
// keeps comments.
import type { ProjectNeeds, ServiceState } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { compareSetting } from "../connections/settingChanges.ts";
import { ConnectionIndex } from "../connections/identity.ts";
import { connectionFields, settingIds, type SettingId } from "../connections/settings.ts";
import { toDuplicateDraft, type ConnectionDraft } from "../draft/draft.ts";
import { effectiveDefault, intervalPlan } from "../draft/interval.ts";
import { isEmptyFile, maxFileLength, parseConnectionFile } from "./parseFile.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import { planUpdate, wireValue } from "./plan.ts";
import { hasErrors, preventsPlan, type TextRange } from "./problem.ts";
import { withReferenceIds, withNames } from "./references.ts";
import type { FileDefaults } from "./connectionFileSchema.ts";
import { outlineFile } from "./writing.ts";

export interface ImportedFile {
  readonly kind: "imported";
  /** The complete new text of the file. */
  readonly text: string;
  readonly added: readonly ManagedAuth[];
  /**
   * Connections that weren't added, because a file can't contain their names or because another connection's name
   * differs only in spelling, such as capitalization.
   */
  readonly unwritable: readonly ManagedAuth[];
  /**
   * Connections that weren't added, with the settings that the file's `defaults` would change. An entry can't override
   * these defaults.
   */
  readonly overridden: ReadonlyMap<ManagedAuth, readonly string[]>;
  /** Settings of the added connections that a file can't express. */
  readonly omitted: ReadonlyMap<ManagedAuth, readonly string[]>;
}

/** No connections were added, because the file would exceed its maximum size. */
export interface ImportTooLarge {
  readonly kind: "tooLarge";
  readonly total: number;
  /** Number of connections that fit into a file of {@link maxFileLength} characters. */
  readonly fitting: number;
}

/** The data to fetch before connections can be added to a file. */
export const forImport: ProjectNeeds = { lists: new Set(["proxies", "destinations"]), entitlements: true };

const emptyFileText = '{\n  "version": 1,\n  "connections": []\n}\n';

/**
 * Adds the connections that a file doesn't declare yet. Existing entries and comments stay unchanged. An empty text
 * becomes a new file. Returns undefined if the file has errors.
 */
export function importIntoFile(
  original: string,
  connections: readonly ManagedAuth[],
  service: ServiceState,
): ImportedFile | ImportTooLarge | undefined {
  // If the file contains only comments, keep them above the new object.
  const text = isEmptyFile(original) ? `${original.replace(/\S$/, "$&\n")}${emptyFileText}` : original;
  const file = parseConnectionFile(text);
  const { list } = outlineFile(text);
  if (list === undefined || preventsPlan(file.problems)) return undefined;
  const index = new ConnectionIndex(service.connections);
  const present = new Set(
    file.connections.map((entry) => {
      const match = index.find(entry);
      return match.kind === "found" && match.connection;
    }),
  );
  const missing = connections.filter((connection) => !present.has(connection));
  const declared = new ConnectionIndex(file.connections);
  const built = missing.map((connection) => ({ connection, ...buildEntry(connection, file, service) }));
  const writable = built
    .flatMap(({ connection, entry, omitted }) => {
      if (entry === undefined || declared.similar(connection).length > 0) return [];
      // Skip the connection if its entry would match a different connection. This can happen because an entry may
      // contain a shortened form of the connection's domain.
      const match = index.find(entry);
      if (match.kind === "found" && match.connection === connection) return [{ connection, entry, omitted }];
      return [];
    })
    .toSorted((a, b) => compareEntries(a.entry, b.entry));
  // If several connections differ only in spelling, the file can contain only one of them.
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
    omitted: settingsByConnection(sorted),
  };
}

function settingsByConnection(
  rows: readonly { readonly connection: ManagedAuth; readonly omitted: readonly string[] }[],
): ReadonlyMap<ManagedAuth, readonly string[]> {
  const incomplete = rows.filter(({ omitted }) => omitted.length > 0);
  return new Map(incomplete.map(({ connection, omitted }) => [connection, omitted]));
}

/** The line endings and indentation of a file. */
interface FileLayout {
  readonly eol: string;
  /** Whitespace of one indentation level. */
  readonly unit: string;
  /** Indentation of the list's closing bracket. */
  readonly outer: string;
  readonly indent: string;
  readonly gap: string;
}

function detectLayout(text: string, list: TextRange, first: TextRange | undefined): FileLayout {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lineStart = text.lastIndexOf("\n", list.offset - 1) + 1;
  const outer = /^[\t ]*/.exec(text.slice(lineStart, list.offset))?.[0] ?? "";
  const unit = outer || "  ";
  const ownLine = first && /(?:^|[\r\n])([\t ]*)$/.exec(text.slice(0, first.offset));
  const indent = ownLine?.[1] ?? outer + unit;
  return { eol, unit, outer, indent, gap: `,${eol}${indent}` };
}

function formatEntry(entry: NewEntry, { eol, indent, unit }: FileLayout): string {
  return JSON.stringify(entry, undefined, unit).replaceAll("\n", `${eol}${indent}`);
}

type FormattedEntry = EntryIdentity & { readonly text: string };

/** Inserts each new entry before the first entry that sorts after it. Existing entries keep their comments. */
function insertEntries(
  text: string,
  list: TextRange,
  { eol, gap, indent, outer }: FileLayout,
  present: readonly DeclaredEntry[],
  entries: readonly FormattedEntry[],
): string {
  if (entries.length === 0) return text;
  if (present.length === 0) {
    const closingBracket = list.offset + list.length - 1;
    const content = entries.map((entry) => entry.text).join(gap);
    return `${text.slice(0, closingBracket).trimEnd()}${eol}${indent}${content}${eol}${outer}${text.slice(closingBracket)}`;
  }
  const byNext = Map.groupBy(entries, (entry) => present.find((other) => compareEntries(entry, other) < 0));
  const parts: string[] = [];
  let from = 0;
  for (const [index, next] of [...present, undefined].entries()) {
    const content = byNext.get(next)?.map((entry) => `${eol}${indent}${entry.text}`);
    if (content === undefined) continue;
    const last = present[index - 1]?.range;
    const offset = last === undefined ? list.offset + 1 : last.offset + last.length;
    const tail = tailAt(text, offset);
    const isFollowed = last === undefined || /^[\t ]*,|\*\/[\t ]*,/.test(tail);
    parts.push(text.slice(from, offset));
    // If the previous entry is followed by a comma, end every new entry with a comma. This preserves a trailing comma
    // at the end of the list.
    if (isFollowed) parts.push(tail, ...content.map((entry) => `${entry},`));
    else parts.push(",", tail, content.join(","));
    from = offset + tail.length;
  }
  return parts.join("") + text.slice(from);
}

/** Matches the comma and the comments after an entry, unless other text follows on the same line. */
const lineTailPattern = /(?:[\t ]|\/\*(?:[^*]|\*(?!\/))*\*\/|,)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/y;

function tailAt(text: string, offset: number): string {
  lineTailPattern.lastIndex = offset;
  const tail =
    lineTailPattern.exec(text)?.[0] ?? /^[\t ]*,/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
  return tail.trimEnd();
}

interface EntryIdentity {
  readonly domain: string;
  readonly profile_name: string;
}

function compareEntries(a: EntryIdentity, b: EntryIdentity): number {
  return compareCodeUnits(a.profile_name, b.profile_name) || compareCodeUnits(a.domain, b.domain);
}

/** Compares strings by code unit, so that the order doesn't depend on the machine's locale. */
const compareCodeUnits = (a: string, b: string): number => Number(a > b) - Number(a < b);

type NewEntry = FileDefaults & EntryIdentity;

/**
 * Builds the entry of a connection. `omitted` contains the settings that the entry can't express. If applying the entry
 * would change settings of the connection, returns no entry, and `omitted` contains the settings that would change.
 */
function buildEntry(
  connection: ManagedAuth,
  { defaults }: ParsedFile,
  service: ServiceState,
): { readonly entry?: NewEntry; readonly omitted: readonly string[] } {
  const { draft, notKept, region } = toDuplicateDraft(connection);
  const { domain, profile_name } = draft;
  if (domain === undefined || profile_name === undefined) return { omitted: [] };
  const identity = { domain, profile_name };
  if (!isValidEntry(identity)) return { omitted: [] };
  const inFile = new Set<string>([...Object.keys(defaults), ...Object.keys(defaults.browser ?? {})]);
  const changed = inFile.size === 0 ? [] : changedBy(identity);
  const defaultDraft = defaultAnswers(service);
  const named: ConnectionDraft = {
    telemetry: { kind: "off" },
    ...defaultDraft,
    ...withNames(draft, service),
  };
  const written = settingIds.filter((setting) => {
    // Omit a setting that can't be copied completely, because a partial value would configure the connection
    // differently.
    if (notKept.includes(setting)) return false;
    if (inFile.has(setting)) return changed.includes(setting);
    if (draft[setting] === undefined) return false;
    return compareSetting(setting, withReferenceIds(draft, service), defaultDraft) === "different";
  });
  const values = written.map((setting) => [setting, wireValue(setting, named)] as const);
  const entryWith = (subset: typeof values): NewEntry => ({ ...identity, ...nestBrowserSettings(subset) });
  // Validate the values one by one only if an entry with all of them is invalid.
  const isValid = isValidEntry(entryWith(values));
  const omitted = values.filter(
    (value) => value[1] === undefined || (!isValid && !isValidEntry(entryWith([value]))),
  );
  const entry = entryWith(values.filter((value) => !omitted.includes(value)));
  const overridden = inFile.size === 0 ? [] : changedBy(entry);
  if (overridden.length > 0) return { omitted: overridden };
  const unsupported = region === undefined ? [] : ["browser.region"];
  return { entry, omitted: [...notKept, ...omitted.map(([setting]) => setting), ...unsupported] };

  /** Returns the settings of the existing connection that would change if the entry were applied. */
  function changedBy(entry: NewEntry): readonly SettingId[] {
    const [declared] = parseConnectionFile(
      JSON.stringify({ version: 1, defaults, connections: [entry] }),
    ).connections;
    if (declared === undefined) return [];
    return planUpdate(declared, connection, service).settings;
  }
}

/** Arranges settings as in a file entry, where browser settings are nested under `browser`. */
export function nestBrowserSettings(values: readonly (readonly [SettingId, unknown])[]): FileDefaults {
  const isOfBrowser = ([setting]: readonly [SettingId, unknown]): boolean =>
    setting === "proxy" || setting === "stealth" || setting === "telemetry";
  const nested: FileDefaults = Object.fromEntries(values.filter((value) => !isOfBrowser(value)));
  const browser = values.filter(isOfBrowser);
  if (browser.length > 0) nested.browser = Object.fromEntries(browser);
  return nested;
}

/**
 * True if an entry can be added without errors. Connections in the service can have names that a file doesn't allow
 * and values that look like secrets.
 */
function isValidEntry(entry: object): boolean {
  return !hasErrors(parseConnectionFile(JSON.stringify({ version: 1, connections: [entry] })).problems);
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

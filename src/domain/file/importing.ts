// Writes connections of the service into a file: only what is not a default, sorted, with its comments kept.
import { applyEdits, modify, parseTree } from "jsonc-parser";
import type { ProjectNeeds, ServiceState } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { comparedSetting } from "../connections/changes.ts";
import { fields, settings } from "../connections/settings.ts";
import type { Setting } from "../connections/settings.ts";
import { draftOf, duplicateOf } from "../draft/draft.ts";
import type { Draft } from "../draft/draft.ts";
import { effectiveDefault, intervalPlan } from "../draft/interval.ts";
import { identityOf, parseConnectionFile } from "./parse.ts";
import type { ParsedFile } from "./parse.ts";
import { wireValue } from "./plan.ts";
import { hasErrors } from "./problem.ts";
import { withIds, withNames } from "./references.ts";
import type { FileDefaults } from "./schema.ts";

/** What became of writing connections into a file. */
export interface Imported {
  /** The new text of the file. */
  readonly text: string;
  readonly added: readonly ManagedAuth[];
  /** Connections that can't stand in a file: their domain or profile can't be sent. */
  readonly unwritable: readonly ManagedAuth[];
  /** Settings that a file can't say, by connection. */
  readonly left: ReadonlyMap<ManagedAuth, readonly string[]>;
}

/** What has to be read of a project to write its connections into a file. */
export const forImport: ProjectNeeds = { lists: new Set(["proxies", "destinations"]), entitlements: true };

const emptyFile = '{\n  "version": 1,\n  "connections": []\n}\n';
const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" } as const;

/**
 * Adds those of the connections that a file lacks; an empty text is a new file. Entries that are there, and comments, stay as
 * they are. `undefined` where the file has errors.
 */
export function importInto(
  before: string,
  connections: readonly ManagedAuth[],
  service: ServiceState,
): Imported | undefined {
  const isNew = before.trim() === "";
  let text = isNew ? emptyFile : before;
  const file = parseConnectionFile(text);
  if (hasErrors(file.problems)) return undefined;
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const present = new Set(file.connections.map(identityOf));
  const missing = connections.filter((connection) => !present.has(identityOf(connection)));
  const written = missing.flatMap((connection) => {
    const entry = entryOf(connection, file, service);
    return entry === undefined ? [] : [{ connection, ...entry }];
  });
  const sorted = written.toSorted((one, other) => inOrder(one.entry, other.entry));
  const options = { formattingOptions: { ...formattingOptions, eol } };
  const entries: readonly Sortable[] = file.connections;
  if (entries.length === 0) {
    const all = sorted.map(({ entry }) => entry);
    // Comments within an empty list would go with it.
    if (all.length > 0 && hasNothing(text))
      text = applyEdits(text, modify(text, ["connections"], all, options));
    else all.forEach((entry, index) => (text = inserted(text, index, entry)));
  } else {
    // From the end, so that no place moves before it is used.
    for (const { entry } of sorted.toReversed()) {
      const behind = entries.findIndex((other) => inOrder(entry, other) < 0);
      text = inserted(text, behind === -1 ? entries.length : behind, entry);
    }
  }
  return {
    text,
    added: sorted.map(({ connection }) => connection),
    unwritable: missing.filter((connection) => !written.some((one) => one.connection === connection)),
    left: new Map(
      sorted.filter(({ left }) => left.length > 0).map(({ connection, left }) => [connection, left]),
    ),
  };

  function inserted(into: string, index: number, entry: unknown): string {
    return applyEdits(
      into,
      modify(into, ["connections", index], entry, { ...options, isArrayInsertion: true }),
    );
  }
}

function hasNothing(text: string): boolean {
  const list = parseTree(text)?.children?.find(({ children }) => children?.[0]?.value === "connections");
  const { length = 0, offset = 0 } = list?.children?.[1] ?? {};
  return text.slice(offset + 1, offset + length - 1).trim() === "";
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
  const { draft: live, notKept } = duplicateOf(connection);
  const { domain, profile_name } = live;
  if (domain === undefined || profile_name === undefined) return undefined;
  const byFile = withIds(draftOf({ domain, profile_name, ...defaults }), service);
  const inFile = new Set<string>([...Object.keys(defaults), ...Object.keys(defaults.browser ?? {})]);
  const usual = usualAnswers(service);
  const named = withNames(live, service);
  const said = settings.filter((setting) => {
    const isInFile = inFile.has(setting);
    // What is not reported, nobody knows; to clear what the file's defaults set is to say something.
    if (live[setting] === undefined && !isInFile) return false;
    const expected = isInFile ? byFile : usual;
    return comparedSetting(setting, withIds(live, service), expected) === "different";
  });
  const left = [...notKept, ...said.filter((setting) => wireValue(setting, named) === undefined)];
  const values = new Map(
    said
      .map((setting) => [setting, wireValue(setting, named)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const isOfBrowser = (setting: Setting): boolean =>
    setting === "proxy" || setting === "stealth" || setting === "telemetry";
  const part = (isIn: (setting: Setting) => boolean): object =>
    Object.fromEntries([...values].filter(([setting]) => isIn(setting)));
  const browser = part(isOfBrowser);
  const entry = {
    domain,
    profile_name,
    ...part((setting) => !isOfBrowser(setting)),
    ...(Object.keys(browser).length > 0 && { browser }),
  };
  return { entry, left };
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

// Parses a connection file. Each declared connection and each problem has its range in the text.
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  stripComments,
  type Node,
  type ParseError,
} from "jsonc-parser";
import * as z from "zod/mini";
import { settingsInUpdate } from "../connections/settingChanges.ts";
import { ConnectionIndex } from "../connections/identity.ts";
import { connectionFields, type FieldId, type SettingId } from "../connections/settings.ts";
import { parseDomain } from "../draft/domainName.ts";
import { draftFromRequest, mergeRequestParts, type ConnectionDraft } from "../draft/draft.ts";
import { maxNameLength, nameFault } from "../text/names.ts";
import { errorAt, toRange, type FileProblem, type TextRange } from "./problem.ts";
import { ConnectionFile, FileDefaults, FileEntry, schemaProblems } from "./connectionFileSchema.ts";
import { findSecrets, maskSecrets } from "./findSecrets.ts";
import { generatedFileKind } from "./generatedFiles.ts";
import { checkedSettings, findInvalidValues, type InvalidValue } from "./invalidValues.ts";

/** An entry of a file, merged with the file's defaults. */
export interface DeclaredEntry {
  readonly domain: string;
  readonly profile_name: string;
  /** The declared settings, including those from `defaults`. Undeclared settings are never changed. */
  readonly settings: readonly SettingId[];
  /** The values of the declared settings. If a declared setting has no answer, the setting is cleared. */
  readonly answers: ConnectionDraft;
  readonly range: TextRange;
  /** Returns the range of a field, which is in `defaults` if the entry inherits the field. */
  readonly rangeOf: (field: FieldId) => TextRange;
  /** Values that the service would refuse or misinterpret, including values from `defaults`. */
  readonly faulty: readonly InvalidValue[];
}

export interface OwnedPattern {
  /** Profile name in which `*` matches any text. */
  readonly pattern: string;
  readonly range: TextRange;
}

/** The parts of a file that could be parsed, and the file's problems. */
export interface ParsedFile {
  readonly text: string;
  /** Name or ID of the file's project. */
  readonly project: string | undefined;
  readonly owns: readonly OwnedPattern[];
  readonly defaults: FileDefaults;
  readonly connections: readonly DeclaredEntry[];
  /** Sorted by position. If any problem is an error, no change may be sent. */
  readonly problems: readonly FileProblem[];
}

const maxFileMegabytes = 5;
/** Maximum length of a file, in UTF-16 code units. */
export const maxFileLength = maxFileMegabytes * 1024 * 1024;

/** Parses a connection file. Reports syntax errors as problems and never throws. */
export function parseConnectionFile(text: string): ParsedFile {
  const fileRange: TextRange = { offset: 0, length: text.length };
  if (text.length > maxFileLength)
    return unreadableFile(text, [errorAt(fileRange, "tooLarge", [String(maxFileMegabytes)])]);
  return (
    catchStackOverflow(() => parseFileTree(text, fileRange)) ??
    unreadableFile(text, [errorAt(fileRange, "tooDeep")])
  );
}

/** Returns the result of `read`, or undefined if brackets in the text are nested too deeply. */
export function catchStackOverflow<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (fault) {
    // The parser and the functions that read its tree recurse once per bracket and can overflow the stack.
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

function parseFileTree(text: string, fileRange: TextRange): ParsedFile {
  const errors: ParseError[] = [];
  // Replace a byte order mark, which isn't valid JSON, with a space, so that offsets don't change.
  const tree = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const secrets = findSecrets(text);
  if (isEmptyFile(text)) return unreadableFile(text, [errorAt(fileRange, "emptyFile"), ...secrets]);
  if (errors.length > 0) {
    const problems = errors.map((error) => errorAt(error, "syntax", [syntaxErrorText(error)]));
    return unreadableFile(text, [...problems, ...secrets]);
  }
  if (tree?.type !== "object")
    return unreadableFile(text, [errorAt(tree ?? fileRange, "notObject"), ...secrets]);
  const generated = generatedFileKind(tree);
  if (generated !== undefined)
    return unreadableFile(text, [errorAt({ offset: tree.offset, length: 1 }, generated)]);
  const { problems, ...file } = new FileTreeReader(tree).read();
  return { ...file, text, problems: maskAndSortProblems([...problems, ...secrets]) };
}

/** True if the file contains only whitespace and comments. */
export function isEmptyFile(text: string): boolean {
  return stripComments(text.replace(/^\uFEFF/, "")).trim() === "";
}

function unreadableFile(text: string, problems: readonly FileProblem[]): ParsedFile {
  const none = { project: undefined, owns: [], defaults: {}, connections: [] };
  return { ...none, text, problems: maskAndSortProblems(problems) };
}

function maskAndSortProblems(problems: readonly FileProblem[]): readonly FileProblem[] {
  // Mask secrets in the arguments of all problems, because names and keys may be secrets, too.
  const hasSecrets = problems.some(({ code }) => code === "secret" || code === "maybeSecret");
  const safe = hasSecrets
    ? problems.map((problem) => ({ ...problem, args: problem.args.map(maskSecrets) }))
    : problems;
  return safe.toSorted((a, b) => a.offset - b.offset);
}

/** Converts an error name of jsonc-parser, such as CommaExpected, to lowercase words. */
function syntaxErrorText({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

/**
 * The schema of a file's top level. `defaults` and the entries are validated separately, so that an error in one of
 * them doesn't affect the others.
 */
const TopLevelSchema = z.strictObject({
  ...ConnectionFile.shape,
  defaults: z.optional(z.unknown()),
  connections: z.array(z.unknown()),
});

class FileTreeReader {
  readonly #tree: Node;
  readonly #problems: FileProblem[] = [];
  /**
   * The problem with each invalid value, keyed by the value's offset, so that an invalid value in `defaults` is
   * reported only once. Entries with invalid values are still parsed.
   */
  readonly #faulty = new Map<number, FileProblem>();

  constructor(tree: Node) {
    this.#tree = tree;
  }

  read(): Omit<ParsedFile, "text"> {
    this.#checkTexts(this.#tree, "");
    const top = TopLevelSchema.safeParse(getNodeValue(this.#tree));
    if (!top.success) this.#add(schemaProblems(top.error.issues, this.#tree, ""));
    const defaultsNode = findNodeAtLocation(this.#tree, ["defaults"]);
    const defaults = this.#checked(FileDefaults, defaultsNode, "defaults") ?? {};
    const entries = findNodeAtLocation(this.#tree, ["connections"]);
    const connections = (entries?.type === "array" ? (entries.children ?? []) : []).flatMap((node) => {
      const entry = this.#checked(FileEntry, node, "connections");
      return (entry && this.#declared(entry, node, defaults, defaultsNode)) ?? [];
    });
    this.#checkDuplicates(connections);
    return {
      project: top.data?.project,
      owns: (top.data?.owns ?? []).map((pattern, index) => {
        return { pattern, range: toRange(findNodeAtLocation(this.#tree, ["owns", index]) ?? this.#tree) };
      }),
      defaults,
      connections,
      problems: [...this.#problems, ...this.#faulty.values()],
    };
  }

  /** Reports entries for the same connection. The service ignores case and accents in profile names. */
  #checkDuplicates(connections: readonly DeclaredEntry[]): void {
    const index = new ConnectionIndex(connections);
    for (const entry of connections) {
      const [first] = index.similar(entry);
      if (first === undefined || first === entry) continue;
      const { domain, profile_name } = entry;
      const isExact = first.profile_name === profile_name;
      this.#problems.push(
        isExact
          ? errorAt(entry.range, "duplicateConnection", [domain, profile_name])
          : errorAt(entry.range, "similarConnection", [domain, first.profile_name, profile_name]),
      );
    }
  }

  /** Adds problems one by one, because spreading a very long array into `push` throws. */
  #add(problems: readonly FileProblem[]): void {
    for (const problem of problems) this.#problems.push(problem);
  }

  #checked<Value>(schema: z.ZodMiniType<Value>, node: Node | undefined, under: string): Value | undefined {
    if (node === undefined) return undefined;
    const read = schema.safeParse(getNodeValue(node));
    if (!read.success) this.#add(schemaProblems(read.error.issues, node, under));
    return read.data;
  }

  /** Reports problems that the schemas don't detect: duplicate keys, and strings that can't be sent in a request. */
  #checkTexts(node: Node, key: string): void {
    if (node.type === "string") {
      const value = String(node.value);
      // Search the decoded value as well, because escape sequences can hide a secret from the search of the raw text.
      if (value.length + 2 < node.length)
        this.#add(findSecrets(JSON.stringify(value)).map((problem) => ({ ...problem, ...toRange(node) })));
      const fault = nameFault(value);
      if (fault === "control" || fault === "surrogate")
        this.#problems.push(errorAt(node, "characters", [key]));
      else if (fault === "empty" && value !== "") this.#problems.push(errorAt(node, "blank", [key]));
      else if (fault === "tooLong" && key !== "login_url")
        this.#problems.push(errorAt(node, "nameTooLong", [key, String(maxNameLength)]));
    }
    const keys = new Set<string>();
    for (const child of node.children ?? []) {
      if (child.type !== "property") {
        this.#checkTexts(child, key);
        continue;
      }
      const [name, value] = child.children ?? [];
      const called = String(name?.value);
      if (name !== undefined && keys.has(called))
        this.#problems.push(errorAt(name, "duplicateKey", [called]));
      keys.add(called);
      if (value !== undefined) this.#checkTexts(value, called);
    }
  }

  #declared(
    ownEntry: FileEntry,
    node: Node,
    defaults: FileDefaults,
    defaultsNode: Node | undefined,
  ): DeclaredEntry | undefined {
    // Merge each setting separately. A reference in the entry, such as a proxy, replaces the whole reference in
    // `defaults`, so that the keys of the two references are never combined.
    const { domain: host, profile_name: profile } = ownEntry;
    const entry: FileEntry = {
      ...mergeRequestParts<FileDefaults>(defaults, ownEntry),
      domain: host,
      profile_name: profile,
    };
    const settings = settingsInUpdate(entry);
    const request = draftFromRequest(entry);
    const nodeOf = (field: FieldId): Node | undefined =>
      findSettingNode(node, field) ?? (defaultsNode && findSettingNode(defaultsNode, field));
    const rangeOf = (field: FieldId): TextRange => toRange(nodeOf(field) ?? node);
    const faulty = checkedSettings.flatMap((setting) => {
      const settingNode = nodeOf(setting);
      return settingNode === undefined ? [] : findInvalidValues(setting, settingNode);
    });
    for (const { problem } of faulty) this.#faulty.set(problem.offset, problem);
    const copies = (["domain", "profile_name", ...settings] as const).map((field) => ({
      field,
      ...asSent(field, request),
    }));
    const faults = copies.filter(({ isExact }) => !isExact);
    this.#add(faults.map(({ field }) => unsendableProblem(field, ownEntry, rangeOf(field))));
    const answers: ConnectionDraft = Object.fromEntries(
      copies.filter(({ answer }) => answer !== undefined).map(({ answer, field }) => [field, answer]),
    );
    const { domain, profile_name } = answers;
    if (faults.length > 0 || domain === undefined || profile_name === undefined) return undefined;
    return { domain, profile_name, settings, answers, range: toRange(node), rangeOf, faulty };
  }
}

/** Returns the node of a setting in an entry or in `defaults`. Browser settings are under `browser`. */
function findSettingNode(node: Node, field: FieldId): Node | undefined {
  return findNodeAtLocation(node, [field]) ?? findNodeAtLocation(node, ["browser", field]);
}

/** Returns an answer as a request would send it. `isExact` is false if the request would send a different value. */
function asSent<Id extends FieldId>(
  field: Id,
  draft: ConnectionDraft,
): { readonly answer: ConnectionDraft[Id]; readonly isExact: boolean } {
  const answer = draft[field];
  if (answer === undefined) return { answer, isExact: true };
  const { answer: copied, isExact } = connectionFields[field].copy(answer);
  // {@link findInvalidValues} already reports invalid values of these settings, so don't report them again.
  if (checkedSettings.some((setting) => setting === field))
    return { answer: isExact ? copied : answer, isExact: true };
  // Don't silently shorten a URL to its domain. Report a problem that suggests the domain instead.
  return { answer: copied, isExact: isExact && (field !== "domain" || copied === answer) };
}

function unsendableProblem(field: FieldId, { domain }: FileEntry, range: TextRange): FileProblem {
  if (field !== "domain") return errorAt(range, "value", [field]);
  return errorAt(range, "domain", [], parseDomain(domain).domain);
}

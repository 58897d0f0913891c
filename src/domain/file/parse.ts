// Reads a file of connections: what each entry declares, and what is wrong, each in its place of the text.
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  stripComments,
} from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import * as z from "zod/mini";
import { settingsIn } from "../connections/changes.ts";
import { ConnectionIndex } from "../connections/identity.ts";
import { fields } from "../connections/settings.ts";
import type { FieldId, Setting } from "../connections/settings.ts";
import { readDomain } from "../draft/domainName.ts";
import { draftOf, merged } from "../draft/draft.ts";
import type { Draft } from "../draft/draft.ts";
import { longestName, nameFault } from "../text/names.ts";
import { errorAt, rangeOf } from "./problem.ts";
import type { Problem, Range } from "./problem.ts";
import { ConnectionFile, FileDefaults, FileEntry, schemaProblems } from "./schema.ts";
import { secretsInText, withoutSecrets } from "./secrets.ts";
import { checkedSettings, faultyValues } from "./values.ts";
import type { CheckedValue } from "./values.ts";

/** One connection that a file declares. */
export interface Declared {
  readonly domain: string;
  readonly profile_name: string;
  /** The settings that it declares, its own and those of `defaults`; all others are never touched. */
  readonly settings: readonly Setting[];
  /** What they are to be; a missing answer clears one. */
  readonly answers: Draft;
  /** The range of the entry, and of a field. A field inherited from `defaults` has its range there. */
  readonly range: Range;
  readonly placeOf: (field: FieldId) => Range;
  /** Values that the service refuses or misreads, its own and those of `defaults`. */
  readonly faulty: readonly CheckedValue[];
}

/** A pattern of `owns`. */
export interface OwnedPattern {
  /** Profile names, in which `*` stands for any text. */
  readonly pattern: string;
  readonly range: Range;
}

/** A file as far as it can be read. */
export interface ParsedFile {
  readonly text: string;
  /** The name or ID of the project that it is for. */
  readonly project: string | undefined;
  readonly owns: readonly OwnedPattern[];
  readonly defaults: FileDefaults;
  readonly connections: readonly Declared[];
  /** In the order of the text. If one is an error, no change may be sent. */
  readonly problems: readonly Problem[];
}

const largestMb = 5;
/** Longest file that is read, in UTF-16 code units. */
export const largestLength = largestMb * 1024 * 1024;

/** Reads a file. Never throws: what can't be read is a problem. */
export function parseConnectionFile(text: string): ParsedFile {
  const whole: Range = { offset: 0, length: text.length };
  if (text.length > largestLength) return unreadable(text, [errorAt(whole, "tooLarge", [String(largestMb)])]);
  return unlessTooDeep(() => read(text, whole)) ?? unreadable(text, [errorAt(whole, "tooDeep")]);
}

/** What is read of a text; `undefined` where too many of its brackets are nested. */
export function unlessTooDeep<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (fault) {
    // The parser, and what reads its tree, calls itself for each bracket.
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

function read(text: string, whole: Range): ParsedFile {
  const errors: ParseError[] = [];
  // A byte order mark is no part of JSON; a space leaves every place where it is.
  const tree = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const secrets = secretsInText(text);
  if (isEmptyFile(text)) return unreadable(text, [errorAt(whole, "emptyFile"), ...secrets]);
  if (errors.length > 0) {
    const problems = errors.map((error) => errorAt(error, "syntax", [syntaxWords(error)]));
    return unreadable(text, [...problems, ...secrets]);
  }
  if (tree?.type !== "object") return unreadable(text, [errorAt(tree ?? whole, "notObject"), ...secrets]);
  const { problems, ...file } = new Reader(tree).read();
  return { ...file, text, problems: inOrder([...problems, ...secrets]) };
}

/** True if a text has nothing but white space and comments. */
export function isEmptyFile(text: string): boolean {
  return stripComments(text.replace(/^\uFEFF/, "")).trim() === "";
}

function unreadable(text: string, problems: readonly Problem[]): ParsedFile {
  const none = { project: undefined, owns: [], defaults: {}, connections: [] };
  return { ...none, text, problems: inOrder(problems) };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  // Names and keys may be secrets, too.
  const hasSecrets = problems.some(({ code }) => code === "secret" || code === "maybeSecret");
  const safe = hasSecrets
    ? problems.map((one) => ({ ...one, args: one.args.map(withoutSecrets) }))
    : problems;
  return safe.toSorted((one, other) => one.offset - other.offset);
}

/** jsonc-parser's names of errors, such as CommaExpected, as words. */
function syntaxWords({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

/** The file without its entries and defaults, which are checked one by one: a slip in one costs no other. */
const Top = z.strictObject({
  ...ConnectionFile.shape,
  defaults: z.optional(z.unknown()),
  connections: z.array(z.unknown()),
});

class Reader {
  readonly #tree: Node;
  readonly #problems: Problem[] = [];
  /** Problems of values by their place: each value of `defaults` is reported once. They end no reading of entries. */
  readonly #faulty = new Map<number, Problem>();

  constructor(tree: Node) {
    this.#tree = tree;
  }

  read(): Omit<ParsedFile, "text"> {
    this.#checkTexts(this.#tree, "");
    const top = Top.safeParse(getNodeValue(this.#tree));
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
        return { pattern, range: rangeOf(findNodeAtLocation(this.#tree, ["owns", index]) ?? this.#tree) };
      }),
      defaults,
      connections,
      problems: [...this.#problems, ...this.#faulty.values()],
    };
  }

  /** Reports entries for the same connection. The service can't hold two profiles that differ only by case or accents. */
  #checkDuplicates(connections: readonly Declared[]): void {
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

  /** Adds problems one by one, because a call can't take as many arguments as a file may have problems. */
  #add(problems: readonly Problem[]): void {
    for (const one of problems) this.#problems.push(one);
  }

  #checked<Value>(schema: z.ZodMiniType<Value>, node: Node | undefined, under: string): Value | undefined {
    if (node === undefined) return undefined;
    const read = schema.safeParse(getNodeValue(node));
    if (!read.success) this.#add(schemaProblems(read.error.issues, node, under));
    return read.data;
  }

  /** What no schema says: keys that are set twice, and texts that no request can hold. */
  #checkTexts(node: Node, key: string): void {
    if (node.type === "string") {
      const value = String(node.value);
      // An escape hides a secret in the text.
      if (value.length + 2 < node.length)
        this.#add(secretsInText(JSON.stringify(value)).map((one) => ({ ...one, ...rangeOf(node) })));
      const fault = nameFault(value);
      if (fault === "control" || fault === "surrogate")
        this.#problems.push(errorAt(node, "characters", [key]));
      else if (fault === "empty" && value !== "") this.#problems.push(errorAt(node, "blank", [key]));
      else if (fault === "tooLong" && key !== "login_url")
        this.#problems.push(errorAt(node, "nameTooLong", [key, String(longestName)]));
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
    own: FileEntry,
    node: Node,
    defaults: FileDefaults,
    defaultsNode: Node | undefined,
  ): Declared | undefined {
    // Setting by setting: one of `defaults` gives way as a whole, so that no two forms of a reference mix.
    const { domain: host, profile_name: profile } = own;
    const entry: FileEntry = { ...merged<FileDefaults>(defaults, own), domain: host, profile_name: profile };
    const settings = settingsIn(entry);
    const given = draftOf(entry);
    const nodeOf = (field: FieldId): Node | undefined =>
      settingNode(node, field) ?? (defaultsNode && settingNode(defaultsNode, field));
    const placeOf = (field: FieldId): Range => rangeOf(nodeOf(field) ?? node);
    const faulty = checkedSettings.flatMap((setting) => {
      const at = nodeOf(setting);
      return at === undefined ? [] : faultyValues(setting, at);
    });
    for (const { problem } of faulty) this.#faulty.set(problem.offset, problem);
    const copies = (["domain", "profile_name", ...settings] as const).map((field) => ({
      field,
      ...sendable(field, given),
    }));
    const faults = copies.filter(({ isWhole }) => !isWhole);
    this.#add(faults.map(({ field }) => notSendable(field, own, placeOf(field))));
    const answers: Draft = Object.fromEntries(
      copies.filter(({ answer }) => answer !== undefined).map(({ answer, field }) => [field, answer]),
    );
    const { domain, profile_name } = answers;
    if (faults.length > 0 || domain === undefined || profile_name === undefined) return undefined;
    return { domain, profile_name, settings, answers, range: rangeOf(node), placeOf, faulty };
  }
}

/** Where an object says something of a setting: those of browsers stand under `browser`. */
function settingNode(node: Node, field: FieldId): Node | undefined {
  return findNodeAtLocation(node, [field]) ?? findNodeAtLocation(node, ["browser", field]);
}

/** An answer as it is sent; not `isWhole` where that would be another one. A missing one clears the setting. */
function sendable<Id extends FieldId>(
  field: Id,
  given: Pick<Draft, Id>,
): { readonly answer: Draft[Id]; readonly isWhole: boolean } {
  const answer = given[field];
  if (answer === undefined) return { answer, isWhole: true };
  const { answer: copied, isWhole } = fields[field].copy(answer);
  // What is wrong with these is found value by value.
  if (checkedSettings.some((one) => one === field))
    return { answer: isWhole ? copied : answer, isWhole: true };
  // A domain that is read out of an address is told, not taken.
  return { answer: copied, isWhole: isWhole && (field !== "domain" || copied === answer) };
}

function notSendable(field: FieldId, { domain }: FileEntry, range: Range): Problem {
  if (field !== "domain") return errorAt(range, "value", [field]);
  const read = readDomain(domain);
  return errorAt(range, "domain", [], read.ok ? read.domain : undefined);
}

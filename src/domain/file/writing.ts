// Supports editing connection files that may contain errors. Uses the parts of a file that can be parsed.
import { findNodeAtLocation, findNodeAtOffset, getLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { ReferenceList } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isNormalizedDomain } from "../draft/domainName.ts";
import { toRange, suggestionOf, type FileProblem, type TextRange } from "./problem.ts";
import { catchStackOverflow } from "./parseFile.ts";

/** An entry with a domain and a profile name. Other values of the entry may be invalid. */
export interface OutlineEntry {
  readonly domain: string;
  readonly profile_name: string;
  /** Zero-based index of the entry in the file's list. */
  readonly index: number;
  readonly range: TextRange;
  readonly domainRange: TextRange;
  readonly profileRange: TextRange;
}

export interface FileOutline {
  readonly entries: readonly OutlineEntry[];
  /** False if an entry lacks a domain or a profile name, or if the file has no list of connections. */
  readonly isComplete: boolean;
  readonly list: TextRange | undefined;
  readonly project: string | undefined;
}

/** Locates the entries in a file's text. Skips parts that can't be parsed and never throws. */
export function outlineFile(text: string): FileOutline {
  const tree = tolerantTree(text);
  const list = childNode(tree, "connections");
  const project = childNode(tree, "project");
  const entries = (list?.children ?? []).flatMap((node, index): OutlineEntry[] => {
    const [domain, profile] = [childNode(node, "domain"), childNode(node, "profile_name")];
    if (domain?.type !== "string" || profile?.type !== "string") return [];
    return [
      {
        domain: String(domain.value),
        profile_name: String(profile.value),
        index,
        range: toRange(node),
        domainRange: toRange(domain),
        profileRange: toRange(profile),
      },
    ];
  });
  return {
    entries,
    isComplete: entries.length === list?.children?.length,
    list: list && toRange(list),
    project: project && String(project.value),
  };
}

/** A position in a file where a name is expected, and the kind of name. */
export interface NamePosition {
  readonly kind: ReferenceList | "domains" | "profiles";
  /** The range to replace, including quotes. Empty if there is no value yet. */
  readonly range: TextRange;
}

const namePositionPatterns: readonly (readonly [path: RegExp, of: NamePosition["kind"]])[] = [
  [/\/browser\/proxy\/name$/, "proxies"],
  [/\/credential\/name$/, "credentials"],
  [/\/credential\/provider$/, "providers"],
  [/\/browser\/telemetry\/export\/otlp\/destination\/name$/, "destinations"],
  [/^\/connections\/\d+\/domain$/, "domains"],
  [/^\/connections\/\d+\/profile_name$/, "profiles"],
];

/** Returns the kind of name expected at an offset and the range to replace, or undefined if no name is expected. */
export function namePositionAt(text: string, offset: number): NamePosition | undefined {
  const location = catchStackOverflow(() => getLocation(text, offset));
  if (location === undefined || location.isAtPropertyKey) return undefined;
  const { path, previousNode } = location;
  const [, kind] = namePositionPatterns.find(([pattern]) => pattern.test(`/${path.join("/")}`)) ?? [];
  if (kind === undefined) return undefined;
  const isWithin = previousNode?.type === "string" && offset <= previousNode.offset + previousNode.length;
  return { kind, range: isWithin ? toRange(previousNode) : { offset, length: 0 } };
}

export interface FileEdit extends TextRange {
  readonly content: string;
}

/**
 * Returns an edit that replaces an invalid value with the most similar valid key or name, or with the limit of the
 * organization's subscription. Returns undefined if no fix is known.
 */
export function fixProblem(text: string, problem: FileProblem): FileEdit | undefined {
  const { args, code, length, offset } = problem;
  const [first, second] = args;
  if ((code === "belowPlan" || code === "abovePlan") && first !== undefined)
    return { offset, length, content: first };
  const suggestion = suggestionOf(problem);
  if (suggestion === undefined) return undefined;
  const tree = tolerantTree(text);
  const node = tree && findNodeAtOffset(tree, offset);
  const faultyNode = node && (node.type === "string" ? node : findTextNode(node, second));
  return faultyNode && { ...toRange(faultyNode), content: JSON.stringify(suggestion) };
}

/**
 * Returns an edit that adds a domain to an entry's allowed domains. If the entry has no such list, copies the list
 * from `defaults` or from the service, because the new list overrides both.
 */
export function allowDomain(
  text: string,
  index: number,
  { allowed_domains: reported = [] }: Pick<ManagedAuth, "allowed_domains">,
  domain: string,
): FileEdit | undefined {
  const tree = tolerantTree(text);
  const entry = tree && findNodeAtLocation(tree, ["connections", index]);
  const last = entry?.children?.at(-1);
  if (entry === undefined || last === undefined) return undefined;
  const ownList = childNode(entry, "allowed_domains");
  const content = JSON.stringify(domain);
  if (ownList?.type === "array") {
    const lastItem = ownList.children?.at(-1);
    if (lastItem === undefined) return { offset: ownList.offset + 1, length: 0, content };
    return { offset: lastItem.offset + lastItem.length, length: 0, content: `, ${content}` };
  }
  const byDefault = listValue(childNode(childNode(tree, "defaults"), "allowed_domains"));
  const domains = [...(byDefault ?? reported), domain].map((item) => JSON.stringify(item)).join(", ");
  // Reuse the whitespace before the last setting, so that the new setting is on its own line if the others are.
  const before = text.slice(entry.offset + 1, last.offset);
  const space = before.slice(before.trimEnd().length);
  const added = `,${space}"allowed_domains": [${domains}]`;
  return { offset: last.offset + last.length, length: 0, content: added };
}

/**
 * Returns the domains that the connection's last login wasn't allowed to visit, extracted from the service's message
 * (interface.md §2.1 `error_message`).
 */
export function refusedDomains(
  { domain, error_code, error_message = "", flow_status }: ManagedAuth,
  allowed: readonly string[],
): readonly string[] {
  if (flow_status !== "FAILED" || error_code !== "domain_not_allowed") return [];
  const roots = [domain ?? "", ...allowed].map((name) => name.replace(/^(?:\*|www)\./, "").toLowerCase());
  const words = error_message.toLowerCase().split(/[^a-z0-9_.-]+/);
  const hosts = words.map((word) => word.replace(/\.$/, ""));
  return [...new Set(hosts)].filter(
    (host) =>
      host.includes(".") &&
      isNormalizedDomain(host) &&
      !roots.some((root) => host === root || host.endsWith(`.${root}`)),
  );
}

/** Returns the allowed domains of an entry or, if it has none, of `defaults`, or undefined if neither has a list. */
export function allowedIn(text: string, index: number): readonly string[] | undefined {
  const tree = tolerantTree(text);
  const entry = tree && findNodeAtLocation(tree, ["connections", index]);
  const domains =
    listValue(childNode(entry, "allowed_domains")) ??
    listValue(childNode(childNode(tree, "defaults"), "allowed_domains"));
  return domains?.filter((domain) => typeof domain === "string");
}

const tolerantTree = (text: string): Node | undefined =>
  catchStackOverflow(() => parseTree(text, [], { allowTrailingComma: true }));

const childNode = (node: Node | undefined, key: string): Node | undefined =>
  node && findNodeAtLocation(node, [key]);

function listValue(node: Node | undefined): readonly unknown[] | undefined {
  if (node?.type !== "array") return undefined;
  const value = catchStackOverflow((): unknown => getNodeValue(node));
  return Array.isArray(value) ? value : undefined;
}

function findTextNode(node: Node, text: string | undefined): Node | undefined {
  if (node.type === "string") return node.value === text ? node : undefined;
  for (const child of node.children ?? []) {
    // Search the values of properties, not their keys.
    const found = findTextNode(child.type === "property" ? (child.children?.[1] ?? child) : child, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

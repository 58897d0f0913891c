// What an editor asks of a file while it is being written: the text may hold errors, and what is there still counts.
import { findNodeAtLocation, findNodeAtOffset, getLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { ReferenceList } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isDomain } from "../draft/domainName.ts";
import { rangeOf, suggestionOf } from "./problem.ts";
import type { Problem, Range } from "./problem.ts";
import { unlessTooDeep } from "./parse.ts";

/** An entry that says which connection it is, whatever else is wrong with it. */
export interface Outlined {
  readonly domain: string;
  readonly profile_name: string;
  /** Its place among the entries, from 0. */
  readonly index: number;
  readonly range: Range;
  /** Where both names stand. */
  readonly domainRange: Range;
  readonly profileRange: Range;
}

/** The entries of a text, and its list of them. */
export interface Outline {
  readonly entries: readonly Outlined[];
  readonly list: Range | undefined;
  /** The project that the file names, as far as the text can be read. */
  readonly project: string | undefined;
}

/** Where the entries of a text stand. Never throws: of what can't be read there is none. */
export function outlineOf(text: string): Outline {
  const tree = treeOf(text);
  const list = nodeAt(tree, "connections");
  const project = nodeAt(tree, "project");
  const entries = (list?.children ?? []).flatMap((node, index): Outlined[] => {
    const [domain, profile] = [nodeAt(node, "domain"), nodeAt(node, "profile_name")];
    if (domain?.type !== "string" || profile?.type !== "string") return [];
    return [
      {
        domain: String(domain.value),
        profile_name: String(profile.value),
        index,
        range: rangeOf(node),
        domainRange: rangeOf(domain),
        profileRange: rangeOf(profile),
      },
    ];
  });
  return {
    entries,
    list: list && rangeOf(list),
    project: project && String(project.value),
  };
}

/** What a place of a file takes the name of. */
export interface NamePlace {
  readonly of: ReferenceList | "domains" | "profiles";
  /** The text that a name replaces, with its quotes; empty where there is none yet. */
  readonly range: Range;
}

const namePlaces: readonly (readonly [path: RegExp, of: NamePlace["of"]])[] = [
  [/\/browser\/proxy\/name$/, "proxies"],
  [/\/credential\/name$/, "credentials"],
  [/\/credential\/provider$/, "providers"],
  [/\/browser\/telemetry\/export\/otlp\/destination\/name$/, "destinations"],
  [/^\/connections\/\d+\/domain$/, "domains"],
  [/^\/connections\/\d+\/profile_name$/, "profiles"],
];

/** Whose name a place of a text takes; `undefined` where it takes none. */
export function namePlaceAt(text: string, offset: number): NamePlace | undefined {
  const location = unlessTooDeep(() => getLocation(text, offset));
  if (location === undefined || location.isAtPropertyKey) return undefined;
  const { path, previousNode } = location;
  const [, of] = namePlaces.find(([pattern]) => pattern.test(`/${path.join("/")}`)) ?? [];
  if (of === undefined) return undefined;
  const isWithin = previousNode?.type === "string" && offset <= previousNode.offset + previousNode.length;
  return { of, range: isWithin ? rangeOf(previousNode) : { offset, length: 0 } };
}

/** A text in place of a range. */
export interface Edit extends Range {
  readonly content: string;
}

/** What puts a problem right: the nearest key or name, or the bound of the plan; `undefined` where nothing is known to. */
export function fixOf(text: string, problem: Problem): Edit | undefined {
  const { args, code, length, offset } = problem;
  const [first, second] = args;
  if ((code === "belowPlan" || code === "abovePlan") && first !== undefined)
    return { offset, length, content: first };
  const suggestion = suggestionOf(problem);
  const tree = suggestion === undefined ? undefined : treeOf(text);
  const node = tree && findNodeAtOffset(tree, offset);
  const wrong = node && (node.type === "string" ? node : textWithin(node, second));
  return wrong && { ...rangeOf(wrong), content: JSON.stringify(suggestion) };
}

/**
 * Adds a domain to those that the logins of an entry may visit. A list replaces the one of `defaults` and that of the
 * service, so what these hold is written with it.
 */
export function allowing(
  text: string,
  index: number,
  { allowed_domains: reported = [] }: Pick<ManagedAuth, "allowed_domains">,
  domain: string,
): Edit | undefined {
  const tree = treeOf(text);
  const entry = tree && findNodeAtLocation(tree, ["connections", index]);
  const last = entry?.children?.at(-1);
  if (entry === undefined || last === undefined) return undefined;
  const own = nodeAt(entry, "allowed_domains");
  const content = JSON.stringify(domain);
  if (own?.type === "array") {
    const behind = own.children?.at(-1);
    return behind === undefined
      ? { ...rangeOf(own), content: `[${content}]` }
      : { offset: behind.offset + behind.length, length: 0, content: `, ${content}` };
  }
  const byDefault: readonly unknown[] | undefined = listOf(
    nodeAt(nodeAt(tree, "defaults"), "allowed_domains"),
  );
  const all = [...(byDefault ?? reported), domain].map((one) => JSON.stringify(one)).join(", ");
  // As the setting before it stands: on a line of its own, or behind the others.
  const before = text.slice(entry.offset + 1, last.offset);
  const space = before.slice(before.trimEnd().length);
  return { offset: last.offset + last.length, length: 0, content: `,${space}"allowed_domains": [${all}]` };
}

/**
 * The domains that the last login of a connection led to and was not allowed to: its message names them (§2.1
 * `error_message`), in words of the service.
 */
export function refusedDomains(
  { domain, error_code, error_message = "", flow_status }: ManagedAuth,
  allowed: readonly string[],
): readonly string[] {
  if (flow_status !== "FAILED" || error_code !== "domain_not_allowed") return [];
  const roots = [domain ?? "", ...allowed].map((one) => one.replace(/^(?:\*|www)\./, "").toLowerCase());
  const words = error_message.toLowerCase().split(/[^a-z0-9_.-]+/);
  const hosts = words.map((word) => (word.endsWith(".") ? word.slice(0, -1) : word));
  return [...new Set(hosts)].filter(
    (host) =>
      host.includes(".") &&
      isDomain(host) &&
      !roots.some((root) => host === root || host.endsWith(`.${root}`)),
  );
}

/** The domains that an entry lets logins visit, its own or those of `defaults`; `undefined` where the file says nothing. */
export function allowedIn(text: string, index: number): readonly string[] | undefined {
  const tree = treeOf(text);
  const entry = tree && findNodeAtLocation(tree, ["connections", index]);
  const said =
    listOf(nodeAt(entry, "allowed_domains")) ?? listOf(nodeAt(nodeAt(tree, "defaults"), "allowed_domains"));
  return said?.filter((domain) => typeof domain === "string");
}

const treeOf = (text: string): Node | undefined =>
  unlessTooDeep(() => parseTree(text, [], { allowTrailingComma: true }));

const nodeAt = (node: Node | undefined, key: string): Node | undefined =>
  node && findNodeAtLocation(node, [key]);

function listOf(node: Node | undefined): readonly unknown[] | undefined {
  const value: unknown =
    node?.type === "array" ? unlessTooDeep((): unknown => getNodeValue(node)) : undefined;
  return Array.isArray(value) ? value : undefined;
}

function textWithin(node: Node, text: string | undefined): Node | undefined {
  if (node.type === "string") return node.value === text ? node : undefined;
  for (const child of node.children ?? []) {
    // A key is no value.
    const found = textWithin(child.type === "property" ? (child.children?.[1] ?? child) : child, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

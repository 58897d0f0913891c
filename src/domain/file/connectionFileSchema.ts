// The schema of a connection file, and the conversion of schema errors to problems. Settings use the same schemas as
// requests (interface.md §4.1), so that every valid value can be sent.
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { errorAt, type FileProblem, type ProblemCode, type TextRange } from "./problem.ts";
import { loginUrlProblem } from "./invalidValues.ts";
import * as z from "zod/mini";
import { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";

const { domain, profile_name, ...created } = ManagedAuthCreateRequest.shape;
// Use the update schemas, because they allow an empty string or list, which clears the setting.
const { allowed_domains, login_url } = ManagedAuthUpdateRequest.shape;

/** The schema of `defaults`. Settings have the same format as in requests. */
export const FileDefaults = z.strictObject({ ...created, allowed_domains, login_url });
export type FileDefaults = z.infer<typeof FileDefaults>;

export const FileEntry = z.strictObject({ domain, profile_name, ...FileDefaults.shape });
export type FileEntry = z.infer<typeof FileEntry>;

const requiredText = z.string().check(z.minLength(1));

export const ConnectionFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  project: z.optional(requiredText),
  defaults: z.optional(FileDefaults),
  owns: z.optional(z.array(requiredText)),
  connections: z.array(FileEntry),
});

/** Valid keys of each object in the file, by the key that contains the object. "" is the top-level object. */
const knownKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["", Object.keys(ConnectionFile.shape)],
  ["connections", Object.keys(FileEntry.shape)],
  ["defaults", Object.keys(FileDefaults.shape)],
  ["browser", ["proxy", "stealth", "telemetry"]],
]);

type SchemaIssue = z.core.$ZodIssue;

/** Problem codes for settings that accept several forms of values. Each message describes all forms in a sentence. */
const formProblems: ReadonlyMap<string, ProblemCode> = new Map([
  ["credential", "oneCredential"],
  ["proxy", "oneProxy"],
  ["destination", "oneDestination"],
  ["login_url", "loginUrl"],
]);

/** Converts the schema errors of a JSON node to problems. `under` is the key of the node in the file. */
export function schemaProblems(
  issues: readonly SchemaIssue[],
  node: Node,
  under: string,
): readonly FileProblem[] {
  // Don't report an object as empty if it contains an unknown key, because the unknown key is already reported.
  const isSlipAt = (path: string): boolean =>
    issues.some((issue) => issue.code === "unrecognized_keys" && issue.path.join() === path);
  return issues
    .filter((issue) => issue.code !== "custom" || !isSlipAt(issue.path.join()))
    .flatMap((issue) => issueProblems(issue, node, under));
}

function issueProblems(issue: SchemaIssue, root: Node, under: string): readonly FileProblem[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const node = findNodeAtLocation(root, path);
  const parent = nearestNode(root, path);
  const key = path.findLast((part) => typeof part === "string") ?? under;
  const report = (range: TextRange, code: ProblemCode, ...args: string[]) => [errorAt(range, code, args)];
  if (issue.code === "unrecognized_keys") {
    const candidates = knownKeys.get(key) ?? [];
    const names = new Map((parent.children ?? []).map(({ children: [name] = [] }) => [name?.value, name]));
    return issue.keys.map((name) => ({
      ...errorAt(names.get(name) ?? parent, "unknownKey", [name]),
      candidates,
    }));
  }
  if (node === undefined) return report(parent, "missingKey", key);
  const address =
    key === "login_url" && node.type === "string" ? loginUrlProblem(String(node.value), node) : undefined;
  // A login URL that the schema rejects is always an error, because the entry can't be compared with the service
  // without the URL.
  if (address !== undefined) return [errorAt(address, address.code, address.args, address.suggestion)];
  switch (issue.code) {
    case "invalid_union":
      return unionProblems(issue, node, key) ?? report(node, formProblems.get(key) ?? "value", key);
    case "invalid_type":
      return report(node, "wrongType", key, typeDescription(issue.expected));
    case "too_small":
      if (issue.origin === "number" || issue.origin === "int")
        return report(node, "outOfBounds", key, `${String(issue.minimum)} or more`);
      return report(node, issue.origin === "string" ? "emptyText" : "empty", key);
    case "too_big":
      return report(node, "outOfBounds", key, `${String(issue.maximum)} or less`);
    case "invalid_value":
      return report(node, "wrongType", key, issue.values.map((value) => JSON.stringify(value)).join(" or "));
    case "custom":
      return report(node, "empty", key);
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
      return report(node, formProblems.get(key) ?? "value", key);
  }
}

/**
 * Returns the problems of the union variant that the value resembles most, or undefined if a message about all
 * variants is more helpful.
 */
function unionProblems(
  { errors }: Extract<SchemaIssue, { readonly code: "invalid_union" }>,
  node: Node,
  key: string,
): readonly FileProblem[] | undefined {
  if (key === "credential" && node.type === "null") return [errorAt(node, "notRemovable")];
  if (formProblems.has(key)) return undefined;
  const likely = errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
  if (likely.length === 0) return undefined;
  return schemaProblems(likely, node, key);
}

/** Returns the node at a path, or the nearest ancestor that exists. */
function nearestNode(root: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

function typeDescription(expected: string): string {
  const words: Readonly<Record<string, string>> = {
    array: "a list",
    boolean: "true or false",
    int: "a whole number",
    number: "a number",
    object: "an object",
    string: "a text",
  };
  return words[expected] ?? expected;
}

// The shape of a file of connections, and what it says of one as problems in their places. Its settings are those of
// requests (§4.1), so that whatever a file says can be sent.
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { errorAt, type Problem, type ProblemCode, type Range } from "./problem.ts";
import { loginUrlProblem } from "./values.ts";
import * as z from "zod/mini";
import { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";

const { domain, profile_name, ...created } = ManagedAuthCreateRequest.shape;
// An empty text or list is how a file clears what is there.
const { allowed_domains, login_url } = ManagedAuthUpdateRequest.shape;

/** What `defaults` may hold: each setting as a request has it. */
export const FileDefaults = z.strictObject({ ...created, allowed_domains, login_url });
export type FileDefaults = z.infer<typeof FileDefaults>;

/** One of `connections`. */
export const FileEntry = z.strictObject({ domain, profile_name, ...FileDefaults.shape });
export type FileEntry = z.infer<typeof FileEntry>;

const text = z.string().check(z.minLength(1));

/** `managed-auth.jsonc`. */
export const ConnectionFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  project: z.optional(text),
  defaults: z.optional(FileDefaults),
  owns: z.optional(z.array(text)),
  connections: z.array(FileEntry),
});

/** Keys that an object of the file may have, by the key that it stands under; "" is the file itself. */
const knownKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["", Object.keys(ConnectionFile.shape)],
  ["connections", Object.keys(FileEntry.shape)],
  ["defaults", Object.keys(FileDefaults.shape)],
  ["browser", ["proxy", "stealth", "telemetry"]],
]);

type Issue = z.core.$ZodIssue;

/** Where several forms are allowed, one sentence names them all. */
const oneOf: ReadonlyMap<string, ProblemCode> = new Map([
  ["credential", "oneCredential"],
  ["proxy", "oneProxy"],
  ["destination", "oneDestination"],
  ["login_url", "loginUrl"],
]);

/** The problems that a schema found in the value of a node, which stands under that key of the file. */
export function schemaProblems(issues: readonly Issue[], node: Node, under: string): readonly Problem[] {
  // What holds nothing but a slip is not empty as well.
  const isSlipAt = (path: string): boolean =>
    issues.some((issue) => issue.code === "unrecognized_keys" && issue.path.join() === path);
  return issues
    .filter((issue) => issue.code !== "custom" || !isSlipAt(issue.path.join()))
    .flatMap((issue) => problemsOf(issue, node, under));
}

function problemsOf(issue: Issue, root: Node, under: string): readonly Problem[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const node = findNodeAtLocation(root, path);
  const parent = nearestNode(root, path);
  const key = path.findLast((part) => typeof part === "string") ?? under;
  const report = (range: Range, code: ProblemCode, ...args: readonly string[]): readonly Problem[] => [
    errorAt(range, code, args),
  ];
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
  // Without its address, the entry can't be compared with the service.
  if (address !== undefined) return [errorAt(address, address.code, address.args, address.suggestion)];
  switch (issue.code) {
    case "invalid_union":
      return inUnion(issue, node, key) ?? report(node, oneOf.get(key) ?? "value", key);
    case "invalid_type":
      return report(node, "wrongType", key, typeWords(issue.expected));
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
      return report(node, oneOf.get(key) ?? "value", key);
  }
}

/** What is wrong with the form that is most likely meant; `undefined` where one sentence on all forms says more. */
function inUnion(
  { errors }: Extract<Issue, { readonly code: "invalid_union" }>,
  node: Node,
  key: string,
): readonly Problem[] | undefined {
  if (key === "credential" && node.type === "null") return [errorAt(node, "notRemovable")];
  if (oneOf.has(key)) return undefined;
  const likely = errors.toSorted((one, other) => one.length - other.length)[0] ?? [];
  return likely.length === 0 ? undefined : schemaProblems(likely, node, key);
}

/** The node at a path, or the last one that is there on the way to it. */
function nearestNode(root: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

function typeWords(expected: string): string {
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

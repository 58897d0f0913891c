import type { SecretMask } from "./token.ts";

export interface ResponseCaps {
  /** Maximum size of the decoded body, in bytes. */
  readonly bytes: number;
  /** Maximum total number of objects, arrays and primitive values. */
  readonly nodes: number;
}

/** Size limits for responses with a single resource or a list. */
export const responseCaps: Readonly<Record<"resource" | "list", ResponseCaps>> = {
  resource: { bytes: 1024 * 1024, nodes: 10_000 },
  list: { bytes: 8 * 1024 * 1024, nodes: 200_000 },
};

const maxDepth = 32;
const maxStringLength = 64 * 1024;

/**
 * Parses JSON of limited size. Returns `undefined` if the text isn't JSON, is nested deeper than 32 levels or has too
 * many nodes. Masks every occurrence of the secret. Removes strings longer than 64 Ki characters from objects, and
 * replaces them with null in arrays.
 */
export function parseJson(
  text: string,
  { nodes }: ResponseCaps,
  secret: SecretMask,
): { readonly value: unknown } | undefined {
  const longest = longestString(text, { depth: maxDepth, nodes });
  if (longest === undefined) return undefined;
  // Wrap the root in an array, so that the root itself can be replaced as well.
  const root: unknown[] = [];
  try {
    root.push(JSON.parse(text));
  } catch {
    return undefined;
  }
  // Fast path: don't search each string if the response contains neither the secret nor a backslash. A secret could
  // be hidden by backslash escapes.
  const searched = text.includes("\\") || secret.matches(text);
  // Without secrets, long strings and `__proto__`, nothing needs to be replaced.
  if (!searched && longest <= maxStringLength && !text.includes("__proto__")) return { value: root[0] };
  const pending: object[] = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [key, value] of Object.entries(container) as [string, unknown][]) {
      if (key === "__proto__" || key.length > maxStringLength || (searched && secret.matches(key))) {
        // Delete the key in place. In a copy of the object, assigning `__proto__` would change the copy's prototype.
        Reflect.deleteProperty(container, key);
      } else if (typeof value === "string") {
        if (value.length > maxStringLength) dropValue(container, key);
        else if (searched && secret.matches(value)) Reflect.set(container, key, secret.mask(value));
      } else if (typeof value === "object" && value !== null) {
        pending.push(value);
      }
    }
  }
  return { value: root[0] };
}

function dropValue(holder: object, key: string): void {
  if (Array.isArray(holder)) Reflect.set(holder, key, null);
  else Reflect.deleteProperty(holder, key);
}

export interface JsonBounds {
  /** Maximum nesting level. */
  readonly depth: number;
  /** Maximum total number of objects, arrays and primitive values. */
  readonly nodes: number;
}

const doubleQuoteCode = 0x22;
const backslashCode = 0x5c;

/**
 * Returns an upper limit for the length of the strings in a JSON text, or `undefined` if the text exceeds the bounds.
 * Scans the text without parsing, because parsing a megabyte of brackets would take more than a hundred megabytes of
 * memory. The result is meaningless for invalid JSON.
 */
export function longestString(text: string, bounds: JsonBounds): number | undefined {
  // Fast path: a short text can't have too many nodes, and a text with few brackets can't be nested too deeply.
  if (
    text.length <= bounds.nodes &&
    countOccurrences(text, "[") + countOccurrences(text, "{") <= bounds.depth
  )
    return text.length;
  let longest = 0;
  let depth = 0;
  let nodes = 1;
  let opened = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case " ":
      case "\t":
      case "\r":
      case "\n":
        break;
      case "]":
      case "}":
        depth--;
        opened = false;
        break;
      case ",":
        nodes++;
        break;
      case "[":
      case "{":
        if (opened) nodes++;
        opened = true;
        if (++depth > bounds.depth) return undefined;
        break;
      default:
        // Count the first value of an array or object. Later values are counted by the comma before them.
        if (opened) nodes++;
        opened = false;
        if (text.charCodeAt(at) === doubleQuoteCode) {
          const endIndex = endOfString(text, at);
          longest = Math.max(longest, endIndex - at);
          at = endIndex;
        }
    }
    if (nodes > bounds.nodes) return undefined;
  }
  return longest;
}

function countOccurrences(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

/** Returns the index of the closing quote, or the text's length if the string isn't terminated. */
function endOfString(text: string, begin: number): number {
  for (let index = text.indexOf('"', begin + 1); index !== -1; index = text.indexOf('"', index + 1)) {
    let escapes = 0;
    while (text.charCodeAt(index - 1 - escapes) === backslashCode) escapes++;
    if (escapes % 2 === 0) return index;
  }
  return text.length;
}

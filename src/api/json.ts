import type { SecretMask } from "./token.ts";

export interface ResponseCaps {
  /** Decoded bytes of the body. */
  readonly bytes: number;
  /** Objects, arrays and primitive values. */
  readonly nodes: number;
}

/** Caps for a single resource or a list. */
export const responseCaps: Readonly<Record<"resource" | "list", ResponseCaps>> = {
  resource: { bytes: 1024 * 1024, nodes: 10_000 },
  list: { bytes: 8 * 1024 * 1024, nodes: 200_000 },
};

const maxDepth = 32;
const maxStringLength = 64 * 1024;

/**
 * Parses JSON of a bounded size. Returns `undefined` if the text isn't JSON, is nested deeper than 32 levels or has too
 * many nodes. Masks the secret wherever it is echoed. Strings over 64 Ki are dropped from objects and replaced by null
 * in arrays.
 */
export function parseJson(
  text: string,
  { nodes }: ResponseCaps,
  secret: SecretMask,
): { readonly value: unknown } | undefined {
  if (!isWithinBounds(text, { depth: maxDepth, nodes })) return undefined;
  // An array holds the root, so that the root can be replaced as well.
  const root: unknown[] = [];
  try {
    root.push(JSON.parse(text));
  } catch {
    return undefined;
  }
  // Fast path: most responses don't contain the secret in any spelling, so their strings need no search.
  const searched = text.includes("\\") || secret.matches(text);
  // A text that isn't too long can't contain a string that is, nor a key that doesn't occur in it.
  if (!searched && text.length <= maxStringLength && !text.includes("__proto__")) return { value: root[0] };
  const pending: object[] = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [key, value] of Object.entries(container) as [string, unknown][]) {
      if (key === "__proto__" || key.length > maxStringLength || (searched && secret.matches(key))) {
        // Assigning `__proto__` to a copy would change its prototype.
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
  /** Levels of nesting. */
  readonly depth: number;
  /** Objects, arrays and primitive values. */
  readonly nodes: number;
}

const doubleQuoteCode = 0x22;
const backslashCode = 0x5c;

/**
 * True if a JSON text stays within bounds. Scans the text without parsing it, because a megabyte of brackets takes more
 * than a hundred when parsed. The result is meaningless for invalid JSON.
 */
export function isWithinBounds(text: string, bounds: JsonBounds): boolean {
  // Fast path: short texts can't have too many nodes, and few brackets can't be nested too deeply.
  if (
    text.length <= bounds.nodes &&
    countOccurrences(text, "[") + countOccurrences(text, "{") <= bounds.depth
  )
    return true;
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
        if (++depth > bounds.depth) return false;
        break;
      default:
        // The first value of an array or object. A comma precedes the others.
        if (opened) nodes++;
        opened = false;
        if (text.charCodeAt(at) === doubleQuoteCode) at = endOfString(text, at);
    }
    if (nodes > bounds.nodes) return false;
  }
  return true;
}

function countOccurrences(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) found++;
  return found;
}

/** Returns the index of the closing quote, or the text's length if the string doesn't end. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslashCode) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

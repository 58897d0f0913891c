import type { SecretMask } from "./token.ts";

export interface ResponseCaps {
  /** Decoded bytes of the body. */
  readonly bytes: number;
  /** Objects, arrays and single values. */
  readonly nodes: number;
}

/** Caps by the kind of answer: one resource, or a list of them. */
export const responseCaps: Readonly<Record<"resource" | "list", ResponseCaps>> = {
  resource: { bytes: 1024 * 1024, nodes: 10_000 },
  list: { bytes: 8 * 1024 * 1024, nodes: 200_000 },
};

const maxDepth = 32;
const maxStringLength = 64 * 1024;

/**
 * Reads JSON whose size no later reader has to fear: `undefined` where the text is no JSON, is nested deeper than
 * 32 levels or has more nodes than the caps allow. The secret is replaced wherever it is echoed. A string beyond 64 Ki
 * costs itself alone: its field is absent, and null stands for it in a list.
 */
export function parseJson(
  text: string,
  { nodes }: ResponseCaps,
  secret: SecretMask,
): { readonly value: unknown } | undefined {
  if (!isWithinBounds(text, { depth: maxDepth, nodes })) return undefined;
  // The root stands in an array so that it, too, has a place where it can be replaced.
  const root: unknown[] = [];
  try {
    root.push(JSON.parse(text));
  } catch {
    return undefined;
  }
  // Most answers do not hold it in any spelling; then no string of theirs has to be searched.
  const searched = text.includes("\\") || secret.matches(text);
  // Nor can a string be too long in a text that is not, or a name be there that does not stand in it.
  if (!searched && text.length <= maxStringLength && !text.includes("__proto__")) return { value: root[0] };
  const pending: object[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, value] of Object.entries(holder) as [string, unknown][]) {
      if (key === "__proto__" || key.length > maxStringLength || (searched && secret.matches(key))) {
        // Copied by assignment, `__proto__` would change an object's prototype.
        Reflect.deleteProperty(holder, key);
      } else if (typeof value === "string") {
        if (value.length > maxStringLength) dropValue(holder, key);
        else if (searched && secret.matches(value)) Reflect.set(holder, key, secret.mask(value));
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
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Objects, arrays and single values. */
  readonly nodes: number;
}

const doubleQuote = 0x22;
const backslash = 0x5c;

/**
 * Whether a JSON text stays within bounds once it is parsed. It looks at the marks alone and keeps nothing, because
 * parsing would: a megabyte of brackets becomes more than a hundred. Of text that is no JSON it says nothing.
 */
export function isWithinBounds(text: string, bounds: JsonBounds): boolean {
  // Most answers need no closer look: so few characters cannot hold more, nor so few brackets be nested deeper.
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
        // The first value of what was opened; the others follow a comma.
        if (opened) nodes++;
        opened = false;
        if (text.charCodeAt(at) === doubleQuote) at = endOfString(text, at);
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

/** Where a string ends that begins here; the end of the text where it does not end. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

import { isWithin } from "./jsonSize.ts";
import type { Secret } from "./secret.ts";

/** What an answer may hold at most. */
export interface Caps {
  /** Decoded bytes of the body. */
  readonly bytes: number;
  /** Objects, arrays and single values. */
  readonly nodes: number;
}

/** Caps by the kind of answer: one resource, or a list of them. */
export const caps: Readonly<Record<"resource" | "list", Caps>> = {
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
  { nodes }: Caps,
  secret: Secret,
): { readonly value: unknown } | undefined {
  if (!isWithin(text, { depth: maxDepth, nodes })) return undefined;
  // The root stands in an array so that it, too, has a place where it can be replaced.
  const root: unknown[] = [];
  try {
    root.push(JSON.parse(text));
  } catch {
    return undefined;
  }
  // Most answers do not hold it in any spelling; then no string of theirs has to be searched.
  const searched = text.includes("\\") || secret.isIn(text);
  // Nor can a string be too long in a text that is not, or a name be there that does not stand in it.
  if (!searched && text.length <= maxStringLength && !text.includes("__proto__")) return { value: root[0] };
  const open: object[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder) as [string, unknown][]) {
      if (key === "__proto__" || key.length > maxStringLength || (searched && secret.isIn(key))) {
        // Copied by assignment, `__proto__` would change an object's prototype.
        Reflect.deleteProperty(holder, key);
      } else if (typeof value === "string") {
        if (value.length > maxStringLength) drop(holder, key);
        else if (searched && secret.isIn(value)) Reflect.set(holder, key, secret.removeFrom(value));
      } else if (typeof value === "object" && value !== null) {
        open.push(value);
      }
    }
  }
  return { value: root[0] };
}

function drop(holder: object, key: string): void {
  if (Array.isArray(holder)) Reflect.set(holder, key, null);
  else Reflect.deleteProperty(holder, key);
}

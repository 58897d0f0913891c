import { mask, maskedText } from "../../domain/text/secrets.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** What is handed to a model as data; what is `undefined` is left out. */
export type Data =
  string | number | boolean | null | undefined | readonly Data[] | { readonly [key: string]: Data };

/** Of a text of the service, in UTF-16 code units. */
const longestText = 300;

/**
 * What the service tells, for a model: each text one line without control characters, changes of direction or invisible
 * characters, cut to a length, without what addresses hold behind their path, and without these secrets, wherever they
 * stand.
 */
export function quoted(data: Data, secrets: readonly string[] = []): Data {
  if (typeof data === "string") return quotedText(data, secrets);
  if (typeof data !== "object" || data === null) return data;
  if (isList(data)) return data.map((one) => quoted(one, secrets));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, quoted(value, secrets)]));
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function quotedText(text: string, secrets: readonly string[]): string {
  // Cut last, so that no half of a secret is left.
  const open = secrets.reduce((left, secret) => left.replaceAll(secret, mask), text);
  const safe = visibleLine(maskedText(open.slice(0, 4 * longestText)));
  return safe.length > longestText || open.length > 4 * longestText
    ? `${safe.slice(0, longestText).toWellFormed()}…`
    : safe;
}

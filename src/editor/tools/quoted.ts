import { mask, maskedText } from "../../domain/text/secrets.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** What is handed to a model as data; what is `undefined` is left out. */
export type Data =
  string | number | boolean | null | undefined | readonly Data[] | { readonly [key: string]: Data };

/** Of a text of the service, in UTF-16 code units. */
const longestText = 300;
/** Of what is looked at for that: masks are mostly shorter than what they stand for. */
const longestRead = 4 * longestText;
/** Shorter secrets are looked for by themselves: as a part of other words they would spoil answers. */
const shortSecret = 8;

/**
 * What the service tells, for a model: each text one line without control characters, changes of direction or invisible
 * characters, cut to a length, without what addresses hold behind their path, and without these secrets, wherever they
 * stand.
 */
export function quoted(data: Data, secrets: readonly string[] = []): Data {
  return quotedData(data, finderOf(secrets));
}

function quotedData(data: Data, secrets: RegExp): Data {
  if (typeof data === "string") return quotedText(data, secrets);
  if (typeof data !== "object" || data === null) return data;
  if (isList(data)) return data.map((one) => quotedData(one, secrets));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, quotedData(value, secrets)]));
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function quotedText(text: string, secrets: RegExp): string {
  const isCut = text.length > longestRead;
  const open = masked(text, secrets);
  const safe = visibleLine(maskedText(isCut ? withoutCutAddress(open) : open));
  // Cut last, so that no half of a secret is left.
  return isCut || safe.length > longestText ? `${safe.slice(0, longestText).toWellFormed()}…` : safe;
}

/** One pattern for all of them, the longest first: where one stands in another one, its mask would leave the rest of that. */
function finderOf(secrets: readonly string[]): RegExp {
  // Of a longer one, what can be read is its beginning; half a character at its end would never be found.
  const sought = [
    ...new Set(secrets.map((secret) => secret.slice(0, longestRead).replace(/[\uD800-\uDBFF]$/, ""))),
  ]
    .filter((secret) => secret.trim() !== "")
    .sort((one, other) => other.length - one.length);
  const pattern = sought.map((secret) => {
    const literal = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return secret.length < shortSecret ? String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])` : literal;
  });
  return new RegExp(pattern.length === 0 ? "(?!)" : pattern.join("|"), "gu");
}

/** As much of a text as is read, with every secret masked that begins there. */
function masked(text: string, secrets: RegExp): string {
  let open = "";
  let end = 0;
  // Whatever begins within what is read is whole in this.
  for (const { 0: secret, index } of text.slice(0, 2 * longestRead).matchAll(secrets)) {
    if (index >= longestRead) break;
    open += text.slice(end, index) + mask;
    end = index + secret.length;
  }
  return open + text.slice(end, Math.max(end, longestRead));
}

/** Without an address at its end that is not whole: only what follows its user tells that this is one. */
function withoutCutAddress(text: string): string {
  const address = text.lastIndexOf("://");
  return address === -1 || /[\s"]/.test(text.slice(address)) ? text : text.slice(0, address);
}

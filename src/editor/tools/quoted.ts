import { secretMask, maskedText } from "../../domain/text/secrets.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** Data in an answer to a model. `undefined` values are omitted. */
export type ToolData =
  string | number | boolean | null | undefined | readonly ToolData[] | { readonly [key: string]: ToolData };

/** Maximum length of a quoted string from the service, in UTF-16 code units. */
const maxQuotedLength = 300;
/**
 * Number of UTF-16 code units to process of each quoted string. Exceeds the maximum length of the result, because
 * masking usually shortens the string.
 */
const maxProcessedLength = 4 * maxQuotedLength;
/**
 * Minimum length of a secret that is masked even within a word. Shorter secrets are only masked as whole words,
 * because masking them within other words would garble answers.
 */
const minUnboundedSecret = 8;

/**
 * Prepares data from the service for a model. Each string becomes a single line without control, bidirectional or
 * invisible characters, and is shortened. All given secrets are masked, and URLs lose their query and fragment.
 */
export function quoteData(data: ToolData, secrets: readonly string[] = []): ToolData {
  return quoteValue(data, secretPattern(secrets));
}

function quoteValue(data: ToolData, secrets: RegExp): ToolData {
  if (typeof data === "string") return quoteText(data, secrets);
  if (typeof data !== "object" || data === null) return data;
  if (isList(data)) return data.map((item) => quoteValue(item, secrets));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, quoteValue(value, secrets)]));
}

const isList = (data: object): data is readonly ToolData[] => Array.isArray(data);

function quoteText(text: string, secrets: RegExp): string {
  const isCut = text.length > maxProcessedLength;
  const open = maskSecrets(text, secrets);
  const safe = visibleLine(maskedText(isCut ? dropCutAddress(open) : open));
  // Shorten the text after masking, so that no part of a secret remains.
  if (isCut || safe.length > maxQuotedLength) return `${safe.slice(0, maxQuotedLength).toWellFormed()}…`;
  return safe;
}

/**
 * Builds one pattern for all secrets, longest first. If one secret contains another, masking the shorter one first
 * would leave the rest of the longer one unmasked.
 */
function secretPattern(secrets: readonly string[]): RegExp {
  // Cut each secret to the processed length, because only its beginning can occur in the processed text. Drop a lone
  // surrogate at the end, which would never match.
  const sought = [
    ...new Set(secrets.map((secret) => secret.slice(0, maxProcessedLength).replace(/[\uD800-\uDBFF]$/, ""))),
  ]
    .filter((secret) => secret.trim() !== "")
    .sort((a, b) => b.length - a.length);
  const pattern = sought.map((secret) => {
    const literal = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    if (secret.length < minUnboundedSecret) return String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`;
    return literal;
  });
  return new RegExp(pattern.length === 0 ? "(?!)" : pattern.join("|"), "gu");
}

/** Returns the part of the text to process, with a mask in place of every secret that begins in that part. */
function maskSecrets(text: string, secrets: RegExp): string {
  let open = "";
  let endOffset = 0;
  // Search twice the processed length, so that a secret that begins within the processed part is found completely.
  for (const { 0: secret, index } of text.slice(0, 2 * maxProcessedLength).matchAll(secrets)) {
    if (index >= maxProcessedLength) break;
    open += text.slice(endOffset, index) + secretMask;
    endOffset = index + secret.length;
  }
  return open + text.slice(endOffset, Math.max(endOffset, maxProcessedLength));
}

/**
 * Removes an incomplete URL at the end of the text. A user name and password in the URL can't be recognized without the
 * `@` that follows them.
 */
function dropCutAddress(text: string): string {
  const address = text.lastIndexOf("://");
  if (address === -1 || /[\s"]/.test(text.slice(address))) return text;
  return text.slice(0, address);
}

// Builds request URLs from path segments and query parameters.

/** Maximum length of an encoded path segment or value, in characters. Some servers reject request lines over 8 KiB. */
const maxEncodedLength = 2048;

export type SegmentReason = "empty" | "dots" | "control" | "surrogate" | "tooLong";

/**
 * Encodes an id or name (interface.md §4.3) as exactly one path segment, without trimming or normalization. Rejects
 * `.` and `..`, because URL parsers resolve them even in encoded form. Rejects an empty text, because the request
 * would address the collection.
 */
export function encodePathSegment(
  value: string,
): { readonly ok: true; readonly encoded: string } | { readonly ok: false; readonly reason: SegmentReason } {
  if (value === "") return { ok: false, reason: "empty" };
  if (value === "." || value === "..") return { ok: false, reason: "dots" };
  // Skip the encoding of a text that is already too long, because encoding never makes a text shorter.
  if (value.length > maxEncodedLength) return { ok: false, reason: "tooLong" };
  // Reject a lone surrogate, which would be sent as U+FFFD and thus as a different name.
  if (!value.isWellFormed()) return { ok: false, reason: "surrogate" };
  // eslint-disable-next-line no-control-regex -- the pattern must match control characters
  if (/[\x00-\x1f\x7f]/.test(value)) return { ok: false, reason: "control" };
  const encoded = percentEncode(value);
  if (encoded.length > maxEncodedLength) return { ok: false, reason: "tooLong" };
  return { ok: true, encoded };
}

/** Parameters that are `undefined` or empty are omitted. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>;

/**
 * Encodes query parameters in order, without a question mark. Encodes spaces as %20, which no server confuses with a
 * plus sign. Returns `undefined` if a value is too long or contains a lone surrogate, which would be sent as a
 * different character.
 */
export function encodeQuery(parameters: QueryParameters): string | undefined {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const text = String(value ?? "");
    if (text === "") continue;
    if (!text.isWellFormed()) return undefined;
    const part = percentEncode(text);
    if (part.length > maxEncodedLength) return undefined;
    pairs.push(`${percentEncode(name)}=${part}`);
  }
  return pairs.join("&");
}

/**
 * Encodes all characters except the unreserved characters of RFC 3986, which URL parsers never change. Throws an
 * error for a lone surrogate.
 */
function percentEncode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Appends a path and query (without its question mark) to a base URL from {@link parseBaseUrl}. Returns `undefined` if
 * a URL parser would change the result, so that no path or query can address another resource or server.
 */
export function serviceUrl(baseUrl: URL, path: string, query = ""): URL | undefined {
  const basePath = baseUrl.pathname.replace(/^\/$/, "");
  const search = query && `?${query}`;
  const url = new URL(baseUrl.origin + basePath + path + search);
  const exact =
    url.origin === baseUrl.origin &&
    url.pathname === basePath + path &&
    url.search === search &&
    url.hash === "";
  if (!exact) return undefined;
  return url;
}

/**
 * Maximum length of a project id, in characters. Longer than any real id, and short enough for file names that
 * contain the id.
 */
const maxProjectIdLength = 80;

/** True if the text is a valid value of the `X-Kernel-Project-Id` header. */
export function isProjectId(text: string): boolean {
  return text.length <= maxProjectIdLength && /^[\x21-\x7e]+$/.test(text);
}

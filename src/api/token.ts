/**
 * Maximum length of a token in characters. Longer than any real token, but short enough to reject an accidentally
 * pasted document.
 */
const maxTokenLength = 4096;

export type TokenReason =
  | "empty"
  /** The token was copied with quotes or a comma, for example from a JSON file. */
  | "quoted"
  /** The token was copied together with the name of its environment variable or the `Bearer` scheme. */
  | "named"
  | "whitespace"
  | "control"
  | "nonAscii"
  | "tooLong";

/**
 * Trims a text and validates it as an Authorization header value (interface.md §5). Rejects line breaks and non-ASCII
 * characters, because the HTTP client's error for them would quote the header and thus the token.
 */
export function checkToken(
  text: string,
): { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: TokenReason } {
  const token = text.trim();
  if (token === "") return { ok: false, reason: "empty" };
  if (token.length > maxTokenLength) return { ok: false, reason: "tooLong" };
  if (
    /^(?:(?:export\s+|set\s+|\$env:)?[A-Z_]*API_KEY\s*[=:]|(?:authorization:\s*)?bearer(?:\s|:))/i.test(token)
  )
    return { ok: false, reason: "named" };
  if (/^["'`“”‘’]|["'`“”‘’,;]$/.test(token)) return { ok: false, reason: "quoted" };
  if (/\s/.test(token)) return { ok: false, reason: "whitespace" };
  // eslint-disable-next-line no-control-regex -- the pattern must match control characters
  if (/[\x00-\x1f\x7f]/.test(token)) return { ok: false, reason: "control" };
  if (!/^[\x21-\x7e]+$/.test(token)) return { ok: false, reason: "nonAscii" };
  return { ok: true, token };
}

/**
 * Minimum length of a token that is masked. Shorter tokens may be part of ordinary words, so masking them would
 * corrupt responses without protecting anything.
 */
const minTokenLength = 8;
/**
 * Minimum length of a masked text other than the token. Shorter texts aren't treated as secret. Texts shorter than
 * {@link minTokenLength} are masked only as whole words.
 */
const minTextLength = 4;
/**
 * Maximum number of characters to search for, from the start of a secret. If the start of a longer secret matches,
 * everything after the match is masked as well.
 */
const maxSearchedLength = 1000;

/** Masks a request's token and the secrets in its path or body. */
export interface SecretMask {
  /** True if the text contains a secret in any encoding, alone or within other text. */
  matches(text: string): boolean;
  /** True if a lowercase host name contains a secret. */
  matchesHost(host: string): boolean;
  mask(text: string): string;
}

/**
 * Creates a mask for the token and other texts that were sent. A service may echo these texts in error messages,
 * which are stored, shown and copied.
 */
export function maskFor(token: string, texts: readonly string[] = []): SecretMask {
  const secrets = [
    ...(token.length < minTokenLength ? [] : [{ text: token, group: "token" }]),
    ...texts
      .map((text) => ({ text: text.trim(), group: "" }))
      .filter(({ text }) => text.length >= minTextLength),
    // Sort by length, longest first. If a shorter secret within a longer one were masked first, the rest of the
    // longer secret would remain visible.
  ].sort((first, second) => second.text.length - first.text.length);
  // Fast path: skip texts shorter than the shortest secret, because an encoded secret is never shorter than the
  // secret itself.
  const shortest = secrets.at(-1)?.text.length ?? Infinity;
  let compiled: RegExp | undefined;
  const pattern = () =>
    (compiled ??= new RegExp(
      secrets
        .map(({ text, group }) => (group === "" ? patternSource(text) : `(${patternSource(text)})`))
        .join("|"),
      "gu",
    ));
  // Use `search` instead of `test`, because `search` ignores `lastIndex`.
  return {
    matches: (text) => text.length >= shortest && text.search(pattern()) !== -1,
    matchesHost: (host) => host.length >= shortest && host.search(new RegExp(pattern(), "iu")) !== -1,
    mask: (text) => {
      if (text.length < shortest) return text;
      return text.replaceAll(pattern(), (_, asToken?: string | number) =>
        typeof asToken === "string" ? "[token]" : "•••",
      );
    },
  };
}

/**
 * Creates a mask for the token and for all texts in the given fields of a JSON object, such as `values` or
 * `config.password`.
 */
export function maskForFields(json: string, fields: readonly string[], token: string): SecretMask {
  const sent: unknown = JSON.parse(json);
  return maskFor(
    token,
    fields.flatMap((field) => collectTexts(field.split(".").reduce(propertyOf, sent))),
  );
}

function propertyOf(holder: unknown, key: string): unknown {
  if (typeof holder === "object" && holder !== null) return Reflect.get(holder, key);
  return undefined;
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(collectTexts);
  return [];
}

/** Returns a pattern that matches a text in any encoding: URL, form, HTML, JSON or base64. */
function patternSource(text: string): string {
  const isShort = text.length < minTokenLength;
  // Remove a trailing high surrogate, because the pattern would never match with it.
  const begin = text.slice(0, maxSearchedLength).replace(/[\uD800-\uDBFF]$/, "");
  const bytes = String.fromCharCode(...utf8Encoder.encode(begin));
  const base64 = isShort
    ? [btoa(bytes).replace(/={1,2}$/, "")]
    : [0, 1, 2].map((before) => base64At(bytes, before));
  const alternatives = [
    begin.replaceAll(escapableCharacter, urlOrHtmlForms),
    // The JSON forms are a separate alternative. If they were combined with the URL and HTML forms, a run of
    // backslashes could match in exponentially many ways.
    begin.replaceAll(escapableCharacter, jsonForms),
    ...base64.map((form) => form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")),
  ];
  const anyForm = `(?:${[...new Set(alternatives)].join("|")})`;
  if (isShort) return String.raw`(?<![\p{L}\p{N}])${anyForm}(?![\p{L}\p{N}])`;
  if (text.length > maxSearchedLength) return `${anyForm}[^]*`;
  return anyForm;
}

const utf8Encoder = new TextEncoder();
const escapableCharacter = /[^\w-]/gu;

function urlOrHtmlForms(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const percent = Array.from(utf8Encoder.encode(character), (byte) => `%${hexPattern(byte, 2)}`).join("");
  const html = String.raw`&(?:#0*${point}|#[Xx]0*${hexPattern(point, 1)}|\w{2,9});`;
  const spelled = [percent, html, ...(character === " " ? [String.raw`\+`] : []), escapeRegExp(character)];
  return `(?:${spelled.join("|")})`;
}

function jsonForms(character: string): string {
  const halves = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = halves.map((half) => String.raw`\\u${hexPattern(half, 4)}`).join("");
  const optional = character === "/" ? String.raw`\\?` : "";
  return `(?:${escaped}|${optional}${escapeRegExp(JSON.stringify(character).slice(1, -1))})`;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Returns a pattern that matches a hexadecimal number in upper or lower case. */
function hexPattern(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, "0")
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * Returns the base64 characters of `bytes` that are the same regardless of the adjacent bytes. `before` is the number
 * of preceding bytes, modulo 3.
 */
function base64At(bytes: string, before: number): string {
  const bits = 8 / 6;
  const code = btoa("\0".repeat(before) + bytes);
  return code.slice(Math.ceil(before * bits), Math.floor((before + bytes.length) * bits));
}

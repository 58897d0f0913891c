/** Longer than any token in use; keeps a pasted document out of a request header. */
const maxTokenLength = 4096;

export type TokenReason =
  | "empty"
  /** Copied with quotes or a comma, as from JSON. */
  | "quoted"
  /** Copied with the variable's name or the header's scheme in front. */
  | "named"
  | "whitespace"
  | "control"
  | "nonAscii"
  | "tooLong";

/**
 * Whether a text can stand in an Authorization header (§5), without the white space around it. A line break or a
 * letter outside ASCII would make the client throw an error that quotes the header, token and all.
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
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(token)) return { ok: false, reason: "control" };
  if (!/^[\x21-\x7e]+$/.test(token)) return { ok: false, reason: "nonAscii" };
  return { ok: true, token };
}

/** Shorter texts occur in words by chance; replacing them would spoil answers and protect nothing. */
const minTokenLength = 8;
/** Shorter texts are no secrets; those below {@link minTokenLength} stand in words by chance, and are looked for by themselves. */
const minTextLength = 4;
/** Of a longer text its beginning is looked for, and everything behind that is taken for the rest of it. */
const maxSearchedLength = 1000;

/** A token that must not leave the request it belongs to, and what was sent with it. */
export interface SecretMask {
  /** Whether the text holds it: as it is, or as somebody has encoded it, alone or within something else. */
  matches(text: string): boolean;
  /** Whether a host holds it: there, letters are small. */
  matchesHost(host: string): boolean;
  mask(text: string): string;
}

/** Finds a token, and texts that were sent, in what a service echoes: its error texts are kept, shown and copied. */
export function maskFor(token: string, texts: readonly string[] = []): SecretMask {
  const sought = [
    ...(token.length < minTokenLength ? [] : [{ text: token, group: "token" }]),
    ...texts
      .map((text) => ({ text: text.trim(), group: "" }))
      .filter(({ text }) => text.length >= minTextLength),
    // The longest first: where one stands in another one, its absence would leave the rest of that.
  ].sort((one, other) => other.text.length - one.text.length);
  // No spelling of a text is shorter than it, and most texts of an answer are.
  const shortest = sought.at(-1)?.text.length ?? Infinity;
  let known: RegExp | undefined;
  const pattern = () =>
    (known ??= new RegExp(
      sought
        .map(({ text, group }) => (group === "" ? patternSource(text) : `(${patternSource(text)})`))
        .join("|"),
      "gu",
    ));
  // Unlike a test, a search always begins with the beginning.
  return {
    matches: (text) => text.length >= shortest && text.search(pattern()) !== -1,
    matchesHost: (host) => host.length >= shortest && host.search(new RegExp(pattern(), "iu")) !== -1,
    mask: (text) =>
      text.length < shortest
        ? text
        : text.replaceAll(pattern(), (_, asToken?: string | number) =>
            typeof asToken === "string" ? "[token]" : "•••",
          ),
  };
}

/**
 * The texts of some fields of a JSON object, such as `values` or `config.password`, with whatever is in them, and the token
 * beside them, as one secret.
 */
export function maskForFields(json: string, fields: readonly string[], token: string): SecretMask {
  const sent: unknown = JSON.parse(json);
  return maskFor(
    token,
    fields.flatMap((field) => collectTexts(field.split(".").reduce(property, sent))),
  );
}

function property(holder: unknown, key: string): unknown {
  return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}

/** A pattern for a text, however it is encoded: in an address or a form, as HTML, as JSON, or in base64. */
function patternSource(text: string): string {
  const isShort = text.length < minTokenLength;
  // Half a character at its end would never be found.
  const begin = text.slice(0, maxSearchedLength).replace(/[\uD800-\uDBFF]$/, "");
  const bytes = String.fromCharCode(...utf8Encoder.encode(begin));
  const base64 = isShort
    ? [btoa(bytes).replace(/={1,2}$/, "")]
    : [0, 1, 2].map((before) => base64At(bytes, before));
  const all = [
    begin.replaceAll(escapableCharacter, urlOrHtmlForms),
    // For itself: beside the others, a row of backslashes could be read in countless ways.
    begin.replaceAll(escapableCharacter, jsonForms),
    ...base64.map((form) => form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")),
  ];
  const any = `(?:${[...new Set(all)].join("|")})`;
  if (isShort) return String.raw`(?<![\p{L}\p{N}])${any}(?![\p{L}\p{N}])`;
  return text.length > maxSearchedLength ? `${any}[^]*` : any;
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

/** Hexadecimal digits, in capitals or not. */
function hexPattern(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, "0")
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The characters that stand for some bytes alone, where so many others (modulo 3) come before them. */
function base64At(bytes: string, before: number): string {
  const bits = 8 / 6;
  const code = btoa("\0".repeat(before) + bytes);
  return code.slice(Math.ceil(before * bits), Math.floor((before + bytes.length) * bits));
}

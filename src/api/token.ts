/** Longer than any token in use; keeps a pasted document out of a request header. */
const maxLength = 4096;

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
  if (token.length > maxLength) return { ok: false, reason: "tooLong" };
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
const minLength = 8;
/** Shorter texts are no secrets; those below {@link minLength} stand in words by chance, and are looked for by themselves. */
const shortestText = 4;
/** Of a longer text its beginning is looked for, and everything behind that is taken for the rest of it. */
const longestSought = 1000;

/** A token that must not leave the request it belongs to, and what was sent with it. */
export interface Secret {
  /** Whether the text holds it: as it is, or as somebody has encoded it, alone or within something else. */
  isIn(text: string): boolean;
  /** Whether a host holds it: there, letters are small. */
  isInHost(host: string): boolean;
  removeFrom(text: string): string;
}

/** Finds a token, and texts that were sent, in what a service echoes: its error texts are kept, shown and copied. */
export function secretOf(token: string, texts: readonly string[] = []): Secret {
  const sought = [
    ...(token.length < minLength ? [] : [{ text: token, group: "token" }]),
    ...texts
      .map((text) => ({ text: text.trim(), group: "" }))
      .filter(({ text }) => text.length >= shortestText),
    // The longest first: where one stands in another one, its absence would leave the rest of that.
  ].sort((one, other) => other.text.length - one.text.length);
  // No spelling of a text is shorter than it, and most texts of an answer are.
  const shortest = sought.at(-1)?.text.length ?? Infinity;
  let known: RegExp | undefined;
  const pattern = () =>
    (known ??= new RegExp(
      sought.map(({ text, group }) => (group === "" ? sourceOf(text) : `(${sourceOf(text)})`)).join("|"),
      "gu",
    ));
  // Unlike a test, a search always begins with the beginning.
  return {
    isIn: (text) => text.length >= shortest && text.search(pattern()) !== -1,
    isInHost: (host) => host.length >= shortest && host.search(new RegExp(pattern(), "iu")) !== -1,
    removeFrom: (text) =>
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
export function secretsIn(json: string, fields: readonly string[], token: string): Secret {
  const sent: unknown = JSON.parse(json);
  return secretOf(
    token,
    fields.flatMap((field) => textsIn(field.split(".").reduce(partOf, sent))),
  );
}

function partOf(holder: unknown, key: string): unknown {
  return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A pattern for a text, however it is encoded: in an address or a form, as HTML, as JSON, or in base64. */
function sourceOf(text: string): string {
  const isShort = text.length < minLength;
  // Half a character at its end would never be found.
  const begin = text.slice(0, longestSought).replace(/[\uD800-\uDBFF]$/, "");
  const bytes = String.fromCharCode(...utf8.encode(begin));
  const base64 = isShort
    ? [btoa(bytes).replace(/={1,2}$/, "")]
    : [0, 1, 2].map((before) => inBase64(bytes, before));
  const all = [
    begin.replaceAll(encoded, inAddressOrHtml),
    // For itself: beside the others, a row of backslashes could be read in countless ways.
    begin.replaceAll(encoded, inJson),
    ...base64.map((form) => form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")),
  ];
  const any = `(?:${[...new Set(all)].join("|")})`;
  if (isShort) return String.raw`(?<![\p{L}\p{N}])${any}(?![\p{L}\p{N}])`;
  return text.length > longestSought ? `${any}[^]*` : any;
}

const utf8 = new TextEncoder();
const encoded = /[^\w-]/gu;

function inAddressOrHtml(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const percent = Array.from(utf8.encode(character), (byte) => `%${hex(byte, 2)}`).join("");
  const html = String.raw`&(?:#0*${point}|#[Xx]0*${hex(point, 1)}|\w{2,9});`;
  const spelled = [percent, html, ...(character === " " ? [String.raw`\+`] : []), literally(character)];
  return `(?:${spelled.join("|")})`;
}

function inJson(character: string): string {
  const halves = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = halves.map((half) => String.raw`\\u${hex(half, 4)}`).join("");
  const optional = character === "/" ? String.raw`\\?` : "";
  return `(?:${escaped}|${optional}${literally(JSON.stringify(character).slice(1, -1))})`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Hexadecimal digits, in capitals or not. */
function hex(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, "0")
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The characters that stand for some bytes alone, where so many others (modulo 3) come before them. */
function inBase64(bytes: string, before: number): string {
  const bits = 8 / 6;
  const code = btoa("\0".repeat(before) + bytes);
  return code.slice(Math.ceil(before * bits), Math.floor((before + bytes.length) * bits));
}

/** Longer than any token in use; keeps a pasted document out of a request header. */
const maxLength = 4096;

/** Why a text cannot be a bearer token. */
export type TokenReason = "empty" | "whitespace" | "control" | "nonAscii" | "tooLong";

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
  if (/\s/.test(token)) return { ok: false, reason: "whitespace" };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(token)) return { ok: false, reason: "control" };
  if (!/^[\x21-\x7e]+$/.test(token)) return { ok: false, reason: "nonAscii" };
  return { ok: true, token };
}

/** Shorter texts occur in words by chance; replacing them would spoil answers and protect nothing. */
const minLength = 8;

/** A token that must not leave the request it belongs to. */
export interface Secret {
  /** Whether the text holds the token: as it is, as JSON, percent-encoded, or within something in base64. */
  isIn(text: string): boolean;
  /** Whether a host holds the token: there, letters are small. */
  isInHost(host: string): boolean;
  /** The text with a placeholder in place of the token. */
  removeFrom(text: string): string;
}

/** Finds a token in what a service echoes: its error texts are kept, shown and copied. */
export function secretOf(token: string): Secret {
  let known: readonly string[] | undefined;
  const forms = () => (known ??= token.length < minLength ? [] : [...new Set(formsOf(token))]);
  return {
    // No form is shorter than the token, and most texts are.
    isIn: (text) => text.length >= token.length && forms().some((form) => text.includes(form)),
    isInHost: (host) => forms().some((form) => host.toLowerCase().includes(form.toLowerCase())),
    removeFrom: (text) => forms().reduce((rest, form) => rest.replaceAll(form, "[token]"), text),
  };
}

/** Shorter texts are no secrets; those below {@link minLength} stand in words by chance, and are looked for by themselves. */
const shortestText = 4;

/**
 * The texts of some fields of a JSON object, such as `values` or `config.password`, with whatever is in them, and the token
 * beside them, as one secret.
 */
export function secretsIn(json: string, fields: readonly string[], token: string): Secret {
  const sent: unknown = JSON.parse(json);
  const texts = fields
    .flatMap((field) => textsIn(field.split(".").reduce(partOf, sent)))
    // The longest first: where one stands in another one, its absence would leave the rest of that.
    .sort((one, other) => other.length - one.length);
  const all = [secretOf(token), ...texts.filter((text) => text.trim().length >= shortestText).map(sentText)];
  return {
    isIn: (text) => all.some((one) => one.isIn(text)),
    isInHost: (host) => all.some((one) => one.isInHost(host)),
    removeFrom: (text) => all.reduce((rest, one) => one.removeFrom(rest), text),
  };
}

function partOf(holder: unknown, key: string): unknown {
  return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text that was sent, which may be any; what it is like within base64 is known of ASCII alone. */
function sentText(text: string): Secret {
  const isToken = checkToken(text).ok && text.length >= minLength;
  const forms = new Set([
    text,
    text.trim(),
    JSON.stringify(text).slice(1, -1),
    ...(isToken ? formsOf(text) : []),
  ]);
  const any = [...forms].map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|");
  const pattern =
    text.trim().length < minLength ? String.raw`(?<![\p{L}\p{N}])(?:${any})(?![\p{L}\p{N}])` : any;
  const found = new RegExp(pattern, "gu");
  return {
    // Unlike a test, a search always begins with the beginning.
    isIn: (other) => other.search(found) !== -1,
    isInHost: (host) => host.search(new RegExp(found, "iu")) !== -1,
    removeFrom: (other) => other.replaceAll(found, "•••"),
  };
}

/** What a token looks like where somebody encoded it; it is ASCII. */
function formsOf(token: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => inBase64(token, before));
  // These stay as they are in JSON and in addresses, and no base64 of them has a sign that addresses replace.
  if (/^[\w.-]+$/.test(token)) return [token, ...base64];
  const percent = encodeURIComponent(token);
  return [
    token,
    JSON.stringify(token).slice(1, -1),
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** The characters that stand for the token alone, where so many bytes (modulo 3) come before it. */
function inBase64(token: string, before: number): string {
  const bits = 8 / 6;
  const code = btoa("\0".repeat(before) + token);
  return code.slice(Math.ceil(before * bits), Math.floor((before + token.length) * bits));
}

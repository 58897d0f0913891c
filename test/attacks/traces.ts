import { contentOf, filesBelow } from "../host/filesBelow.ts";

/** Returns the encoded forms of an ASCII secret by name. */
export function formsOf(secret: string): ReadonlyMap<string, Buffer> {
  const each = (write: (code: string) => string): string =>
    [...Buffer.from(secret)].map((byte) => write(byte.toString(16).padStart(2, "0"))).join("");
  const base64 = ([0, 1, 2] as const).flatMap((before): [string, string][] => {
    const code = Buffer.from("\0".repeat(before) + secret).toString("base64");
    const own = code.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6));
    return [
      [`base64, ${before} bytes in`, own],
      [`base64 for addresses, ${before} bytes in`, own.replaceAll("+", "-").replaceAll("/", "_")],
    ];
  });
  const texts: readonly [string, string][] = [
    ["as it is", secret],
    ["backwards", Buffer.from(secret).reverse().toString()],
    ["as JSON", JSON.stringify(secret).slice(1, -1)],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ["as escapes of JSON", each((code) => `\\u00${code}`)],
    ["as escapes of JSON in capitals", each((code) => `\\u00${code.toUpperCase()}`)],
    ["percent-encoded", encodeURIComponent(secret)],
    ["percent-encoded whole", each((code) => `%${code}`)],
    ["percent-encoded whole in capitals", each((code) => `%${code.toUpperCase()}`)],
    ["as HTML", secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["as an attribute of HTML", secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
    ["in hexadecimal", each((code) => code)],
    ["in hexadecimal capitals", each((code) => code.toUpperCase())],
    ...base64,
  ];
  const utf16 = Buffer.from(secret, "utf16le");
  return new Map([
    ...texts.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ["in UTF-16, little-endian", utf16],
    ["in UTF-16, big-endian", Buffer.from(utf16).swap16()],
  ]);
}

/** Returns the names of the secrets' forms that the content contains. */
export function tracesIn(content: Buffer | string, secrets: readonly string[]): readonly string[] {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return secrets.flatMap((secret, index) =>
    [...formsOf(secret)]
      .filter(([, form]) => bytes.includes(form))
      .map(([name]) => `secret ${index} ${name}`),
  );
}

/** Returns the number and size of the files below a folder, and the traces of the secrets in them. */
export async function tracesBelow(
  folder: string,
  secrets: readonly string[],
): Promise<{ readonly files: number; readonly bytes: number; readonly traces: readonly string[] }> {
  const names = await filesBelow(folder);
  let bytes = 0;
  const traces: string[] = [];
  for (const name of names) {
    const content = await contentOf(name);
    bytes += content.length;
    traces.push(...tracesIn(name, secrets).map((trace) => `${name}: its name, ${trace}`));
    traces.push(...tracesIn(content, secrets).map((trace) => `${name}: ${trace}`));
  }
  return { files: names.length, bytes, traces };
}

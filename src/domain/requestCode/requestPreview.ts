import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { type CodePlace, inMain, projectHeader } from "./codePlace.ts";
import { escaped, visibleJson, visibleLine } from "../text/visible.ts";

/** The ways a request can be shown as code. */
export const previewFormats = ["json", "curl", "typescript", "python"] as const;
export type PreviewFormat = (typeof previewFormats)[number];

const path = "/auth/connections";

/**
 * A create request (§4.1) as code that does the same. The token is always named by its variable. The official SDKs are
 * called through their generic `post`, for a published version may lack newer fields.
 */
export function requestPreview(
  request: ManagedAuthCreateRequest,
  format: PreviewFormat,
  place: CodePlace,
): string {
  switch (format) {
    case "json":
      return json(request);
    case "curl":
      return curlPreview(request, place);
    case "typescript":
      return [
        "// npm i @onkernel/sdk",
        ...remarkAfter("//", place),
        ...inMain(
          `const { Kernel } = await import("@onkernel/sdk");`,
          "",
          // Without one, the SDK would take KERNEL_API_KEY, which may belong to another address.
          `const apiKey = process.env["${place.variable}"];`,
          `if (!apiKey) throw new Error("${place.variable} is not set");`,
          `const client = new Kernel({ apiKey, baseURL: ${JSON.stringify(place.baseUrl)}${named("defaultHeaders: ", place)} });`,
          `const connection = await client.post(${JSON.stringify(path)}, {`,
          `  body: ${json(request).replaceAll("\n", "\n  ")},`,
          "});",
          "console.log(connection);",
        ),
        "",
      ].join("\n");
    case "python":
      return [
        "# pip install kernel",
        ...remarkAfter("#", place),
        "import os",
        "",
        "from kernel import Kernel",
        "",
        `client = Kernel(api_key=os.environ["${place.variable}"], base_url=${JSON.stringify(place.baseUrl)}${named("default_headers=", place)})`,
        "connection = client.post(",
        `    ${JSON.stringify(path)},`,
        "    cast_to=object,",
        `    body=${pythonLiteral(request, 1)},`,
        ")",
        "print(connection)",
        "",
      ].join("\n");
  }
}

function named(argument: string, { projectId }: CodePlace): string {
  return projectId === undefined ? "" : `, ${argument}{ "${projectHeader}": "${projectId}" }`;
}

function remarkAfter(mark: string, { remark }: CodePlace): readonly string[] {
  return remark === undefined ? [] : [`${mark} ${visibleLine(remark)}`];
}

function json(value: unknown): string {
  return visibleJson(JSON.stringify(value, undefined, 2));
}

/** JSON strings and numbers are Python's too; the three words are not. */
function pythonLiteral(value: unknown, depth: number): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return visibleJson(JSON.stringify(value), escapedForPython);
  const inner = "    ".repeat(depth + 1);
  const outer = "    ".repeat(depth);
  if (Array.isArray(value)) return `[${value.map((one) => pythonLiteral(one, depth)).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(one, depth + 1)},\n`,
  );
  return `{\n${entries.join("")}${outer}}`;
}

/** To Python, the two halves of a character are two characters. */
export function escapedForPython(character: string): string {
  return character.length === 1
    ? escaped(character)
    : `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, "0")}`;
}

/**
 * A request of JSON for curl in a POSIX shell. The token comes from standard input, so the list of processes never
 * shows it. Pasted into cmd.exe or PowerShell instead, it fails without sending anything and without running any part
 * of a name: there each line is a command, so each begins with words of ours, and what could end a string is escaped.
 */
function curlPreview(body: unknown, { baseUrl, projectId, remark, variable }: CodePlace): string {
  return [
    // No comment: an interactive zsh takes none, and would read on from the first apostrophe.
    ...(remark === undefined ? [] : [`: '${visibleLine(remark).replaceAll("'", "’")}'`]),
    `printf 'Authorization: Bearer %s\\n' "\${${variable}:?}" |`,
    "  curl --globoff --request POST --header @- \\",
    "  --header 'Content-Type: application/json' \\",
    ...(projectId === undefined ? [] : [`  --header '${projectHeader}: ${projectId}' \\`]),
    `  --data '${inertJson(body)}' \\`,
    `  --url ${quotedAddress(baseUrl + path)}`,
    "",
  ].join("\n");
}

/**
 * JSON on one line without a character that ends a string or means something inside one, to sh, cmd.exe (which
 * expands %PATH% in quotes) or PowerShell (to which typographic quotes are quotes).
 */
function inertJson(value: unknown): string {
  return visibleJson(
    JSON.stringify(value).replace(
      /\\(["\\])|[&|<>^%!'$`\u2018-\u201F]/g,
      (character, afterBackslash: string | undefined) => escaped(afterBackslash ?? character),
    ),
  );
}

/** Double quotes, the only ones that cmd.exe knows, but around what sh reads inside them. */
function quotedAddress(address: string): string {
  return address.replace(/[$`!"\\]+|[^$`!"\\]+/g, (part) =>
    /[$`!"\\]/.test(part) ? `'${part}'` : `"${part}"`,
  );
}

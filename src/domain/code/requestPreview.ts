import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { type CodeTarget, wrapInMain, projectHeader } from "./codeTarget.ts";
import { escapeJsonCharacter, visibleJson, visibleLine } from "../text/visible.ts";
import { compact } from "../compact.ts";

export const previewFormats = ["json", "curl", "typescript", "python"] as const;
export type PreviewFormat = (typeof previewFormats)[number];

const connectionsPath = "/auth/connections";

/**
 * Generates code for a create request (interface.md §4.1). The token is always read from an environment variable. The
 * official SDKs are called through their generic `post` method, because published versions may lack newer fields.
 */
export function requestPreview(
  request: ManagedAuthCreateRequest,
  format: PreviewFormat,
  target: CodeTarget,
): string {
  switch (format) {
    case "json":
      return formatJson(request);
    case "curl":
      return curlPreview(request, target);
    case "typescript":
      return [
        "// npm i @onkernel/sdk",
        ...commentLines("//", target),
        ...wrapInMain(
          `const { Kernel } = await import("@onkernel/sdk");`,
          "",
          // Pass the key explicitly. Otherwise the SDK would read KERNEL_API_KEY, which may belong to another base
          // URL.
          `const apiKey = process.env["${target.variable}"];`,
          `if (!apiKey) throw new Error("${target.variable} is not set");`,
          `const client = new Kernel({ apiKey, baseURL: ${JSON.stringify(target.baseUrl)}${projectHeaderArgument("defaultHeaders: ", target)} });`,
          `const connection = await client.post(${JSON.stringify(connectionsPath)}, {`,
          `  body: ${formatJson(request).replaceAll("\n", "\n  ")},`,
          "});",
          "console.log(connection);",
        ),
        "",
      ].join("\n");
    case "python":
      return [
        "# pip install kernel",
        ...commentLines("#", target),
        "import os",
        "",
        "from kernel import Kernel",
        "",
        `client = Kernel(api_key=os.environ["${target.variable}"], base_url=${JSON.stringify(target.baseUrl)}${projectHeaderArgument("default_headers=", target)})`,
        "connection = client.post(",
        `    ${JSON.stringify(connectionsPath)},`,
        "    cast_to=object,",
        `    body=${pythonLiteral(request, 1)},`,
        ")",
        "print(connection)",
        "",
      ].join("\n");
  }
}

function projectHeaderArgument(argument: string, { projectId }: CodeTarget): string {
  if (projectId === undefined) return "";
  return `, ${argument}{ "${projectHeader}": "${projectId}" }`;
}

function commentLines(mark: string, { remark }: CodeTarget): readonly string[] {
  return compact(remark !== undefined && `${mark} ${visibleLine(remark)}`);
}

const formatJson = (value: unknown): string => visibleJson(JSON.stringify(value, undefined, 2));

/** Formats a JSON value as Python. Only `true`, `false` and `null` have other names in Python. */
function pythonLiteral(value: unknown, depth: number): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return visibleJson(JSON.stringify(value), escapeForPython);
  const inner = "    ".repeat(depth + 1);
  const outer = "    ".repeat(depth);
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, depth)).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(item, depth + 1)},\n`,
  );
  return `{\n${entries.join("")}${outer}}`;
}

/**
 * Returns the Python escape sequence of a character. Uses `\U` outside the BMP, because Python treats an escaped
 * surrogate pair as two characters.
 */
export function escapeForPython(character: string): string {
  if (character.length === 1) return escapeJsonCharacter(character);
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, "0")}`;
}

/**
 * Generates a curl command for a POSIX shell. The token is passed through standard input, so that process lists never
 * show it. If the command is pasted into cmd.exe or PowerShell, it fails without sending or running anything. This is
 * because each line starts with fixed text, and because characters that could end a string are escaped.
 */
function curlPreview(body: unknown, { baseUrl, projectId, remark, variable }: CodeTarget): string {
  return compact(
    // Use the `:` command instead of a comment. An interactive zsh doesn't support comments by default and would
    // parse an apostrophe as a quote.
    remark !== undefined && `: '${visibleLine(remark).replaceAll("'", "’")}'`,
    `printf 'Authorization: Bearer %s\\n' "\${${variable}:?}" |`,
    "  curl --globoff --request POST --header @- \\",
    "  --header 'Content-Type: application/json' \\",
    projectId !== undefined && `  --header '${projectHeader}: ${projectId}' \\`,
    `  --data '${shellSafeJson(body)}' \\`,
    `  --url ${quoteAddress(baseUrl + connectionsPath)}`,
    "",
  ).join("\n");
}

/**
 * Formats a value as one-line JSON. Escapes characters that end a string or are expanded in sh, cmd.exe (%PATH% in
 * quotes) or PowerShell (which accepts typographic quotes).
 */
function shellSafeJson(value: unknown): string {
  return visibleJson(
    JSON.stringify(value).replace(
      /\\(["\\])|[&|<>^%!'$`\u2018-\u201F]/g,
      (character, afterBackslash: string | undefined) => escapeJsonCharacter(afterBackslash ?? character),
    ),
  );
}

/**
 * Quotes a URL with double quotes, because cmd.exe supports no other quotes. Characters that sh expands within double
 * quotes are put in single quotes.
 */
function quoteAddress(address: string): string {
  return address.replace(/[$`!"\\]+|[^$`!"\\]+/g, (part) =>
    /[$`!"\\]/.test(part) ? `'${part}'` : `"${part}"`,
  );
}

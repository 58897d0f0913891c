import { escaped, visibleJson, visibleLine } from "../text/visible.ts";
import { projectHeader } from "./codePlace.ts";
import type { CodePlace } from "./codePlace.ts";

/**
 * A request of JSON for curl in a POSIX shell. The token comes from standard input, so the list of processes never
 * shows it. Pasted into cmd.exe or PowerShell instead, it fails without sending anything and without running any part
 * of a name: there each line is a command, so each begins with words of ours, and what could end a string is escaped.
 */
export function curlPreview(
  path: string,
  body: unknown,
  { baseUrl, projectId, remark, variable }: CodePlace,
): string {
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

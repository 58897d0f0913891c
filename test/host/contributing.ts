// The tables that programs write into CONTRIBUTING.md.
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "./paths.ts";

export const contributing = join(root, "CONTRIBUTING.md");

/** The whole text with this table between the markers of that name. Throws where there are no such markers. */
export async function withTable(text: string, name: string, table: readonly string[]): Promise<string> {
  const begin = `<!-- ${name} table -->`;
  const end = `<!-- end of ${name} table -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`CONTRIBUTING.md has no "${begin}" … "${end}"`);
  const ignored = ["<!-- prettier-ignore-start -->", table.join("\n"), "<!-- prettier-ignore-end -->"];
  const whole = [text.slice(0, from) + begin, ...ignored, text.slice(to)].join("\n\n");
  return format(whole, { ...(await resolveConfig(contributing)), filepath: contributing });
}

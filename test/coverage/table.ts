// The table of CONTRIBUTING.md: what the interface document says, what implements it, and what proves it.
import { format, resolveConfig } from "prettier";
import { join } from "node:path";
import { root } from "../host/paths.ts";
import { browser } from "./browser.ts";
import type { Entry } from "./entry.ts";
import { flowParts } from "./flowParts.ts";
import { managedAuth } from "./managedAuth.ts";
import { operations } from "./operations.ts";
import { organization } from "./organization.ts";
import { rest } from "./rest.ts";
import { states } from "./states.ts";

export const contributing = join(root, "CONTRIBUTING.md");

/** Every row, in the order of the document. */
export const entries: readonly Entry[] = [
  ...rest.before,
  ...managedAuth,
  ...browser,
  ...flowParts,
  ...organization,
  ...states,
  ...operations,
  ...rest.after,
];

const begin = "<!-- interface table -->";
const end = "<!-- end of interface table -->";

/** How many rows there are, and how many of them are implemented or out of reach. */
export function counts(): {
  readonly rows: number;
  readonly implemented: number;
  readonly outOfReach: number;
} {
  const outOfReach = entries.filter((entry) => "reason" in entry).length;
  return { rows: entries.length, implemented: entries.length - outOfReach, outOfReach };
}

/** The whole text with the table as it is now between its markers. Throws where there are none. */
export async function withTable(text: string): Promise<string> {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`CONTRIBUTING.md has no "${begin}" … "${end}"`);
  const whole = `${text.slice(0, from)}${begin}\n\n${section()}\n\n${text.slice(to)}`;
  return format(whole, { ...(await resolveConfig(contributing)), filepath: contributing });
}

function section(): string {
  const { implemented, outOfReach, rows } = counts();
  return [
    `${rows} rows: ${implemented} implemented, ${outOfReach} out of reach.`,
    "",
    "<!-- prettier-ignore-start -->",
    "",
    "| § | Of | What | Implemented in | Proved by |",
    "| --- | --- | --- | --- | --- |",
    ...entries.map((entry) => `| ${cells(entry).map(cell).join(" | ")} |`),
    "",
    "<!-- prettier-ignore-end -->",
  ].join("\n");
}

function cells(entry: Entry): readonly string[] {
  const { of, section, what } = entry;
  return "reason" in entry
    ? [section, of, what, "out of reach", entry.reason]
    : [section, of, what, `\`${entry.code.file}\``, `\`${entry.test.file}\`: ${entry.test.title}`];
}

/** Text that a table can hold: titles may have bars, tags and stars in them. */
function cell(text: string): string {
  return text.replaceAll(/[|<*[](?=[^`]*(?:`[^`]*`[^`]*)*$)/g, "\\$&");
}

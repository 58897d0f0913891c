// The table of CONTRIBUTING.md: what the interface document says, what implements it, and what proves it.
import { withTable } from "../host/contributing.ts";
import { browser } from "./browser.ts";
import type { Entry } from "./entry.ts";
import { flowParts } from "./flowParts.ts";
import { managedAuth } from "./managedAuth.ts";
import { operations } from "./operations.ts";
import { organization } from "./organization.ts";
import { rest } from "./rest.ts";
import { states } from "./states.ts";

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

/** How many rows there are, and how many of them are implemented or out of reach. */
export function counts(): {
  readonly rows: number;
  readonly implemented: number;
  readonly outOfReach: number;
} {
  const outOfReach = entries.filter((entry) => "reason" in entry).length;
  return { rows: entries.length, implemented: entries.length - outOfReach, outOfReach };
}

/** The whole text of CONTRIBUTING.md with the table as it is now. */
export async function withInterfaceTable(text: string): Promise<string> {
  const { implemented, outOfReach, rows } = counts();
  const table = [
    "| § | Of | What | Implemented in | Proved by |",
    "| --- | --- | --- | --- | --- |",
    ...entries.map((entry) => `| ${cells(entry).map(cell).join(" | ")} |`),
  ];
  const sum = `${rows} rows: ${implemented} implemented, ${outOfReach} out of reach.`;
  return withTable(text, "interface", table, sum);
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

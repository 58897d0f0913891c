import { env, l10n } from "vscode";
import * as z from "zod/mini";
import { command } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { inform } from "../kit/notify.ts";
import { labelled } from "../words/sentences.ts";
import type { CommandArguments } from "../words/contributions.ts";

/** What people do with rows, whatever they are about. */
export function sidebarCommands(): Commands<"managedAuth.copyValue"> {
  const Row = z.strictObject({ label: z.string(), value: z.optional(z.string()) });
  return {
    "managedAuth.copyValue": command(z.strictObject({ rows: z.optional(z.array(Row)) }), async (told) => {
      await copyValues(told);
      return undefined;
    }),
  };
}

/** Copies what rows say: the bare value of one, a line with its name for each of several. */
async function copyValues({ rows = [] }: CommandArguments["managedAuth.copyValue"]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const lines = rows.map(({ label, value }) => (value === undefined ? label : labelled(label, value)));
  await env.clipboard.writeText(others.length === 0 ? (first.value ?? first.label) : lines.join("\n"));
  // Nobody reads the status bar out.
  void inform(others.length === 0 ? l10n.t("Value copied") : l10n.t("Values copied"));
}

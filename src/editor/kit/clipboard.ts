import { env, l10n } from "vscode";
import { visibleLine } from "../../domain/text/visible.ts";
import { warn } from "./notify.ts";

/**
 * Copies values, a line each, and returns whether it did. Values are pasted into shells, so where one would press Enter
 * there, or hide what it holds, nothing is copied, and that is said.
 */
export async function copyLines(values: readonly string[]): Promise<boolean> {
  if (values.some((value) => visibleLine(value) !== value)) {
    void warn(l10n.t("Not copied: the value has hidden characters."));
    return false;
  }
  await env.clipboard.writeText(values.join("\n"));
  return true;
}

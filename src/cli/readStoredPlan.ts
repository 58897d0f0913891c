// Reads plans that were stored with `--out`, for `--plan-file`.
import { PlanFile } from "../domain/file/planFile.ts";
import { display } from "../domain/text/display.ts";
import { parseJsonFile, planFileKind, readTextFile, displayFileName } from "./connectionFile.ts";
import { CommandError } from "./output.ts";
import type { CommandShell } from "./output.ts";

/** Reads a stored plan. Throws if the file isn't one. */
export async function readStoredPlan(shell: CommandShell, name: string): Promise<PlanFile> {
  const text = await readTextFile(shell, name);
  if (text === undefined) throw new CommandError(`${name} doesn't exist.`);
  const value = parseJsonFile(text);
  const read = PlanFile.safeParse(value);
  if (read.success) return read.data;
  const kind = planFileKind(value);
  if (kind === "printed")
    throw new CommandError(
      `${displayFileName(name)} is output of --json. Keep a plan with “plan --out FILE”.`,
    );
  throw new CommandError(
    kind === "kept"
      ? `${displayFileName(name)} isn't a plan of this version. Plan again.`
      : `${displayFileName(name)} isn't a plan. Keep a plan with “plan --out FILE”.`,
  );
}

const maxListedDifferences = 5;

/** Describes the differences between a stored plan and the current one. */
export function describeDifferences(kept: PlanFile, now: PlanFile): string {
  const moved = (["base_url", "organization", "project"] as const)
    .filter((place) => kept[place] !== now[place])
    .map((place) => {
      const missing = place === "project" ? "default" : "unknown";
      const [before, after] = [kept, now].map((plan) => display(plan[place] ?? missing));
      return `the ${place === "base_url" ? "service" : place} was ${before} and is ${after}.`;
    });
  if (moved.length > 0) return moved.join(" ");
  const only = (one: PlanFile, other: PlanFile): readonly string[] =>
    (["create", "change", "delete", "held_back"] as const).flatMap((list) =>
      one[list]
        .filter((name) => !other[list].includes(name))
        .map((name) => `${list.replace("_", " ")} ${display(name)}`),
    );
  const changed = Object.entries(now.settings).flatMap(([name, after]) => {
    const before = kept.settings[name];
    if (before === undefined) return [];
    const settings = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
    return settings.length === 0
      ? []
      : [`${display(name)}: ${settings.map((key) => display(key)).join(", ")}`];
  });
  const parts = [
    shortenedList("no longer planned", only(kept, now), ", "),
    shortenedList("planned since", only(now, kept), ", "),
    shortenedList("other settings", changed, "; "),
  ].filter((part) => part !== "");
  // No other difference was found, so only IDs differ.
  return parts.join(" ") || "someone deleted a connection and created it again.";
}

function shortenedList(what: string, names: readonly string[], separator: string): string {
  const more = names.length - maxListedDifferences;
  const end = more > 0 ? ` and ${more} more` : "";
  return names.length === 0 ? "" : `${what}: ${names.slice(0, maxListedDifferences).join(separator)}${end}.`;
}

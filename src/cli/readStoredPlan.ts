// Reads the plan in the file that `--plan-file` specifies. Plans are stored with `--out`.
import { parseConnectionFile } from "../domain/file/parseFile.ts";
import { parseStoredPlan, type StoredPlan } from "../domain/file/storedPlan.ts";
import { display } from "../domain/text/display.ts";
import { displayFileName, misnamedFileHint, readTextFile } from "./connectionFile.ts";
import { CommandError } from "./output.ts";
import type { CommandContext } from "./service.ts";

export async function readStoredPlan(command: CommandContext, name: string): Promise<StoredPlan> {
  const text = await readTextFile(command, name);
  if (text === undefined)
    throw new CommandError((await misnamedFileHint(command.shell, name)) ?? `${name} doesn't exist.`);
  const plan = parseStoredPlan(text);
  if (plan !== undefined) return plan;
  const codes = parseConnectionFile(text).problems.map(({ code }) => code);
  let reason = "isn't a plan. Keep a plan with “plan --out FILE”.";
  if (codes.includes("commandOutput")) reason = "is output of --json. Keep a plan with “plan --out FILE”.";
  if (codes.includes("storedPlan")) reason = "isn't a plan of this version. Plan again.";
  throw new CommandError(`${displayFileName(name)} ${reason}`);
}

const maxListedDifferences = 5;

export function describeDifferences(stored: StoredPlan, now: StoredPlan): string {
  const targetChanges = (["base_url", "organization", "project"] as const)
    .filter((part) => stored[part] !== now[part])
    .map((part) => {
      const missing = part === "project" ? "default" : "unknown";
      const [before, after] = [stored, now].map((plan) => display(plan[part] ?? missing));
      return `the ${part === "base_url" ? "service" : part} was ${before} and is ${after}.`;
    });
  if (targetChanges.length > 0) return targetChanges.join(" ");
  const onlyIn = (plan: StoredPlan, other: StoredPlan): readonly string[] =>
    (["create", "change", "delete", "held_back"] as const).flatMap((list) =>
      plan[list]
        .filter((name) => !other[list].includes(name))
        .map((name) => `${list.replace("_", " ")} ${display(name)}`),
    );
  const changed = Object.entries(now.settings).flatMap(([name, after]) => {
    const before = stored.settings[name];
    if (before === undefined) return [];
    const settings = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
    if (settings.length === 0) return [];
    return [`${display(name)}: ${settings.map((key) => display(key)).join(", ")}`];
  });
  const parts = [
    shortenedList("no longer planned", onlyIn(stored, now), ", "),
    shortenedList("planned since", onlyIn(now, stored), ", "),
    shortenedList("other settings", changed, "; "),
  ].filter((part) => part !== "");
  // No other difference was found, so only IDs differ.
  return parts.join(" ") || "someone deleted a connection and created it again.";
}

function shortenedList(label: string, names: readonly string[], separator: string): string {
  if (names.length === 0) return "";
  const more = names.length - maxListedDifferences;
  const suffix = more > 0 ? ` and ${more} more` : "";
  return `${label}: ${names.slice(0, maxListedDifferences).join(separator)}${suffix}.`;
}

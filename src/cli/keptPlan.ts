// Plans that `--out` kept, for `--plan-file`.
import { PlanFile } from "../domain/file/planFile.ts";
import { display } from "../domain/text/display.ts";
import { jsonOf, planKindOf, readText, shownName } from "./file.ts";
import { Failure } from "./output.ts";
import type { Shell } from "./output.ts";

/** Reads a kept plan. Throws if the file is something else. */
export async function readPlanFile(shell: Shell, name: string): Promise<PlanFile> {
  const text = await readText(shell, name);
  if (text === undefined) throw new Failure(`${name} doesn't exist.`);
  const value = jsonOf(text);
  const read = PlanFile.safeParse(value);
  if (read.success) return read.data;
  const kind = planKindOf(value);
  if (kind === "printed")
    throw new Failure(`${shownName(name)} is output of --json. Keep a plan with “plan --out FILE”.`);
  throw new Failure(
    kind === "kept"
      ? `${shownName(name)} isn't a plan of this version. Plan again.`
      : `${shownName(name)} isn't a plan. Keep a plan with “plan --out FILE”.`,
  );
}

const mostNamed = 5;

/** Names what differs between a kept plan and the plan of now. */
export function differenceWords(kept: PlanFile, now: PlanFile): string {
  const places = [
    ["service", kept.base_url, now.base_url],
    ["organization", kept.organization, now.organization],
    ["project", kept.project, now.project],
  ] as const;
  const moved = places
    .filter(([, before, after]) => before !== after)
    .map(([what, before = "unknown", after = "unknown"]) => {
      const [from, to] =
        what === "project" ? [kept.project ?? "default", now.project ?? "default"] : [before, after];
      return `the ${what} was ${display(from)} and is ${display(to)}.`;
    });
  if (moved.length > 0) return moved.join(" ");
  const lists = ["create", "change", "delete", "held_back"] as const;
  const only = (one: PlanFile, other: PlanFile): readonly string[] =>
    lists.flatMap((list) =>
      one[list]
        .filter((name) => !other[list].includes(name))
        .map((name) => `${list.replace("_", " ")} ${display(name)}`),
    );
  const [gone, added] = [only(kept, now), only(now, kept)];
  if (gone.length + added.length === 0)
    return "the same connections would get other settings, because the file or the service has changed.";
  return [
    ...(gone.length > 0 ? [`no longer planned: ${shortened(gone)}.`] : []),
    ...(added.length > 0 ? [`planned since: ${shortened(added)}.`] : []),
  ].join(" ");
}

function shortened(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}

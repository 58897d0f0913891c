// `import`: adds missing connections to a file.
import type { ManagedAuth } from "../api/schemas.ts";
import { forImport, importInto } from "../domain/file/importing.ts";
import { withProject } from "../domain/file/fileProject.ts";
import { parseConnectionFile } from "../domain/file/parse.ts";
import { preventsPlan } from "../domain/file/problem.ts";
import { outlineOf } from "../domain/file/writing.ts";
import { display } from "../domain/text/display.ts";
import { isStandardOutput } from "./args.ts";
import { fileName, misnamedWords, readConnections, shownName, stopsAt, writeWhole } from "./file.ts";
import { exits, Failure } from "./output.ts";
import type { Exit } from "./output.ts";
import { counted, nameOf } from "./planText.ts";
import { readState, withService } from "./service.ts";
import type { Call } from "./service.ts";

/** Adds the project's connections that the file lacks. Creates the file if it doesn't exist. */
export async function importConnections(call: Call): Promise<Exit> {
  const { args, output, shell } = call;
  const name = fileName(args);
  const read = await readConnections(shell, name);
  const misnamed = read === undefined ? await misnamedWords(shell, name) : undefined;
  if (misnamed !== undefined) throw new Failure(misnamed);
  let before = read ?? "";
  const parsed = parseConnectionFile(before);
  const { problems, project: ofFile } = parsed;
  const isNew = before.trim() === "";
  if (!isNew && preventsPlan(problems)) {
    stopsAt(output, { name: shownName(name), text: before, parsed }, problems);
    return exits.error;
  }
  return withService(call, { file: shownName(name), project: ofFile }, async ({ client, project }) => {
    if (project !== undefined && ofFile === undefined) {
      const called = args.project === project.id ? project.id : (project.name ?? project.id);
      if (outlineOf(before).entries.length > 0)
        throw new Failure(
          `${shownName(name)} has connections and no "project", so it is for the default project, but --project names “${display(called)}”. Add "project" to the file, or name another file.`,
        );
      before = withProject(before, called);
    }
    const state = await readState(call, client, forImport);
    const imported = importInto(before, state.connections, state);
    // The file has errors, which were printed above.
    if (imported === undefined) return exits.error;
    if (imported.kind === "tooLarge")
      throw new Failure(
        `${shownName(name)} would be too large to read: ${imported.fitting} of ${imported.total} connections fit. Nothing was written.`,
      );
    const { added, left, overridden, text, unwritable } = imported;
    if (name !== "-" && (await readConnections(shell, name)) !== read)
      throw new Failure(`${name} has changed since it was read. Nothing was written. Run “import” again.`);
    // Write to standard output even if nothing was added.
    if (text !== (read ?? "") || isStandardOutput(name)) await writeWhole(shell, name, text);
    output.line(`${counted(added.length)} added to ${name === "-" ? "the file" : name}.`, "green");
    const warn = (of: ManagedAuth, words: string): void => output.line(`${nameOf(of)}: ${words}.`, "yellow");
    for (const [of, settings] of left) warn(of, `a file can't hold ${settings.join(", ")}`);
    for (const [of, settings] of overridden)
      warn(of, `left out because "defaults" would change ${settings.join(", ")}`);
    for (const of of unwritable) warn(of, "left out because a file can't hold its name");
    output.result({
      file: name,
      added: added.map(({ domain, id, profile_name }) => ({ domain, profile_name, id })),
      left_out: [...unwritable, ...overridden.keys()].map(({ id }) => id),
      unsupported: [...left, ...overridden].map(([{ domain, id, profile_name }, settings]) => ({
        domain,
        profile_name,
        id,
        settings,
      })),
    });
    return exits.done;
  });
}

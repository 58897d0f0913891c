// The command `import`, which adds missing connections to a file.
import type { ManagedAuth } from "../api/schemas.ts";
import { forImport, importIntoFile } from "../domain/file/importIntoFile.ts";
import { addFileProject } from "../domain/file/fileProject.ts";
import { parseConnectionFile } from "../domain/file/parseFile.ts";
import { preventsPlan } from "../domain/file/problem.ts";
import { outlineFile } from "../domain/file/writing.ts";
import {
  failWithProblems,
  fileOperand,
  inspectFile,
  misnamedFileHint,
  readTextFile,
  displayFileName,
  replaceFileAtomically,
} from "./connectionFile.ts";
import { exitCodes, CommandError, type ExitCode } from "./output.ts";
import { connectionCountText, connectionLabel, jsonIdentity } from "./planText.ts";
import { readServiceState, tokenProject, withService, type CommandContext } from "./service.ts";

/** Adds the project's connections that are missing from the file. Creates the file if it doesn't exist. */
export async function runImport(command: CommandContext): Promise<ExitCode> {
  const { args, output, shell, signal } = command;
  const name = fileOperand(args);
  const isStream = name === "-" || (await inspectFile(shell, name)).isWrittenDirectly;
  // Don't read pipes, devices and open files before writing to them, because reading could block forever.
  const read = isStream && name !== "-" ? undefined : await readTextFile(command, name);
  const misnamed = read === undefined ? await misnamedFileHint(shell, name) : undefined;
  if (misnamed !== undefined) throw new CommandError(misnamed);
  let fileText = read ?? "";
  const parsed = parseConnectionFile(fileText);
  const { project: fileProject } = parsed;
  const problems = parsed.problems.filter(({ code }) => code !== "emptyFile");
  if (preventsPlan(problems))
    return failWithProblems(output, { name: displayFileName(name), text: fileText, parsed }, problems);
  return withService(
    command,
    { file: displayFileName(name), project: fileProject },
    async ({ client, project: named }) => {
      // Add the project to the file. Otherwise, commands that use another token would look for the connections in the
      // default project.
      const project = named ?? (fileProject === undefined ? await tokenProject(client, signal) : undefined);
      if (project !== undefined && fileProject === undefined) {
        const called = args.project === project.id ? project.id : (project.name ?? project.id);
        const isNew = outlineFile(fileText).entries.length === 0;
        if (!isNew && named !== undefined)
          throw new CommandError(
            `${displayFileName(name)} has connections and no "project". Add "project": ${JSON.stringify(called)} to the file, or name another file.`,
          );
        if (isNew) fileText = addFileProject(fileText, called);
      }
      const state = await readServiceState(command, client, forImport);
      const imported = importIntoFile(fileText, state.connections, state);
      // Undefined means that the file has errors, but such files have already been rejected.
      if (imported === undefined) throw new CommandError(`${displayFileName(name)} has errors.`);
      if (imported.kind === "tooLarge")
        throw new CommandError(
          `${displayFileName(name)} would be too large to read: ${imported.fitting} of ${imported.total} connections fit. Nothing was written.`,
        );
      const { added, omitted, overridden, text, unwritable } = imported;
      if (!isStream && (await readTextFile(command, name)) !== read)
        throw new CommandError(
          `${name} has changed since it was read. Nothing was written. Run “import” again.`,
        );
      // Always write to a stream, because its reader expects the complete file even if no connection was added.
      if (text !== (read ?? "") || isStream) await replaceFileAtomically(command, name, text);
      output.line(
        `${connectionCountText(added.length)} added to ${name === "-" ? "the file" : name}.`,
        "green",
      );
      const warn = (connection: ManagedAuth, message: string): void =>
        output.line(`${connectionLabel(connection)}: ${message}.`, "yellow");
      for (const [connection, settings] of omitted)
        warn(connection, `a file can't hold ${settings.join(", ")}`);
      for (const [connection, settings] of overridden)
        warn(connection, `left out because "defaults" would change ${settings.join(", ")}`);
      for (const connection of unwritable) warn(connection, "left out because a file can't hold its name");
      output.result({
        file: name,
        added: added.map(jsonIdentity),
        left_out: [...unwritable, ...overridden.keys()].map(({ id }) => id),
        unsupported: [...omitted, ...overridden].map(([row, settings]) => ({
          ...jsonIdentity(row),
          settings,
        })),
      });
      return exitCodes.done;
    },
  );
}

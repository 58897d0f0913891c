import * as z from "zod/mini";
import { command, type Commands, plainCommand } from "../kit/command.ts";
import { addCiWorkflow } from "./addCiWorkflow.ts";
import { addToFile } from "./addToFile.ts";
import { runApplyFile } from "./applyFile.ts";
import { runPlanFile, type FilesContext } from "./planFile.ts";

export function fileCommands(
  parts: FilesContext & { readonly version: string },
): Commands<
  "managedAuth.addCiWorkflow" | "managedAuth.addToFile" | "managedAuth.applyFile" | "managedAuth.planFile"
> {
  const uri = z.optional(z.string());
  const resultId = z.optional(z.uuid());
  return {
    "managedAuth.addCiWorkflow": plainCommand(() => addCiWorkflow(parts.start, parts.version)),
    "managedAuth.planFile": command(
      z.strictObject({ uri, resultId, compare: z.optional(z.literal(true)) }),
      (args) => runPlanFile(parts, args),
    ),
    "managedAuth.applyFile": command(
      z.strictObject({ uri, resultId, listed: z.optional(z.array(z.string())) }),
      (args) => runApplyFile(parts, args),
    ),
    "managedAuth.addToFile": command(z.strictObject({ ids: z.optional(z.array(z.string())), uri }), (args) =>
      addToFile(parts, args),
    ),
  };
}

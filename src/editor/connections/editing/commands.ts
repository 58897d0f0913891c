import * as z from "zod/mini";
import { ManagedAuthUpdateRequest } from "../../../api/updateRequest.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { checkEdit } from "./check.ts";
import { editConnection } from "./edit.ts";
import type { EditParts } from "./edit.ts";

/** What people do to change a connection, and about changes whose end is not known. */
export function editingCommands(
  parts: EditParts,
): Commands<"managedAuth.editConnection" | "managedAuth.checkEdit"> {
  const text = z.optional(z.string());
  return {
    "managedAuth.editConnection": command(
      z.strictObject({ id: text, resume: z.optional(z.literal(true)) }),
      (told) => editConnection(parts, told),
    ),
    "managedAuth.checkEdit": command(
      z.strictObject({
        id: z.string(),
        domain: text,
        profile_name: text,
        sent: ManagedAuthUpdateRequest,
        resultId: z.uuid(),
      }),
      (told) => checkEdit(parts, told),
    ),
  };
}

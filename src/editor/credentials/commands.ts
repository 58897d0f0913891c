import * as z from "zod/mini";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { createCredentialCommand } from "./create.ts";
import { deleteCredentialCommand } from "./delete.ts";
import type { DeleteCredentialParts } from "./delete.ts";
import { editCredential } from "./edit.ts";
import type { OneTimeCodes } from "./oneTimeCode.ts";
import { showCredential, showCredentials } from "./show.ts";

export interface CredentialParts extends DeleteCredentialParts {
  readonly oneTimeCodes: Pick<OneTimeCodes, "copy">;
}

/** What people do about stored credentials. */
export function credentialCommands(parts: CredentialParts) {
  const One = z.strictObject({ id: z.optional(z.string()) });
  const Shown = z.strictObject({ id: z.optional(z.string()), resultId: z.optional(z.uuid()) });
  return {
    "managedAuth.showCredentials": plainCommand(() => showCredentials(parts)),
    "managedAuth.showCredential": command(Shown, (told) => showCredential(parts, told)),
    "managedAuth.createCredential": plainCommand(() => createCredentialCommand(parts)),
    "managedAuth.editCredential": command(One, (told) => editCredential(parts, told)),
    "managedAuth.deleteCredential": command(One, (told) => deleteCredentialCommand(parts, told)),
    "managedAuth.copyOneTimeCode": command(One, (told) => parts.oneTimeCodes.copy(told)),
  } satisfies Partial<Commands>;
}

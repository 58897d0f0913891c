import * as z from "zod/mini";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import type { PageParts } from "../results/showingParts.ts";
import { createProviderCommand } from "./create.ts";
import { deleteProvider } from "./delete.ts";
import { editProvider } from "./edit.ts";
import { showProviders } from "./show.ts";
import { testProvider } from "./test.ts";

const which = { id: z.optional(z.string()), name: z.optional(z.string()) };
const Which = z.strictObject(which);
const InPlace = z.strictObject({ ...which, resultId: z.optional(z.uuid()) });

/** What people do about credential providers. */
export function providerCommands(parts: PageParts) {
  return {
    "managedAuth.showProviders": command(InPlace, (told) => showProviders(parts, told)),
    "managedAuth.createProvider": plainCommand(() => createProviderCommand(parts)),
    "managedAuth.editProvider": command(InPlace, (told) => editProvider(parts, told)),
    "managedAuth.testProvider": command(InPlace, (told) => testProvider(parts, told)),
    "managedAuth.deleteProvider": command(Which, (told) => deleteProvider(parts, told)),
  } satisfies Partial<Commands>;
}

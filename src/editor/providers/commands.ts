import * as z from "zod/mini";
import { l10n } from "vscode";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import type { PageParts } from "../results/showingParts.ts";
import { createProviderCommand } from "./create.ts";
import { deleteProvider } from "./delete.ts";
import { editProvider } from "./edit.ts";
import { showProviders, showTold } from "./show.ts";
import { testCredentialProvider } from "../../api/operations.ts";
import { display } from "../../domain/text/display.ts";
import { withCancel } from "../kit/progress.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { findThing } from "../things/read.ts";
import { meant } from "./providers.ts";

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

/** "Test Provider": has the service try the token, and shows on the provider's page which vaults it opens, or why none. */
export async function testProvider(
  parts: PageParts,
  asked: CommandArguments["managedAuth.testProvider"],
): Promise<void> {
  const { kind, told } = meant(asked);
  const found = await findThing(kind, parts, l10n.t("Test Provider"), told);
  if (found === undefined) return;
  const { access, thing } = found;
  const { id, name } = thing;
  const outcome = await withCancel(l10n.t("Testing {0}", display(name)), (_, signal) =>
    access.client.call(testCredentialProvider, { path: { id } }, signal),
  );
  // It changes nothing: who called it off wants to hear no more of it.
  if (outcome.kind === "cancelled") return;
  await showTold(parts, found, asked.resultId, {
    tested:
      outcome.kind === "ok"
        ? { kind: "answered", test: outcome.value }
        : { kind: "failed", error: outcome.error },
  });
}

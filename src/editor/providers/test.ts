import { l10n } from "vscode";
import { testCredentialProvider } from "../../api/operations.ts";
import { display } from "../../domain/text/display.ts";
import { withCancel } from "../kit/progress.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { findThing } from "../things/read.ts";
import { meant } from "./providers.ts";
import { showTold } from "./show.ts";

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

import { l10n } from "vscode";
import { testCredentialProvider } from "../../api/operations.ts";
import { display } from "../../domain/text/display.ts";
import { withCancel } from "../kit/progress.ts";
import type { PageParts } from "../results/showing.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { readProvider } from "./read.ts";
import { showRead } from "./show.ts";

/** "Test Provider": has the service try the token, and shows on the provider's page which vaults it opens, or why none. */
export async function testProvider(
  parts: PageParts,
  { resultId, ...asked }: CommandArguments["managedAuth.testProvider"],
): Promise<void> {
  const read = await readProvider(parts, l10n.t("Test Provider"), asked);
  if (read === undefined) return;
  const { access, end } = read;
  if (end.kind !== "ok") {
    await showRead(parts, read, resultId);
    return;
  }
  const { id, name } = end.provider;
  const outcome = await withCancel(l10n.t("Testing {0}", display(name)), (_, signal) =>
    access.client.call(testCredentialProvider, { path: { id } }, signal),
  );
  // It changes nothing: who called it off wants to hear no more of it.
  if (outcome.kind === "cancelled") return;
  await showRead(parts, read, resultId, {
    tested:
      outcome.kind === "ok"
        ? { kind: "answered", test: outcome.value }
        : { kind: "failed", error: outcome.error },
  });
}

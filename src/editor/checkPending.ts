import { l10n } from "vscode";
import { display } from "../domain/display.ts";
import { connected } from "./accountCommands.ts";
import { creationResult } from "./creationResult.ts";
import { inform } from "./notify.ts";
import type { Parts } from "./parts.ts";
import type { PendingCreation } from "./pendingCreations.ts";
import { pickOne } from "./prompts.ts";
import { checkCreation, followUp } from "./sendCreation.ts";
import { displayAddress } from "./words/addresses.ts";
import { moment } from "./words/numbers.ts";

/** "Check Unknown Result…": learns what became of an attempt to create a connection. */
export async function checkPendingCommand(parts: Parts, id?: string): Promise<void> {
  const title = l10n.t("Check Unknown Result");
  const connection = await connected(parts, title);
  if (connection === undefined) return;
  const { account, baseUrl } = connection;
  const open = await parts.pending.open(account.id);
  const pending = id === undefined ? await pickPending(title, open) : open.find((one) => one.id === id);
  if (pending === undefined) {
    if (id !== undefined || open.length === 0)
      void inform(l10n.t("There is no unknown result to check in this account."));
    return;
  }
  // The sandbox answers at another address after each start; any other account stays where it was.
  if (account.kind === "service" && pending.baseUrl !== baseUrl) {
    void inform(
      l10n.t("This was sent to {0}, which this account no longer uses.", displayAddress(pending.baseUrl)),
    );
    return;
  }
  const attempt = await checkCreation(parts, connection, pending);
  await followUp(parts, connection, attempt);
  const entitlements = parts.entitlements.state.reading?.value;
  const result = creationResult({ results: parts.results, connection, entitlements }, attempt);
  if (result !== undefined) await parts.panel.show(result);
}

async function pickPending(
  title: string,
  open: readonly PendingCreation[],
): Promise<PendingCreation | undefined> {
  const [only, ...others] = open;
  if (others.length === 0) return only;
  const answer = await pickOne<PendingCreation>({
    frame: { title, back: false },
    placeholder: l10n.t("Which one should be checked?"),
    choices: open.map((pending) => ({
      label: display(pending.request.domain),
      description: display(pending.request.profile_name),
      detail: l10n.t("sent {0}", moment(new Date(pending.startedAt))),
      value: pending,
    })),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

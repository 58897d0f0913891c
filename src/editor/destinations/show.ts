import { l10n } from "vscode";
import type { Outcome } from "../../api/errors.ts";
import { getDestination } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { selectingAmong } from "../../domain/deletion/destinationUse.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Results } from "../results/store.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { pickDestination } from "./pickOne.ts";
import { destinationCard, destinationTab, noDestinationCard } from "./shownCard.ts";
import type { Users } from "../results/users.ts";

/** What showing a destination works with. */
export interface ShowDestinationParts extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "show">;
}

/** How reading a destination ended, for whom it was read, and what selects it. */
export interface DestinationRead {
  readonly access: Access;
  /** The ID or name that was asked for. */
  readonly id: string;
  readonly outcome: Exclude<Outcome<OtlpDestination>, { readonly kind: "cancelled" }>;
  readonly users: Users;
}

/** Reads a destination: by id or name, or chosen from the list; `undefined` when the user left. */
export async function readDestination(
  { requireAccess }: RequiresAccess,
  title: string,
  id: string | undefined,
): Promise<DestinationRead | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await pickDestination(access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const read = await whileLoading({ title, back: false }, l10n.t("Reading the destination…"), (signal) =>
    Promise.all([
      access.client.call(getDestination, { path: { id_or_name: chosen } }, signal),
      new Lists(access.client).connections("", () => undefined, signal),
    ]),
  );
  if (read === undefined) return undefined;
  const [outcome, connections] = read;
  if (outcome.kind === "cancelled") return undefined;
  const users: Users = {
    usedBy: outcome.kind === "ok" ? selectingAmong(connections.rows)(outcome.value) : [],
    whole: connections.kind === "complete" && connections.unreadable === 0,
  };
  return { access, id: chosen, outcome, users };
}

/** "Show Destination": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showDestination(
  parts: ShowDestinationParts,
  { id, preserveFocus, resultId }: CommandArguments["managedAuth.showDestination"],
): Promise<void> {
  const read = await readDestination(parts, l10n.t("Show Destination"), id);
  if (read === undefined) return;
  await showRead(parts, read, { preserveFocus: preserveFocus === true, resultId });
}

/** Shows what reading a destination came to. */
export async function showRead(
  { panel, results }: Pick<ShowDestinationParts, "panel" | "results">,
  { access, id, outcome, users }: DestinationRead,
  {
    preserveFocus = false,
    resultId,
  }: { readonly preserveFocus?: boolean; readonly resultId?: string | undefined } = {},
): Promise<void> {
  const { account, baseUrl } = access;
  const occasion = { id: resultId ?? results.newId(), account, baseUrl, at: new Date() };
  await panel.show(
    outcome.kind === "failed"
      ? { card: noDestinationCard(occasion, id, outcome.error), accountId: account.id, about: id }
      : {
          card: destinationCard(occasion, outcome.value, users),
          accountId: account.id,
          about: outcome.value.name ?? outcome.value.id,
          tab: destinationTab(outcome.value),
        },
    { preserveFocus },
  );
}

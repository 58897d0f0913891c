import { l10n } from "vscode";
import { deleteDestination } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { DeletedDestination, Target } from "../../domain/deletion/deletion.ts";
import { findAmong, selectingAmong } from "../../domain/deletion/destinationUse.ts";
import { deletedCard, deletedTab, isPlainSuccess } from "./deletedCard.ts";
import type { Blockers } from "./deletedCard.ts";
import type { DestinationParts } from "./create.ts";
import { confirmDeletion } from "./confirm.ts";
import { deleteAll } from "../kit/deleteAll.ts";
import { identityOf, isAboutToken, tokenWords } from "./refusal.ts";
import { pickDestinations } from "./picker.ts";
import type { Chosen } from "./picker.ts";
import { Lists } from "../catalogue/lists.ts";
import { errorOf } from "../results/deletions.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { Access } from "../accounts/service.ts";
import { accountLabel } from "../accounts/words.ts";

/** Asks for destinations and deletes them; `undefined` when the user left before anything was sent. */
export async function deleteDestinations(
  parts: DestinationParts,
  access: Access,
): Promise<Result | undefined> {
  const chosen = await pickDestinations(
    l10n.t("Delete Telemetry Destinations"),
    new Lists(access.client).destinations,
  );
  return chosen === undefined ? undefined : deleteTargets(parts, access, chosen);
}

/**
 * Confirms and deletes destinations (§4.3). Returns the result to show, or `undefined` when the user left before
 * anything was sent.
 */
export async function deleteTargets(
  parts: DestinationParts,
  access: Access,
  chosen: readonly Chosen[],
): Promise<Result | undefined> {
  const { account } = access;
  if (!(await confirmDeletion(chosen, accountLabel(account)))) return undefined;
  const { blockers, deleted } = await deleteAgreed(access, chosen);
  if (deleted.every(({ deletion }) => deletion.kind === "skipped")) return undefined;
  const card = deletedCard(occasionOf(access, parts.results.newId()), deleted, blockers);
  const isToken = deleted.some(({ deletion }) => {
    const error = errorOf(deletion);
    return error !== undefined && isAboutToken(error);
  });
  const why = isToken ? [tokenWords(await identityOf(parts.whoAmI, access))] : [];
  return {
    card: { ...card, summary: [...card.summary, ...why] },
    accountId: account.id,
    tab: deletedTab(deleted),
    ...(isPlainSuccess(deleted) && { quiet: true }),
    about: deleted.map(({ idOrName, name }) => name ?? idOrName).join(", "),
  };
}

/** The connections that hold refused destinations, as far as the service lists them. */
async function blockedBy(
  access: Access,
  deleted: readonly DeletedDestination[],
  signal: AbortSignal,
): Promise<Blockers> {
  const refused = deleted.filter(({ deletion }) => deletion.kind === "refused");
  if (refused.length === 0) return { blocked: [], complete: true };
  const lists = new Lists(access.client);
  const connections = lists.connections("", () => undefined, signal);
  const destinations = await lists.destinations("", () => undefined, signal);
  const find = findAmong(destinations.rows.map(({ item }) => item));
  const selecting = selectingAmong(lists.knownConnections);
  const { kind } = await connections;
  const blocked = refused.flatMap(({ idOrName, name }) =>
    selecting(find(idOrName) ?? { id: idOrName, name: idOrName }).map((one: ManagedAuth) => ({
      destination: name ?? idOrName,
      connection: one,
    })),
  );
  return { blocked, complete: kind === "complete" };
}

/** What became of destinations, and what holds those that were refused. */
export interface DeletedDestinations {
  readonly deleted: readonly DeletedDestination[];
  readonly blockers: Blockers;
}

/** Deletes destinations (§4.3), once somebody has agreed to that. `also` calls it off, as Cancel does. */
export async function deleteAgreed(
  access: Access,
  targets: readonly Target[],
  also?: AbortSignal,
): Promise<DeletedDestinations> {
  const all = await deleteAll(
    l10n.t("Deleting telemetry destinations"),
    targets,
    ({ idOrName }, signal) =>
      access.client.call(deleteDestination, { path: { id_or_name: idOrName } }, signal, {
        callerWaits: true,
      }),
    async (deletions, signal) => {
      const deleted = targets.map((target, index): DeletedDestination => {
        return { ...target, deletion: deletions[index] ?? { kind: "notTried" } };
      });
      return { deleted, blockers: await blockedBy(access, deleted, signal) };
    },
    also,
  );
  return all;
}

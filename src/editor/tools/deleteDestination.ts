import { l10n } from "vscode";
import { maxFullLength } from "../../domain/text/display.ts";
import { indexByIdOrName } from "../../domain/resources/destinationUse.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { confirmDeletion, deleteAgreed, isRemoved } from "../resources/destinations/delete.ts";
import { errorAnswer, notDone, type ToolAnswer, prependSentences } from "./answer.ts";
import { listDestinationUsers } from "./connectionAnswer.ts";
import { requestConsent, type ToolCall } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import type { DeletionOutcome } from "../../domain/resources/deletionOutcome.ts";
import type { RequestEffect } from "../words/forbiddenError.ts";
import { compact } from "../../domain/compact.ts";

/**
 * Deletes a telemetry destination (interface.md §4.3) after the user has confirmed. If the service refuses, lists the
 * connections that use the destination.
 */
export async function deleteDestinationTool(
  call: ToolCall,
  { id_or_name }: ToolInput<"managed_auth_delete_destination">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const listing = await new PickerLists(access.client).destinations("", () => undefined, signal);
  signal.throwIfAborted();
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const found = indexByIdOrName(listing.rows)(id_or_name);
  if (found === undefined && listing.kind === "complete" && listing.unreadable === 0)
    return notDone(
      l10n.t("This account has no telemetry destination with this ID or name."),
      l10n.t("Next: find the destination with managed_auth_list_destinations."),
    );
  if (found === undefined && id_or_name.length > maxFullLength)
    return notDone(
      l10n.t("Not deleted: the name is too long to show to the user."),
      l10n.t("Next: find the ID with managed_auth_list_destinations."),
    );
  const chosen =
    found === undefined
      ? { idOrName: id_or_name }
      : { idOrName: found.id, name: found.name, endpoint: found.endpoint, heldBy: found.usedBy ?? [] };
  const accountName = accountWithAddress(access);
  const refused = await requestConsent(call, (asker) => confirmDeletion([chosen], accountName, asker));
  if (refused !== undefined) return refused;
  const { deleted, isComplete } = await deleteAgreed(access, [chosen], signal).finally(
    () => void parts.destinations.refreshIfLoaded(),
  );
  for (const destination of deleted.filter(isRemoved))
    await parts.panel.markDeleted(access.account.id, destination.idOrName);
  const { deletion, heldBy = [] } = deleted[0] ?? { deletion: { kind: "notTried" } };
  const answer = deletionAnswer(
    deletion,
    "deleteDestination",
    l10n.t("The telemetry destination was deleted and no longer receives telemetry."),
    l10n.t("Next: check with managed_auth_list_destinations."),
  );
  const subject = { destination: { id: found?.id, name: found?.name ?? id_or_name } };
  if (deletion.kind !== "inUse")
    return { ...answer, serviceData: { ...subject, ...answer.serviceData }, sent: true };
  return {
    ...answer,
    sentences: [...answer.sentences, ...usageSentences(heldBy.length, isComplete)],
    serviceData: { ...subject, ...answer.serviceData, held_by: listDestinationUsers(heldBy) },
    sent: true,
  };
}

function usageSentences(connections: number, isComplete: boolean): readonly string[] {
  if (connections > 0)
    return [
      l10n.t("Connections using the destination: {0}.", connections),
      l10n.t("Next: change the connections with managed_auth_update_connection, then call this tool again."),
    ];
  return compact(
    l10n.t("A running browser session or login may still use the destination."),
    !isComplete && l10n.t("Some connections couldn't be read and may use the destination."),
    l10n.t("Next: call this tool again when the sessions and logins have ended."),
  );
}

/**
 * Describes the outcome of a deletion. If the service hasn't confirmed the deletion, the answer doesn't claim success
 * but ends with `nextStep`, which explains how to check.
 */
export function deletionAnswer(
  deletion: DeletionOutcome,
  act: RequestEffect,
  message: string,
  nextStep: string,
): ToolAnswer {
  switch (deletion.kind) {
    case "deleted":
      return { done: true, sentences: [message] };
    case "gone":
      return { done: true, sentences: [l10n.t("Already deleted.")] };
    case "accepted":
      return notDone(l10n.t("The service accepted the deletion and may not have finished."), nextStep);
    case "unknown":
      return notDone(l10n.t("We couldn't confirm the deletion."), nextStep);
    case "inUse":
    case "refused":
      return prependSentences([l10n.t("Not deleted.")], errorAnswer(deletion.error, act));
    case "cancelled":
    case "notTried":
      return notDone(l10n.t("The user canceled before anything was sent."));
  }
}

import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { isResourceGone } from "../../domain/resources/requestEnd.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { commandButton, type ResultCard } from "../results/buttons.ts";
import { failedFetchCard, type ResultContext, identityBlock } from "../results/cardParts.ts";
import { newResultContext, type ShowingContext } from "../results/showingContext.ts";
import { describeError } from "../words/errors.ts";
import { choose } from "./choose.ts";
import { listButton, showButton } from "./buttons.ts";
import { resourcePage } from "./pages.ts";
import { pathTo, type Found, type Identified, type ReadOutcome, type ShownResource } from "./resource.ts";
import { connectionsOf, usersAmong } from "./usedBy.ts";

/** Identifies the resource to use. If neither ID nor name is given, the user is prompted. */
export interface Wanted {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** ID of the result that the new page replaces. */
  readonly resultId?: string | undefined;
  /** True to keep the focus in the view, for example when the user previews a row. */
  readonly preserveFocus?: boolean | undefined;
}

/** Shows the page of the requested resource, or of a resource that the user picks if none is requested. */
export async function showResource<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  parts: ShowingContext,
  request: Wanted,
): Promise<void> {
  const found = await findResource(resource, parts, resource.text.titles.show, request);
  if (found === undefined) return;
  const context = newResultContext(found.access, request.resultId ?? parts.results.newId());
  const { preserveFocus = false } = request;
  await parts.panel.show(resourcePage(resource, context, found), { preserveFocus });
}

/**
 * Fetches the requested resource, or a resource that the user picks, and the connections that use it. If the resource
 * can't be fetched, shows a page with the reason.
 */
export async function findResource<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  { fetchedName, panel, requireAccess, results }: ShowingContext,
  title: string,
  { id, name, preserveFocus = false, resultId }: Wanted,
): Promise<Found<Reply> | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? name ?? (await choose(resource.choosing, access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const reading = id === undefined && name !== undefined ? readNamed : readResource;
  const read = await whileLoading({ title, back: false }, resource.text.reading, (signal) =>
    Promise.all([reading(resource, access, chosen, signal), connectionsOf(access, signal)]),
  );
  if (read === undefined) return undefined;
  const [outcome, connections] = read;
  if (outcome.kind === "cancelled") return undefined;
  if (outcome.kind === "ok")
    return {
      access,
      live: outcome.value,
      users: usersAmong(connections, (rows) => resource.model.usedBy(outcome.value, rows)),
    };
  const isMissing = outcome.kind === "failed" && isResourceGone(outcome.error);
  const goneResult = isMissing ? await panel.markDeleted(access.account.id, chosen) : undefined;
  if (goneResult !== undefined) {
    await panel.show(goneResult, { preserveFocus });
    return undefined;
  }
  const named = [{ id: chosen, name: fetchedName?.(chosen) }];
  const context = { ...newResultContext(access, resultId ?? results.newId()), named };
  const card =
    outcome.kind === "none"
      ? resource.named?.noneCard(context, chosen)
      : notReadCardOf(resource, context, chosen, outcome.error);
  if (card !== undefined)
    await panel.show({ card, accountId: access.account.id, about: chosen }, { preserveFocus });
  return undefined;
}

function notReadCardOf<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  context: ResultContext,
  id: string,
  error: ApiError,
): ResultCard {
  const { addressedBy, text } = resource;
  const address = addressedBy === "id" ? l10n.t("ID") : l10n.t("ID or name");
  return failedFetchCard(context, error, {
    title: text.notRead,
    identity: identityBlock(context, text.singular, address, id),
    retry: showButton(resource, l10n.t("Try Again"), id, context.id),
    other: describeError(error).remedies.includes("explain")
      ? commandButton(l10n.t("Show Entitlements"), "managedAuth.showEntitlements", {})
      : listButton(resource),
    id,
  });
}

/** Fetches a resource by name. Uses the resource's own lookup if declared, otherwise sends the name in the path. */
export function readNamed<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  access: AccountAccess,
  name: string,
  signal: AbortSignal,
): Promise<ReadOutcome<Reply>> {
  return resource.named?.read(access.client, name, signal) ?? readResource(resource, access, name, signal);
}

function readResource<Reply extends Identified, Values>(
  { operations: { get } }: ShownResource<Reply, Values>,
  { client }: AccountAccess,
  id: string,
  signal: AbortSignal,
): Promise<ReadOutcome<Reply>> {
  if (typeof get === "function") return get(client, id, signal);
  return client.call(get, { path: pathTo(id) }, signal);
}

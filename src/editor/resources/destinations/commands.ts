import { l10n } from "vscode";
import * as z from "zod/mini";
import type { RequiresAccess } from "../../accounts/clientFactory.ts";
import type { DestinationsModel } from "../../catalogue/listModel.ts";
import { refreshView, type RefreshParts } from "../../catalogue/refreshView.ts";
import { copyLines, inform } from "../../kit/notify.ts";
import { command, plainCommand, type CommandGroup } from "../../kit/command.ts";
import { choose } from "../../resourceEngine/choose.ts";
import { listResources, ShowArguments } from "../../resourceEngine/commands.ts";
import { createResource } from "../../resourceEngine/create.ts";
import type { EditingContext } from "../../resourceEngine/unfinished.ts";
import { resourceEditor } from "../../resourceEngine/edit.ts";
import { showResource } from "../../resourceEngine/read.ts";
import { destinationsViewId } from "../../words/contributions.ts";
import { deleteDestinations } from "./delete.ts";
import { choosingDestination, destinations } from "./destinations.ts";
import { DeletionArguments, DestinationWaits, type WaitParts } from "./wait.ts";

type CommandParts = EditingContext &
  WaitParts &
  RefreshParts & { readonly destinations: Pick<DestinationsModel, "refresh"> };

export function destinationCommands(parts: CommandParts) {
  const id = z.optional(z.string());
  const waits = new DestinationWaits(parts);
  const edit = resourceEditor(destinations(parts), parts);
  return {
    "managedAuth.createDestination": plainCommand(() => createResource(destinations(parts), parts)),
    "managedAuth.editDestination": command(
      z.strictObject({ id, rotate: z.optional(z.literal(true)) }),
      ({ rotate, ...wanted }) => edit({ ...wanted, ...(rotate && { first: "headers" }) }),
    ),
    "managedAuth.showDestination": command(ShowArguments, (wanted) =>
      wanted.id === undefined
        ? listResources(destinations(parts), parts)
        : showResource(destinations(parts), parts, wanted),
    ),
    "managedAuth.copyDestinationId": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      ({ ids = [] }) => copyIds(parts, ids),
    ),
    "managedAuth.refreshDestinations": plainCommand(() =>
      refreshView(parts, destinationsViewId, () => parts.destinations.refresh()),
    ),
    "managedAuth.deleteDestination": command(z.pick(DeletionArguments, { targets: true }), ({ targets }) =>
      deleteDestinations(parts, targets),
    ),
    "managedAuth.deleteDestinations": command(DeletionArguments, async ({ wait, ...args }) => {
      if (wait === undefined) await deleteDestinations(parts, args.targets);
      else if (wait) await waits.begin(args);
      else waits.stop(args);
    }),
  } satisfies CommandGroup;
}

/** Copies the IDs of destinations, one per line. Prompts for a destination if none is given. */
async function copyIds({ requireAccess }: RequiresAccess, ids: readonly string[]): Promise<void> {
  const title = l10n.t("Copy Destination ID");
  const access = ids.length > 0 ? undefined : await requireAccess(title);
  const picked = access && (await choose(choosingDestination, access, title));
  const named = picked === undefined ? ids : [picked];
  if (named.length > 0 && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}

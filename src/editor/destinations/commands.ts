import { l10n } from "vscode";
import * as z from "zod/mini";
import type { Target } from "../../domain/deletion/deletion.ts";
import { display } from "../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { refreshView } from "../catalogue/refresh.ts";
import type { RefreshParts } from "../catalogue/refresh.ts";
import { copyLines } from "../kit/clipboard.ts";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { inform } from "../kit/notify.ts";
import type { Result } from "../results/result.ts";
import type { PageParts } from "../results/showingParts.ts";
import { createDestinationCommand } from "./create.ts";
import type { DestinationParts } from "./create.ts";
import { deleteDestinations, deleteTargets } from "./delete.ts";
import { editDestination } from "./edit.ts";
import { destinationsViewId } from "../words/contributions.ts";
import { choose } from "../resourceEngine/choose.ts";
import { destinations } from "./destinations.ts";
import type { Chosen } from "./picker.ts";
import { untilUnselected } from "./watch.ts";
import { showThing } from "../things/read.ts";
import type { CommandArguments } from "../words/contributions.ts";

type CommandParts = DestinationParts & PageParts;

const Targets = z.array(
  z.strictObject({ idOrName: z.string(), name: z.optional(z.string()), endpoint: z.optional(z.string()) }),
);

/** What people do about telemetry destinations. */
export function destinationCommands(parts: CommandParts & RefreshParts) {
  const takes = z.strictObject({ targets: z.optional(Targets), wait: z.optional(z.literal(true)) });
  const Shown = z.strictObject({
    id: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
    preserveFocus: z.optional(z.literal(true)),
  });
  return {
    "managedAuth.createDestination": plainCommand(() => createDestinationCommand(parts)),
    "managedAuth.editDestination": command(
      z.strictObject({ id: z.optional(z.string()), rotate: z.optional(z.literal(true)) }),
      (told) => editDestination(parts, told),
    ),
    "managedAuth.showDestination": command(Shown, (told) => showDestination(parts, told)),
    "managedAuth.copyDestinationId": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      ({ ids = [] }) => copyIds(parts, ids),
    ),
    "managedAuth.refreshDestinations": plainCommand(() =>
      refreshView(parts, destinationsViewId, () => parts.destinations.refresh()),
    ),
    "managedAuth.deleteDestinations": command(takes, ({ targets, wait }) =>
      targets !== undefined && wait === true ? watchDeletion(parts, targets) : deleteCommand(parts, targets),
    ),
  } satisfies Partial<Commands>;
}

/** Deletes these destinations after a confirmation, such as those of an earlier result; asks which, where none are named. */
async function deleteCommand(parts: CommandParts, targets?: readonly Chosen[]): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  await show(parts, access, (one) =>
    targets === undefined ? deleteDestinations(parts, one) : deleteTargets(parts, one, targets),
  );
}

/**
 * Waits until nothing selects the destinations of an earlier result, then offers to delete them by id, as the account
 * that waited. When that is, is left to chance: a dialog would take the Enter of whoever is typing then.
 */
export async function watchDeletion(parts: CommandParts, targets: readonly Target[]): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  const free = access && (await untilUnselected(access, targets, () => watchDeletion(parts, targets)));
  if (free === undefined) return;
  await inform(noLongerSelected(free), {
    label: l10n.t("Delete…"),
    run: () => show(parts, access, (one) => deleteTargets(parts, one, free)),
  });
}

/** Copies the IDs of destinations, a line each; of the one that the user chooses where none is named. */
async function copyIds({ requireAccess }: RequiresAccess, ids: readonly string[]): Promise<void> {
  const title = l10n.t("Copy Destination ID");
  const access = ids.length > 0 ? undefined : await requireAccess(title);
  const picked = access && (await choose(destinations.choosing, access, title));
  const named = picked === undefined ? ids : [picked];
  if (named.length > 0 && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}

function noLongerSelected([first, ...others]: readonly Target[]): string {
  return others.length === 0
    ? l10n.t("No connection selects {0} any more.", display(first?.name ?? first?.idOrName ?? ""))
    : l10n.t("No connection selects any of the destinations any more.");
}

function commandTitle(): string {
  return l10n.t("Delete Telemetry Destinations");
}

type Work = (access: Access) => Promise<Result | undefined>;

async function show(parts: CommandParts, access: Access | undefined, work: Work): Promise<void> {
  const result = access && (await work(access));
  if (result === undefined) return;
  void parts.destinations.changed();
  const { card, quiet, tab } = result;
  // What was deleted needs its name: its page has no more to say.
  const toAway = (quiet === true ? tab?.title : undefined) ?? card.title;
  await parts.panel.show(result, { preserveFocus: quiet === true, toAway });
}

/** "Show Destination": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showDestination(
  parts: PageParts,
  told: CommandArguments["managedAuth.showDestination"],
): Promise<void> {
  await showThing(destinations, parts, l10n.t("Show Destination"), told);
}

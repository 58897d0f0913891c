import { l10n } from "vscode";
import * as z from "zod/mini";
import type { Session } from "../../accounts/session.ts";
import type { RequiresAccess, Access } from "../../accounts/service.ts";
import type { DestinationsModel } from "../../catalogue/listModel.ts";
import { refreshView, type RefreshParts } from "../../catalogue/refresh.ts";
import { copyLines, inform, warn, type NotifyAction } from "../../kit/notify.ts";
import { command, plainCommand, type Commands } from "../../kit/command.ts";
import { choose } from "../../resourceEngine/choose.ts";
import { listResources } from "../../resourceEngine/commands.ts";
import { createResource } from "../../resourceEngine/create.ts";
import { editResource } from "../../resourceEngine/edit.ts";
import { showResource } from "../../resourceEngine/read.ts";
import type { ResultPanel } from "../../results/panel.ts";
import { destinationsViewId } from "../../words/contributions.ts";
import { deleteDestinations, type DestinationParts, deleteTargets, deletionTitle } from "./delete.ts";
import { freeCard, freeWords, waitingCard, waitingWords } from "./waitingCard.ts";
import { choosingDestination, destinations } from "./destinations.ts";
import { systemClock } from "../../../api/clock.ts";
import type { Target } from "../../../domain/deletion/deletion.ts";
import { findAmong, selectingAmong } from "../../../domain/deletion/destinationUse.ts";
import { display } from "../../../domain/text/display.ts";
import { Lists } from "../../catalogue/lists.ts";
import { withCancel } from "../../kit/progress.ts";
import { describeError } from "../../words/errors.ts";

type CommandParts = WaitParts & RefreshParts & { readonly destinations: Pick<DestinationsModel, "refresh"> };

interface WaitParts extends DestinationParts {
  readonly panel: Pick<ResultPanel, "gone" | "ofAccount" | "show" | "update">;
  readonly session: Pick<Session, "onDidChange">;
}

/** What people do about telemetry destinations. */
export function destinationCommands(parts: CommandParts) {
  const id = z.optional(z.string());
  const flag = z.optional(z.literal(true));
  const Target = z.strictObject({ idOrName: z.string(), name: id, endpoint: id });
  const Targets = z.strictObject({
    targets: z.optional(z.array(Target)),
    wait: z.optional(z.boolean()),
    resultId: z.optional(z.uuid()),
  });
  const waits: DestinationWaits = new Map();
  const Shown = z.strictObject({ id, resultId: z.optional(z.uuid()), preserveFocus: flag });
  return {
    "managedAuth.createDestination": plainCommand(() => createResource(destinations(parts), parts)),
    "managedAuth.editDestination": command(z.strictObject({ id, rotate: flag }), ({ rotate, ...wanted }) =>
      editResource(destinations(parts), parts, { ...wanted, ...(rotate && { first: "headers" }) }),
    ),
    "managedAuth.showDestination": command(Shown, (wanted) =>
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
    "managedAuth.deleteDestinations": command(Targets, async ({ resultId, targets, wait }) => {
      if (wait === false) waits.get(resultId ?? "")?.abort();
      else if (targets !== undefined && wait === true) await watchDeletion(parts, targets, waits, resultId);
      else await deleteDestinations(parts, targets);
    }),
  } satisfies Partial<Commands>;
}

/** Copies the IDs of destinations, a line each; of the one that the user chooses where none is named. */
async function copyIds({ requireAccess }: RequiresAccess, ids: readonly string[]): Promise<void> {
  const title = l10n.t("Copy Destination ID");
  const access = ids.length > 0 ? undefined : await requireAccess(title);
  const picked = access && (await choose(choosingDestination, access, title));
  const named = picked === undefined ? ids : [picked];
  if (named.length > 0 && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}

const betweenLooksMs = 15_000;
/** An hour: who still waits then has most likely forgotten it. */
const mostLooks = 240;

/** The waits of this window that a page shows, by the ID of its result. */
export type DestinationWaits = Map<string, AbortController>;

/**
 * Waits until no connection uses the destinations of an earlier result, whose page shows that, then offers to delete them
 * by ID, as the account that waited. The offer is no dialog: a dialog would take the Enter of someone who is typing.
 * Signing out ends the wait.
 */
export async function watchDeletion(
  parts: WaitParts,
  targets: readonly Target[],
  waits: DestinationWaits = new Map(),
  resultId = "",
): Promise<void> {
  const access = await parts.requireAccess(deletionTitle());
  if (access === undefined) return;
  waits.get(resultId)?.abort();
  const stop = new AbortController();
  waits.set(resultId, stop);
  const following = parts.session.onDidChange(({ kind }) => {
    if (kind === "signedOut") stop.abort();
  });
  const page = parts.panel.ofAccount(access.account.id).find(({ card }) => card.id === resultId);
  if (page !== undefined)
    await parts.panel.update({ ...page, card: waitingCard(page.card, targets) }, { isPassing: true });
  const again = (): Promise<void> => watchDeletion(parts, targets, waits, resultId);
  const free = await untilUnselected(access, targets, again, stop.signal).finally(() => {
    following.dispose();
  });
  // Another wait of the same page draws the page itself.
  if (waits.get(resultId) === stop) {
    waits.delete(resultId);
    if (page !== undefined)
      await parts.panel.update(free === undefined ? page : { ...page, card: freeCard(page.card, free) });
  }
  if (free === undefined) return;
  await inform(freeWords(free), {
    label: l10n.t("Delete…"),
    run: () => deleteTargets(parts, access, free),
  });
}

/**
 * Waits until no connection selects the destinations any more. It only reads, every 15 seconds for an hour at most, and
 * can be cancelled. Resolves to the destinations by id, or `undefined` when the user gave up, the service does not list
 * or the hour is over; the latter two are said, with a button that waits `again`: what ended the waiting may be over.
 */
export async function untilUnselected(
  access: Access,
  targets: readonly Target[],
  again: () => Promise<unknown>,
  also?: AbortSignal,
): Promise<readonly Target[] | undefined> {
  const [first, ...others] = targets;
  if (first === undefined) return undefined;
  const name = display(first.name ?? first.idOrName);
  const goOn: NotifyAction = { label: l10n.t("Notify When Free"), run: again };
  return withCancel(
    waitingWords(targets),
    async (report, signal) => {
      for (let looks = 1; ; looks++) {
        const users = await usersOf(access, targets, goOn, signal);
        if (users === undefined) return undefined;
        if (users.count === 0) return users.byId;
        if (looks === mostLooks) {
          void warn(
            others.length === 0
              ? l10n.t("Not deleted: {0} is still in use after an hour.", name)
              : l10n.t("Not deleted: some destinations are still in use after an hour."),
            goOn,
          );
          return undefined;
        }
        report(l10n.t("still used by {0}", users.count));
        if (!(await systemClock.sleep(betweenLooksMs, signal))) return undefined;
      }
    },
    also,
  );
}

async function usersOf(
  { client }: Access,
  targets: readonly Target[],
  goOn: NotifyAction,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly byId: readonly Target[] } | undefined> {
  // A new reading each time: what was read before is what is waited for to change.
  const lists = new Lists(client);
  const connections = await lists.connections("", () => undefined, signal);
  const destinations = await lists.destinations("", () => undefined, signal);
  for (const listing of [connections, destinations]) {
    if (listing.kind === "cancelled") return undefined;
    if (listing.kind !== "failed") continue;
    // Nothing is known to select them, which is not to say that nothing does.
    void warn(l10n.t("Not deleted: {0}.", describeError(listing.error).headline), goOn);
    return undefined;
  }
  const find = findAmong(destinations.rows.map(({ item }) => item));
  const found = targets.map(({ idOrName }) => find(idOrName));
  const selecting = selectingAmong(connections.rows);
  const users = new Set(found.flatMap((item) => (item === undefined ? [] : selecting(item))));
  const isCut =
    connections.kind === "cut" || (destinations.kind === "cut" && found.some((item) => item === undefined));
  if (users.size === 0 && isCut) {
    void warn(l10n.t("Not deleted: too many connections to check."));
    return undefined;
  }
  return {
    count: users.size,
    byId: targets.map((target, index) => {
      const { id = target.idOrName, name = target.name } = found[index] ?? {};
      return { idOrName: id, ...(name !== undefined && { name }) };
    }),
  };
}

import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import type { Target } from "../../domain/deletion/deletion.ts";
import { findAmong, selectingAmong } from "../../domain/deletion/destinationUse.ts";
import { display } from "../../domain/text/display.ts";
import { Lists } from "../catalogue/lists.ts";
import { warn } from "../kit/notify.ts";
import type { NotifyAction } from "../kit/notify.ts";
import type { Access } from "../accounts/service.ts";
import { withCancel } from "../kit/progress.ts";
import { describeError } from "../words/errors.ts";

const betweenLooksMs = 15_000;
/** An hour: who still waits then has most likely forgotten it. */
const mostLooks = 240;

/**
 * Waits until no connection selects the destinations any more. It only reads, every 15 seconds for an hour at most, and
 * can be cancelled. Resolves to the destinations by id, or `undefined` when the user gave up, the service does not list
 * or the hour is over; the latter two are said, with a button that waits `again`.
 */
export async function untilUnselected(
  access: Access,
  targets: readonly Target[],
  again: () => Promise<unknown>,
): Promise<readonly Target[] | undefined> {
  const [first, ...others] = targets;
  if (first === undefined) return undefined;
  const name = display(first.name ?? first.idOrName);
  return withCancel(
    others.length === 0
      ? l10n.t("Waiting until no connection selects {0}", name)
      : l10n.t("Waiting until no connection selects {0} and {1} more", name, others.length),
    async (report, signal) => {
      for (let looks = 1; ; looks++) {
        const users = await usersOf(access, targets, again, signal);
        if (users === undefined) return undefined;
        if (users.count === 0) return users.byId;
        if (looks === mostLooks) {
          void warn(
            others.length === 0
              ? l10n.t("Waiting has ended: {0} is still selected after an hour.", name)
              : l10n.t("Waiting has ended: some of the destinations are still selected after an hour."),
            goOn(again),
          );
          return undefined;
        }
        report(l10n.t("still selected by {0}", users.count));
        if (!(await systemClock.sleep(betweenLooksMs, signal))) return undefined;
      }
    },
  );
}

/** Waits anew: what ended the waiting may be over. */
function goOn(run: () => Promise<unknown>): NotifyAction {
  return { label: l10n.t("Delete When Free…"), run };
}

interface Users {
  readonly count: number;
  readonly byId: readonly Target[];
}

async function usersOf(
  access: Access,
  targets: readonly Target[],
  again: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Users | undefined> {
  // A new reading each time: what was read before is what is waited for to change.
  const lists = new Lists(access.client);
  const connections = await lists.connections("", () => undefined, signal);
  const destinations = await lists.destinations("", () => undefined, signal);
  for (const listing of [connections, destinations]) {
    if (listing.kind === "cancelled") return undefined;
    if (listing.kind !== "failed") continue;
    // Nobody is known to select them, which is not to say that nobody does.
    void warn(l10n.t("Waiting has ended: {0}.", describeError(listing.error).headline), goOn(again));
    return undefined;
  }
  const find = findAmong(destinations.rows.map(({ item }) => item));
  const found = targets.map((target) => ({ target, item: find(target.idOrName) }));
  const selecting = selectingAmong(connections.rows);
  const users = new Set(
    found.flatMap(({ item }) => (item === undefined ? [] : selecting(item))).map(({ id }) => id),
  );
  const cut =
    connections.kind === "cut" ||
    (destinations.kind === "cut" && found.some(({ item }) => item === undefined));
  if (users.size === 0 && cut) {
    void warn(l10n.t("Waiting has ended: there is too much to look through."));
    return undefined;
  }
  return {
    count: users.size,
    byId: found.map(({ item, target }) =>
      item === undefined
        ? target
        : { idOrName: item.id, ...(item.name !== undefined && { name: item.name }) },
    ),
  };
}

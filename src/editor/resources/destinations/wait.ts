// Polls until no connection and no browser uses the destinations that the service refused to delete.
import { l10n } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../../api/clock.ts";
import { listWith, type Listing } from "../../../api/listing.ts";
import { listBrowsers } from "../../../api/operations.ts";
import type { TableRow } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import type { DeletionTarget } from "../../../domain/resources/deletionOutcome.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import type { WindowSession } from "../../accounts/session.ts";
import { inform, warn, type NotifyAction } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import type { ButtonAction, ResultButton, ResultCard } from "../../results/buttons.ts";
import type { ResultPanel } from "../../results/panel.ts";
import { describeError } from "../../words/errors.ts";
import { withFullStop } from "../../words/sentences.ts";
import { exportingTo } from "./exporting.ts";
import { deleteTargets, deletionTitle, readHolders, type DestinationParts } from "./delete.ts";
import { deletionButton, notifyButton } from "./deletedCard.ts";

export interface WaitParts extends DestinationParts {
  readonly panel: Pick<ResultPanel, "markDeleted" | "resultsOfAccount" | "show" | "update">;
  readonly session: Pick<WindowSession, "onDidChange">;
}

const optionalText = z.optional(z.string());

/**
 * Arguments of "Delete Telemetry Destinations…" and of the buttons that start or stop waiting until destinations are
 * unused.
 */
export const DeletionArguments = z.strictObject({
  targets: z.optional(
    z.array(
      z.strictObject({
        idOrName: z.string(),
        name: optionalText,
        endpoint: optionalText,
        browsers: z.optional(z.array(z.string())),
      }),
    ),
  ),
  wait: z.optional(z.boolean()),
  resultId: z.optional(z.uuid()),
});
type WaitArguments = Pick<z.infer<typeof DeletionArguments>, "resultId" | "targets">;

const waitPollIntervalMs = 15_000;
/**
 * Maximum number of polls, which amounts to an hour of waiting. A user who has waited longer has most likely
 * forgotten about the deletion.
 */
const maxWaitPolls = 240;

/**
 * Waits in this window until destinations are unused. The page of a refused deletion shows which of its destinations
 * the window is waiting for.
 */
export class DestinationWaits {
  readonly #parts: WaitParts;
  /** Abort controllers that stop waiting, keyed first by the page's result ID and then by the destination. */
  readonly #running = new Map<string | undefined, Map<string, AbortController>>();

  constructor(parts: WaitParts) {
    this.#parts = parts;
  }

  /** Stops waiting for the given destinations on the page with the given result ID. */
  stop({ resultId, targets = [] }: WaitArguments): void {
    for (const { idOrName } of targets) this.#running.get(resultId)?.get(idOrName)?.abort();
  }

  /**
   * Waits until no connection or browser uses the destinations, then offers to delete them by ID, with the account that
   * was active at the start. The offer is a notification instead of a dialog, because Enter would confirm a dialog that
   * opens while the user is typing. Signing out stops the wait.
   */
  async begin({ resultId, targets = [] }: WaitArguments): Promise<void> {
    const access = await this.#parts.requireAccess(deletionTitle());
    if (access === undefined) return;
    this.stop({ resultId, targets });
    const stop = new AbortController();
    const running = this.#running.get(resultId) ?? new Map<string, AbortController>();
    this.#running.set(resultId, running);
    for (const { idOrName } of targets) running.set(idOrName, stop);
    const following = this.#parts.session.onDidChange(({ kind }) => {
      if (kind === "signedOut") stop.abort();
    });
    const draw = async (...change: ChangeOfWait): Promise<void> => {
      const { panel } = this.#parts;
      const page = panel.resultsOfAccount(access.account.id).find(({ card }) => card.id === resultId);
      // Don't store the page during the wait, because reloading the window ends the wait.
      if (page !== undefined)
        await panel.update(
          { ...page, card: withWait(page.card, ...change) },
          { isPassing: running.size > 0 },
        );
    };
    await draw(
      targets,
      (target, notes) => [...notes, ...waitingNotes(target)],
      (subset) => deletionButton(l10n.t("Stop Waiting"), subset, { wait: false, resultId }),
    );
    const restart = (): Promise<void> => this.begin({ resultId, targets });
    const free = await untilUnselected(access, targets, restart, stop.signal).finally(() => {
      following.dispose();
    });
    // Skip destinations that a later call of `begin` waits for. That call updates their rows.
    const ownTargets = targets.filter(({ idOrName }) => running.get(idOrName) === stop);
    for (const { idOrName } of ownTargets) running.delete(idOrName);
    if (running.size === 0) this.#running.delete(resultId);
    // If the wait ended early, restore the page to its state before the wait.
    if (free === undefined)
      return draw(
        ownTargets,
        (_, notes) => notes,
        (subset) => notifyButton(subset, resultId),
      );
    const byId = new Map(targets.map(({ idOrName }, index) => [idOrName, free[index]]));
    // Replace the reasons why the service refused the deletion, because they no longer apply.
    await draw(
      ownTargets,
      (target) => [freeWords([target])],
      (subset) =>
        deletionButton(
          l10n.t("Delete…"),
          subset.map((target) => byId.get(target.idOrName) ?? target),
        ),
    );
    await inform(freeWords(free), {
      label: l10n.t("Delete…"),
      run: () => deleteTargets(this.#parts, access, free),
    });
  }
}

/**
 * Polls every 15 seconds, for up to an hour, until no connection or browser uses the destinations. Resolves to the
 * destinations with their IDs, or to undefined if the user cancels. If the lists can't be fetched or the hour is
 * over, resolves to undefined after showing a warning. A button of the warning calls `restart`.
 */
export async function untilUnselected(
  access: AccountAccess,
  targets: readonly DeletionTarget[],
  restart: () => Promise<unknown>,
  also?: AbortSignal,
): Promise<readonly DeletionTarget[] | undefined> {
  const [first, ...others] = targets;
  if (first === undefined) return undefined;
  const waitLonger: NotifyAction = { label: l10n.t("Notify When Free"), run: restart };
  return withCancel(
    waitingWords(targets),
    async (report, signal) => {
      for (let polls = 1; ; polls++) {
        const users = await usersOf(access, targets, waitLonger, signal);
        if (users === undefined) return undefined;
        if (users.count === 0) return users.byId;
        if (polls === maxWaitPolls) {
          void warn(
            others.length === 0
              ? l10n.t("Not deleted: {0} is still in use after an hour.", targetName(first))
              : l10n.t("Not deleted: some destinations are still in use after an hour."),
            waitLonger,
          );
          return undefined;
        }
        report(l10n.t("still used by {0}", users.count));
        if (!(await systemClock.sleep(waitPollIntervalMs, signal))) return undefined;
      }
    },
    also,
  );
}

/**
 * Counts the connections that use the destinations. If there are none, counts the browsers that may export to the
 * destinations. Returns undefined if the user cancels, or after a warning if the number can't be determined.
 */
async function usersOf(
  access: AccountAccess,
  targets: readonly DeletionTarget[],
  goOn: NotifyAction,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly byId: readonly DeletionTarget[] } | undefined> {
  const { connections, destinations, find, heldBy } = await readHolders(access, signal);
  const found = targets.map(({ idOrName }) => find(idOrName));
  const users = new Set(found.flatMap((item) => (item === undefined ? [] : heldBy(item.id))));
  const running = users.size > 0 ? undefined : await listWith(access.client, listBrowsers, {}, signal);
  for (const listing of compact<Listing<unknown>>(connections, destinations, running)) {
    if (listing.kind === "cancelled") return undefined;
    // If a list can't be fetched, there is no way to know whether a destination is still in use.
    if (listing.kind === "failed") {
      void warn(l10n.t("Not deleted: {0}.", describeError(listing.error).headline), goOn);
      return undefined;
    }
  }
  const isCut =
    connections.kind === "cut" || (destinations.kind === "cut" && found.some((item) => item === undefined));
  if (users.size === 0 && isCut) {
    void warn(l10n.t("Not deleted: too many connections to check."), goOn);
    return undefined;
  }
  const browsers = targets.flatMap(({ browsers: handles, idOrName, name }, index) =>
    handles === undefined
      ? exportingTo(found[index] ?? { id: idOrName, name }, running?.rows ?? []).browsers
      : (running?.rows.filter(({ id }) => handles.includes(id)) ?? []),
  );
  const byId = targets.map((target, index): DeletionTarget => {
    const { id = target.idOrName, name = target.name } = found[index] ?? {};
    return { idOrName: id, ...(name !== undefined && { name }) };
  });
  return { count: users.size + new Set(browsers).size, byId };
}

function waitingWords([first, ...others]: readonly DeletionTarget[]): string {
  const name = targetName(first);
  if (others.length === 0) return l10n.t("Waiting until {0} is free", name);
  return l10n.t("Waiting until {0} and {1} more are free", name, others.length);
}

function freeWords([first, ...others]: readonly DeletionTarget[]): string {
  if (others.length === 0) return l10n.t("{0} is no longer in use.", targetName(first));
  return l10n.t("The destinations are no longer in use.");
}

function targetName(target: DeletionTarget | undefined): string {
  return display(target?.name ?? target?.idOrName ?? "");
}

/** Returns the notes to show below a destination's row during the wait. */
function waitingNotes(target: DeletionTarget): readonly string[] {
  return [withFullStop(waitingWords([target])), l10n.t("A notification tells you when you can delete.")];
}

/**
 * An update of the page when a wait starts or ends: the destinations, a function that returns their notes, and a
 * function that returns the new button. The notes are shown below a destination's row.
 */
type ChangeOfWait = [
  targets: readonly DeletionTarget[],
  notesOf: (target: DeletionTarget, notes: readonly string[]) => readonly string[],
  buttonOf: (targets: readonly DeletionTarget[]) => ResultButton,
];

/** Replaces the given destinations' notes about waiting and the buttons that start or stop waiting. */
function withWait(card: ResultCard, ...[targets, notesOf, buttonOf]: ChangeOfWait): ResultCard {
  const byId = new Map(targets.map((target) => [target.idOrName, target]));
  const redrawn = (button: ResultButton): ResultButton => {
    const { press } = button;
    if (press.does !== "run" || press.command !== "managedAuth.deleteDestinations") return button;
    const { targets: named = [], wait } = DeletionArguments.parse(press.args);
    return wait !== undefined && named.every(({ idOrName }) => byId.has(idOrName)) ? buttonOf(named) : button;
  };
  const row = (tableRow: TableRow<ButtonAction>): TableRow<ButtonAction> => {
    const { actions = [], copy, notes } = tableRow;
    const target = copy?.press.does === "copyId" ? byId.get(copy.press.id) : undefined;
    if (target === undefined) return tableRow;
    const otherNotes = notes.filter((note) => !waitingNotes(target).includes(note));
    return { ...tableRow, notes: notesOf(target, otherNotes), actions: actions.map(redrawn) };
  };
  const { next, other } = card.actions;
  return {
    ...card,
    blocks: card.blocks.map((block) =>
      block.kind === "table" ? { ...block, rows: block.rows.map(row) } : block,
    ),
    actions: {
      ...card.actions,
      ...(next && { next: redrawn(next) }),
      ...(other && { other: redrawn(other) }),
    },
  };
}

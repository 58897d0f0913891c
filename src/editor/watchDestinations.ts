import { setTimeout as pause } from "node:timers/promises";
import { l10n, ProgressLocation, window } from "vscode";
import type { OtlpDestination } from "../api/neighbours.ts";
import type { Target } from "../domain/deletion.ts";
import { selectedBy } from "../domain/destinationUse.ts";
import { display } from "../domain/display.ts";
import { Lists } from "./lists.ts";
import { inform } from "./notify.ts";
import type { Connection } from "./service.ts";
import { whyNotListed } from "./words/lists.ts";

const betweenLooksMs = 15_000;

/**
 * Waits until no connection selects the destinations any more. It only reads, every 15 seconds, and can be cancelled.
 * Resolves to the destinations by id, or `undefined` when the user gave up or the service does not list.
 */
export async function untilUnselected(
  connection: Connection,
  targets: readonly Target[],
): Promise<readonly Target[] | undefined> {
  const [first] = targets;
  if (first === undefined) return undefined;
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t("Waiting until no connection selects {0}", display(first.name ?? first.idOrName)),
      cancellable: true,
    },
    async (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      for (;;) {
        const users = await usersOf(connection, targets, stop.signal);
        if (stop.signal.aborted || users === undefined) return undefined;
        if (users.count === 0) return users.byId;
        progress.report({ message: l10n.t("{0} still do", users.count) });
        if (!(await pauseFor(betweenLooksMs, stop.signal))) return undefined;
      }
    },
  );
}

interface Users {
  readonly count: number;
  readonly byId: readonly Target[];
}

async function usersOf(
  connection: Connection,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<Users | undefined> {
  // A new reading each time: what was read before is what is waited for to change.
  const lists = new Lists(connection.client.reads);
  const destinations = await lists.destinations("", () => undefined, signal);
  if (destinations.kind === "failed") {
    void inform(whyNotListed(destinations.error));
    return undefined;
  }
  const found = targets.map((target) => ({
    target,
    item: find(
      destinations.rows.map(({ item }) => item),
      target,
    ),
  }));
  const connections = new Set(
    found
      .flatMap(({ item }) => (item === undefined ? [] : selectedBy(item, lists.knownConnections)))
      .map(({ id }) => id),
  );
  return {
    count: connections.size,
    byId: found.map(({ item, target }) =>
      item === undefined
        ? target
        : { idOrName: item.id, ...(item.name !== undefined && { name: item.name }) },
    ),
  };
}

function find(destinations: readonly OtlpDestination[], { idOrName }: Target): OtlpDestination | undefined {
  return destinations.find(({ id, name }) => id === idOrName || name === idOrName);
}

/** Resolves to whether the whole time has passed. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

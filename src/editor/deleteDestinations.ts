import { l10n, ProgressLocation, window } from "vscode";
import type { Memento } from "vscode";
import * as z from "zod/mini";
import { deletionOf, inParallel } from "../domain/deletion.ts";
import type { DeletedDestination } from "../domain/deletion.ts";
import { display } from "../domain/display.ts";
import { deletedCard } from "./cards/deleted.ts";
import { pickDestinations } from "./destinationPicker.ts";
import { confirm } from "./notify.ts";
import type { Result, Results } from "./results.ts";
import type { Connection, Service } from "./service.ts";
import { accountPlace } from "./words/accounts.ts";

const Recent = z.catch(z.array(z.string()), []);
const recentKept = 10;
const listedInDialog = 20;
const atOnce = 4;

export interface DeleteDestinationsParts {
  readonly service: Service;
  readonly results: Results;
  readonly windowState: Memento;
}

/**
 * Asks for destinations, confirms, and deletes them (§4.3). Returns the result to show, or `undefined` when the
 * user left before anything was sent.
 */
export async function deleteDestinations(
  parts: DeleteDestinationsParts,
  connection: Connection,
): Promise<Result | undefined> {
  const { account, baseUrl } = connection;
  const recentKey = `recentDestinations/${account.id}`;
  const recent = Recent.parse(parts.windowState.get(recentKey));
  const chosen = await pickDestinations(
    l10n.t("Delete Telemetry Destinations"),
    recent,
    account.kind === "sandbox" ? sandboxHint() : undefined,
  );
  if (chosen === undefined || !(await confirmed(chosen, accountPlace(account, baseUrl)))) return undefined;
  const deleted = await deleteAll(parts.service, connection, chosen);
  const left = deleted.filter(({ deletion }) => deletion.kind !== "deleted" && deletion.kind !== "notFound");
  const names = new Set([
    ...left.map(({ idOrName }) => idOrName),
    ...recent.filter((name) => !chosen.includes(name)),
  ]);
  await parts.windowState.update(recentKey, [...names].slice(0, recentKept));
  if (deleted.every(({ deletion }) => deletion.kind === "skipped")) return undefined;
  return {
    card: deletedCard({ id: parts.results.newId(), account, baseUrl, at: new Date() }, deleted),
    context: { accountId: account.id },
  };
}

/** The names that a new sandbox holds; nothing else tells them to somebody who tries it out. */
function sandboxHint(): string {
  return l10n.t(
    "In the sandbox, nightly-archive can be deleted; live-sessions, compliance-log and login-traces are in use.",
  );
}

async function confirmed(names: readonly string[], place: string): Promise<boolean> {
  const one = names.length === 1 ? names[0] : undefined;
  const listed = names.slice(0, listedInDialog).map((name) => `• ${display(name)}`);
  const more = names.length - listed.length;
  return confirm(
    one === undefined
      ? l10n.t("Delete {0} telemetry destinations?", names.length)
      : l10n.t('Delete the telemetry destination with the ID or name "{0}"?', display(one)),
    [
      ...(one === undefined ? listed : []),
      ...(more > 0 ? [l10n.t("… and {0} more", more)] : []),
      l10n.t("From: {0}", place),
      l10n.t("Telemetry is no longer exported there. This cannot be undone."),
    ].join("\n"),
    one === undefined ? l10n.t("Delete {0} Destinations", names.length) : l10n.t("Delete"),
  );
}

async function deleteAll(
  service: Service,
  connection: Connection,
  names: readonly string[],
): Promise<readonly DeletedDestination[]> {
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t("Deleting telemetry destinations"),
      cancellable: true,
    },
    async (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      let done = 0;
      return inParallel(names, atOnce, async (idOrName): Promise<DeletedDestination> => {
        const outcome = await connection.client.deleteDestination(idOrName, stop.signal);
        await service.note(connection, outcome);
        done += 1;
        progress.report({ message: l10n.t("{0} of {1}", done, names.length), increment: 100 / names.length });
        return { idOrName, deletion: deletionOf(outcome) };
      });
    },
  );
}

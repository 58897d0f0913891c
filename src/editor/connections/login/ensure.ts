import { l10n, window } from "vscode";
import type { Clock } from "../../../api/clock.ts";
import { display } from "../../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../../accounts/service.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { inform, mayNotify, mention } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import type { EnsureParts } from "../../logins/ensure.ts";
import { ensureAll } from "../../logins/ensureAll.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { Results } from "../../results/store.ts";
import type { CommandId } from "../../words/contributions.ts";
import { pickConnection } from "../shown/pick.ts";
import { ensuredCard, ensuredTab, isPlainlyLoggedIn } from "./ensuredCard.ts";
import type { EnsuredConnection } from "./ensuredCard.ts";
import type { LoginMemory } from "./memory.ts";

/** What making sure that connections are logged in works with. */
export interface EnsureLoggedInParts extends RequiresAccess {
  readonly logins: EnsureParts["logins"];
  readonly connections: Pick<ConnectionsModel, "state" | "saw">;
  readonly memory: Pick<LoginMemory, "asking">;
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "show">;
  readonly start: (command: CommandId, told?: unknown) => Promise<void>;
  readonly clock?: Clock;
}

/**
 * "Make Sure It Is Logged In": these, or one that is asked for. Opens nothing, whatever comes of it: one result tells who
 * needs a person, and leads there.
 */
export async function ensureLoggedIn(
  parts: EnsureLoggedInParts,
  given: readonly string[] | undefined,
): Promise<void> {
  const title = l10n.t("Make Sure It Is Logged In");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const chosen = given === undefined || given.length === 0 ? [await pickConnection(access, title)] : given;
  const ids = [...new Set(chosen.filter((id) => id !== undefined))];
  if (ids.length === 0) return;
  const known = (id: string): EnsuredConnection["connection"] =>
    parts.connections.state.reading?.rows.find((row) => row.id === id) ?? { id };
  const [first = ""] = ids;
  const doing =
    ids.length === 1
      ? l10n.t("Making sure that {0} is logged in", display(connectionName(known(first))))
      : l10n.t("Making sure that {0} connections are logged in", ids.length);
  // How each of their logins ends is told by the result, and not by a message for each.
  const quiet = ids.filter((id) => !parts.memory.asking.has(id));
  for (const id of quiet) parts.memory.asking.add(id);
  try {
    const ends = await withCancel(doing, (report, signal) => {
      let done = 0;
      const settled = (): void => {
        done++;
        if (ids.length > 1) report(l10n.t("{0} of {1}", done, ids.length), (100 * done) / ids.length);
      };
      return ensureAll(parts, access, ids, { settled, signal });
    });
    const all = ends.map((ensured, at): EnsuredConnection => {
      const connection = "connection" in ensured ? ensured.connection : undefined;
      if (connection !== undefined) parts.connections.saw(access.account, connection);
      return { connection: connection ?? known(ids[at] ?? ""), ensured };
    });
    await tell(parts, access, all);
  } finally {
    for (const id of quiet) parts.memory.asking.delete(id);
  }
}

/** Says what came of it: a page, where there is more to say than that it is so. */
async function tell(
  { panel, results, start }: EnsureLoggedInParts,
  { account, baseUrl }: Access,
  all: readonly EnsuredConnection[],
): Promise<void> {
  const names = all.map(({ connection }) => display(connectionName(connection)));
  if (all.every(({ ensured: { kind } }) => kind === "cancelled")) {
    if (all.some(({ ensured }) => ensured.kind === "cancelled" && ensured.runs))
      mention(l10n.t("The login goes on. Continue it in the side bar."));
    return;
  }
  if (all.length === 1 && isPlainlyLoggedIn(all)) {
    const said = l10n.t("{0} is logged in", names.join());
    if (window.state.focused || !mayNotify()) mention(said);
    else
      void inform(said, {
        label: l10n.t("Show Connection"),
        run: () => start("managedAuth.showConnection", { id: all[0]?.connection.id }),
      });
    return;
  }
  await panel.show({
    card: ensuredCard({ id: results.newId(), account, baseUrl, at: new Date() }, all),
    accountId: account.id,
    tab: ensuredTab(all),
    about: names.join(", "),
  });
}

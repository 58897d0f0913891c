import { l10n } from "vscode";
import { getProject } from "../../api/operations.ts";
import { display } from "../../domain/text/display.ts";
import { inProject } from "../accounts/accounts.ts";
import type { ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import type { Log } from "../kit/log.ts";
import { warn } from "../kit/notify.ts";
import type { ConnectionsModel } from "./connectionsModel.ts";

interface ProjectNameParts {
  readonly connections: { readonly onDidChange: ConnectionsModel["onDidChange"] };
  readonly log: Pick<Log, "logFailure">;
  readonly service: ClientFactory;
  readonly session: WindowSession;
}

/** Loads the commands when the first one is needed. */
type LoadCommands = () => Promise<{
  readonly run: (command: "managedAuth.chooseProject", args: undefined) => unknown;
}>;

/**
 * Keeps the stored name of the account's project up to date. The name is only displayed, because requests contain the
 * project's ID. Each window fetches the project once per account and project, after the connections have been
 * fetched. Warns if the project no longer exists or is archived.
 */
export function keepProjectNameCurrent(
  { connections, log, service, session }: ProjectNameParts,
  loadCommands: LoadCommands,
): { readonly dispose: () => void } {
  const stop = new AbortController();
  let checked: SessionState | undefined;
  const following = connections.onDidChange(({ failure, reading }) => {
    if (failure !== undefined || reading !== undefined) void log.logFailure("project", check());
  });
  return {
    dispose: () => {
      stop.abort();
      following.dispose();
    },
  };

  async function check(): Promise<void> {
    const { state } = session;
    if (state.kind === "signedOut" || state.account.project === undefined || checked === state) return;
    checked = state;
    const { account } = state;
    const { id, name } = state.account.project;
    const { client } = await service.access(inProject(account, undefined), stop.signal);
    const outcome = await client.call(getProject, { path: { id_or_name: id } }, stop.signal);
    if (session.state !== state || outcome.kind === "cancelled") return;
    const isMissing = outcome.kind === "failed" && outcome.error.kind === "notFound";
    if (isMissing || (outcome.kind === "ok" && outcome.value.status === "archived")) {
      const words = isMissing
        ? l10n.t("Project {0} no longer exists.", display(name))
        : l10n.t("Project {0} is archived.", display(name));
      const run = async (): Promise<unknown> =>
        (await loadCommands()).run("managedAuth.chooseProject", undefined);
      void warn(words, { label: l10n.t("Choose Project…"), run });
    } else if (outcome.kind === "ok" && outcome.value.name !== undefined && outcome.value.name !== name) {
      const renamed = inProject(account, { id, name: outcome.value.name });
      await session.switchTo(renamed, () => session.state === state);
    }
  }
}

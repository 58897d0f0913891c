// Commands that show, watch, launch and end browsers.
import { l10n } from "vscode";
import * as z from "zod/mini";
import { deleteBrowser } from "../../../api/operations.ts";
import { isResourceGone } from "../../../domain/resource/requestEnd.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import { savesTag, sessionOf } from "../../../domain/resources/browsers.ts";
import type { ListedBrowser } from "../../../domain/resources/browsers.ts";
import { display } from "../../../domain/text/display.ts";
import { isSandboxId } from "../../accounts/accounts.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { accountLabel } from "../../accounts/accountLabels.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { browserName } from "../../catalogue/picks.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { fetchOrWarn } from "../../connections/shown/fetchConnection.ts";
import { command, plainCommand, type CommandGroup } from "../../kit/command.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { confirm, inform, showStatusOrInform, warn, type NotifyAction } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { choose } from "../../resourceEngine/choose.ts";
import { findResource, showResource } from "../../resourceEngine/read.ts";
import type { Users } from "../../resourceEngine/usedBy.ts";
import { describeError } from "../../words/errors.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { labelWithValue, withFullStop } from "../../words/sentences.ts";
import { browsers, readBrowser } from "./browsers.ts";
import { launchBrowser, withReason } from "./launch.ts";

/** Creates the commands for browsers. */
export function browserCommands(parts: ConnectionsContext) {
  const id = z.optional(z.string());
  const PickText = z.strictObject({
    id,
    resultId: z.optional(z.uuid()),
    preserveFocus: z.optional(z.literal(true)),
  });
  const show = (wanted: CommandArguments["managedAuth.showBrowser"]): Promise<void> =>
    showResource(browsers(parts), parts, wanted);
  return {
    "managedAuth.showBrowsers": plainCommand(() => show({})),
    "managedAuth.showBrowser": command(PickText, show),
    "managedAuth.watchLive": command(z.strictObject({ id, connection: id }), (wanted) =>
      watchLive(parts, wanted),
    ),
    "managedAuth.launchBrowser": command(z.strictObject({ id, profile: id }), (wanted) =>
      launchBrowser(parts, wanted),
    ),
    "managedAuth.endBrowser": command(z.strictObject({ id }), (wanted) => endBrowser(parts, wanted)),
  } satisfies CommandGroup;
}

/**
 * Opens the live view of a browser or of a connection's running login, after a confirmation that names the host.
 * Fetches the address each time, because the address must not be stored.
 */
async function watchLive(
  parts: ConnectionsContext,
  { connection, id }: CommandArguments["managedAuth.watchLive"],
): Promise<void> {
  const title = l10n.t("Watch Live");
  const found = await (connection === undefined
    ? liveViewOf(parts, title, id)
    : liveViewOfLogin(parts, title, connection));
  if (found === undefined) return;
  if (found.address === undefined) void warn(l10n.t("This browser has no live view."));
  else await parts.opener.openLiveView(found.address, isSandboxId(found.access.account.id));
}

interface LiveView {
  readonly access: AccountAccess;
  readonly address: string | undefined;
}

async function liveViewOf(
  parts: ConnectionsContext,
  title: string,
  id: string | undefined,
  access?: AccountAccess,
): Promise<LiveView | undefined> {
  const as = access ?? (await parts.requireAccess(title));
  const chosen = as && (id ?? (await choose(browsers(parts).choosing, as, title)));
  if (as === undefined || chosen === undefined) return undefined;
  const frame = { title, back: false };
  const outcome = await whileLoading(frame, l10n.t("Reading the browser…"), (signal) =>
    readBrowser(as.client, chosen, signal),
  );
  if (outcome?.kind === "ok") return { access: as, address: outcome.value.browser_live_view_url };
  if (outcome?.kind === "failed")
    void warn(
      isResourceGone(outcome.error)
        ? l10n.t("The browser has ended.")
        : withFullStop(labelWithValue(title, describeError(outcome.error).headline)),
    );
  return undefined;
}

async function liveViewOfLogin(
  parts: ConnectionsContext,
  title: string,
  id: string,
): Promise<LiveView | undefined> {
  const read = await fetchOrWarn(parts, title, id);
  if (read === undefined) return undefined;
  const { access, at, connection } = read;
  parts.connections.updateRow(access.account, connection);
  if (isLoginRunning(connection, at)) return { access, address: connection.live_view_url };
  void inform(l10n.t("No login is running."));
  return undefined;
}

/** Ends a browser after a confirmation that names its profile and the consequences. */
async function endBrowser(
  parts: ConnectionsContext,
  wanted: CommandArguments["managedAuth.endBrowser"],
): Promise<void> {
  const title = l10n.t("End Browser");
  const found = await findResource(browsers(parts), parts, title, wanted);
  if (found === undefined) return;
  const { access, live, users } = found;
  const name = display(browserName(live));
  const isAgreed = await confirm(
    l10n.t('End the browser of "{0}"?', name),
    [...lossWords(live, users), "", accountLabel(access.account)].join("\n"),
    title,
  );
  if (!isAgreed) return;
  const outcome = await withCancel(l10n.t("Ending the browser of {0}", name), (_, signal) =>
    access.client.call(deleteBrowser, { path: { id_or_name: sessionOf(live.id) ?? live.id } }, signal),
  );
  const action = (label: string): NotifyAction => ({
    label,
    run: () => parts.start("managedAuth.showBrowser", { id: live.id }, access.account.id),
  });
  const isEnded = outcome.kind === "ok" || (outcome.kind === "failed" && isResourceGone(outcome.error));
  if (isEnded) {
    await parts.panel.markDeleted(access.account.id, live.id);
    showStatusOrInform(l10n.t("Browser ended"), {
      label: l10n.t("Show Browsers…"),
      run: () => parts.start("managedAuth.showBrowsers", undefined, access.account.id),
    });
  } else if ((outcome.kind === "failed" ? outcome.error.sent : outcome.sent) === "unknown")
    void warn(
      withReason(l10n.t("We couldn't confirm that the browser ended."), outcome),
      action(l10n.t("Check Now")),
    );
  else if (outcome.kind === "failed")
    void warn(
      l10n.t("Browser not ended: {0}.", describeError(outcome.error).headline),
      action(l10n.t("Show Browser")),
    );
  await Promise.all([
    parts.listed.browsers.refreshIfLoaded(),
    users.usedBy.length > 0 && parts.connections.refreshIfLoaded(),
  ]);
}

/**
 * Describes the consequences of ending a browser: the login or clients that lose the browser, as far as known, and if
 * the profile is saved.
 */
function lossWords({ profile, tags }: ListedBrowser, { usedBy, whole }: Users): readonly string[] {
  const [driver] = usedBy;
  if (driver !== undefined)
    return [l10n.t("The running login for {0} is lost.", display(connectionName(driver)))];
  const words = [l10n.t("Connected clients lose the browser. The service doesn't report who is connected.")];
  if (!whole) words.push(l10n.t("A login may be running in the browser."));
  if (profile === undefined) return words;
  const saves = tags?.[savesTag];
  if (saves === undefined)
    words.push(l10n.t("The service doesn't report if the browser saves to the profile."));
  else if (saves === "true") words.push(l10n.t("The browser saves to the profile when it ends."));
  else words.push(l10n.t("Nothing is saved to the profile."));
  return words;
}

// Commands that show, watch, launch and end browsers.
import { l10n } from "vscode";
import * as z from "zod/mini";
import { sessionIdOf } from "../../../api/browserSchemas.ts";
import { deleteBrowser } from "../../../api/operations.ts";
import { isResourceGone, requestEnd } from "../../../domain/resources/requestEnd.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import { savesTag } from "../../../domain/resources/browsers.ts";
import { display } from "../../../domain/text/display.ts";
import { accountLabel } from "../../accounts/accountLabels.ts";
import type { ListedBrowser } from "../../catalogue/browsers.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { browserName } from "../../catalogue/picks.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { fetchOrWarn } from "../../connections/shown/fetchConnection.ts";
import { command, plainCommand, type CommandGroup } from "../../kit/command.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { confirm, inform, showStatusOrInform, warn } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { choose } from "../../resourceEngine/choose.ts";
import { ShowArguments } from "../../resourceEngine/commands.ts";
import { findResource, showResource } from "../../resourceEngine/read.ts";
import type { Users } from "../../resourceEngine/usedBy.ts";
import { describeError } from "../../words/errors.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { labelWithValue, withFullStop } from "../../words/sentences.ts";
import { browsers, readBrowser } from "./browsers.ts";
import { launchBrowser, openLiveView, showBrowsers, withReason } from "./launch.ts";

export function browserCommands(parts: ConnectionsContext) {
  const id = z.optional(z.string());
  const show = (wanted: CommandArguments["managedAuth.showBrowser"]): Promise<void> =>
    showResource(browsers(parts), parts, wanted);
  return {
    "managedAuth.showBrowsers": plainCommand(() => show({})),
    "managedAuth.showBrowser": command(ShowArguments, show),
    "managedAuth.watchLive": command(z.strictObject({ id, connection: id }), (wanted) =>
      wanted.connection === undefined ? watchBrowser(parts, wanted.id) : watchLogin(parts, wanted.connection),
    ),
    "managedAuth.launchBrowser": command(z.strictObject({ id, profile: id }), (wanted) =>
      launchBrowser(parts, wanted),
    ),
    "managedAuth.endBrowser": command(z.strictObject({ id }), (wanted) => endBrowser(parts, wanted)),
  } satisfies CommandGroup;
}

/** Opens the live view of a browser. Fetches the view's URL each time, because the URL must not be stored. */
async function watchBrowser(parts: ConnectionsContext, id: string | undefined): Promise<void> {
  const title = l10n.t("Watch Live");
  const access = await parts.requireAccess(title);
  const chosen = access && (id ?? (await choose(browsers(parts).choosing, access, title)));
  if (access === undefined || chosen === undefined) return;
  const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the browser…"), (signal) =>
    readBrowser(access.client, chosen, signal),
  );
  if (outcome?.kind === "ok") await openLiveView(parts, access, outcome.value.browser_live_view_url);
  else if (outcome?.kind === "failed")
    void warn(
      isResourceGone(outcome.error)
        ? l10n.t("The browser has ended.")
        : withFullStop(labelWithValue(title, describeError(outcome.error).headline)),
      showBrowsers(parts, access.account),
    );
}

/** Opens the live view of a connection's running login. */
async function watchLogin(parts: ConnectionsContext, id: string): Promise<void> {
  const read = await fetchOrWarn(parts, l10n.t("Watch Live"), id);
  if (read === undefined) return;
  const { access, answeredAt, connection } = read;
  parts.connections.updateRow(access.account, connection);
  if (isLoginRunning(connection, answeredAt)) await openLiveView(parts, access, connection.live_view_url);
  else void inform(l10n.t("No login is running."));
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
  const { account, client } = access;
  const name = display(browserName(live));
  const isAgreed = await confirm(
    l10n.t('End the browser of "{0}"?', name),
    [...lossWords(live, users), "", accountLabel(account)].join("\n"),
    title,
  );
  if (!isAgreed) return;
  const path = { id_or_name: sessionIdOf(live) };
  const outcome = await withCancel(l10n.t("Ending the browser of {0}", name), async (_, signal) =>
    requestEnd(await client.call(deleteBrowser, { path }, signal), { wasListed: true }),
  );
  const run = () => parts.start("managedAuth.showBrowser", { id: live.id }, account.id);
  if (outcome.kind === "unknown") {
    const words = l10n.t("We couldn't confirm that the browser ended.");
    void warn(withReason(words, outcome.error), { label: l10n.t("Check Now"), run });
  } else if (outcome.kind === "refused") {
    const words = l10n.t("Browser not ended: {0}.", describeError(outcome.error).headline);
    void warn(words, { label: l10n.t("Show Browser"), run });
  } else if (outcome.kind !== "cancelled") {
    await parts.panel.markDeleted(account.id, live.id);
    showStatusOrInform(l10n.t("Browser ended"), showBrowsers(parts, account));
  }
  await Promise.all([
    parts.listed.browsers.refreshIfLoaded(),
    users.usedBy.length > 0 && parts.connections.refreshIfLoaded(),
    parts.entitlements.fetchUsage(access),
  ]);
}

/**
 * Describes the consequences of ending a browser. Names the login or clients that lose the browser, as far as known,
 * and explains whether changes are saved to the profile.
 */
export function lossWords(
  { profile, tags }: ListedBrowser,
  { usedBy, isComplete }: Users,
): readonly string[] {
  const [driver] = usedBy;
  if (driver !== undefined)
    return [l10n.t("The running login for {0} is lost.", display(connectionName(driver)))];
  const words = [l10n.t("Connected clients lose the browser. The service doesn't report who is connected.")];
  if (!isComplete) words.push(l10n.t("A login may be running in the browser."));
  if (profile === undefined) return words;
  const saves = tags?.[savesTag];
  if (saves === "true") words.push(l10n.t("The browser saves to the profile when it ends."));
  else if (saves === "false") words.push(l10n.t("Nothing is saved to the profile."));
  else words.push(l10n.t("The service doesn't report if the browser saves to the profile."));
  return words;
}

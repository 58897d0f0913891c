import { CancellationError, l10n } from "vscode";
import type { BrowserSession } from "../../api/browserSchemas.ts";
import { deleteBrowser } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isResourceGone } from "../../domain/resource/requestEnd.ts";
import { browserHandle, driversAmong } from "../../domain/resources/browsers.ts";
import { display } from "../../domain/text/display.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { connectionName } from "../catalogue/connectionLabels.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { readRunningBrowsers } from "../catalogue/runningBrowsers.ts";
import { confirm } from "../kit/notify.ts";
import { labelWithValue } from "../words/sentences.ts";
import { errorAnswer, notDone, prependSentences, type ToolAnswer } from "./answer.ts";
import { requestConsent, type ToolCall } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import type { ToolData } from "./quoted.ts";

/** Maximum number of browsers in an answer. */
const maxAnsweredBrowsers = 50;

/** A browser with its handle and the connection that is logging in with it, if any. */
interface HandledBrowser {
  readonly browser: BrowserSession;
  readonly handle: string;
  readonly driver: ManagedAuth | undefined;
}

/** Fetches all browsers and, to name the logins that run in them, all connections. */
async function readBrowsersWithHandles({ access, signal }: ToolCall) {
  const [listing, connections] = await Promise.all([
    readRunningBrowsers(access.client, signal),
    new PickerLists(access.client).connections("", () => undefined, signal),
  ]);
  const driversOf = driversAmong(connections.rows);
  const browsers = listing.rows.map((browser): HandledBrowser => {
    const [driver] = driversOf(browser);
    return { browser, handle: browserHandle(browser.id), driver };
  });
  return { listing, browsers, knowsLogins: connections.kind === "complete" };
}

function browserFacts({ browser, driver, handle }: HandledBrowser): ToolData {
  const startedAt = Date.parse(browser.created_at ?? "");
  return {
    handle,
    name: browser.name,
    profile_name: browser.profile?.name,
    profile_id: browser.profile?.id,
    age_minutes: Number.isNaN(startedAt) ? undefined : Math.floor((Date.now() - startedAt) / 60_000),
    timeout_seconds: browser.timeout_seconds,
    proxy_id: browser.proxy_id,
    login_of_connection: driver?.id,
  };
}

/**
 * Lists running browsers by their handles. Session IDs and addresses are omitted, because they give control of the
 * browsers.
 */
export async function listBrowsersTool(call: ToolCall): Promise<ToolAnswer> {
  const { browsers, listing } = await readBrowsersWithHandles(call);
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const answered = browsers.slice(0, maxAnsweredBrowsers);
  const isCut = listing.more || listing.unreadable > 0 || answered.length < browsers.length;
  const says = [l10n.t("Browsers running: {0}.", browsers.length)];
  if (isCut) says.push(l10n.t("Some browsers are left out."));
  says.push(l10n.t("Next: if the user wants to end a browser, pass its handle to managed_auth_end_browser."));
  return {
    done: true,
    says,
    serviceData: { browsers: answered.map(browserFacts) },
    secrets: answered.map(({ browser }) => browser.id),
  };
}

/** Describes a browser for a confirmation dialog, including the work that ending the browser would interrupt. */
function endBrowserLines({ browser, driver }: HandledBrowser, knowsLogins: boolean): readonly string[] {
  const { name, profile } = browser;
  const lines = [labelWithValue(l10n.t("Profile"), display(profile?.name ?? profile?.id ?? l10n.t("none")))];
  if (name !== undefined) lines.push(labelWithValue(l10n.t("Name"), display(name)));
  if (driver !== undefined)
    lines.push(l10n.t("The running login for {0} is lost.", display(connectionName(driver))));
  else lines.push(l10n.t("Connected clients lose the browser. The service doesn't report who is connected."));
  if (driver === undefined && !knowsLogins) lines.push(l10n.t("A login may be running in the browser."));
  return lines;
}

/** Ends a browser after the user has confirmed. */
export async function endBrowserTool(
  call: ToolCall,
  { handle }: ToolInput<"managed_auth_end_browser">,
): Promise<ToolAnswer> {
  const { access, signal } = call;
  const { browsers, knowsLogins, listing } = await readBrowsersWithHandles(call);
  signal.throwIfAborted();
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const found = browsers.find((one) => one.handle === handle);
  const nextStep = l10n.t("Next: check with managed_auth_list_browsers.");
  if (found === undefined) return notDone(l10n.t("No running browser has this handle."), nextStep);
  const { id } = found.browser;
  const lines = [...endBrowserLines(found, knowsLogins), "", accountWithAddress(access)];
  const refused = await requestConsent(call, (asker) =>
    confirm(l10n.t("End a browser?"), [...asker, "", ...lines].join("\n"), l10n.t("End Browser")),
  );
  if (refused !== undefined) return refused;
  const outcome = await access.client.call(deleteBrowser, { path: { id_or_name: id } }, signal);
  const serviceData = { browser: browserFacts(found) };
  const answer = { serviceData, secrets: [id], sent: true } as const;
  if (outcome.kind === "cancelled") throw new CancellationError();
  if (outcome.kind === "ok") return { ...answer, done: true, says: [l10n.t("The browser was ended.")] };
  if (isResourceGone(outcome.error))
    return { ...answer, done: true, says: [l10n.t("The browser has ended.")] };
  if (outcome.error.sent === "unknown")
    return { ...answer, ...notDone(l10n.t("We couldn't confirm that the browser ended."), nextStep) };
  const failure = prependSentences([l10n.t("The browser wasn't ended.")], errorAnswer(outcome.error));
  return { ...answer, ...failure, serviceData: { ...serviceData, ...failure.serviceData } };
}

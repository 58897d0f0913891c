// Launches a browser with a connection's profile and settings, after a short review.
import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { BrowserCreateRequest } from "../../../api/browserSchemas.ts";
import { getProfile, getProxy, startBrowser } from "../../../api/operations.ts";
import { compact } from "../../../domain/compact.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { requestEnd } from "../../../domain/resources/requestEnd.ts";
import { savesTag, tagKey, tagValue } from "../../../domain/resources/browsers.ts";
import { display } from "../../../domain/text/display.ts";
import type { ProfileUse } from "../../../domain/code/useCode.ts";
import { isSandboxId, type Account } from "../../accounts/accounts.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { idleWords } from "../../catalogue/picks.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { onOff, proxyPhrase } from "../../connections/settings/settingWords.ts";
import { fetchOrWarn, showAction } from "../../connections/shown/fetchConnection.ts";
import { chooseSite, readProxy } from "../../connections/use/profileUse.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { warn, type NotifyAction } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";

/** Idle timeout of a launched browser, in seconds. The browser ends after this time without a connected client. */
const idleSeconds = 300;

/** The settings for launching a browser, except the answers from the review. */
interface Launch {
  readonly access: AccountAccess;
  readonly profile: { readonly id: string; readonly name: string };
  readonly domain?: string | undefined;
  readonly proxy: ProfileUse["proxy"];
  readonly proxyName: string | undefined;
  readonly stealth: boolean;
}

/** Launches a browser for a connection or for a profile, and opens its live view. */
export async function launchBrowser(
  parts: ConnectionsContext,
  wanted: CommandArguments["managedAuth.launchBrowser"],
): Promise<void> {
  const title = l10n.t("Launch Browser");
  const launch = await launchOf(parts, title, wanted);
  if (launch === undefined) return;
  const saves = await review(title, launch);
  if (saves === undefined) return;
  const { access, profile } = launch;
  const result = await withCancel(
    l10n.t("Launching a browser for {0}", display(profile.name)),
    async (_, signal) =>
      requestEnd(await access.client.call(startBrowser, { body: requestOf(launch, saves) }, signal)),
  );
  const { browsers } = parts.listed;
  const show = showBrowsers(parts, access.account);
  switch (result.kind) {
    case "ok":
      await parts.log.logFailure("browsers", browsers.addLaunched(access.account.id, result.value.id));
      void browsers.refresh();
      void parts.entitlements.fetchUsage(access);
      await openLiveView(parts, access, result.value.browser_live_view_url, show);
      break;
    case "unknown":
      void browsers.refreshIfLoaded();
      void warn(withReason(l10n.t("We couldn't confirm that the browser was launched."), result.error), show);
      break;
    case "refused":
    case "gone": {
      const { headline } = describeError(result.error);
      const limit = l10n.t("your plan's concurrent browsers are in use");
      warnNotLaunched(isOverLimit(result.error) ? limit : headline, show);
      break;
    }
    case "cancelled":
  }
}

/** Opens the live view at the given URL, after a confirmation that names the host. */
export async function openLiveView(
  { opener }: ConnectionsContext,
  { account }: AccountAccess,
  address: string | undefined,
  ...actions: readonly NotifyAction[]
): Promise<void> {
  if (address === undefined) void warn(l10n.t("This browser has no live view."), ...actions);
  else await opener.openLiveView(address, isSandboxId(account.id));
}

export function showBrowsers({ start }: ConnectionsContext, { id }: Account): NotifyAction {
  return { label: l10n.t("Show Browsers…"), run: () => start("managedAuth.showBrowsers", undefined, id) };
}

/** Appends the reason for an unknown outcome, if the service reported a reason. */
export function withReason(words: string, error: ApiError | undefined): string {
  return joinSentences(compact(words, error && withFullStop(describeError(error).headline)));
}

/**
 * True if the service refused to launch a browser because too many browsers are running. The HTTP status of such a
 * refusal isn't documented. An exceeded rate limit doesn't count.
 */
function isOverLimit({ code = "", kind, message = "", status = 0 }: ApiError): boolean {
  const words = `${code} ${message}`;
  return /concurren/i.test(words) || (kind !== "limited" && status < 500 && /limit/i.test(words));
}

function requestOf({ domain, profile, proxy, stealth }: Launch, saves: boolean): BrowserCreateRequest {
  const start = `https://${domain ?? ""}/`;
  return {
    profile: { id: profile.id, ...(saves && { save_changes: true }) },
    stealth,
    timeout_seconds: idleSeconds,
    ...(URL.canParse(start) && { start_url: start }),
    ...(proxy.kind === "id" && { proxy_id: proxy.id }),
    tags: { [tagKey]: tagValue, [savesTag]: String(saves) },
  };
}

/**
 * Shows the launch settings for review. Resolves to true if the user chose to save changes to the profile, false if
 * not, or undefined if the user cancels.
 */
async function review(title: string, launch: Launch): Promise<boolean | undefined> {
  const { domain, profile, proxy, proxyName: name, stealth } = launch;
  // SDK 0.84 has no option to launch a browser with stealth but without a proxy, so the service's proxy is used.
  const isChanged = proxy.kind === "direct" && stealth;
  const proxyWords = proxyPhrase(
    isChanged ? "default" : proxy.kind === "id" ? { name, ...proxy } : proxy.kind,
  );
  const changed = isChanged && {
    detail: l10n.t("The connection uses no proxy. This browser uses the service's proxy."),
  };
  const fact = (label: string, description = "") => ({ label, description, value: "same" }) as const;
  let saves = false;
  for (;;) {
    const answer = await pickOne<"launch" | "same" | "saves">({
      frame: { title, back: false },
      placeholder: l10n.t("Review the browser"),
      prompt: l10n.t("Counts toward your plan's concurrent browsers."),
      choices: [
        { label: l10n.t("Launch Browser"), icon: "play", value: "launch" },
        {
          label: l10n.t("Save to Profile"),
          icon: saves ? "pass-filled" : "circle-large-outline",
          description: onOff(saves),
          detail: l10n.t("The last browser to save overwrites the profile."),
          value: "saves",
        },
        { separator: l10n.t("Settings") },
        fact(l10n.t("Profile"), display(profile.name)),
        ...(domain === undefined ? [] : [fact(l10n.t("Website"), display(domain))]),
        { ...fact(l10n.t("Proxy"), display(proxyWords)), ...changed },
        fact(l10n.t("Stealth"), onOff(stealth)),
        fact(l10n.t("Remaining time"), idleWords(idleSeconds)),
      ],
      active: (value) => value === (saves ? "saves" : "launch"),
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value === "launch") return saves;
    if (answer.value === "saves") saves = !saves;
  }
}

/**
 * Returns the profile's ID and the connection's browser settings. Returns undefined if the user cancels, or after a
 * warning if the launch isn't possible.
 */
async function launchOf(
  parts: ConnectionsContext,
  title: string,
  { id, profile }: CommandArguments["managedAuth.launchBrowser"],
): Promise<Launch | undefined> {
  const chosen = await (profile === undefined
    ? fetchOrWarn(parts, title, id)
    : chooseSite(parts, title, profile, (reason, accountId) => {
        warnNotLaunched(reason, {
          label: l10n.t("Try Again"),
          run: () => parts.start("managedAuth.launchBrowser", { profile }, accountId),
        });
      }));
  if (chosen === undefined) return undefined;
  const { access, connection } = chosen;
  const { browser, domain, profile_name: name = profile } = withFallbacks(connection ?? { id: "" });
  if (name === undefined) {
    const show = connection === undefined ? [] : [showAction(parts, access, connection)];
    void warn(l10n.t("Not launched: the service reports no profile."), ...show);
    return undefined;
  }
  const proxyId = browser?.proxy?.id;
  const read = await whileLoading({ title, back: false }, l10n.t("Reading the profile…"), (signal) =>
    Promise.all([
      access.client.call(getProfile, { path: { id_or_name: name } }, signal),
      proxyId === undefined ? undefined : access.client.call(getProxy, { path: { id: proxyId } }, signal),
    ]),
  );
  const [outcome, known] = read ?? [];
  if (outcome?.kind === "failed")
    warnNotLaunched(describeError(outcome.error).headline, {
      label: l10n.t("Show Profiles…"),
      run: () => parts.start("managedAuth.showProfiles", undefined, access.account.id),
    });
  if (outcome?.kind !== "ok") return undefined;
  const proxy = await readProxy(access, browser, title, (reason) => {
    warnNotLaunched(reason, {
      label: l10n.t("Show Proxies…"),
      run: () => parts.start("managedAuth.showProxies", { name: browser?.proxy?.name }, access.account.id),
    });
  });
  const profileId = outcome.value.id;
  if (proxy === undefined) return undefined;
  return {
    access,
    profile: { id: profileId, name },
    domain,
    proxy,
    proxyName: known?.value?.name,
    stealth: browser?.stealth ?? true,
  };
}

function warnNotLaunched(reason: string, action: NotifyAction): void {
  void warn(l10n.t("Not launched: {0}.", reason), action);
}

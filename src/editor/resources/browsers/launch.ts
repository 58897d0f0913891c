// Launches a browser with a connection's profile and settings, after a short review.
import { l10n } from "vscode";
import type { ApiError, Outcome } from "../../../api/errors.ts";
import type { BrowserCreateRequest } from "../../../api/browserSchemas.ts";
import { listAll } from "../../../api/listing.ts";
import { startBrowser, getProfile, listProxies } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { browserHandle, savesTag, tagKey, tagValue } from "../../../domain/resources/browsers.ts";
import { profileModel } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import { isSandboxId } from "../../accounts/accounts.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { connectionPick, idleWords } from "../../catalogue/picks.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { onOff, proxyPhrase } from "../../connections/settings/settingWords.ts";
import { fetchOrWarn } from "../../connections/shown/fetchConnection.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { warn, type NotifyAction } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";

/** Idle timeout of a launched browser, in seconds. The browser ends after this time without a client. */
const idleSeconds = 300;

/** The settings for launching a browser, except the answers from the review. */
interface Launch {
  readonly access: AccountAccess;
  readonly profile: { readonly id: string; readonly name: string };
  readonly domain?: string | undefined;
  readonly proxy: { readonly id: string; readonly name?: string | undefined } | "default" | "direct";
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
  const name = display(profile.name);
  const outcome = await withCancel(l10n.t("Launching a browser for {0}", name), (_, signal) =>
    access.client.call(startBrowser, { body: requestOf(launch, saves) }, signal),
  );
  const { browsers } = parts.listed;
  const show: NotifyAction = {
    label: l10n.t("Show Browsers…"),
    run: () => parts.start("managedAuth.showBrowsers", undefined, access.account.id),
  };
  if (outcome.kind === "ok") {
    const { browser_live_view_url: address, id } = outcome.value;
    browsers.launched.add(browserHandle(id));
    void browsers.refresh();
    if (address === undefined) void warn(l10n.t("This browser has no live view."), show);
    else await parts.opener.openLiveView(address, isSandboxId(access.account.id));
    return;
  }
  if ((outcome.kind === "failed" ? outcome.error.sent : outcome.sent) === "unknown") {
    void browsers.refreshIfLoaded();
    void warn(withReason(l10n.t("We couldn't confirm that the browser was launched."), outcome), show);
  } else if (outcome.kind === "failed")
    void warn(
      l10n.t(
        "Not launched: {0}.",
        isOverLimit(outcome.error)
          ? l10n.t("your plan's concurrent browsers are in use")
          : describeError(outcome.error).headline,
      ),
      show,
    );
}

/** Appends the reason for an unknown outcome, unless the user canceled. */
export function withReason(words: string, outcome: Outcome<unknown>): string {
  return outcome.kind === "failed"
    ? joinSentences([words, withFullStop(describeError(outcome.error).headline)])
    : words;
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
    ...(typeof proxy === "object" && { proxy_id: proxy.id }),
    tags: { [tagKey]: tagValue, [savesTag]: String(saves) },
  };
}

/**
 * Shows the launch settings for review. Resolves to true if the browser saves to the profile, or to undefined if the
 * user cancels.
 */
async function review(title: string, launch: Launch): Promise<boolean | undefined> {
  const { domain, profile, proxy, stealth } = launch;
  // SDK 0.84 can't express that a browser with stealth uses no proxy.
  const isChanged = proxy === "direct" && stealth;
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
        { label: l10n.t("Profile"), description: display(profile.name), value: "same" },
        ...(domain === undefined
          ? []
          : ([{ label: l10n.t("Website"), description: display(domain), value: "same" }] as const)),
        {
          label: l10n.t("Proxy"),
          description: display(proxyPhrase(isChanged ? "default" : proxy)),
          ...(isChanged && {
            detail: l10n.t("The connection uses no proxy. This browser uses the service's proxy."),
          }),
          value: "same",
        },
        { label: l10n.t("Stealth"), description: onOff(stealth), value: "same" },
        { label: l10n.t("Remaining time"), description: idleWords(idleSeconds), value: "same" },
      ],
      active: (value) => value === (saves ? "saves" : "launch"),
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value === "launch") return saves;
    if (answer.value === "saves") saves = !saves;
  }
}

/**
 * Finds the profile's ID and the connection's browser settings. Returns undefined if the user cancels or after
 * showing a warning.
 */
async function launchOf(
  parts: ConnectionsContext,
  title: string,
  { id, profile }: CommandArguments["managedAuth.launchBrowser"],
): Promise<Launch | undefined> {
  const chosen = await (profile === undefined
    ? fetchOrWarn(parts, title, id)
    : connectionOfProfile(parts, title, profile));
  if (chosen === undefined) return undefined;
  const { access, connection } = chosen;
  const { browser, domain, profile_name: name = profile } = withFallbacks(connection ?? { id: "" });
  if (name === undefined) {
    void warn(l10n.t("Not launched: the service reports no profile."));
    return undefined;
  }
  const { id: proxyId, mode, name: proxyName } = browser?.proxy ?? {};
  const read = await whileLoading({ title, back: false }, l10n.t("Reading the profile…"), (signal) =>
    Promise.all([
      access.client.call(getProfile, { path: { id_or_name: name } }, signal),
      proxyName === undefined ? undefined : proxyNamed(access, proxyName, signal),
    ]),
  );
  if (read === undefined) return undefined;
  const [outcome, named] = read;
  const failed = [outcome, named].find((one) => one?.kind === "failed");
  if (failed?.kind === "failed") {
    void warn(l10n.t("Not launched: {0}.", describeError(failed.error).headline), {
      label: l10n.t("Show Profiles…"),
      run: () => parts.start("managedAuth.showProfiles", undefined, access.account.id),
    });
    return undefined;
  }
  if (outcome.kind !== "ok" || named?.kind === "cancelled") return undefined;
  const found = named?.kind === "ok" ? named.value : undefined;
  if (found === undefined && proxyName !== undefined) {
    void warn(l10n.t("Not launched: no single proxy is named {0}.", display(proxyName)), {
      label: l10n.t("Show Proxies…"),
      run: () => parts.start("managedAuth.showProxies", { name: proxyName }, access.account.id),
    });
    return undefined;
  }
  const usual = mode === "direct" ? "direct" : "default";
  return {
    access,
    profile: { id: outcome.value.id, name },
    domain,
    proxy: found ?? (proxyId === undefined ? usual : { id: proxyId }),
    stealth: browser?.stealth ?? true,
  };
}

type ProxyOutcome =
  | { readonly kind: "ok"; readonly value: { readonly id: string; readonly name: string } | undefined }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "cancelled" };

/** Finds a proxy by name. The outcome has no value if no proxy or more than one proxy has this name. */
async function proxyNamed(
  { client }: AccountAccess,
  name: string,
  signal: AbortSignal,
): Promise<ProxyOutcome> {
  const listing = await listAll(
    (page, stop) => client.call(listProxies, { query: { query: name, ...page } }, stop),
    {},
    signal,
  );
  if (listing.kind === "failed") return { kind: "failed", error: listing.error };
  if (listing.kind === "cancelled") return { kind: "cancelled" };
  const [only, ...others] = listing.rows.filter((proxy) => proxy.name === name);
  return { kind: "ok", value: only && others.length === 0 ? { id: only.id, name } : undefined };
}

/** Returns a connection that uses the profile, if there is one. Prompts if several connections use the profile. */
async function connectionOfProfile(
  { requireAccess }: ConnectionsContext,
  title: string,
  profile: string,
): Promise<{ readonly access: AccountAccess; readonly connection: ManagedAuth | undefined } | undefined> {
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  const frame = { title, back: false };
  const listing = await whileLoading(frame, l10n.t("Reading the profile's connections…"), (signal) =>
    new PickerLists(access.client).connections("", () => undefined, signal),
  );
  if (listing === undefined || listing.kind === "cancelled") return undefined;
  const sites = profileModel.usedBy({ id: "", name: profile }, listing.rows);
  if (sites.length < 2) return { access, connection: sites[0] };
  const answer = await pickOne<string>({
    frame: { ...frame, title: `${title}: ${display(profile)}` },
    placeholder: l10n.t("Choose the site whose settings apply"),
    choices: sites.map((connection) => ({
      ...connectionPick(connection),
      label: display(connection.domain ?? connection.id),
    })),
  });
  const chosen = answer.kind === "accepted" ? sites.find(({ id }) => id === answer.value) : undefined;
  return chosen && { access, connection: chosen };
}

// The declaration of running browsers, which `resourceEngine` uses to list and show them. Pages and command arguments
// contain a browser's handle instead of its session ID or live view URL, because either of these gives control over
// the browser.
import { l10n } from "vscode";
import { sessionIdOf, type BrowserSession } from "../../../api/browserSchemas.ts";
import type { ApiClient } from "../../../api/client.ts";
import type { Outcome } from "../../../api/errors.ts";
import { listWith } from "../../../api/listing.ts";
import { getBrowser, listBrowsers } from "../../../api/operations.ts";
import { savesTag } from "../../../domain/resources/browsers.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import { driversAmong, joinProxies, type ListedBrowser } from "../../catalogue/browsers.ts";
import { browserName, browserRow, idleWords, proxyProblem } from "../../catalogue/picks.ts";
import type { ShownResource } from "../../resourceEngine/resource.ts";
import type { CardRow } from "../../../card/card.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { onOff, proxyPhrase } from "../../connections/settings/settingWords.ts";
import { commandButton, type ButtonAction, type ResultButton } from "../../results/buttons.ts";
import { plainValue, textRow } from "../../results/cardParts.ts";
import { capitalize } from "../../words/labels.ts";
import { formatAge, formatDateTime } from "../../words/formatting.ts";
import { withParentheses } from "../../words/sentences.ts";

/** No field of a browser can be edited. */
type BrowserValues = Readonly<Record<string, never>>;

export function browsers({
  listed,
}: Pick<ConnectionsContext, "listed">): ShownResource<ListedBrowser, BrowserValues> {
  return {
    model: { usedBy: (browser, connections) => driversAmong(connections)(browser) },
    operations: {
      async get(client, id, signal) {
        const [found] = await Promise.all([readBrowser(client, id, signal), listed.proxies.displayState()]);
        return found.kind === "ok" ? { ...found, value: joinProxies(listed)(found.value) } : found;
      },
    },
    addressedBy: "id_or_name",
    icon: "browser",
    nameOf: browserName,
    choosing: {
      placeholder: () => l10n.t("Choose or type a browser"),
      emptyText: () => l10n.t("No browser is running."),
      typed: () => l10n.t("The name"),
      load: (lists) => lists.browsers,
      idOf: ({ id }) => id,
      row: (browser, value) => browserRow(joinProxies(listed)(browser), value),
    },
    commands: { list: "managedAuth.showBrowsers", show: "managedAuth.showBrowser" },
    fields: {},
    page: {
      state(browser, { usedBy }) {
        const problem = proxyProblem(browser);
        if (problem !== undefined) return { text: capitalize(problem), tone: "warning" };
        return usedBy.length > 0 ? { text: l10n.t("Login running"), tone: "info" } : undefined;
      },
      summary: (browser) =>
        proxyProblem(browser) === undefined ? [] : [l10n.t("Pages don't load without the proxy.")],
      lastRows: browserFactRows,
      next: ({ headless, id }) =>
        headless === true
          ? undefined
          : { ...commandButton(l10n.t("Watch Live"), "managedAuth.watchLive", { id }), primary: true },
      remove: ({ id }) => commandButton(l10n.t("End Browser…"), "managedAuth.endBrowser", { id }),
    },
    text: {
      singular: l10n.t("Browser"),
      titles: { list: l10n.t("Show Browsers…"), show: l10n.t("Show Browser") },
      reading: l10n.t("Reading the browser…"),
      notRead: l10n.t("Couldn't read the browser"),
      unused: l10n.t("No login runs in this browser."),
    },
  };
}

function browserFactRows(browser: ListedBrowser): readonly (CardRow<ButtonAction> | undefined)[] {
  const { created_at, name, profile, proxy, proxy_id, start_url, stealth, telemetry } = browser;
  const created = parseDate(created_at);
  const { id: profileId, name: profileName = profileId } = profile ?? {};
  const { id: destinationId, name: destination = destinationId } = telemetry?.export?.otlp?.destination ?? {};
  const proxyName = (typeof proxy === "object" ? proxy.name : undefined) ?? proxy_id;
  const link = (label: string, text: string | undefined, leads: ResultButton) =>
    text === undefined ? undefined : { label, value: plainValue(display(text)), leads };
  return [
    link(
      l10n.t("Profile"),
      profileName,
      commandButton(l10n.t("Show Profile"), "managedAuth.showProfile", { id: profileId ?? profileName }),
    ),
    textRow(l10n.t("Saves to profile"), savesWords(browser)),
    textRow(
      l10n.t("Started"),
      created && withParentheses(formatDateTime(created), formatAge(created, new Date())),
    ),
    textRow(l10n.t("Remaining time"), idleWords(browser.timeout_seconds)),
    proxy_id === undefined
      ? textRow(l10n.t("Proxy"), proxyPhrase(stealth === false ? "direct" : "default"))
      : link(
          l10n.t("Proxy"),
          proxyName,
          commandButton(l10n.t("Show Proxy"), "managedAuth.showProxy", { id: proxy_id }),
        ),
    textRow(l10n.t("Stealth"), stealth === undefined ? undefined : onOff(stealth)),
    textRow(l10n.t("Start page"), start_url && display(maskedAddress(start_url))),
    textRow(l10n.t("Name"), name && display(name)),
    textRow(l10n.t("Telemetry destination"), destination && display(destination)),
  ];
}

/**
 * Describes whether the browser saves changes to its profile. Known only for browsers that the extension launched,
 * because only the extension tags a browser with this choice. Returns undefined if the browser has no profile.
 */
function savesWords({ profile, tags }: ListedBrowser): string | undefined {
  if (profile === undefined) return undefined;
  const saves = tags?.[savesTag];
  if (saves === "true") return l10n.t("When the browser ends");
  return saves === "false" ? l10n.t("No") : l10n.t("Not reported");
}

/**
 * Fetches a browser by its handle or name. For a handle, lists the browsers first to find the session ID. If a complete
 * list doesn't contain the browser, the browser has ended.
 */
export async function readBrowser(
  client: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<BrowserSession>> {
  let path = { id_or_name: id };
  if (/^[\da-f]{12}$/.test(id)) {
    const listing = await listWith(client, listBrowsers, {}, signal);
    const listed = listing.rows.find((browser) => browser.id === id || browser.name === id);
    if (listed !== undefined) path = { id_or_name: sessionIdOf(listed) };
    else if (listing.kind === "cancelled") return { kind: "cancelled", sent: "no" };
    else if (listing.kind === "failed") return { kind: "failed", error: listing.error };
    else if (listing.kind === "complete" && listing.unreadable === 0)
      return { kind: "failed", error: { kind: "notFound", missing: "resource", sent: "no" } };
  }
  return client.call(getBrowser, { path }, signal);
}

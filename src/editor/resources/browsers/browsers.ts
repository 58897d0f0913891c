// Defines running browsers for `resourceEngine`, which lists and shows them. Pages and arguments of commands contain
// the handle of a browser, because its session ID and the address of its live view control the browser.
import { l10n } from "vscode";
import type { BrowserSession } from "../../../api/browserSchemas.ts";
import type { ApiClient } from "../../../api/client.ts";
import type { Outcome } from "../../../api/errors.ts";
import { getBrowser, listBrowsers } from "../../../api/operations.ts";
import { type Listing, listAll } from "../../../api/listing.ts";
import {
  browserHandle,
  browserModel,
  listedBrowser,
  savesTag,
  sessionOf,
} from "../../../domain/resources/browsers.ts";
import type { BrowserValues, ListedBrowser } from "../../../domain/resources/browsers.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import type { ResourceLists } from "../../catalogue/listModel.ts";
import type { PickerLists, ItemWithUsers } from "../../catalogue/pickerLists.ts";
import { browserName, browserRow, idleWords, proxyProblem } from "../../catalogue/picks.ts";
import type { LoadRows } from "../../kit/inputs/liveListing.ts";
import type { ShownResource } from "../../resourceEngine/resource.ts";
import type { CardRow } from "../../../card/card.ts";
import { onOff, proxyPhrase } from "../../connections/settings/settingWords.ts";
import { commandButton, type ButtonAction } from "../../results/buttons.ts";
import { plainValue, textRow } from "../../results/cardParts.ts";
import { capitalize } from "../../words/labels.ts";
import { formatAge, formatDateTime } from "../../words/formatting.ts";
import { withParentheses } from "../../words/sentences.ts";

export interface BrowserParts {
  readonly listed: ResourceLists;
}

/** Returns the engine's definition of browsers. */
export function browsers({ listed }: BrowserParts): ShownResource<ListedBrowser, BrowserValues> {
  const described = (browser: BrowserSession): ListedBrowser => {
    const { more = true, rows } = listed.proxies.state.reading ?? {};
    return listedBrowser(browser, more ? undefined : rows);
  };
  return {
    model: browserModel,
    operations: {
      async get(client, id, signal) {
        const [found] = await Promise.all([readBrowser(client, id, signal), listed.proxies.displayState()]);
        return found.kind === "ok" ? { ...found, value: described(found.value) } : found;
      },
    },
    addressedBy: "id_or_name",
    icon: "browser",
    nameOf: browserName,
    choosing: {
      placeholder: () => l10n.t("Choose or type a browser"),
      none: () => l10n.t("No browser is running."),
      typed: () => l10n.t("The name"),
      load: (lists) => withHandles(lists, described),
      idOf: ({ id }) => id,
      row: browserRow,
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

/** Returns the rows of a page that aren't about the login. */
function browserFactRows(browser: ListedBrowser): readonly (CardRow<ButtonAction> | undefined)[] {
  const { created_at, name, profile, proxy, proxy_id, start_url, stealth, telemetry, timeout_seconds } =
    browser;
  const created = parseDate(created_at);
  const { id: profileId, name: profileName = profileId } = profile ?? {};
  const { id: destinationId, name: destination = destinationId } = telemetry?.export?.otlp?.destination ?? {};
  const proxyName = (typeof proxy === "object" ? proxy.name : undefined) ?? proxy_id;
  return [
    profileName === undefined
      ? undefined
      : {
          label: l10n.t("Profile"),
          value: plainValue(display(profileName)),
          leads: commandButton(l10n.t("Show Profile"), "managedAuth.showProfile", {
            id: profileId ?? profileName,
          }),
        },
    textRow(l10n.t("Saves to profile"), savesWords(browser)),
    textRow(
      l10n.t("Started"),
      created && withParentheses(formatDateTime(created), formatAge(created, new Date())),
    ),
    textRow(l10n.t("Remaining time"), timeout_seconds === undefined ? undefined : idleWords(timeout_seconds)),
    proxy_id === undefined || proxyName === undefined
      ? { label: l10n.t("Proxy"), value: plainValue(proxyPhrase(stealth === false ? "direct" : "default")) }
      : {
          label: l10n.t("Proxy"),
          value: plainValue(display(proxyName)),
          leads: commandButton(l10n.t("Show Proxy"), "managedAuth.showProxy", { id: proxy_id }),
        },
    textRow(l10n.t("Stealth"), stealth === undefined ? undefined : onOff(stealth)),
    textRow(l10n.t("Start page"), start_url && display(maskedAddress(start_url))),
    textRow(l10n.t("Name"), name && display(name)),
    textRow(l10n.t("Telemetry destination"), destination && display(destination)),
  ];
}

/** Describes if the browser saves to its profile, which only our own tags report. Undefined without a profile. */
function savesWords({ profile, tags }: ListedBrowser): string | undefined {
  if (profile === undefined) return undefined;
  const saves = tags?.[savesTag];
  if (saves === undefined) return l10n.t("Not reported");
  if (saves === "true") return l10n.t("When the browser ends");
  return l10n.t("No");
}

/** Fetches a browser by its handle, or by its name. A handle of an earlier window is found in the list. */
export async function readBrowser(
  client: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<BrowserSession>> {
  if (sessionOf(id) === undefined && /^[\da-f]{12}$/.test(id)) {
    const { rows } = await listAll((query, stop) => client.call(listBrowsers, { query }, stop), {}, signal);
    for (const browser of rows) browserHandle(browser.id);
  }
  return client.call(getBrowser, { path: { id_or_name: sessionOf(id) ?? id } }, signal);
}

/** Replaces the session IDs of a list by handles, and adds the connections whose logins run in the browsers. */
function withHandles(
  { browsers }: PickerLists,
  described: (browser: BrowserSession) => ListedBrowser,
): LoadRows<ListedBrowser> {
  const convert = (listing: Listing<ItemWithUsers<BrowserSession>>): Listing<ListedBrowser> => ({
    ...listing,
    rows: listing.rows.map(({ item, usedBy }) => ({ ...described(item), usedBy })),
  });
  return async (query, onRows, signal) =>
    convert(await browsers(query, (listing) => onRows(convert(listing)), signal));
}

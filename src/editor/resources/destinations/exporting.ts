// The running browsers that may export to a destination, which the service then refuses to delete (interface.md §4.3).
import { l10n } from "vscode";
import type { BrowserSession } from "../../../api/browserSchemas.ts";
import type { ApiError } from "../../../api/errors.ts";
import { listAll, type Listing } from "../../../api/listing.ts";
import { listBrowsers } from "../../../api/operations.ts";
import type { CardBlock } from "../../../card/card.ts";
import { browserHandle, listedBrowser } from "../../../domain/resources/browsers.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { browserName, browserRow } from "../../catalogue/picks.ts";
import { commandButton, type ButtonAction } from "../../results/buttons.ts";
import { plainValue } from "../../results/cardParts.ts";

interface DestinationName {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Browsers that hold a destination. `isKnown` is false if the service doesn't report which browsers export to it. */
export interface Exporting {
  readonly browsers: readonly BrowserSession[];
  readonly isKnown: boolean;
}

/** Fetches the running browsers. */
export function readRunningBrowsers(
  { client }: AccountAccess,
  signal: AbortSignal,
): Promise<Listing<BrowserSession>> {
  return listAll(
    (page, stop) => client.call(listBrowsers, { query: { query: "", ...page } }, stop),
    {},
    signal,
  );
}

/**
 * Returns the browsers that the refusal names or that report to export to the destination. If there are none, returns
 * all browsers that capture telemetry, because SDK 0.84 doesn't report exports.
 */
export function exportingTo(
  { id, name }: DestinationName,
  running: readonly BrowserSession[],
  message = "",
): Exporting {
  const known = running.filter((browser) => {
    const destination = browser.telemetry?.export?.otlp?.destination;
    const isExporting = destination?.id === id || (name !== undefined && destination?.name === name);
    return isExporting || message.includes(browser.id);
  });
  if (known.length > 0) return { browsers: known, isKnown: true };
  return {
    browsers: running.filter(
      ({ telemetry }) =>
        telemetry !== undefined &&
        telemetry.enabled !== false &&
        telemetry.export?.otlp?.destination === undefined,
    ),
    isKnown: false,
  };
}

/**
 * Returns a refusal with the browsers that may have caused it. Replaces session IDs in the service's message, because
 * they control the browsers.
 */
export function explainRefusal(
  error: ApiError,
  destination: DestinationName,
  running: readonly BrowserSession[],
) {
  const { message } = error;
  const masked = running.reduce((text, { id }) => text.replaceAll(id, browserHandle(id)), message ?? "");
  return {
    deletion: {
      kind: "refused" as const,
      error: { ...error, ...(message !== undefined && { message: masked }) },
    },
    exporting: exportingTo(destination, running, message),
  };
}

/** Lists the browsers that may hold refused destinations, each with its live view and its end. */
export function exportingBlocks(all: readonly Exporting[]): readonly CardBlock<ButtonAction>[] {
  const browsers = new Map(
    all.flatMap((one) => one.browsers.map((browser) => [browser.id, browser] as const)),
  );
  if (browsers.size === 0) return [];
  return [
    {
      kind: "table",
      title: all.every(({ isKnown }) => isKnown)
        ? l10n.t("Browsers that export")
        : l10n.t("Browsers that may export"),
      columns: [l10n.t("Profile"), l10n.t("State")],
      rows: [...browsers.values()].map((running) => {
        const browser = listedBrowser(running);
        const { id } = browser;
        return {
          cells: [
            {
              text: display(browserName(browser)),
              links: [commandButton(display(browserName(browser)), "managedAuth.showBrowser", { id })],
            },
            plainValue(browserRow(browser, id).description ?? ""),
          ],
          notes: [],
          actions: [
            commandButton(l10n.t("Watch Live"), "managedAuth.watchLive", { id }),
            commandButton(l10n.t("End Browser…"), "managedAuth.endBrowser", { id }),
          ],
        };
      }),
    },
  ];
}

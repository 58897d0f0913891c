// Finds the running browsers that may export to a destination. The service refuses to delete such a destination
// (interface.md §4.3).
import { l10n } from "vscode";
import { sessionIdOf, type BrowserSession } from "../../../api/browserSchemas.ts";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { CardBlock } from "../../../card/card.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import { browserName, browserRow } from "../../catalogue/picks.ts";
import { commandButton, type ButtonAction } from "../../results/buttons.ts";
import { plainValue } from "../../results/cardParts.ts";
import { formatAge } from "../../words/formatting.ts";
import { withParentheses } from "../../words/sentences.ts";

interface DestinationName {
  readonly id: string;
  readonly name?: string | undefined;
}

/**
 * Browsers that export or may export to a destination. `isKnown` is false if the service reports neither the browsers
 * nor the logins that block the deletion.
 */
export interface Exporting {
  readonly browsers: readonly BrowserSession[];
  readonly isKnown: boolean;
}

/**
 * Returns the browsers that the refusal names or that report the destination as their export target. If there are
 * none, returns all browsers that capture telemetry, because SDK 0.84 doesn't report exports.
 */
export function exportingTo(
  { id, name }: DestinationName,
  running: readonly BrowserSession[],
  message = "",
): Exporting {
  const known = running.filter((browser) => {
    const destination = browser.telemetry?.export?.otlp?.destination;
    const isExporting = destination?.id === id || (name !== undefined && destination?.name === name);
    return isExporting || message.includes(sessionIdOf(browser.id));
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
 * Returns a refusal with the browsers and logins that may have caused the refusal. If the service names none, the
 * result contains all candidates. Replaces session IDs in the service's message with the profile and age of the
 * browser, because a session ID gives control over its browser.
 */
export function explainRefusal(
  error: ApiError,
  destination: DestinationName,
  running: readonly BrowserSession[],
  logins: readonly ManagedAuth[],
) {
  const { message } = error;
  const masked = running.reduce(
    (text, browser) => text.replaceAll(sessionIdOf(browser.id), () => browserWithAge(browser)),
    message ?? "",
  );
  const deletion = {
    kind: "inUse" as const,
    error: { ...error, ...(message !== undefined && { message: masked }) },
  };
  const exporting = exportingTo(destination, running, message);
  const loggingIn = logins.filter(({ id }) => message?.includes(id));
  if (exporting.isKnown) return { deletion, exporting, loggingIn };
  if (loggingIn.length > 0) return { deletion, exporting: { browsers: [], isKnown: true }, loggingIn };
  return { deletion, exporting, loggingIn: logins };
}

function browserWithAge(browser: BrowserSession): string {
  const created = parseDate(browser.created_at);
  return created
    ? withParentheses(browserName(browser), formatAge(created, new Date()))
    : browserName(browser);
}

/**
 * Builds the tables of browsers that export or may export to refused destinations. Each row has buttons that watch
 * and end the browser.
 */
export function exportingBlocks(all: readonly Exporting[]): readonly CardBlock<ButtonAction>[] {
  const known = browsersById(all.filter(({ isKnown }) => isKnown));
  const possible = browsersById(all.filter(({ isKnown }) => !isKnown));
  for (const id of known.keys()) possible.delete(id);
  return [
    ...exportingTable(l10n.t("Browsers that export"), known),
    ...exportingTable(l10n.t("Browsers that may export"), possible),
  ];
}

function browsersById(all: readonly Exporting[]): Map<string, BrowserSession> {
  return new Map(all.flatMap(({ browsers }) => browsers.map((browser) => [browser.id, browser])));
}

function exportingTable(
  title: string,
  browsers: ReadonlyMap<string, BrowserSession>,
): readonly CardBlock<ButtonAction>[] {
  if (browsers.size === 0) return [];
  return [
    {
      kind: "table",
      title,
      columns: [l10n.t("Profile"), l10n.t("Started")],
      rows: [...browsers.values()].map((browser) => {
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

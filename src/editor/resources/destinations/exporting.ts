// Finds the running browsers that may export to a destination. The service refuses to delete such a destination
// (interface.md §4.3).
import { l10n } from "vscode";
import { sessionIdOf, type BrowserSession } from "../../../api/browserSchemas.ts";
import type { ApiError } from "../../../api/errors.ts";
import type { ErrorDetail, ManagedAuth } from "../../../api/schemas.ts";
import type { CardBlock } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { browserName, browserRow } from "../../catalogue/picks.ts";
import { commandButton, type ButtonAction } from "../../results/buttons.ts";
import { plainValue } from "../../results/cardParts.ts";
import { formatAge } from "../../words/formatting.ts";
import { withParentheses } from "../../words/sentences.ts";

/**
 * Browsers that export or may export to a destination. `isKnown` is false if the service reports neither the browsers
 * nor the logins that block the deletion.
 */
export interface Exporting {
  readonly browsers: readonly BrowserSession[];
  readonly isKnown: boolean;
}

/**
 * Returns the browsers that the service's refusal names, and browsers that report the destination as their export
 * target. If there are none, returns all browsers that capture telemetry, because SDK 0.84 doesn't report exports.
 */
export function exportingTo(
  { id, name }: NamedResource,
  running: readonly BrowserSession[],
  refusal = "",
): Exporting {
  const exporting = running.filter((browser) => {
    const destination = browser.telemetry?.export?.otlp?.destination;
    const isExporting = destination?.id === id || (name !== undefined && destination?.name === name);
    return isExporting || refusal.includes(sessionIdOf(browser));
  });
  if (exporting.length > 0) return { browsers: exporting, isKnown: true };
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
 * result contains all candidates. Replaces known session IDs in the service's texts, because a session ID gives control
 * over its browser. The replacement is the profile and age of the browser, or the name of the login.
 */
export function explainRefusal(
  error: ApiError,
  destination: NamedResource,
  running: readonly BrowserSession[],
  logins: readonly ManagedAuth[],
) {
  const names = new Map([
    ...logins.map((login) => [login.browser_session_id, connectionName(login)] as const),
    ...running.map((browser) => [sessionIdOf(browser), browserWithAge(browser)] as const),
  ]);
  const masked = <Part extends ErrorDetail>(part: Part): Part => {
    let { message } = part;
    for (const [id, name] of names) message = id ? message?.replaceAll(id, () => name) : message;
    return { ...part, ...(message !== undefined && { message }) };
  };
  const { details, inner_error } = error;
  const texts = JSON.stringify(error);
  const exporting = exportingTo(destination, running, texts);
  const named = logins.filter(({ id }) => texts.includes(id));
  const isKnown = exporting.isKnown || named.length > 0;
  return {
    deletion: {
      kind: "inUse" as const,
      error: {
        ...masked(error),
        ...(details && { details: details.map(masked) }),
        ...(inner_error && { inner_error: masked(inner_error) }),
      },
    },
    exporting: isKnown && !exporting.isKnown ? { browsers: [], isKnown } : exporting,
    loggingIn: isKnown ? named : logins,
  };
}

function browserWithAge(browser: BrowserSession): string {
  const created = parseDate(browser.created_at);
  return withParentheses(browserName(browser), created && formatAge(created, new Date()));
}

/**
 * Builds the tables of browsers that export or may export to refused destinations. Each row has buttons that watch
 * and end the browser.
 */
export function exportingBlocks(all: readonly Exporting[]): readonly CardBlock<ButtonAction>[] {
  const proven = new Set(all.flatMap(({ browsers, isKnown }) => (isKnown ? browsers : [])));
  const possible = new Set(all.flatMap(({ browsers }) => browsers.filter((browser) => !proven.has(browser))));
  return compact(
    proven.size > 0 && exportingTable(l10n.t("Browsers that export"), proven),
    possible.size > 0 && exportingTable(l10n.t("Browsers that may export"), possible),
  );
}

function exportingTable(title: string, browsers: ReadonlySet<BrowserSession>): CardBlock<ButtonAction> {
  return {
    kind: "table",
    title,
    columns: [l10n.t("Profile"), l10n.t("Started")],
    rows: [...browsers].map((browser) => {
      const { id } = browser;
      const name = display(browserName(browser));
      return {
        cells: [
          { text: name, links: [commandButton(name, "managedAuth.showBrowser", { id })] },
          plainValue(browserRow(browser, id).description ?? ""),
        ],
        notes: [],
        actions: [
          commandButton(l10n.t("Watch Live"), "managedAuth.watchLive", { id }),
          commandButton(l10n.t("End Browser…"), "managedAuth.endBrowser", { id }),
        ],
      };
    }),
  };
}

// Messages above the rows of the views, and the badge on the connections view.
import { l10n, type ViewBadge } from "vscode";
import type { ConnectionView } from "../../domain/connections/connectionView.ts";
import { display } from "../../domain/text/display.ts";
import type { SessionState } from "../accounts/session.ts";
import { describeFailure, needsUser } from "../catalogue/failures.ts";
import type { AccountIdentity } from "../catalogue/whoAmI.ts";
import type { ReadingFailure } from "../catalogue/readModel.ts";
import { displayHost } from "../accounts/accountLabels.ts";
import { formatCount, formatShortDateTime } from "../words/formatting.ts";
import { joinSentences, withFullStop, oneOrMany } from "../words/sentences.ts";
import { compact } from "../../domain/compact.ts";

export interface ViewHeader {
  description?: string | undefined;
  message?: string | undefined;
}

/**
 * Returns a line with the account whose rows are shown: "Sandbox", or the account's name and host, followed by the
 * identity that the service reports, if known. Empty if signed out.
 */
export function accountLine(session: SessionState, identity?: AccountIdentity): string {
  if (session.kind === "signedOut") return "";
  const { account } = session;
  const { project } = account;
  const name = compact(project && display(project.name));
  if (account.kind === "sandbox") return [l10n.t("Sandbox"), ...name].join(" · ");
  const host = displayHost(account.baseUrl);
  const label = display(account.label);
  const context = identity?.context;
  const names = [
    context?.organization?.id,
    // Omit the project ID if the project's name is already shown.
    project === undefined ? context?.authorization?.effective_scope?.project_id : undefined,
    context?.principal?.id,
  ].flatMap((id) => (id === undefined || id === null ? [] : [display(id)]));
  return compact(label, label !== host && host, ...name, ...names).join(" · ");
}

interface DatedRows {
  readonly failure?: ReadingFailure;
  readonly cached?: { readonly readAt: Date };
  readonly reading?: { readonly readAt: Date };
}

/** Describes the age of outdated rows. Empty if the rows are current. */
export function ageLine({ failure, cached, reading }: DatedRows): string {
  if (failure === undefined && reading !== undefined) return "";
  const old = reading ?? cached;
  if (old === undefined) return "";
  const asOf = withFullStop(l10n.t("As of {0}", formatShortDateTime(old.readAt)));
  if (failure?.kind === "offline" || failure?.kind === "timeout")
    return l10n.t("Can't reach the service. {0}", asOf);
  return asOf;
}

/**
 * Returns the reason for outdated rows, unless a row already shows the reason. Empty if the service is unreachable,
 * because `ageLine` reports that.
 */
export function outdatedReasonLine({ failure, cached, reading }: DatedRows): string {
  const isOffline = failure?.kind === "offline" || failure?.kind === "timeout";
  if (failure === undefined || isOffline || needsUser(failure) || (reading ?? cached) === undefined)
    return "";
  return withFullStop(describeFailure(failure).headline);
}

/** Returns the message above the connections: the text filter, the age of outdated rows, and unreadable connections. */
export function connectionsMessage(
  state: DatedRows & { readonly reading?: { readonly unreadable: number } },
  filter: string,
): string {
  const lines = [
    filter && l10n.t('Filtered by "{0}".', display(filter)),
    outdatedReasonLine(state),
    ageLine(state),
    unreadableConnectionsLine(state.reading?.unreadable ?? 0),
  ];
  return joinSentences(lines.filter((line) => line !== ""));
}

function unreadableConnectionsLine(unreadable: number): string {
  if (unreadable === 0) return "";
  if (unreadable === 1) return l10n.t("1 connection couldn't be read.");
  return l10n.t("{0} connections couldn't be read.", formatCount(unreadable));
}

/** Returns a badge with the number of fetched connections that need an action by the user. */
export function attentionBadge(views: readonly ConnectionView[], more: boolean): ViewBadge | undefined {
  const value = views.filter(({ group }) => group === "needsYou").length;
  if (value === 0) return undefined;
  const many = l10n.t("{0} connections need you", formatCount(value));
  const words = oneOrMany(value, l10n.t("1 connection needs you"), many);
  return { value, tooltip: more ? l10n.t("{0}, of {1} read", words, formatCount(views.length)) : words };
}

import { l10n } from "vscode";
import type { TimelineEntry } from "../../../api/loginSchemas.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import { loginEndTime, isLogin, stateOriginOf, entryTime } from "../../../domain/connections/history.ts";
import type { CardTone, CardValue } from "../../../card/card.ts";
import { ownProperty, markUnknownValue } from "../../words/labels.ts";
import { formatDateTime, formatDateRange, formatShortDateTime } from "../../words/formatting.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { statusTone, connectionStatusPill } from "../shown/connectionBlocks.ts";
import { failureCause, loginFailureLabel } from "../shown/words/failureWords.ts";
import { flowStatusLabel, flowTypeLabel } from "../shown/words/flowWords.ts";

export function entryTypeLabel({ type }: TimelineEntry): string {
  if (type === undefined) return l10n.t("Not reported");
  const words = {
    login: flowTypeLabel("LOGIN"),
    reauth: flowTypeLabel("REAUTH"),
    health_check: l10n.t("Health check"),
  };
  return ownProperty(words, type) ?? markUnknownValue(maskedText(type));
}

export function outcomePill(entry: TimelineEntry): CardValue {
  const { status } = entry;
  if (entry.type === "health_check")
    return statusTone(status) !== undefined ? connectionStatusPill(status) : unknownOutcomePill(status);
  const tone = isLogin(entry) ? loginTone(status) : undefined;
  if (tone === undefined || status === undefined) return unknownOutcomePill(status);
  return { text: flowStatusLabel(status), tone };
}

/** True if this version of the extension knows both the type and the outcome of an entry. */
export function isKnownEntry(entry: TimelineEntry): boolean {
  return outcomePill(entry).tone !== undefined;
}

/** Returns the color tone for the outcome of a login, or `undefined` for an unknown outcome. */
export function loginTone(status: string | undefined): CardTone | undefined {
  return ownProperty(loginTones, status ?? "");
}

const loginTones: Readonly<Record<string, CardTone>> = {
  SUCCESS: "success",
  FAILED: "error",
  EXPIRED: "warning",
  CANCELED: "neutral",
  IN_PROGRESS: "info",
};

/** Formats the time of an entry. A login with a later end time is formatted as a range. */
export function formatEntryTime(entry: TimelineEntry): string {
  const from = entryTime(entry);
  if (from === undefined) return maskedText(entry.timestamp ?? l10n.t("Not reported"));
  const to = isLogin(entry) ? loginEndTime(entry) : undefined;
  if (to !== undefined && to > from) return formatDateRange(new Date(from), new Date(to));
  return formatDateTime(new Date(from));
}

export function describeEntry(entry: TimelineEntry): string {
  const event = l10n.t({
    message: "{0}, {1}: {2}",
    args: [entryTypeLabel(entry), formatEntryTime(entry), outcomePill(entry).text],
    comment: "what happened, when, and how it ended",
  });
  const cause = entry.status === "SUCCESS" ? undefined : failureCause(entry.error_code);
  return display(cause === undefined ? event : `${event}. ${cause}`);
}

/**
 * Returns a headline with the current state of the connection, the time at which this state began, and the reason
 * (interface.md §2.9). The entries must be sorted newest first.
 */
export function historyHeadline(
  entries: readonly TimelineEntry[],
  origin: Parameters<typeof stateOriginOf>[1],
): string {
  if (entries.length === 0 && origin.isComplete) return l10n.t("No login and no health check yet");
  const story = stateOriginOf(entries, origin);
  const format = (at: number): string => formatShortDateTime(new Date(at), new Date(origin.now));
  switch (story.kind) {
    case "loggedIn":
      if (story.since === undefined) return l10n.t("Logged in");
      if (story.exact) return l10n.t("Logged in since {0}", format(story.since));
      return l10n.t("Logged in since {0} or earlier", format(story.since));
    case "broke": {
      const { failure, detectedAt } = story;
      const headline =
        detectedAt === undefined ? l10n.t("Logged out") : l10n.t("Logged out since {0}", format(detectedAt));
      return appendCause(headline, failure);
    }
    case "never":
      return appendCause(l10n.t("Never logged in"), story.failure);
    case "earlier":
      return appendCause(l10n.t("Logged out"), story.failure);
    case "unknown":
      return l10n.t("History");
  }
}

function appendCause(words: string, failure: TimelineEntry | undefined): string {
  if (failure === undefined) return words;
  const { error_code, status } = failure;
  if (status === "EXPIRED") return labelWithValue(words, l10n.t("login timed out"));
  return labelWithValue(
    words,
    status === "CANCELED" ? l10n.t("login canceled") : loginFailureLabel(error_code),
  );
}

function unknownOutcomePill(status: string | undefined): CardValue {
  return { text: status === undefined ? l10n.t("Not reported") : markUnknownValue(maskedText(status)) };
}

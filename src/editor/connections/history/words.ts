import { l10n } from "vscode";
import type { TimelineEntry } from "../../../api/loginSchemas.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import { endOf, isLogin, storyOf, timeOf } from "../../../domain/connections/history.ts";
import type { Tone, Value } from "../../../card/card.ts";
import { ownProperty, markUnknownValue } from "../../words/labels.ts";
import { formatDateTime, formatDateRange, formatShortDateTime } from "../../words/formatting.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { statusTone, statusValue } from "../shown/blocks.ts";
import { causeOf, failureWords } from "../shown/words/failure.ts";
import { flowStatus, flowType } from "../shown/words/flow.ts";

/** Names the type of an entry: a login, an automatic login or a health check. */
export function typeWords({ type }: TimelineEntry): string {
  if (type === undefined) return l10n.t("Not reported");
  const words = {
    login: flowType("LOGIN"),
    reauth: flowType("REAUTH"),
    health_check: l10n.t("Health check"),
  };
  return ownProperty(words, type) ?? markUnknownValue(maskedText(type));
}

/** Renders the outcome of an entry as a pill. */
export function endValue(entry: TimelineEntry): Value {
  const { status } = entry;
  if (entry.type === "health_check")
    return statusTone(status) !== undefined ? statusValue(status) : unknownEnd(status);
  const tone = isLogin(entry) ? toneOf(status) : undefined;
  return tone === undefined || status === undefined ? unknownEnd(status) : { text: flowStatus(status), tone };
}

/** True if this version knows both the type and the outcome of an entry. */
export function isKnown(entry: TimelineEntry): boolean {
  return endValue(entry).tone !== undefined;
}

/** Returns the tone of a login's outcome, or `undefined` for an unknown outcome. */
export function toneOf(status: string | undefined): Tone | undefined {
  return ownProperty(loginTones, status ?? "");
}

const loginTones: Readonly<Record<string, Tone>> = {
  SUCCESS: "success",
  FAILED: "error",
  EXPIRED: "warning",
  CANCELED: "neutral",
  IN_PROGRESS: "info",
};

/** Describes the time of an entry, as a range if a login took a while. */
export function whenWords(entry: TimelineEntry): string {
  const from = timeOf(entry);
  if (from === undefined) return maskedText(entry.timestamp ?? l10n.t("Not reported"));
  const to = isLogin(entry) ? endOf(entry) : undefined;
  return to !== undefined && to > from
    ? formatDateRange(new Date(from), new Date(to))
    : formatDateTime(new Date(from));
}

/** Describes an entry for the chart of days. */
export function entryWords(entry: TimelineEntry): string {
  const what = l10n.t({
    message: "{0}, {1}: {2}",
    args: [typeWords(entry), whenWords(entry), endValue(entry).text],
    comment: "what happened, when, and how it ended",
  });
  const cause = entry.status === "SUCCESS" ? undefined : causeOf(entry.error_code);
  return display(cause === undefined ? what : `${what}. ${cause}`);
}

/** Summarizes the entries, newest first: since when the connection is logged in or out, and why (interface.md §2.9). */
export function headline(entries: readonly TimelineEntry[], known: Parameters<typeof storyOf>[1]): string {
  if (entries.length === 0 && known.whole) return l10n.t("No login and no health check yet");
  const story = storyOf(entries, known);
  const since = (at: number): string => formatShortDateTime(new Date(at), new Date(known.now));
  switch (story.kind) {
    case "loggedIn":
      if (story.since === undefined) return l10n.t("Logged in");
      return story.exact
        ? l10n.t("Logged in since {0}", since(story.since))
        : l10n.t("Logged in since {0} or earlier", since(story.since));
    case "broke": {
      const { failure, foundOut } = story;
      const out =
        foundOut === undefined ? l10n.t("Logged out") : l10n.t("Logged out since {0}", since(foundOut));
      return withCause(out, failure);
    }
    case "never":
      return withCause(l10n.t("Never logged in"), story.failure);
    case "earlier":
      return withCause(l10n.t("Logged out"), story.failure);
    case "unknown":
      return l10n.t("History");
  }
}

/** Appends the short cause of the last failed login. */
function withCause(words: string, failure: TimelineEntry | undefined): string {
  if (failure === undefined) return words;
  const { error_code, status } = failure;
  if (status === "EXPIRED") return labelWithValue(words, l10n.t("login timed out"));
  return labelWithValue(words, status === "CANCELED" ? l10n.t("login canceled") : failureWords(error_code));
}

function unknownEnd(status: string | undefined): Value {
  return { text: status === undefined ? l10n.t("Not reported") : markUnknownValue(maskedText(status)) };
}

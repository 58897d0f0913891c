import { l10n } from "vscode";
import type { TimelineEntry } from "../../../api/login.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import { endOf, isLogin, storyOf, timeOf } from "../../../domain/connections/history.ts";
import type { Story } from "../../../domain/connections/history.ts";
import type { Tone, Value } from "../../../card/card.ts";
import { statusWords } from "../../catalogue/connectionWords.ts";
import { among, unknownValue } from "../../words/labels.ts";
import { moment, range } from "../../words/numbers.ts";
import { labelled, paragraph } from "../../words/sentences.ts";
import { statusTone, statusValue } from "../shown/blocks.ts";
import { causeOf, lastLoginWords } from "../shown/words/failure.ts";
import { flowStatus, flowType } from "../shown/words/flow.ts";

/** What happened: a login, by whomever, or a health check. */
export function typeWords({ type }: TimelineEntry): string {
  if (type === undefined) return l10n.t("Not reported");
  const words = {
    login: flowType("LOGIN"),
    reauth: flowType("REAUTH"),
    health_check: l10n.t("Health check"),
  };
  return among(words, type) ?? unknownValue(maskedText(type));
}

/** How it ended, as a pill. */
export function endValue(entry: TimelineEntry): Value {
  const { status } = entry;
  if (entry.type === "health_check")
    return statusTone(status) !== undefined ? statusValue(status) : unknownEnd(status);
  const tone = isLogin(entry) ? toneOf(status) : undefined;
  return tone === undefined || status === undefined ? unknownEnd(status) : { text: flowStatus(status), tone };
}

/** Whether this version has words for all of an entry. */
export function isKnown(entry: TimelineEntry): boolean {
  const { status } = entry;
  if (entry.type === "health_check") return statusTone(status) !== undefined;
  return isLogin(entry) && toneOf(status) !== undefined;
}

/** What a login asks of whoever looks back; nothing of one that ended as this version does not know. */
export function toneOf(status: string | undefined): Tone | undefined {
  return among(loginTones, status ?? "");
}

const loginTones: Readonly<Record<string, Tone>> = {
  SUCCESS: "success",
  FAILED: "error",
  EXPIRED: "warning",
  CANCELED: "neutral",
  IN_PROGRESS: "info",
};

/** When it happened: from begin to end, where it took a while. */
export function whenWords(entry: TimelineEntry): string {
  const from = timeOf(entry);
  if (from === undefined) return maskedText(entry.timestamp ?? l10n.t("Not reported"));
  const to = isLogin(entry) ? endOf(entry) : undefined;
  return to !== undefined && to > from ? range(new Date(from), new Date(to)) : moment(new Date(from));
}

/** Something that happened, in the words of a picture. */
export function entryWords(entry: TimelineEntry): string {
  const what = l10n.t({
    message: "{0}, {1}: {2}",
    args: [typeWords(entry), whenWords(entry), endValue(entry).text],
    comment: "what happened, when, and how it ended",
  });
  const cause = entry.status === "SUCCESS" ? undefined : causeOf(entry.error_code);
  return display(cause === undefined ? what : `${what}. ${cause}`);
}

/** What entries come to, newest first, with what else is known of their connection: its story, or that it has none yet. */
export function historyWords(
  entries: readonly TimelineEntry[],
  known: Parameters<typeof storyOf>[1],
): readonly string[] {
  if (entries.length > 0) return storyWords(storyOf(entries, known));
  return known.whole ? [l10n.t("Nothing has happened yet: no login, no health check.")] : [];
}

/** Where a connection stands, what ended its last login, and why, in one paragraph. */
function storyWords(story: Story): readonly string[] {
  switch (story.kind) {
    case "loggedIn": {
      if (story.since === undefined) return [];
      const since = moment(new Date(story.since));
      return [
        story.exact ? l10n.t("Logged in since {0}.", since) : l10n.t("Logged in since {0} at least.", since),
      ];
    }
    case "broke": {
      const last = moment(new Date(story.lastIn));
      const found =
        story.foundOut === undefined
          ? l10n.t("It was last seen logged in on {0}.", last)
          : l10n.t(
              "It was last seen logged in on {0}; the health check on {1} found it logged out.",
              last,
              moment(new Date(story.foundOut)),
            );
      return [paragraph([found, ...failureWords(story.failure)])];
    }
    case "never":
      return [paragraph([l10n.t("It has never been logged in."), ...failureWords(story.failure)])];
    case "earlier":
      return [
        paragraph([
          l10n.t("It was logged out before the entries that are shown."),
          ...failureWords(story.failure),
        ]),
      ];
    case "unknown":
      return [];
  }
}

/** How the last login ended that was to mend it, and why. */
function failureWords(failure: TimelineEntry | undefined): readonly string[] {
  if (failure === undefined) return [];
  const { error_code, error_message, website_error } = failure;
  const said = website_error ?? error_message ?? error_code;
  const cause =
    causeOf(error_code) ?? (said && labelled(l10n.t("The reason given"), display(maskedText(said))));
  return [lastLoginWords(failure.status), ...(cause === undefined || cause === "" ? [] : [cause])];
}

function unknownEnd(status: string | undefined): Value {
  return { text: status === undefined ? l10n.t("Not reported") : unknownValue(maskedText(status)) };
}

/** What a health check found before the one that tells of it. */
export function beforeWords(status: string): string {
  return labelled(l10n.t("Before that"), statusWords(status));
}

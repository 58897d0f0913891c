import { l10n } from "vscode";
import {
  type ConnectionState,
  type FlowProgress,
  waitsForPerson,
} from "../../../domain/connections/connectionState.ts";
import { requestedInputKind } from "../../../domain/connections/flowFacts.ts";
import { markUnknownValue } from "../../words/labels.ts";
import { formatShortDateTime } from "../../words/formatting.ts";
import { describeLoginNeed, describeProgress } from "../shown/loginProgress.ts";
import { loginFailureLabel, shortestFailureWords } from "../shown/words/failureWords.ts";

/** Describes the state of a connection for a tooltip and a screen reader. */
export function describeState(state: ConnectionState, now: Date): string {
  switch (state.kind) {
    case "running":
      return describeProgress(state.progress);
    case "loggedIn":
      if (!state.hasHealthChecks) return l10n.t("not checked");
      if (state.canReauth === false) return l10n.t("needs you next time");
      return state.checkedAt === undefined
        ? l10n.t("logged in")
        : l10n.t("checked {0}", formatShortDateTime(state.checkedAt, now));
    case "needsLogin":
      return describeLoginNeed(state.why);
    case "failed":
      return loginFailureLabel(state.code);
    case "unknown":
      return state.status === undefined ? l10n.t("not reported") : markUnknownValue(state.status);
  }
}

/**
 * Describes the state of a connection for its row. The most important word comes first, because VS Code may clip the
 * row.
 */
export function describeStateBriefly(state: ConnectionState, now: Date): string {
  switch (state.kind) {
    case "running":
      if (state.progress.kind === "asks") return describeInputBriefly(state.progress);
      if (state.progress.kind === "confirms") return l10n.t("approve");
      return state.progress.kind === "looks" ? l10n.t("logging in") : describeState(state, now);
    case "failed":
      return shortestFailureWords(state.code);
    case "needsLogin":
      if (state.why === "timedOut") return l10n.t("timed out");
      return state.why === "canceled" ? l10n.t("canceled") : describeState(state, now);
    case "unknown":
      return state.status ?? describeState(state, now);
    case "loggedIn":
      return describeState(state, now);
  }
}

/**
 * Returns the deadline of a running login, if reported. The text contains a time of day instead of the time left, so
 * that the text stays correct while the row is visible.
 */
export function describeDeadline(state: ConnectionState, now: Date): string | undefined {
  return state.kind === "running" && state.until !== undefined
    ? l10n.t("until {0}", formatShortDateTime(state.until, now))
    : undefined;
}

/**
 * Returns the text about the deadline in the row of a login that waits for a person. Returns `undefined` for other
 * logins.
 */
export function answerDeadline(state: ConnectionState, now: Date): string | undefined {
  return state.kind === "running" && state.until !== undefined && waitsForPerson(state.progress)
    ? l10n.t({ message: "by {0}", args: [formatShortDateTime(state.until, now)], comment: "a time of day" })
    : undefined;
}

function describeInputBriefly({ awaited }: Extract<FlowProgress, { kind: "asks" }>): string {
  return {
    choice: l10n.t("choice"),
    password: l10n.t("password"),
    code: l10n.t("code"),
    userName: l10n.t("user name"),
    input: l10n.t("answer"),
  }[requestedInputKind(awaited)];
}

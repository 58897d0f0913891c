// Texts for the state of a connection in rows, tooltips, pills, strips and code lenses, and for screen readers.
import { l10n } from "vscode";
import type { CardTone, CardValue } from "../../../../card/card.ts";
import type { ConnectionView, FlowProgress } from "../../../../domain/connections/connectionView.ts";
import { type AwaitedInput, requestedInputKind } from "../../../../domain/connections/awaitedInputs.ts";
import { connectionStatusLabel } from "../../../catalogue/connectionLabels.ts";
import { capitalize, markUnknownValue } from "../../../words/labels.ts";
import { formatShortDateTime } from "../../../words/formatting.ts";
import { describeAwaited } from "./awaitedWords.ts";
import { loginFailureLabel, shortestFailureWords } from "./failureWords.ts";

export function describeState({ now, state }: ConnectionView): string {
  switch (state.kind) {
    case "running":
      return describeProgress(state.progress);
    case "loggedIn":
      if (!state.hasHealthChecks) return l10n.t("not checked");
      if (state.canReauth === false) return l10n.t("needs you next time");
      if (state.checkedAt === undefined) return l10n.t("logged in");
      return l10n.t("checked {0}", formatShortDateTime(state.checkedAt, now));
    case "needsLogin":
      return {
        never: l10n.t("never logged in"),
        timedOut: l10n.t("login timed out"),
        canceled: l10n.t("login canceled"),
        unknown: l10n.t("logged out"),
      }[state.why];
    case "failed":
      return loginFailureLabel(state.code);
    case "unknown":
      return state.status === undefined ? l10n.t("not reported") : markUnknownValue(state.status);
  }
}

function describeProgress(progress: FlowProgress): string {
  switch (progress.kind) {
    case "asks":
      return describeAwaited(progress.awaited);
    case "confirms":
      return l10n.t("asks you to approve");
    case "sends":
      return l10n.t("submitting");
    case "looks":
      return progress.isReauth ? l10n.t("logging in automatically") : l10n.t("logging in");
  }
}

const groupTones: Readonly<Record<ConnectionView["group"], CardTone>> = {
  needsYou: "warning",
  inProgress: "info",
  other: "neutral",
  loggedIn: "success",
};

/** Renders the state of a connection as the pill on its page. The color matches the icon of the connection's row. */
export function statePill(view: ConnectionView): CardValue {
  const { group, state } = view;
  switch (state.kind) {
    case "loggedIn":
      return { text: l10n.t("Logged in"), tone: groupTones[group] };
    case "unknown":
      return { text: connectionStatusLabel(state.status), tone: groupTones[group] };
    case "failed":
      return { text: capitalize(describeState(view)), tone: "error" };
    case "running":
    case "needsLogin":
      return { text: capitalize(describeState(view)), tone: groupTones[group] };
  }
}

/** Describes a connection's state for its row. The main word comes first, because VS Code may clip the row. */
export function describeStateBriefly(view: ConnectionView): string {
  const { state } = view;
  switch (state.kind) {
    case "running":
      if (state.progress.kind === "asks") return describeInputBriefly(state.progress);
      if (state.progress.kind === "confirms") return l10n.t("approve");
      return state.progress.kind === "looks" ? l10n.t("logging in") : describeState(view);
    case "failed":
      return shortestFailureWords(state.code);
    case "needsLogin":
      if (state.why === "timedOut") return l10n.t("timed out");
      return state.why === "canceled" ? l10n.t("canceled") : describeState(view);
    case "unknown":
      return state.status ?? describeState(view);
    case "loggedIn":
      if (state.hasHealthChecks && state.canReauth === false) return l10n.t("needs you later");
      return describeState(view);
  }
}

/**
 * Returns the deadline of a running login, if reported. The text contains a time of day instead of the time left, so
 * that the text stays correct while the row is visible.
 */
export function describeDeadline({ now, state }: ConnectionView): string | undefined {
  return state.kind === "running" && state.until !== undefined
    ? l10n.t("until {0}", formatShortDateTime(state.until, now))
    : undefined;
}

/** Returns the deadline text for the row of a login that waits for the user. Returns `undefined` for other logins. */
export function answerDeadline({ awaits, now, state }: ConnectionView): string | undefined {
  if (state.kind !== "running" || state.until === undefined || awaits === undefined) return undefined;
  // Omit AM and PM. A login lasts only minutes, and the row needs the space for the domain.
  const time = formatShortDateTime(state.until, now).replace(/\s[AP]M$/, "");
  return l10n.t({ message: "by {0}", args: [time], comment: "a time of day" });
}

function describeInputBriefly({ awaited }: { readonly awaited: readonly AwaitedInput[] }): string {
  return {
    choice: l10n.t("choice"),
    password: l10n.t("password"),
    code: l10n.t("code"),
    userName: l10n.t("user name"),
    input: l10n.t("answer"),
  }[requestedInputKind(awaited)];
}

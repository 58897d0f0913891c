import { l10n } from "vscode";
import type { ConnectionState, Progress } from "../../../domain/connections/connectionState.ts";
import { unknownValue } from "../../words/labels.ts";
import { shortMoment } from "../../words/numbers.ts";
import { askedWords } from "../shown/words/awaited.ts";
import { failureWords } from "../shown/words/failure.ts";

/** Where a connection stands, in the few words that a row has room for. */
export function stateWords(state: ConnectionState, now: Date): string {
  switch (state.kind) {
    case "running":
      return progressWords(state.progress);
    case "loggedIn":
      if (!state.checked) return l10n.t("not checked");
      if (state.renews === false) return l10n.t("can't renew");
      return state.checkedAt === undefined
        ? l10n.t("logged in")
        : l10n.t("checked {0}", shortMoment(state.checkedAt, now));
    case "needsLogin":
      return needWords(state.why);
    case "failed":
      return failureWords(state.code);
    case "unknown":
      return state.status === undefined ? l10n.t("not reported") : unknownValue(state.status);
  }
}

/**
 * Until when somebody can do what a running login asks for, where that is told: as a time of day, which stays true while
 * the row stands there, as minutes left would not.
 */
export function deadlineWords(state: ConnectionState, now: Date): string | undefined {
  return state.kind === "running" && state.until !== undefined
    ? l10n.t("until {0}", shortMoment(state.until, now))
    : undefined;
}

function progressWords(progress: Progress): string {
  switch (progress.kind) {
    case "asks":
      return askedWords(progress.awaited);
    case "confirms":
      return l10n.t("confirm it elsewhere");
    case "sends":
      return l10n.t("sending…");
    case "looks":
      return progress.byItself ? l10n.t("logging in by itself…") : l10n.t("logging in…");
  }
}

function needWords(why: Extract<ConnectionState, { kind: "needsLogin" }>["why"]): string {
  return {
    never: l10n.t("not logged in yet"),
    timedOut: l10n.t("login timed out"),
    canceled: l10n.t("login canceled"),
    unknown: l10n.t("needs a login"),
  }[why];
}

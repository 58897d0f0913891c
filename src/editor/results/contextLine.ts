import { l10n } from "vscode";
import type { Card } from "../../card/card.ts";
import { accountIdOf } from "../../storage/scope.ts";
import type { SessionState } from "../accounts/session.ts";
import { paragraph, sentence } from "../words/sentences.ts";
import type { Result } from "./result.ts";
import { moment, shortMoment } from "../words/numbers.ts";

/** Whose a card is and of when, in one line that stays true on other days. */
export function contextLine({ at, context }: Pick<Card<never>, "at" | "context">): string {
  return [...context, ...(at === undefined ? [] : [moment(new Date(at))])].join(" · ");
}

/** Why the buttons of a result rest, in a few words; nothing where the window works as its account. */
export function disabledReason(
  { accountId }: Pick<Result, "accountId">,
  state: SessionState,
): string | undefined {
  if (accountId === undefined) return undefined;
  if (state.kind === "signedOut") return l10n.t("Signed out");
  if (state.account.id === accountId) return undefined;
  return accountIdOf(state.account.id) === accountIdOf(accountId)
    ? l10n.t("Another project is in use")
    : l10n.t("Another account is in use");
}

/** A card with all of its context: of when it is, and why its buttons rest, if they do. */
export function inContext<P>(card: Card<P>, why: string | undefined, now = new Date()): Card<P> {
  if (card.at === undefined) return card;
  const when = asOf(new Date(card.at), now);
  return { ...card, context: [...card.context, why === undefined ? when : paragraph([sentence(why), when])] };
}

/** The time of day alone where it is today. */
function asOf(date: Date, now: Date): string {
  const isToday = date.toDateString() === now.toDateString();
  return l10n.t("As of {0}", isToday ? shortMoment(date, now) : moment(date));
}

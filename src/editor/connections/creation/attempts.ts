import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { PendingCreation, PendingCreations } from "../context/pending.ts";
import type { Session } from "../../accounts/session.ts";
import { type TreeRow, rowId } from "../../kit/row.ts";
import { moment } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";
import { dismissedCard } from "./notCreatedCards.ts";
import { inform } from "../../kit/notify.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Scope } from "../../../storage/scope.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** An attempt of unknown end that an account can do something about. */
export interface OpenAttempt {
  readonly pending: PendingCreation;
  /** It was sent under an account that is gone: then it is looked up by reading, and never sent again. */
  readonly earlier: boolean;
}

/**
 * The attempts that wait for a check in an account, the oldest first: its own, and those of earlier sign-ins at its
 * address, since where no keyring keeps the token, each start of VS Code makes another account.
 */
export async function openAttempts(
  pending: Pick<PendingCreations, "open" | "openElsewhere">,
  session: Pick<Session, "find">,
  account: Account,
): Promise<readonly OpenAttempt[]> {
  const mine = (await pending.open(account.id)).map((one) => ({ pending: one, earlier: false }));
  if (account.kind === "sandbox") return mine;
  const others = await pending.openElsewhere(account.id, account.baseUrl);
  const owners = await Promise.all(others.map(({ accountId }) => session.find(accountId)));
  const earlier = others.filter((_one, index) => owners[index] === undefined);
  return [...mine, ...earlier.map((one) => ({ pending: one, earlier: true }))];
}

/** The row of an attempt to create a connection whose end is not known. */
export function pendingRow(attempt: OpenAttempt): TreeRow {
  const { earlier, pending } = attempt;
  const at = moment(new Date(pending.startedAt));
  const [profile, label] = [display(pending.request.profile_name), display(pending.request.domain)];
  const value = earlier ? l10n.t("unknown, earlier sign-in") : l10n.t("unknown if created");
  const sent = earlier
    ? l10n.t("Sent {0}. Check this account's connections.", at)
    : l10n.t("Sent {0}. Check whether the connection was created.", at);
  return {
    id: rowId("pending", pending.id),
    label,
    value,
    tooltip: [labelled(label, value), labelled(l10n.t("Profile"), profile), sent].join("\n"),
    icon: new ThemeIcon("question", new ThemeColor("list.warningForeground")),
    contextValue: "pending",
    below: "nothing",
  };
}

/** Asks for an attempt of unknown end, and forgets it. Nothing is sent. */
export async function pickAndDismiss(parts: ConnectionsContext): Promise<void> {
  const { pending, session } = parts;
  if (session.state.kind === "signedOut") return;
  const attempts = await openAttempts(pending, session, session.state.account);
  if (attempts.length === 0) {
    void inform(l10n.t("No unknown results in this account."));
    return;
  }
  const title = l10n.t("Dismiss Unknown Result");
  const chosen = await pickAttempt(title, l10n.t("Choose a result to dismiss"), attempts);
  if (chosen !== undefined) await dismissPending(parts, chosen.pending.id);
}

/** Forgets every attempt of an account: what they may have created is gone. */
export async function dismissAll(parts: ConnectionsContext, scope: Scope): Promise<void> {
  for (const { id } of await parts.pending.covered(scope)) await dismissPending(parts, id);
}

/** Forgets an attempt, whatever became of it; its result, where that is open, offers no check any more. */
export async function dismissPending({ panel, pending }: ConnectionsContext, id: string): Promise<void> {
  const attempt = await pending.find(id);
  if (attempt !== undefined) await pending.settle(attempt);
  const shown = panel.ofAttempt(id);
  if (shown !== undefined) await panel.update({ ...shown, card: dismissedCard(shown.card) });
}

/** Asks for one of the attempts of unknown end; `undefined` when the user left. */
export async function pickAttempt(
  title: string,
  placeholder: string,
  attempts: readonly OpenAttempt[],
): Promise<OpenAttempt | undefined> {
  const answer = await pickOne<OpenAttempt>({
    frame: { title, back: false },
    placeholder,
    choices: attempts.map((attempt) => {
      const { request, startedAt } = attempt.pending;
      const sent = l10n.t("sent {0}", moment(new Date(startedAt)));
      return {
        label: display(request.domain),
        description: display(request.profile_name),
        detail: attempt.earlier ? l10n.t("{0} · from an earlier sign-in", sent) : sent,
        value: attempt,
      };
    }),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { PendingCreation, PendingCreations } from "../context/pendingCreations.ts";
import type { WindowSession } from "../../accounts/session.ts";
import { type TreeRow, rowId } from "../../kit/row.ts";
import { formatDateTime } from "../../words/formatting.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { dismissedCard } from "./notCreatedCards.ts";
import { inform } from "../../kit/notify.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { AccountScope } from "../../../storage/scope.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** A creation attempt with an unknown result that the current account can check or dismiss. */
export interface OpenAttempt {
  readonly pending: PendingCreation;
  /**
   * True if the account that sent the request no longer exists. In this case, the connection is only looked up and
   * the request is never sent again.
   */
  readonly isFromEarlierSignIn: boolean;
}

/**
 * Returns the account's attempts that need a check, followed by attempts from earlier sign-ins at the same address.
 * Earlier sign-ins are included because each start of VS Code creates a new account if no keyring is available. Both
 * parts are sorted oldest first.
 */
export async function openAttempts(
  pending: Pick<PendingCreations, "open" | "openElsewhere">,
  session: Pick<WindowSession, "find">,
  account: Account,
): Promise<readonly OpenAttempt[]> {
  const mine = (await pending.open(account.id)).map((one) => ({ pending: one, isFromEarlierSignIn: false }));
  if (account.kind === "sandbox") return mine;
  const elsewhere = await pending.openElsewhere(account.id, account.baseUrl);
  const owners = await Promise.all(elsewhere.map(({ accountId }) => session.find(accountId)));
  const earlier = elsewhere.filter((_one, index) => owners[index] === undefined);
  return [...mine, ...earlier.map((one) => ({ pending: one, isFromEarlierSignIn: true }))];
}

export function pendingRow(attempt: OpenAttempt): TreeRow {
  const { isFromEarlierSignIn: earlier, pending } = attempt;
  const at = formatDateTime(new Date(pending.startedAt));
  const [profile, label] = [display(pending.request.profile_name), display(pending.request.domain)];
  const value = earlier ? l10n.t("unknown, earlier sign-in") : l10n.t("unknown if created");
  const sent = earlier
    ? l10n.t("Sent {0}. Check this account's connections.", at)
    : l10n.t("Sent {0}. Check whether the connection was created.", at);
  return {
    id: rowId("pending", pending.id),
    label,
    value,
    tooltip: [labelWithValue(label, value), labelWithValue(l10n.t("Profile"), profile), sent].join("\n"),
    icon: new ThemeIcon("question", new ThemeColor("list.warningForeground")),
    contextValue: "pending",
    children: "nothing",
  };
}

/** Prompts for an attempt with an unknown result and dismisses the attempt without sending a request. */
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

/** Dismisses all attempts of an account after the connections that they may have created were deleted. */
export async function dismissAll(parts: ConnectionsContext, scope: AccountScope): Promise<void> {
  for (const { id } of await parts.pending.listInScope(scope)) await dismissPending(parts, id);
}

/** Dismisses an attempt without checking its result, so that an open page no longer offers the check. */
export async function dismissPending({ panel, pending }: ConnectionsContext, id: string): Promise<void> {
  const attempt = await pending.find(id);
  if (attempt !== undefined) await pending.settle(attempt);
  const shown = panel.findByAttempt(id);
  if (shown !== undefined) await panel.update({ ...shown, card: dismissedCard(shown.card) });
}

/** Prompts for one of the attempts with an unknown result. Returns undefined if the user cancels. */
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
      const sent = l10n.t("sent {0}", formatDateTime(new Date(startedAt)));
      return {
        label: display(request.domain),
        description: display(request.profile_name),
        detail: attempt.isFromEarlierSignIn ? l10n.t("{0} · from an earlier sign-in", sent) : sent,
        value: attempt,
      };
    }),
  });
  return answer.value;
}

import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { PendingCreation, PendingCreations } from "../context/pendingCreations.ts";
import type { WindowSession } from "../../accounts/session.ts";
import { type TreeRow, rowId } from "../../kit/row.ts";
import { formatDateTime } from "../../words/formatting.ts";
import { labelWithValue } from "../../words/sentences.ts";

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
 * Returns the account's attempts that need a check, followed by attempts from earlier sign-ins with the same base URL.
 * Earlier sign-ins are included because each start of VS Code creates a new account if no keyring is available. Both
 * parts are sorted oldest first.
 */
export async function openAttempts(
  pending: Pick<PendingCreations, "open" | "openElsewhere">,
  session: Pick<WindowSession, "find">,
  account: Account,
): Promise<readonly OpenAttempt[]> {
  const current = (await pending.open(account.id)).map((creation) => ({
    pending: creation,
    isFromEarlierSignIn: false,
  }));
  if (account.kind === "sandbox") return current;
  const elsewhere = await pending.openElsewhere(account.id, account.baseUrl);
  const owners = await Promise.all(elsewhere.map(({ accountId }) => session.find(accountId)));
  const earlier = elsewhere.filter((_creation, index) => owners[index] === undefined);
  return [...current, ...earlier.map((creation) => ({ pending: creation, isFromEarlierSignIn: true }))];
}

export function pendingRow(attempt: OpenAttempt): TreeRow {
  const { isFromEarlierSignIn: earlier, pending } = attempt;
  const sentAt = formatDateTime(new Date(pending.startedAt));
  const [profile, label] = [display(pending.request.profile_name), display(pending.request.domain)];
  const value = earlier ? l10n.t("unknown, earlier sign-in") : l10n.t("unknown if created");
  const sent = earlier
    ? l10n.t("Sent {0}. Check this account's connections.", sentAt)
    : l10n.t("Sent {0}. Check whether the connection was created.", sentAt);
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

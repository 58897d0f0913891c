import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { PendingCreation, PendingCreations } from "./pending.ts";
import type { Session } from "../../accounts/session.ts";
import { type Row, rowId } from "../../kit/row.ts";
import { moment } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";

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

/** What an attempt is called: whose login it is. */
export function attemptWords({ request }: PendingCreation): readonly [profile: string, domain: string] {
  return [display(request.profile_name), display(request.domain)];
}

/** When an attempt was sent. */
export function sentWhen({ startedAt }: PendingCreation): string {
  return l10n.t("sent {0}", moment(new Date(startedAt)));
}

/** The row of an attempt to create a connection whose end is not known. */
export function pendingRow(attempt: OpenAttempt): Row {
  const { earlier, pending } = attempt;
  const at = moment(new Date(pending.startedAt));
  const [profile, label] = attemptWords(pending);
  const value = earlier ? l10n.t("unknown, earlier sign-in") : l10n.t("unknown if created");
  const sent = earlier
    ? l10n.t("Sent {0}. A check searches this account's connections.", at)
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

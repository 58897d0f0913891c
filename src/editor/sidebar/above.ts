// What a view says above its rows.
import { l10n } from "vscode";
import type { TreeView } from "vscode";
import { display } from "../../domain/display.ts";
import type { Account } from "../accounts/accounts.ts";
import type { SessionState } from "../accounts/session.ts";
import type { EntitlementsState } from "../catalogue/entitlements.ts";
import { displayHost } from "../words/addresses.ts";
import { shortMoment } from "../words/numbers.ts";

/** Where the head of a view is written. */
export type Head = Pick<TreeView<unknown>, "description" | "message">;

/** What the head of the view says: whom its rows belong to, and how old they are where they are not of now. */
export function head(session: SessionState, entitlements: EntitlementsState): Required<Head> {
  if (session.kind === "signedOut") return { description: "", message: "" };
  const account = accountLine(session.account);
  const age = ageOf(entitlements);
  // Both, for VS Code does not draw the description of a view that is alone in its container.
  return { description: account, message: age === undefined ? account : `${account} · ${age}` };
}

/** Whom a view belongs to: "Sandbox", or the account's name and host. */
function accountLine(account: Account): string {
  if (account.kind === "sandbox") return l10n.t("Sandbox");
  const host = displayHost(account.baseUrl);
  const label = display(account.label);
  return label === host ? host : `${label} · ${host}`;
}

function ageOf({ failure, last, reading }: EntitlementsState): string | undefined {
  if (failure === undefined && reading !== undefined) return undefined;
  const old = reading ?? last;
  if (old === undefined) return undefined;
  const asOf = l10n.t("As of {0}.", shortMoment(old.readAt));
  return failure?.kind === "offline" || failure?.kind === "timeout" ? l10n.t("Offline. {0}", asOf) : asOf;
}

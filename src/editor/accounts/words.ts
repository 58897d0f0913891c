import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { Account } from "./accounts.ts";
import { displayAddress } from "../words/addresses.ts";

/** What an account is called, for the view's description and for confirmations. */
export function accountLabel(account: Account): string {
  return account.kind === "sandbox" ? l10n.t("Local Sandbox") : display(account.label);
}

/** Account and address in one phrase; `baseUrl` is where its requests go. The sandbox's says nothing to a person. */
export function accountPlace(account: Account, baseUrl: string): string {
  if (account.kind === "sandbox") return accountLabel(account);
  const address = displayAddress(baseUrl);
  return account.label === new URL(account.baseUrl).host ? address : `${display(account.label)}, ${address}`;
}

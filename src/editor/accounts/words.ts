import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { Account } from "./accounts.ts";
import { isValidHost } from "../../api/baseUrl.ts";

/** What an account is called, with the project that it works in, for the view's description and for confirmations. */
export function accountLabel(account: Account): string {
  return withProject(account.kind === "sandbox" ? l10n.t("Sandbox") : display(account.label), account);
}

/** Words for an account with the project that it works in. */
export function withProject(words: string, { project }: Account): string {
  return project === undefined ? words : l10n.t("{0}, project {1}", words, display(project.name));
}

/** An account and where its requests go in one phrase. The sandbox's says nothing to a person. */
export function accountPlace({
  account,
  baseUrl,
}: {
  readonly account: Account;
  readonly baseUrl: string;
}): string {
  if (account.kind === "sandbox") return accountLabel(account);
  const address = displayAddress(baseUrl);
  const isSame = account.label === new URL(account.baseUrl).host;
  return withProject(isSame ? address : `${display(account.label)}, ${address}`, account);
}

/** A base URL for VS Code's own surfaces: the path may be cut, never the host, because the token goes there. */
export function displayAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isValidHost(parsed) || !url.startsWith(parsed.origin)) return display(url);
  return parsed.origin + display(url.slice(parsed.origin.length));
}

/** The whole host of a base URL, with its port, for VS Code's own surfaces. */
export function displayHost(url: string): string {
  const parsed = new URL(url);
  return isValidHost(parsed) ? parsed.host : display(parsed.host);
}

import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { Account } from "./accounts.ts";
import { isValidHost } from "../../api/baseUrl.ts";

/** Returns the account's name with its project, if one is chosen. Shown in the view and in confirmations. */
export function accountLabel(account: Account): string {
  return appendProject(account.kind === "sandbox" ? l10n.t("Sandbox") : display(account.label), account);
}

/** Appends the account's project, if any, to text about the account. */
export function appendProject(words: string, { project }: Account): string {
  if (project === undefined) return words;
  return l10n.t("{0}, project {1}", words, display(project.name));
}

/** Returns the account's name and base URL. The sandbox's base URL is omitted, because it doesn't help the user. */
export function accountWithAddress({ account, baseUrl }: { account: Account; baseUrl: string }): string {
  if (account.kind === "sandbox") return accountLabel(account);
  const address = displayAddress(baseUrl);
  const isSame = account.label === new URL(account.baseUrl).host;
  return appendProject(isSame ? address : `${display(account.label)}, ${address}`, account);
}

/**
 * Formats a base URL for display outside webviews. A long path is truncated, but never the host, because the host
 * receives the token.
 */
export function displayAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isValidHost(parsed) || !url.startsWith(parsed.origin)) return display(url);
  return parsed.origin + display(url.slice(parsed.origin.length));
}

/** Returns the full host of a base URL, with its port, for display outside webviews. */
export function displayHost(url: string): string {
  const parsed = new URL(url);
  return isValidHost(parsed) ? parsed.host : display(parsed.host);
}

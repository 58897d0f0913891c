// The settings for the URL of the login page and for the domains that a login may visit.
import { l10n } from "vscode";
import { parseAllowedDomain } from "../../../domain/draft/domainName.ts";
import { withDefault } from "../../../domain/draft/draft.ts";
import { holdsLogin, longestLoginUrl, readLoginUrl } from "../../../domain/draft/loginUrl.ts";
import { display } from "../../../domain/text/display.ts";
import { askText } from "../../kit/inputs/ask.ts";
import { type InputCheck, inputError, inputInfo, inputWarning } from "../../words/inputChecks.ts";
import { formatCount } from "../../words/formatting.ts";
import { joinSentences, joinWithCommas } from "../../words/sentences.ts";
import type { SettingView } from "./settingView.ts";

/** The URL of the login page (interface.md §4.1 `login_url`). If missing, the service searches for the page. */
export const loginPageView: SettingView<string> = {
  group: "login",
  label: () => l10n.t("Login page"),
  format: display,
  quote: (name) => ({ words: l10n.t("This address"), names: [{ name }] }),
  defaultValue: () => ({ text: l10n.t("Found by the service"), source: "default" }),
  unreported: "default",
  ask: async ({ before, draft, frame, typed }) => {
    const clears = (text: string): boolean => before !== undefined && text.trim() === "";
    const answer = await askText({
      frame,
      prompt:
        before === undefined
          ? l10n.t("The login page's address, if you know it.")
          : l10n.t("The login page's address. Leave empty to let the service find the page."),
      placeholder: `https://${draft.domain ?? "example.com"}/login`,
      value: typed ?? draft.login_url ?? "",
      check: (text) => (clears(text) ? undefined : checkLoginUrl(text)),
    });
    if (answer.kind !== "accepted") return answer;
    if (clears(answer.value)) return { kind: "answered", draft: withDefault(draft, "login_url") };
    const url = readLoginUrl(answer.value);
    if (url === undefined) return { kind: "back", typed: answer.value };
    return { kind: "answered", draft: { ...draft, login_url: url } };
  },
};

function checkLoginUrl(text: string): InputCheck | undefined {
  if (text.trim().length > longestLoginUrl)
    return inputError(l10n.t("An address has at most {0} characters.", formatCount(longestLoginUrl)));
  if (holdsLogin(text))
    return inputError(l10n.t("Leave out the user name and password: the address is shown."));
  const url = readLoginUrl(text);
  if (url === undefined) return inputError(l10n.t("Enter a web address like https://example.com/login."));
  const isAsTyped = url === text.trim();
  if (!url.startsWith("http:"))
    return isAsTyped ? undefined : inputInfo(l10n.t("Press Enter to use {0}", display(url)));
  if (isAsTyped) return inputWarning(l10n.t("Plain http: others on the network can read what you type."));
  return inputWarning(
    l10n.t("Press Enter to use {0}. Plain http: others on the network can read what you type.", display(url)),
  );
}

/** Additional domains that the login may visit (interface.md §2.1 `allowed_domains`). */
export const allowedDomainsView: SettingView<string[]> = {
  group: "login",
  label: () => l10n.t("Allowed domains"),
  format: (domains) => display(joinWithCommas(domains)),
  quote: (domains) => ({ words: formatCount(domains.length), names: domains.map((name) => ({ name })) }),
  defaultValue: () => ({ text: l10n.t("The domain, and known identity providers"), source: "default" }),
  unreported: "default",
  ask: async ({ before, draft, frame, typed }) => {
    const clears = (text: string): boolean => before !== undefined && splitDomains(text).length === 0;
    const further = l10n.t(
      "More domains that the login may visit, separated by commas or spaces. Always allowed: Google, Microsoft, Okta, Auth0, Apple, GitHub and Facebook. Also LinkedIn, Amazon Cognito, OneLogin and Ping Identity.",
    );
    const answer = await askText({
      frame,
      prompt:
        before === undefined ? further : joinSentences([further, l10n.t("Leave empty to allow no others.")]),
      placeholder: "login.example.com, sso.example.org",
      value: typed ?? draft.allowed_domains?.join(", ") ?? "",
      check: (text) => (clears(text) ? undefined : checkAllowedDomains(text, draft.allowed_domains)),
    });
    if (answer.kind !== "accepted") return answer;
    if (clears(answer.value)) return { kind: "answered", draft: withDefault(draft, "allowed_domains") };
    const { domains } = parseDomains(answer.value, draft.allowed_domains);
    return { kind: "answered", draft: { ...draft, allowed_domains: [...domains] } };
  },
};

/**
 * Parses a typed or pasted list of domains and removes duplicates. In the result, `faulty` is the first invalid
 * entry. Domains in `current` are kept unchanged even if this version of the extension considers them invalid.
 */
export function parseDomains(
  text: string,
  current: readonly string[] = [],
): { readonly domains: readonly string[]; readonly faulty?: string } {
  const domains = new Set<string>();
  for (const part of splitDomains(text)) {
    const read = current.includes(part) ? ({ ok: true, domain: part } as const) : parseAllowedDomain(part);
    if (!read.ok) return { domains: [...domains], faulty: part };
    domains.add(read.domain);
  }
  return { domains: [...domains] };
}

function splitDomains(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

function checkAllowedDomains(text: string, current: readonly string[] | undefined): InputCheck | undefined {
  const { domains, faulty } = parseDomains(text, current);
  if (faulty !== undefined) return inputError(l10n.t("{0} isn't a domain.", display(faulty)));
  if (domains.length === 0) return inputError(l10n.t("Type at least one domain."));
  const listed = domains.join(", ");
  return listed === text ? undefined : inputInfo(l10n.t("Press Enter to use {0}", display(listed)));
}

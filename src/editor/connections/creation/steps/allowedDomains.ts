import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";
import { withDefault } from "../../../../domain/draft/draft.ts";
import { readAllowedDomain } from "../../../../domain/draft/domainName.ts";
import { askText } from "../../../kit/inputs/ask.ts";
import { error, info } from "../../../words/names.ts";
import type { Check } from "../../../words/names.ts";
import type { Option } from "./context.ts";
import { paragraph, series } from "../../../words/sentences.ts";

/** Further domains that the login may lead through (§2.1 `allowed_domains`). */
export const allowedDomains: Option = {
  group: "login",
  label: () => l10n.t("Allowed domains"),
  effective: ({ allowed_domains }) =>
    allowed_domains === undefined
      ? { text: l10n.t("The domain, and known identity providers"), source: "default" }
      : { text: series(allowed_domains), source: "chosen" },
  ask: async ({ before, draft, frame, typed }) => {
    const clears = (text: string): boolean => before !== undefined && parts(text).length === 0;
    const further = l10n.t(
      "Further domains the login may lead through, separated by commas or spaces. Always allowed: Google, Microsoft, Okta, Auth0, Apple, GitHub, Facebook, LinkedIn, Amazon Cognito, OneLogin and Ping Identity.",
    );
    const answer = await askText({
      frame,
      prompt:
        before === undefined ? further : paragraph([further, l10n.t("Leave it empty to allow no others.")]),
      placeholder: "login.example.com, sso.example.org",
      value: typed ?? draft.allowed_domains?.join(", ") ?? "",
      check: (text) => (clears(text) ? undefined : check(text, draft.allowed_domains)),
    });
    if (answer.kind !== "accepted") return answer;
    if (clears(answer.value)) return { kind: "answered", draft: withDefault(draft, "allowed_domains") };
    const { domains } = readDomains(answer.value, draft.allowed_domains);
    return { kind: "answered", draft: { ...draft, allowed_domains: [...domains] } };
  },
};

/**
 * The domains of a typed or pasted list, each once; `faulty` is the first that is none. Those that are there stay as they
 * are.
 */
export function readDomains(
  text: string,
  there: readonly string[] = [],
): { readonly domains: readonly string[]; readonly faulty?: string } {
  const domains = new Set<string>();
  for (const part of parts(text)) {
    const read = there.includes(part) ? ({ ok: true, domain: part } as const) : readAllowedDomain(part);
    if (!read.ok) return { domains: [...domains], faulty: part };
    domains.add(read.domain);
  }
  return { domains: [...domains] };
}

function parts(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

function check(text: string, there: readonly string[] | undefined): Check | undefined {
  const { domains, faulty } = readDomains(text, there);
  if (faulty !== undefined) return error(l10n.t("{0} is not a domain.", display(faulty)));
  if (domains.length === 0) return error(l10n.t("Type at least one domain."));
  const listed = domains.join(", ");
  return listed === text ? undefined : info(l10n.t("Press Enter to use {0}", display(listed)));
}

import { l10n } from "vscode";
import { readDomain } from "../../domain/draft/domainName.ts";
import { error, info } from "./names.ts";
import type { Check } from "./names.ts";

/** Checks a typed domain; shows the domain that will be used where it differs from the typed text. */
export function checkDomain(text: string): Check | undefined {
  const read = readDomain(text);
  if (!read.ok) return error(fault(read.reason));
  return read.reduced ? info(l10n.t("Press Enter to use the domain {0}", read.domain)) : undefined;
}

function fault(reason: Extract<ReturnType<typeof readDomain>, { ok: false }>["reason"]): string {
  return {
    empty: l10n.t("Enter a domain like example.com."),
    space: l10n.t("A domain has no spaces."),
    scheme: l10n.t("Enter a domain or an https or http address."),
    notADomain: l10n.t("Enter a domain like example.com."),
    tooLong: l10n.t("A domain has at most 253 characters, with at most 63 between dots."),
  }[reason];
}

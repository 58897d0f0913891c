import { l10n } from "vscode";
import type { ProxyStep } from "../../domain/proxies/draft.ts";

/** What a question is about: the title of its input, and its row in the review. */
export function subjectOf(step: ProxyStep): string {
  return {
    type: l10n.t("Type"),
    country: l10n.t("Country"),
    place: l10n.t("Place"),
    host: l10n.t("Host"),
    port: l10n.t("Port"),
    protocol: l10n.t("Protocol"),
    username: l10n.t("User"),
    password: l10n.t("Password"),
    certificates: l10n.t("Certificates"),
    bypass: l10n.t("Reached without it"),
    name: l10n.t("Name"),
    review: l10n.t("Review"),
  }[step];
}

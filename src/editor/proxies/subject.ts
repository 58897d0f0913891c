import { l10n } from "vscode";
import type { ProxyStep } from "../../domain/proxies/draft.ts";

/** What a question is about: the title of its input, and its row in the review. */
export function subjectOf(step: ProxyStep): string {
  switch (step) {
    case "type":
      return l10n.t("Type");
    case "country":
      return l10n.t("Country");
    case "place":
      return l10n.t("Place");
    case "host":
      return l10n.t("Host");
    case "port":
      return l10n.t("Port");
    case "protocol":
      return l10n.t("Protocol");
    case "username":
      return l10n.t("User");
    case "password":
      return l10n.t("Password");
    case "certificates":
      return l10n.t("Certificates");
    case "bypass":
      return l10n.t("Reached without it");
    case "name":
      return l10n.t("Name");
    case "review":
      return l10n.t("Review");
  }
}

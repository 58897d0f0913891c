import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";

/** Why the service's list cannot be shown, or not all of it, and that typing works. */
export function whyNotListed(error: ApiError, hasRows = false): string {
  if (hasRows) return l10n.t("The list is incomplete ({0}). Type what is missing.", reason(error));
  return l10n.t("The list can't be shown ({0}). Type a value instead.", reason(error));
}

function reason(error: ApiError): string {
  switch (error.kind) {
    case "notFound":
      return l10n.t("not offered by the service");
    case "forbidden":
      return l10n.t("not allowed for this token or plan");
    case "unauthorized":
      return l10n.t("the token was refused");
    case "offline":
    case "timeout":
    case "certificate":
    case "proxyLogin":
    case "proxyRefused":
      return l10n.t("the service can't be reached");
    case "limited":
      return l10n.t("too many requests");
    case "unreadable":
    case "tooLarge":
    case "redirected":
      return l10n.t("the response can't be read");
    case "conflict":
    case "invalid":
    case "refused":
    case "server":
      return l10n.t("the service failed");
  }
}

/** Says that the service has none of what could be chosen. */
export function nothingListed(): string {
  return l10n.t("None yet");
}

import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";

/** Why the service's list cannot be shown, or not all of it, and that typing works. */
export function whyNotListed(error: ApiError, hasRows = false): string {
  if (hasRows) return l10n.t("Not all of it can be listed ({0}). Type what is missing.", reason(error));
  return l10n.t("The service's list cannot be shown ({0}). Type it instead.", reason(error));
}

function reason(error: ApiError): string {
  switch (error.kind) {
    case "notFound":
      return l10n.t("it offers none");
    case "forbidden":
      return l10n.t("not allowed for this token or plan");
    case "unauthorized":
      return l10n.t("the token was refused");
    case "offline":
    case "timeout":
    case "certificate":
    case "proxyLogin":
    case "proxyRefused":
      return l10n.t("it cannot be reached");
    case "limited":
      return l10n.t("too many requests");
    case "unreadable":
    case "tooLarge":
    case "redirected":
      return l10n.t("its answer cannot be read");
    case "conflict":
    case "invalid":
    case "refused":
    case "server":
      return l10n.t("it failed");
  }
}

/** Says that the service has none of what could be chosen. */
export function nothingListed(): string {
  return l10n.t("The service lists none yet. Type it if you know it.");
}

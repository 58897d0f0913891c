// Messages for failed network connections.
import { l10n } from "vscode";
import { tlsUncheckedCode } from "../../api/networkFailure.ts";
import { display } from "../../domain/text/display.ts";
import type { ApiErrorOf } from "../../api/errors.ts";

type UnreachableHost = ApiErrorOf<"certificate" | "offline">;

export function certificateHeadline({ reason, host }: UnreachableHost): string {
  if (reason === tlsUncheckedCode)
    return l10n.t("Not sent: certificate checks are off for {0}", display(host));
  return l10n.t("The certificate of {0} isn't trusted ({1})", display(host), display(reason));
}

export function certificateAdvice(reason: string): string {
  switch (reason) {
    case tlsUncheckedCode:
      return l10n.t(
        "With {0}=0, anyone on the network could impersonate the service and read your token. Remove this environment variable, then restart VS Code.",
        tlsUncheckedCode,
      );
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
    case "net::ERR_CERT_DATE_INVALID":
      return l10n.t(
        "Check this computer's date and time. If the clock is right, don't continue until the server's certificate is renewed.",
      );
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
    case "net::ERR_CERT_COMMON_NAME_INVALID":
      return l10n.t(
        "The certificate belongs to another host. Check this account's base URL. If the URL is right, someone may be intercepting the connection: don't continue.",
      );
    default:
      return l10n.t(
        "If your company inspects traffic, install its root certificate and turn on http.systemCertificates. Otherwise, someone may be intercepting the connection: don't continue.",
      );
  }
}

export function offlineHeadline({ reason, host }: UnreachableHost): string {
  switch (reason) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "net::ERR_NAME_NOT_RESOLVED":
      return l10n.t("Can't find {0}", display(host));
    case "ECONNREFUSED":
    case "net::ERR_CONNECTION_REFUSED":
      return l10n.t("{0} refused the connection", display(host));
    case "UNPROVEN":
      return l10n.t("The sandbox has ended, and another program answers at {0}", display(host));
    default:
      return l10n.t("The connection to {0} failed ({1})", display(host), display(reason));
  }
}

export function offlineAdvice(reason: string): string {
  switch (reason) {
    case "ECONNREFUSED":
    case "net::ERR_CONNECTION_REFUSED":
      return l10n.t("The server may not be running. Check the base URL, or try again later.");
    case "UNPROVEN":
      return l10n.t("Not sent. Try again to restart the sandbox.");
    default:
      return l10n.t("Check your network connection, VPN and proxy, then try again.");
  }
}

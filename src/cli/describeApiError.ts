// Formats failed requests as error messages of the command line.
import type { ApiError } from "../api/errors.ts";
import { tlsUncheckedCode } from "../api/networkFailure.ts";
import { display } from "../domain/text/display.ts";
import { maskedText } from "../domain/text/secrets.ts";

export function describeApiError(error: ApiError): string {
  // If an error body has no message, fall back to the texts in its details.
  const details = error.details?.flatMap(({ message }) => message ?? []).join("; ");
  const message = error.message ?? details ?? "";
  if (message === "") return errorSentence(error);
  return `${errorSentence(error)} Message: “${display(maskedText(message))}”`;
}

function errorSentence(error: ApiError): string {
  switch (error.kind) {
    case "unauthorized":
      return {
        missing: "No token is set. Set KERNEL_API_KEY.",
        store: "The token can't be read. Set KERNEL_API_KEY.",
        malformed: "KERNEL_API_KEY holds characters that no token has. Set the token again.",
        refused: "The service refused the token. Check KERNEL_API_KEY.",
      }[error.reason ?? "refused"];
    case "forbidden":
      if (error.code === "insufficient_plan") return "The organization's plan doesn't allow this.";
      if (error.inProject === true)
        return "The token isn't allowed to do this. It may belong to another project; use an organization token, or check your plan.";
      return "The token isn't allowed to do this. Use an organization token, or check your plan.";
    case "notFound":
      if (error.code === "projects_disabled") return "Projects are disabled. Leave the project out.";
      if (error.missing === "project") return "The service has no such project. Check the project's name.";
      return "The service found nothing at the address. Check the address.";
    case "conflict":
      if (error.code === "too_many_pending_sessions")
        return "Too many logins are pending in the organization. Try again later.";
      if (error.existing_id === undefined) return "The service reports a conflict.";
      return `The connection ${display(error.existing_id)} exists.`;
    case "invalid":
      if (error.reason === "baseUrl") return "The service's address isn't valid. Check --base-url.";
      return "The service didn't accept the request.";
    case "limited":
      if (error.retryAfterSeconds === undefined)
        return "The service's rate limit was reached. Try again later.";
      return `The service's rate limit was reached. Try again in ${error.retryAfterSeconds} s.`;
    case "offline":
      return `${display(error.host)} can't be reached (${error.reason}). Check your network and proxy.`;
    case "timeout":
      return `${display(error.host)} didn't answer within ${Math.round(error.afterMs / 1000)} s. Try again.`;
    case "certificate":
      if (error.reason === tlsUncheckedCode)
        return `Nothing was sent because ${tlsUncheckedCode} turns off certificate checks. Unset the variable.`;
      return `The certificate of ${display(error.host)} isn't trusted (${error.reason}). Set NODE_EXTRA_CA_CERTS if you trust the certificate.`;
    case "proxyLogin":
      return "The network proxy requires authentication. Check HTTPS_PROXY.";
    case "proxyRefused":
      return "The network proxy refused the request. Check HTTPS_PROXY.";
    case "redirected":
      return "The service redirects. Redirects aren't followed: check --base-url.";
    case "tooLarge":
      return "The answer is too large to read. Check --base-url.";
    case "unreadable":
      if (error.reason === "html")
        return "A web page answered in place of the service. Check --base-url and your network.";
      return "The answer can't be read. Look for a newer version of managed-auth.";
    case "refused":
      return `The service refused the request (status ${error.status ?? "unknown"}).`;
    case "server":
      return `The service failed (status ${error.status ?? "unknown"}). Try again later.`;
  }
}

import { l10n } from "vscode";
import type { ApiError, InvalidReason, TokenProblem, ApiErrorOf } from "../../api/errors.ts";
import { display } from "../../domain/text/display.ts";
import { maskedText } from "../../domain/text/secrets.ts";
import { forbiddenError, type RequestEffect } from "./forbiddenError.ts";
import { certificateAdvice, certificateHeadline, offlineAdvice, offlineHeadline } from "./networkErrors.ts";
import { formatDuration } from "./formatting.ts";
import { errorText, type ErrorText } from "./errorText.ts";
import { inQuotes, joinSentences, withFullStop, withParentheses } from "./sentences.ts";
import { ownProperty } from "./labels.ts";
import { compact } from "../../domain/compact.ts";

/** Returns the extension's message for an error. {@link quotedServiceMessages} returns the service's messages. */
export function describeError(error: ApiError, act: RequestEffect = "other"): ErrorText {
  if (error.status === 426 || error.code === "sdk_upgrade_required") {
    return errorText(
      l10n.t("The service no longer works with this version of the extension"),
      l10n.t("Check for an update to this extension, then try again."),
    );
  }
  switch (error.kind) {
    case "unauthorized":
      return unauthorizedError(error.reason);
    case "forbidden":
      return forbiddenError(error, act);
    case "notFound":
      if (error.missing === "project") return missingProjectError(error);
      return errorText(
        l10n.t("The service found no match"),
        l10n.t("Check the ID or name, and the base URL of this account."),
      );
    case "conflict":
      return errorText(
        l10n.t("The service refused: this conflicts with existing data"),
        l10n.t("Change the input, or use the existing data."),
      );
    case "invalid":
      if (error.reason === undefined)
        return errorText(
          l10n.t("The service didn't accept the input"),
          quotedServiceMessages(error).length > 0
            ? l10n.t("Correct and resend these values.")
            : l10n.t("The service gave no readable reason. Check your input, then try again."),
        );
      return errorText(
        l10n.t("This request can't be sent"),
        invalidRequestAdvice(error.reason),
        ...(error.reason === "project" ? (["chooseProject"] as const) : []),
      );
    case "limited":
      return errorText(l10n.t("Too many requests"), limitedAdvice(error.retryAfterSeconds), "retry");
    case "offline":
      return errorText(offlineHeadline(error), offlineAdvice(error.reason), "retry");
    case "timeout": {
      const time = formatDuration(Math.round(error.afterMs / 1000));
      return errorText(
        error.idle === true
          ? l10n.t("{0} sent no data for {1}", display(error.host), time)
          : l10n.t("{0} didn't answer within {1}", display(error.host), time),
        l10n.t("The service may be busy or the connection slow. Try again."),
        "retry",
      );
    }
    case "certificate":
      return errorText(certificateHeadline(error), certificateAdvice(error.reason));
    case "proxyLogin":
      return errorText(
        l10n.t("The network proxy requires authentication"),
        l10n.t("Check the settings http.proxy and http.proxyAuthorization, then try again."),
        "retry",
      );
    case "proxyRefused":
      return errorText(
        error.proxyStatus === undefined
          ? l10n.t("The network proxy blocked the request")
          : l10n.t("The network proxy blocked the request (status {0})", error.proxyStatus),
        l10n.t(
          "Check the settings http.proxy and http.proxyAuthorization, or ask your network administrator.",
        ),
        "retry",
      );
    case "redirected":
      return errorText(
        error.host === undefined
          ? l10n.t("The service tried to redirect the request")
          : l10n.t("The service tried to redirect the request to {0}", display(error.host)),
        l10n.t("Redirects aren't followed, to protect your token. Check the base URL of this account."),
      );
    case "tooLarge":
      return errorText(
        l10n.t("The response is too large to read"),
        l10n.t("A web page or proxy may have answered instead of the service."),
        "retry",
      );
    case "unreadable":
      return errorText(
        error.reason === "html"
          ? l10n.t("The response is a web page, not from the service")
          : l10n.t("This version can't read the service's response"),
        error.reason === "html"
          ? l10n.t("Check for a network login page or proxy, and check this account's base URL.")
          : l10n.t("Try again, or check for an update to this extension."),
        "retry",
      );
    case "refused":
      return refusedError(error);
    case "server":
      return errorText(
        error.status === undefined
          ? l10n.t("The service failed")
          : l10n.t("The service failed (status {0})", error.status),
        l10n.t("Try again later."),
        "retry",
      );
  }
}

interface ServiceMessage {
  readonly text: string;
  readonly code?: string;
}

/**
 * Returns the service's messages for an error (interface.md §2.9): message, details and inner error. `put` formats
 * the text of each message.
 */
export function serviceMessages(
  error: ApiError,
  put = (message: string): string => message,
): {
  readonly message?: ServiceMessage;
  readonly details: readonly ServiceMessage[];
} {
  const shown = 5;
  // Some services repeat their only detail as the main message.
  const details = (error.details ?? []).filter(
    ({ message }) => message === undefined || message !== error.message,
  );
  const message = serviceMessage(error.message, error.code, put);
  const lines = [
    ...details.slice(0, shown).map((detail) => serviceMessage(detail.message, detail.code, put)),
    details.length > shown ? { text: l10n.t("… and {0} more", details.length - shown) } : undefined,
    serviceMessage(error.inner_error?.message, error.inner_error?.code, put),
  ];
  return { ...(message && { message }), details: lines.filter((line) => line !== undefined) };
}

/**
 * Returns the service's messages for an error (interface.md §2.9) in quotes, to be shown in addition to the
 * extension's own message.
 */
export function quotedServiceMessages(error: ApiError): readonly string[] {
  const { details, message } = serviceMessages(error, inQuotes);
  return compact(message, ...details).map(({ code, text }) => withParentheses(text, code));
}

/** Returns sentences with the reason for a rejected request, the advice and the service's messages. */
export function refusalText(error: ApiError, advice = describeError(error).advice): string {
  const { headline } = describeError(error);
  return joinSentences([withFullStop(headline), ...advice, ...quotedServiceMessages(error).map(display)]);
}

/** True if the service only reports that the resource is missing, which the extension's own message also states. */
export function isPlainlyMissing(error: ApiError): boolean {
  const { code = "not_found", details = [], inner_error } = error;
  return (
    error.kind === "notFound" &&
    error.missing !== "project" &&
    code === "not_found" &&
    details.length === 0 &&
    inner_error === undefined
  );
}

function serviceMessage(
  message: string | undefined,
  code: string | undefined,
  put: (message: string) => string,
): ServiceMessage | undefined {
  const masked = code === undefined ? undefined : maskedText(code);
  if (message === undefined) return masked === undefined ? undefined : { text: masked };
  return { text: put(maskedText(message)), ...(masked !== undefined && { code: masked }) };
}

function refusedError(error: ApiError): ErrorText {
  if (error.status === 402) {
    return errorText(
      l10n.t("The service requires payment"),
      l10n.t("Check your organization's plan and payments, then try again."),
      "retry",
    );
  }
  return errorText(
    l10n.t("The service refused the request (status {0})", error.status ?? ""),
    quotedServiceMessages(error).length > 0
      ? l10n.t("Follow the service's message, then try again.")
      : l10n.t("The service gave no readable reason. Try again later, or update this extension."),
    "retry",
  );
}

function unauthorizedError(problem: TokenProblem | undefined): ErrorText {
  return {
    refused: errorText(
      l10n.t("The service refused this token"),
      l10n.t("The token may have expired or been revoked. Replace the token."),
      "signIn",
    ),
    missing: errorText(
      l10n.t("You aren't signed in"),
      l10n.t("No token is stored for this address."),
      "signIn",
    ),
    store: errorText(
      l10n.t("The token can't be read from VS Code's secret storage"),
      l10n.t("Unlock this computer's keyring, then try again."),
      "retry",
    ),
    malformed: errorText(
      l10n.t("The stored token can't be sent"),
      l10n.t("The token has invalid characters. Replace the token."),
      "signIn",
    ),
  }[problem ?? "refused"];
}

function invalidRequestAdvice(reason: InvalidReason): string {
  return {
    request: l10n.t("An answer is missing or out of range. Go back to correct the answer."),
    pathSegment: l10n.t("This ID or name can't be part of an address. Use another ID or name."),
    baseUrl: l10n.t("This account's base URL is invalid. Sign in with another base URL."),
    project: l10n.t("The project's ID can't be sent. Choose another project."),
  }[reason];
}

/** Returns the message for a request to a missing project, or for an organization with disabled projects. */
function missingProjectError({ code }: ApiErrorOf<"notFound">): ErrorText {
  if (code === "projects_disabled")
    return errorText(
      l10n.t("Projects are disabled for your organization"),
      l10n.t('Choose "No project", then try again.'),
      "chooseProject",
    );
  return errorText(
    l10n.t("The project doesn't exist or is archived"),
    l10n.t("Choose another project, or sign in with that project's token."),
    "chooseProject",
  );
}

function limitedAdvice(seconds: number | undefined): string {
  if (seconds === undefined) return l10n.t("Wait a moment, then try again.");
  return l10n.t("Try again in {0}.", formatDuration(seconds));
}

/** Returns a sentence with the reason why the sandbox didn't start, depending on the fault's `kind`. */
export function sandboxStartFailure(fault: unknown): string {
  const words = {
    sqliteMissing: l10n.t("The sandbox needs node:sqlite, which this VS Code doesn't have. Update VS Code."),
    foreignFile: l10n.t(
      "The sandbox didn't create sandbox.db or sandbox.db.lock. Move these files out of the extension's storage, then try again.",
    ),
    unusableFile: l10n.t(
      "The sandbox can't keep data on this computer. Check disk space and permissions, then try again.",
    ),
    held: l10n.t(
      "Another window or computer is using the sandbox's data and is unresponsive. Close that window, then try again.",
    ),
    portUnusable: l10n.t(
      "The sandbox couldn't open a port on this computer. Check the firewall, then try again.",
    ),
    unreachable: l10n.t("The sandbox is unresponsive."),
    crashed: l10n.t("The sandbox ended unexpectedly."),
  };
  const kind = fault instanceof Error && "kind" in fault ? String(fault.kind) : "";
  return ownProperty(words, kind) ?? l10n.t("Unexpected error in the sandbox. See the log.");
}

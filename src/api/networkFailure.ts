import type { AttemptFailure } from "./errors.ts";

/** The point at which a request failed. `status` is set if the response head arrived before the failure. */
interface FailurePoint {
  readonly host: string;
  readonly dispatched: boolean;
  readonly status?: number;
}

/** Codes of parser errors for a response that isn't HTTP. undici reports some of them as failed assertions. */
const protocolCode = /^(HPE_.*|ERR_ASSERTION|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
const decompressionCode = /^(Z_|ZSTD_|ERR_(_ERROR_)?BROTLI|ERR__ERROR_FORMAT)/;

/**
 * Classifies an exception from a dispatcher or from reading a body. Relies only on codes and names, because messages
 * differ between versions and some of them quote the request.
 */
export function networkFailure(
  exception: unknown,
  { host, dispatched, status }: FailurePoint,
): AttemptFailure {
  const { code, syscall, parser } = describeException(exception);
  if (!dispatched) {
    const kind = code === tlsUncheckedCode ? "certificate" : "offline";
    return attemptFailure("not", "never", { kind, reason: code, host });
  }
  const knownStatus = { ...(status !== undefined && { status }) };
  if (status === undefined && (certificateCodes.has(code) || code.startsWith("net::ERR_CERT_"))) {
    return attemptFailure("not", "never", { kind: "certificate", reason: code, host });
  }
  if (status === undefined && code.startsWith("UND_ERR_SOCKS5_"))
    return attemptFailure("not", "never", {
      kind: code.startsWith("UND_ERR_SOCKS5_AUTH_") ? "proxyLogin" : "proxyRefused",
    });
  if (status === undefined && proxyCodes.has(code))
    return attemptFailure("not", "never", proxyRefusal(exception));
  if (status === undefined && isNotSent(code, syscall)) {
    return attemptFailure("not", "notSent", { kind: "offline", reason: code, host });
  }
  if (parser || protocolCode.test(code)) {
    return attemptFailure("perhaps", "ambiguous", { kind: "unreadable", ...knownStatus, reason: "protocol" });
  }
  if (decompressionCode.test(code)) {
    return attemptFailure("perhaps", "unreadable", {
      kind: "unreadable",
      ...knownStatus,
      reason: "encoding",
    });
  }
  return attemptFailure("perhaps", "ambiguous", { kind: "offline", ...knownStatus, reason: code, host });
}

/**
 * Returns the error for a failed connection through a proxy. Reads the status of the proxy's response from the
 * exception's message, because undici may not report the status elsewhere.
 */
function proxyRefusal(exception: unknown): AttemptFailure["error"] {
  const status = causeChain(exception)
    .map((cause) => /^Proxy response \((\d{3})\)/.exec(textProperty(cause, "message"))?.[1])
    .find((status) => status !== undefined);
  if (status === undefined) return { kind: "proxyRefused" };
  if (status === "407") return { kind: "proxyLogin" };
  return { kind: "proxyRefused", proxyStatus: Number(status) };
}

function attemptFailure(
  reached: AttemptFailure["reached"],
  retry: AttemptFailure["retry"],
  error: AttemptFailure["error"],
): AttemptFailure {
  return { kind: "failed", error, reached, retry };
}

/**
 * True if the error proves that the request wasn't sent. A failed read or write proves nothing, because on a kept-alive
 * connection the same codes can occur long after the request was sent.
 */
function isNotSent(code: string, syscall: string): boolean {
  if (syscall === "read" || syscall === "write") return false;
  return isConnectCall(syscall) || notSentCodes.has(code);
}

function isConnectCall(syscall: string): boolean {
  return syscall === "connect" || syscall === "getaddrinfo";
}

function describeException(exception: unknown): { code: string; syscall: string; parser: boolean } {
  let parser = false;
  for (const cause of causeChain(exception)) {
    parser ||= textProperty(cause, "name") === "HTTPParserError";
    const code = systemCode(cause);
    if (code !== undefined) return { code, syscall: failedSyscall(cause), parser };
  }
  return { code: "UNKNOWN", syscall: "", parser };
}

/**
 * Returns the system error code of an exception. OpenSSL codes may contain a slash, and Electron puts Chromium's
 * codes only into the message.
 */
function systemCode(cause: object): string | undefined {
  const code = textProperty(cause, "code");
  if (/^[A-Z][A-Z0-9_/]{0,63}$/.test(code)) return code;
  return /^net::ERR_[A-Z0-9_]{1,60}$/.exec(textProperty(cause, "message"))?.[0];
}

/**
 * Returns the system call that failed. An aggregate error of several connection attempts counts as "connect" only if
 * every attempt failed while connecting.
 */
function failedSyscall(cause: object): string {
  const errors: unknown = Reflect.get(cause, "errors");
  if (!Array.isArray(errors) || errors.length === 0) return textProperty(cause, "syscall");
  const calls = errors.map((error: unknown) =>
    typeof error === "object" && error !== null ? textProperty(error, "syscall") : "",
  );
  if (calls.every(isConnectCall)) return "connect";
  return calls.find((call) => !isConnectCall(call)) ?? "";
}

function causeChain(exception: unknown): readonly object[] {
  const found: object[] = [];
  let current = exception;
  while (found.length < 8 && typeof current === "object" && current !== null) {
    found.push(current);
    const errors: unknown = Reflect.get(current, "errors");
    current = Array.isArray(errors) ? errors[0] : Reflect.get(current, "cause");
  }
  return found;
}

function textProperty(holder: object, key: string): string {
  const value: unknown = Reflect.get(holder, key);
  return typeof value === "string" ? value : "";
}

/** Error codes that prove that nothing was sent, unless the failed system call was a read or write. */
const notSentCodes: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  // TLS handshake failures, which occur before anything is sent. Alerts about the client's own certificate aren't
  // included, because with TLS 1.3 they arrive after the client has started to send.
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_HTTP_REQUEST",
  "ERR_SSL_HTTPS_PROXY_REQUEST",
  "ERR_SSL_UNKNOWN_PROTOCOL",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "ERR_SSL_NO_PROTOCOLS_AVAILABLE",
  "ERR_SSL_NO_CIPHERS_AVAILABLE",
  "ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED",
  "ERR_SSL_DH_KEY_TOO_SMALL",
  "ERR_SSL_WRONG_SIGNATURE_TYPE",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY",
  "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
  "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
  // Chromium's codes, which occur with VS Code's setting `http.electronFetch`. Codes that can also occur while
  // reading, such as ERR_ADDRESS_UNREACHABLE and ERR_INTERNET_DISCONNECTED, aren't included.
  "net::ERR_NAME_NOT_RESOLVED",
  "net::ERR_NAME_RESOLUTION_FAILED",
  "net::ERR_ICANN_NAME_COLLISION",
  "net::ERR_ADDRESS_INVALID",
  "net::ERR_UNSAFE_PORT",
  "net::ERR_NETWORK_ACCESS_DENIED",
  "net::ERR_CONNECTION_REFUSED",
  "net::ERR_CONNECTION_FAILED",
  "net::ERR_CONNECTION_TIMED_OUT",
  "net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH",
  "net::ERR_ALPN_NEGOTIATION_FAILED",
]);

/** Error codes for a failed connection through a proxy, from undici's tunnel and from Chromium. */
const proxyCodes: ReadonlySet<string> = new Set([
  "UND_ERR_ABORTED",
  "net::ERR_PROXY_CONNECTION_FAILED",
  "net::ERR_TUNNEL_CONNECTION_FAILED",
  "net::ERR_PROXY_CERTIFICATE_INVALID",
  "net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED",
  "net::ERR_SOCKS_CONNECTION_FAILED",
  "net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE",
]);

/**
 * Environment variable that disables certificate checks. Also serves as the error code of requests that aren't sent
 * because the variable is set.
 */
// eslint-disable-next-line no-restricted-syntax -- only reads the variable, and blocks requests while it is set
export const tlsUncheckedCode = "NODE_TLS_REJECT_UNAUTHORIZED";

/**
 * Throws for https origins if Node.js accepts every certificate, because anyone on the network could then impersonate
 * the service and receive the token.
 */
export function assertCertificatesChecked(origin: string): void {
  if (origin.startsWith("https:") && process.env[tlsUncheckedCode] === "0")
    throw Object.assign(new Error("Certificates are not checked"), { code: tlsUncheckedCode });
}

/** Codes of certificate errors, from Node.js's TLS documentation, "X509 certificate error codes". */
const certificateCodes: ReadonlySet<string> = new Set(
  (
    "UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE " +
    "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID " +
    "CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD " +
    "ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD " +
    "DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY " +
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED " +
    "INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID " +
    "ERR_TLS_CERT_ALTNAME_FORMAT"
  ).split(" "),
);

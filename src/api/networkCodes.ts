// What the codes of systems, of TLS and of Chromium's network say for certain.

/** Codes of a request that never left, wherever the system does not say which call failed. */
export const notSentCodes: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  // TLS came to no connection, so nothing could be sent over it. Alerts about the client's own certificate are not
  // among these: TLS 1.3 gives them after the client has begun to send.
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
  // Chromium's, where VS Code sends through it (http.electronFetch). Those that reading can end with, too, such as
  // ERR_ADDRESS_UNREACHABLE and ERR_INTERNET_DISCONNECTED, say nothing for certain.
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

/** What a proxy's refusal to pass anything on ends with: undici's tunnel, and Chromium's ways to a proxy. */
export const proxyCodes: ReadonlySet<string> = new Set([
  "UND_ERR_ABORTED",
  "net::ERR_PROXY_CONNECTION_FAILED",
  "net::ERR_TUNNEL_CONNECTION_FAILED",
  "net::ERR_PROXY_CERTIFICATE_INVALID",
  "net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED",
  "net::ERR_SOCKS_CONNECTION_FAILED",
  "net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE",
]);

/** The code of what is not sent because the certificate would not be looked at: the variable that says so. */
export const uncheckedCode = "NODE_TLS_REJECT_UNAUTHORIZED";

/** Whether a code says that a certificate was not accepted. */
export function isCertificateCode(code: string): boolean {
  return certificateCodes.has(code) || code.startsWith("net::ERR_CERT_");
}

/** Node's TLS documentation, "X509 certificate error codes". */
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

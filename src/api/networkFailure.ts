import type { ApiError } from "./errors.ts";
import { sentIfUnclear, type Failure, type Method } from "./failure.ts";
import { isCertificateCode, notSentCodes, proxyCodes, uncheckedCode } from "./networkCodes.ts";

/** Where an exchange broke. `status` is set where the head of the answer had arrived. */
interface Broken {
  readonly method: Method;
  readonly host: string;
  /** Whether the request had been handed to a dispatcher. */
  readonly dispatched: boolean;
  readonly status?: number;
}

/** What a parser makes of bytes that are no HTTP; some of it undici meets with an assertion. */
const protocolCode = /^(HPE_.*|ERR_ASSERTION|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
const decompressionCode = /^(Z_|ZSTD_|ERR_(_ERROR_)?BROTLI|ERR__ERROR_FORMAT)/;

/**
 * What an exception of a dispatcher or of a body means. Its kind is decided by codes and names alone: texts differ
 * between versions, and some quote the request.
 */
export function networkFailure(exception: unknown, { method, host, dispatched, status }: Broken): Failure {
  const { code, syscall, parser } = describe(exception);
  if (!dispatched) {
    const kind = code === uncheckedCode ? "certificate" : "offline";
    return failure("never", { kind, sent: "no", reason: code, host });
  }
  const seen = status === undefined ? {} : { status };
  const unclear = { sent: sentIfUnclear(method), ...seen };
  if (status === undefined && isCertificateCode(code)) {
    return failure("never", { kind: "certificate", sent: "no", reason: code, host });
  }
  if (status === undefined && proxyCodes.has(code)) return failure("never", refusedByProxy(exception));
  if (status === undefined && neverLeft(code, syscall)) {
    return failure("notSent", { kind: "offline", sent: "no", reason: code, host });
  }
  if (parser || protocolCode.test(code)) {
    return failure("ambiguous", { kind: "unreadable", ...unclear, reason: "protocol" });
  }
  if (decompressionCode.test(code)) {
    return failure("unreadable", { kind: "unreadable", ...unclear, reason: "encoding" });
  }
  return failure("ambiguous", { kind: "offline", ...unclear, reason: code, host });
}

/** Which status a proxy gave, undici says in words alone; what does not say it stays without. */
function refusedByProxy(exception: unknown): ApiError {
  const said = causes(exception)
    .map((cause) => /^Proxy response \((\d{3})\)/.exec(text(cause, "message"))?.[1])
    .find((status) => status !== undefined);
  if (said === undefined) return { kind: "proxyRefused", sent: "no" };
  return said === "407"
    ? { kind: "proxyLogin", sent: "no" }
    : { kind: "proxyRefused", sent: "no", proxyStatus: Number(said) };
}

function failure(retry: Failure["retry"], error: ApiError): Failure {
  return { kind: "failed", error, retry };
}

/** On a kept-alive connection some of these codes come from reading, long after the request has left. */
function neverLeft(code: string, syscall: string): boolean {
  if (syscall === "read" || syscall === "write") return false;
  return isConnecting(syscall) || notSentCodes.has(code);
}

function isConnecting(syscall: string): boolean {
  return syscall === "connect" || syscall === "getaddrinfo";
}

/** The first system code along the causes of an exception, and what goes with it. */
function describe(exception: unknown): { code: string; syscall: string; parser: boolean } {
  let parser = false;
  for (const cause of causes(exception)) {
    parser ||= text(cause, "name") === "HTTPParserError";
    const code = codeOf(cause);
    if (code !== undefined) return { code, syscall: syscallOf(cause), parser };
  }
  return { code: "UNKNOWN", syscall: "", parser };
}

/** OpenSSL's codes may hold a slash. Chromium's stand where Electron puts them: alone in the message. */
function codeOf(cause: object): string | undefined {
  const code = text(cause, "code");
  if (/^[A-Z][A-Z0-9_/]{0,63}$/.test(code)) return code;
  return /^net::ERR_[A-Z0-9_]{1,60}$/.exec(text(cause, "message"))?.[0];
}

/** Which call of the system failed; of several attempts to connect, which stand side by side, every single one. */
function syscallOf(cause: object): string {
  const errors: unknown = Reflect.get(cause, "errors");
  if (!Array.isArray(errors) || errors.length === 0) return text(cause, "syscall");
  const calls = errors.map((error: unknown) =>
    typeof error === "object" && error !== null ? text(error, "syscall") : "",
  );
  return calls.every(isConnecting) ? "connect" : (calls.find((call) => !isConnecting(call)) ?? "");
}

/** An exception and what caused it, in turn; of several causes the first. */
function causes(exception: unknown): readonly object[] {
  const found: object[] = [];
  let current = exception;
  while (found.length < 8 && typeof current === "object" && current !== null) {
    found.push(current);
    const errors: unknown = Reflect.get(current, "errors");
    current = Array.isArray(errors) ? errors[0] : Reflect.get(current, "cause");
  }
  return found;
}

function text(holder: object, key: string): string {
  const value: unknown = Reflect.get(holder, key);
  return typeof value === "string" ? value : "";
}

// The answers of §7 that are not success, in the shape of §2.9.

/** An answer that is there as a whole; `undefined` as body is an empty one. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Streamed {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Writes all of it, and resolves when it is done. `write` resolves when the client can take more; `signal` aborts
   * where the client leaves or the server ends, and whatever is thrown then is of no consequence.
   */
  readonly stream: (
    write: (part: string | Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

export type Answer = Reply | Streamed;

/** More details than this are counted instead of listed. */
const listed = 100;

/** An answer of the shape of §2.9. */
export function refusal(status: number, code: string, message: string, headers?: Reply["headers"]): Reply {
  return { status, body: { code, message }, ...(headers && { headers }) };
}

/** 400 with every problem among its details. */
export function badRequest(problems: readonly string[]): Reply {
  const [first = "Invalid input.", ...more] = problems;
  const details = problems.slice(0, listed).map((message) => ({ code: "invalid_input", message }));
  if (problems.length > listed) {
    details.push({ code: "invalid_input", message: `${problems.length - listed} more problems.` });
  }
  const message = more.length === 0 ? first : `Invalid input: ${problems.length} problems.`;
  return { status: 400, body: { code: "bad_request", message, details } };
}

/** 401, the same for a missing and for a wrong token. */
export const unauthorized = (): Reply =>
  refusal(401, "unauthorized", "Missing or invalid authorization token.", { "WWW-Authenticate": "Bearer" });

/** 403: the plan does not allow it. */
export const insufficientPlan = (message: string): Reply => refusal(403, "insufficient_plan", message);

/** 403: the token may not do it. */
export const forbidden = (): Reply =>
  refusal(403, "insufficient_permissions", "This token lacks the permission for this.");

export const notFound = (message: string): Reply => refusal(404, "not_found", message);

/** §4.1: exactly these three. */
export function alreadyExists(existingId: string): Reply {
  const message = "An auth connection already exists for this profile and domain.";
  return { status: 409, body: { code: "already_exists", message, existing_id: existingId } };
}

/** §4.3: every cause that holds the resource; several are listed among the details. */
export function inUse(causes: readonly string[]): Reply {
  const body = { code: "resource_in_use", message: causes.join(" ") };
  if (causes.length < 2) return { status: 409, body };
  const details = causes.map((message) => ({ code: "resource_in_use", message }));
  return { status: 409, body: { ...body, details } };
}

/** 500; the fault is only reported where the user can fix it. */
export const internalError = (message = "Internal error."): Reply => refusal(500, "internal_error", message);

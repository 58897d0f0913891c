// Builds the error replies of interface.md §7, in the format of §2.9.

/** A reply that is sent as a whole. If `body` is undefined, the reply has an empty body. */
export interface HttpReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StreamedReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Writes the stream and resolves when the stream is complete. `write` resolves when the client can receive more.
   * `signal` aborts when the client disconnects or the server closes. Errors thrown after the abort are ignored.
   */
  readonly stream: (
    write: (part: string | Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

export type RouteReply = HttpReply | StreamedReply;

/** Maximum number of details in an error reply. Problems beyond this number are only counted. */
const maxListedDetails = 100;

export function errorReply(
  status: number,
  code: string,
  message: string,
  headers?: HttpReply["headers"],
): HttpReply {
  const body = { code, message };
  return { status, body, ...(headers && { headers }) };
}

export function badRequest(problems: readonly string[]): HttpReply {
  const [first = "Invalid input.", ...more] = problems;
  const details = problems.slice(0, maxListedDetails).map((message) => ({ code: "invalid_input", message }));
  if (problems.length > maxListedDetails)
    details.push({ code: "invalid_input", message: `${problems.length - maxListedDetails} more problems.` });
  const message = more.length === 0 ? first : `Invalid input: ${problems.length} problems.`;
  return { status: 400, body: { code: "bad_request", message, details } };
}

/** Builds a 401 reply. The reply is the same for a missing token and a wrong token. */
export const unauthorizedReply = (): HttpReply =>
  errorReply(401, "unauthorized", "Missing or invalid authorization token.", {
    "WWW-Authenticate": "Bearer",
  });

export const insufficientPlan = (message: string): HttpReply => errorReply(403, "insufficient_plan", message);

/** Builds the 403 reply for a request outside the token's scope. */
export const forbiddenReply = (): HttpReply =>
  errorReply(403, "insufficient_permissions", "This token lacks the permission for this.");

export const notFound = (message: string): HttpReply => errorReply(404, "not_found", message);

/** Builds a 409 reply with exactly the three properties of interface.md §4.1. */
export function alreadyExists(existingId: string): HttpReply {
  const message = "An auth connection already exists for this profile and domain.";
  return { status: 409, body: { code: "already_exists", message, existing_id: existingId } };
}

/** Builds a 409 reply that lists every reason why the resource is in use (interface.md §4.3). */
export function resourceInUse(causes: readonly string[]): HttpReply {
  const body = { code: "resource_in_use", message: causes.join(" ") };
  if (causes.length < 2) return { status: 409, body };
  const details = causes.map((message) => ({ code: "resource_in_use", message }));
  return { status: 409, body: { ...body, details } };
}

/** Builds a 500 reply. The message stays generic unless the user can fix the problem. */
export const internalError = (message = "Internal error."): HttpReply =>
  errorReply(500, "internal_error", message);

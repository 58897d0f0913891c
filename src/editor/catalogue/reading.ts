import type { ApiError } from "../../api/errors.ts";

/** Why there is no (new) reading: the service's answer, or the sandbox could not be started. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** How old a reading may be, in milliseconds, when somebody comes back to it. */
export const freshMs = 60_000;

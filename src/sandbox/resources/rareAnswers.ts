import type { Reply } from "../http/replies.ts";
import { forbidden, internalError } from "../http/replies.ts";

/**
 * Rare answers for the asking, so that every one of §4 can be seen. They are asked for by the first label of a
 * domain to create a connection for, or of the host of a login page to change one to, or by the name of anything else that
 * is made, changed or deleted:
 *
 *   error-403.example   error-403   403 insufficient_permissions
 *   error-500.example   error-500   500 internal_error
 */
export function askedFor(name: string): Reply | undefined {
  const [label] = name.split(".", 1);
  if (label === "error-403") return forbidden();
  if (label === "error-500") return internalError();
  return undefined;
}

import type { ApiError } from "../../api/errors.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import { sandboxTrouble } from "../words/sandboxTrouble.ts";

/** Why there is no (new) reading: the service's answer, or the sandbox could not be started. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** How old a reading may be, in milliseconds, when somebody comes back to it. */
export const freshMs = 60_000;

/** Access for whoever reads by itself and shows a failure where the rows would be. */
export async function accessToRead(
  service: Service,
  account: Account,
  signal: AbortSignal,
): Promise<Access | Extract<ReadingFailure, { kind: "sandboxFailed" }>> {
  try {
    return await service.access(account, signal);
  } catch (fault) {
    return { kind: "sandboxFailed", reason: sandboxTrouble(fault) };
  }
}

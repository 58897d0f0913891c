import { l10n } from "vscode";
import { systemClock } from "../../../api/clock.ts";
import { createConnection } from "../../../api/operations.ts";
import { listSimilar } from "../../../api/projectReading.ts";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import {
  judgeSecondAttempt,
  judgeFirstAttempt,
  findInListing,
  connectionExists,
  type CreationOutcome,
} from "../../../domain/connections/creationOutcome.ts";
import { display } from "../../../domain/text/display.ts";
import { setContext } from "../../kit/contextKeys.ts";
import type { PendingCreation } from "../context/pendingCreations.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { withCancel, type ReportProgress } from "../../kit/progress.ts";
import type { ConnectionsContext } from "../context/context.ts";

export interface CreationAttempt {
  readonly verdict: CreationOutcome;
  readonly pending: PendingCreation;
}

/**
 * Creates a connection (interface.md §4.1). If the response is lost, sends an identical request after a short pause.
 * If the result is still unknown, keeps the attempt stored so that the user can check it. Aborting `also` cancels the
 * request, like the Cancel button.
 */
export async function sendCreation(
  parts: ConnectionsContext,
  access: AccountAccess,
  request: ManagedAuthCreateRequest,
  also?: AbortSignal,
): Promise<CreationAttempt> {
  const pending = await parts.pending.add(access.account.id, access.baseUrl, request);
  const doing = l10n.t("Creating the connection for {0}", display(request.domain));
  const sendAndVerify = async (report: ReportProgress, signal: AbortSignal): Promise<CreationOutcome> => {
    const first = judgeFirstAttempt(await access.client.call(createConnection, { body: request }, signal));
    if (first.kind !== "unknown" || first.error === undefined) return first;
    report(l10n.t("Checking the result…"));
    // Wait one to three seconds, so that a failing service can recover.
    const wait = parts.wait ?? ((stop) => systemClock.sleep(1_000 + systemClock.random() * 2_000, stop));
    if (!(await wait(signal))) return first;
    const checked = await sendIdentical(access, request, signal);
    return checked.kind === "unknown" ? first : checked;
  };
  return storeVerdict(parts, pending, await withCancel(doing, sendAndVerify, also));
}

/**
 * Finds the outcome of an attempt with an unknown result by sending the same request again. Called when the user
 * checks the attempt.
 */
export async function resendCreation(
  parts: ConnectionsContext,
  access: AccountAccess,
  pending: PendingCreation,
): Promise<CreationAttempt> {
  const doing = l10n.t("Checking the connection for {0}", display(pending.request.domain));
  const verdict = await withCancel(doing, (_, signal) => sendIdentical(access, pending.request, signal));
  return storeVerdict(parts, pending, verdict);
}

/**
 * Time limit for the lookup in the list of connections, in milliseconds. The result page opens only after the lookup.
 * If the lookup takes too long, the page can report an unknown result instead.
 */
const maxLookupMs = 5_000;

/**
 * Sends the same request again. If the service refuses the second request, looks for the outcome of the first request
 * in the list of connections.
 */
async function sendIdentical(
  access: AccountAccess,
  request: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<CreationOutcome> {
  const { client } = access;
  return judgeSecondAttempt(await client.call(createConnection, { body: request }, signal), async () => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxLookupMs)]);
    return findInListing(await listSimilar(client, request, limited), request);
  });
}

/**
 * Updates this window after a creation attempt: deletes the stored draft and refreshes the usage, the connections and
 * the profiles.
 */
export async function updateAfterCreation(
  { connections, drafts, entitlements, listed, log }: ConnectionsContext,
  access: AccountAccess,
  { pending: { request }, verdict }: CreationAttempt,
): Promise<void> {
  const isOurs = verdict.kind === "created" || (verdict.kind === "exists" && verdict.isOurs);
  if (isOurs) await log.logFailure("draft", drafts.removeSent(access.account.id, request));
  if (!connectionExists(verdict)) return;
  void setContext("managedAuth.connectionCreated", true);
  void entitlements.fetchUsage(access);
  void connections.refreshIfLoaded();
  // The service may have created a profile along with the connection.
  void listed.profiles.refreshIfLoaded();
}

async function storeVerdict(
  parts: ConnectionsContext,
  pending: PendingCreation,
  verdict: CreationOutcome,
): Promise<CreationAttempt> {
  const { log, pending: attempts } = parts;
  await log.logFailure(
    "pendingCreations",
    verdict.kind === "unknown" ? attempts.markUnknown(pending) : attempts.settle(pending),
  );
  return { verdict, pending };
}

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
  judgeByListing,
  type CreationOutcome,
} from "../../../domain/connections/creationOutcome.ts";
import { display } from "../../../domain/text/display.ts";
import { setContext } from "../../kit/contextKeys.ts";
import type { PendingCreation } from "../context/pendingCreations.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { withCancel, type ReportProgress } from "../../kit/progress.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** A creation attempt and its verdict. */
export interface CreationAttempt {
  readonly verdict: CreationOutcome;
  readonly pending: PendingCreation;
}

/**
 * Creates a connection (interface.md §4.1). If the response is lost, sends exactly the same request again after a
 * moment. If the result is still unknown, stores the attempt for the user to check. `also` aborts the request, like
 * Cancel.
 */
export async function sendCreation(
  parts: ConnectionsContext,
  access: AccountAccess,
  request: ManagedAuthCreateRequest,
  also?: AbortSignal,
): Promise<CreationAttempt> {
  const pending = await parts.pending.add(access.account.id, access.baseUrl, request);
  const doing = l10n.t("Creating the connection for {0}", display(request.domain));
  return storeVerdict(
    parts,
    pending,
    await withCancel(doing, (report, signal) => sendAndVerify(parts, access, request, report, signal), also),
  );
}

/** Sends an attempt with an unknown result again at the user's request, to find its outcome. */
export async function resendCreation(
  parts: ConnectionsContext,
  access: AccountAccess,
  pending: PendingCreation,
): Promise<CreationAttempt> {
  const doing = l10n.t("Checking the connection for {0}", display(pending.request.domain));
  const verdict = await withCancel(doing, (_, signal) => sendIdentical(access, pending.request, signal));
  return storeVerdict(parts, pending, verdict);
}

async function sendAndVerify(
  parts: ConnectionsContext,
  access: AccountAccess,
  request: ManagedAuthCreateRequest,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<CreationOutcome> {
  const outcome = await access.client.call(createConnection, { body: request }, signal);
  const verdict = judgeFirstAttempt(outcome);
  if (verdict !== "check") return verdict;
  const lost: CreationOutcome =
    outcome.kind === "failed" ? { kind: "unknown", error: outcome.error } : { kind: "unknown" };
  report(l10n.t("Checking the result…"));
  if (!(await (parts.wait ?? waitBeforeRetry)(signal))) return lost;
  const checked = await sendIdentical(access, request, signal);
  return checked.kind === "unknown" ? lost : checked;
}

/** Maximum duration of the lookup, in milliseconds. A page waits for the lookup and can report an unknown result. */
const maxLookupMs = 5_000;

/** Sends the same request again. If the service refuses, the list shows the outcome of the first request. */
async function sendIdentical(
  access: AccountAccess,
  request: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<CreationOutcome> {
  const { client } = access;
  const verdict = judgeSecondAttempt(await client.call(createConnection, { body: request }, signal));
  if (verdict.kind !== "look") return verdict;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(maxLookupMs)]);
  return judgeByListing(verdict.error, findInListing(await listSimilar(client, request, soon), request));
}

/** Applies the side effects of a creation: deletes the stored draft and refreshes the usage. */
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
  // The creation also created a profile that didn't exist before.
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

/** Waits one to three seconds, so that a failing service can recover. Resolves to false if the wait was aborted. */
function waitBeforeRetry(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(1_000 + systemClock.random() * 2_000, signal);
}

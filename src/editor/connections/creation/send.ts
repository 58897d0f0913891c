import { l10n } from "vscode";
import { systemClock } from "../../../api/clock.ts";
import { createConnection } from "../../../api/operations.ts";
import { listSimilar } from "../../../api/project.ts";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import {
  checkVerdict,
  firstVerdict,
  foundIn,
  isThere,
  lookedVerdict,
  type Verdict,
} from "../../../domain/connections/creation.ts";
import { display } from "../../../domain/text/display.ts";
import { setContext } from "../../kit/contextKeys.ts";
import type { PendingCreation } from "../context/pending.ts";
import type { Access } from "../../accounts/service.ts";
import { withCancel, type ReportProgress } from "../../kit/progress.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** What is known of an attempt, and the attempt itself. */
export interface Attempt {
  readonly verdict: Verdict;
  readonly pending: PendingCreation;
}

/**
 * Creates a connection (§4.1). Where the answer is lost, exactly the same is sent once more, a moment later; if that
 * does not tell either, the attempt is kept for the user to check. `also` calls it off, as Cancel does.
 */
export async function sendCreation(
  parts: ConnectionsContext,
  access: Access,
  request: ManagedAuthCreateRequest,
  also?: AbortSignal,
): Promise<Attempt> {
  const pending = await parts.pending.begin(access.account.id, access.baseUrl, request);
  const doing = l10n.t("Creating the connection for {0}", display(request.domain));
  return settled(
    parts,
    pending,
    await withCancel(doing, (report, signal) => send(parts, access, request, report, signal), also),
  );
}

/** Sends an attempt of unknown end once more, on the user's word, to learn what became of it. */
export async function checkCreation(
  parts: ConnectionsContext,
  access: Access,
  pending: PendingCreation,
): Promise<Attempt> {
  const doing = l10n.t("Checking the connection for {0}", display(pending.request.domain));
  const verdict = await withCancel(doing, (_, signal) => sendAgain(access, pending.request, signal));
  return settled(parts, pending, verdict);
}

async function send(
  parts: ConnectionsContext,
  access: Access,
  request: ManagedAuthCreateRequest,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Verdict> {
  const outcome = await access.client.call(createConnection, { body: request }, signal);
  const verdict = firstVerdict(outcome);
  if (verdict !== "check") return verdict;
  const lost: Verdict =
    outcome.kind === "failed" ? { kind: "unknown", error: outcome.error } : { kind: "unknown" };
  report(l10n.t("Checking the result…"));
  if (!(await (parts.wait ?? aMoment)(signal))) return lost;
  const checked = await sendAgain(access, request, signal);
  return checked.kind === "unknown" ? lost : checked;
}

/** A page waits for it, and can say that the result is unknown. */
const longestLookMs = 5_000;

/** Sends the same again; where that is refused, the list tells what became of the first sending. */
async function sendAgain(
  access: Access,
  request: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<Verdict> {
  const { client } = access;
  const verdict = checkVerdict(await client.call(createConnection, { body: request }, signal));
  if (verdict.kind !== "look") return verdict;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]);
  return lookedVerdict(verdict.error, foundIn(await listSimilar(client, request, soon), request));
}

/** What a creation changes beside its result: its answers are kept no more, and the usage is read anew. */
export async function followUp(
  { connections, drafts, entitlements, listed, log }: ConnectionsContext,
  access: Access,
  { pending: { request }, verdict }: Attempt,
): Promise<void> {
  const isOurs = verdict.kind === "created" || (verdict.kind === "exists" && verdict.ours);
  if (isOurs) await log.logFailure("draft", drafts.fulfil(access.account.id, request));
  if (!isThere(verdict)) return;
  void setContext("managedAuth.connectionCreated", true);
  void entitlements.readUsage(access);
  void connections.changed();
  // A profile that wasn't there was created with it.
  void listed.profiles.changed();
}

async function settled(
  parts: ConnectionsContext,
  pending: PendingCreation,
  verdict: Verdict,
): Promise<Attempt> {
  const { log, pending: attempts } = parts;
  await log.logFailure(
    "pendingCreations",
    verdict.kind === "unknown" ? attempts.keep(pending) : attempts.settle(pending),
  );
  return { verdict, pending };
}

/** One to three seconds, so that a service that stumbled can stand up; resolves to whether they have passed. */
function aMoment(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(1_000 + systemClock.random() * 2_000, signal);
}

import { env, l10n } from "vscode";
import * as z from "zod/mini";
import {
  ConnectionDraft,
  DraftField,
  type DuplicateDraft,
  toDuplicateDraft,
  toRequest,
} from "../../../domain/draft/draft.ts";
import { command, type CommandGroup, type Commands } from "../../kit/command.ts";
import { runCreation } from "./runCreation.ts";
import { type PreviewFormat, requestPreview } from "../../../domain/code/requestPreview.ts";
import { fetchOrWarn, showAction } from "../shown/fetchConnection.ts";
import { dismissPending, pickAndDismiss, pickAttempt } from "./dismissAttempts.ts";
import { type OpenAttempt, openAttempts } from "./openAttempts.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { maskedJson } from "../../../domain/text/secrets.ts";
import { inform, warn, showLogAction } from "../../kit/notify.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { codeTarget } from "./requestCode.ts";
import { stepLabel } from "../settings/settings.ts";
import { listSimilar } from "../../../api/projectReading.ts";
import { findInListing } from "../../../domain/connections/creationOutcome.ts";
import { aboutCreation, creationResult } from "./creationResult.ts";
import type { CommandResult } from "../../results/result.ts";
import { knownEntitlements } from "../../catalogue/entitlementsModel.ts";
import { resendCreation, updateAfterCreation } from "./sendCreation.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { display } from "../../../domain/text/display.ts";
import type { PendingCreation } from "../context/pendingCreations.ts";
import { withCancel } from "../../kit/progress.ts";
import { describeError } from "../../words/errors.ts";
import { foundCard, notListedCard } from "./notCreatedCards.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * The retries and checks that are in progress. Pressing their button again has no effect. A retry is identified by the
 * ID of its result page, a check by the ID of its attempt.
 */
const attemptsInProgress = new Set<string>();

async function runUnlessInProgress(id: string, send: () => Promise<void>): Promise<void> {
  if (attemptsInProgress.has(id)) return;
  attemptsInProgress.add(id);
  await send().finally(() => attemptsInProgress.delete(id));
}

/** Creates the commands that create, duplicate and copy connections, and check or dismiss unknown results. */
export function creationCommands(parts: ConnectionsContext) {
  const id = z.optional(z.string());
  const copying = (format: PreviewFormat): Commands["managedAuth.copyConnectionAsJson"] =>
    command(z.strictObject({ id }), (args) => copyConnectionAs(parts, format, args.id));
  return {
    "managedAuth.createConnection": command(
      z.strictObject({
        draft: z.optional(ConnectionDraft),
        start: z.optional(z.enum(["domain", "review"])),
        loginPageLeftOut: z.optional(z.literal(true)),
        notKept: z.optional(z.array(DraftField)),
        send: z.optional(z.literal(true)),
        resultId: z.optional(z.uuid()),
      }),
      async ({ draft, loginPageLeftOut, notKept = [], resultId, send, start = "domain" }) => {
        const uncopied = loginPageLeftOut ? [...notKept, "login_url" as const] : notKept;
        const wizardStart = draft && { draft, start, notKept: uncopied, send };
        if (resultId === undefined) return runCreation(parts, wizardStart);
        return runUnlessInProgress(resultId, () => runCreation(parts, wizardStart, resultId));
      },
    ),
    "managedAuth.duplicateConnection": command(z.strictObject({ id }), async (args) => {
      const duplicate = await draftForDuplicate(parts, args.id);
      // Ask for the domain first, because the domain distinguishes the copy from the original.
      if (duplicate !== undefined) await runCreation(parts, { ...duplicate, start: "domain" });
    }),
    "managedAuth.copyConnectionAsJson": copying("json"),
    "managedAuth.copyConnectionAsCurl": copying("curl"),
    "managedAuth.copyConnectionAsTypeScript": copying("typescript"),
    "managedAuth.copyConnectionAsPython": copying("python"),
    "managedAuth.checkPending": command(z.strictObject({ id, resultId: z.optional(z.uuid()) }), (args) =>
      checkPending(parts, args.id, args.resultId),
    ),
    "managedAuth.dismissPending": command(z.strictObject({ id }), (args) =>
      args.id === undefined ? pickAndDismiss(parts) : dismissPending(parts, args.id),
    ),
  } satisfies CommandGroup;
}

/**
 * Fetches a connection and returns a draft for a duplicate of the connection. Returns undefined if the user cancels
 * or the request fails.
 */
export async function draftForDuplicate(
  parts: ConnectionsContext,
  id: string | undefined,
): Promise<DuplicateDraft | undefined> {
  const read = await fetchOrWarn(parts, l10n.t("Duplicate Connection"), id);
  const duplicate = read && toDuplicateDraft(read.connection);
  if (duplicate?.region !== undefined) void inform(l10n.t("The browser region isn't copied."));
  return duplicate;
}

/**
 * Copies a connection to the clipboard, either as JSON with masked secrets or as the request that would create the
 * same connection. The request contains a variable name in place of the token.
 */
async function copyConnectionAs(
  parts: ConnectionsContext,
  format: PreviewFormat,
  id: string | undefined,
): Promise<void> {
  const read = await fetchOrWarn(parts, l10n.t("Copy Connection"), id);
  if (read === undefined) return;
  const { draft, notKept, region } = toDuplicateDraft(read.connection);
  const request = toRequest(draft);
  if (format === "json") await env.clipboard.writeText(maskedJson(read.raw));
  else if (request !== undefined)
    await env.clipboard.writeText(requestPreview(request, format, codeTarget(read.access)));
  else {
    const words = l10n.t("Not copied: the service reports no domain or profile.");
    void warn(words, showAction(parts, read.access, read.connection));
    return;
  }
  const missing = notKept.map(stepLabel);
  if (region !== undefined) missing.push(l10n.t("Region"));
  if (format !== "json" && missing.length > 0) {
    void warn(l10n.t("Request copied without: {0}.", joinWithCommas(missing)), {
      label: l10n.t("Duplicate…"),
      run: () => parts.start("managedAuth.duplicateConnection", { id: read.connection.id }),
    });
    return;
  }
  void inform(format === "json" ? l10n.t("Connection copied") : l10n.t("Request copied"));
}

/**
 * Checks the unknown result of a creation attempt. If a result page started the check, the outcome replaces that
 * page.
 */
export async function checkPending(parts: ConnectionsContext, id?: string, resultId?: string): Promise<void> {
  const title = l10n.t("Check Unknown Result");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const attempts = await openAttempts(parts.pending, parts.session, access.account);
  const matching = id === undefined ? attempts : attempts.filter(({ pending }) => pending.id === id);
  const [only, ...rest] = matching;
  if (only === undefined) {
    void inform(l10n.t("No unknown results in this account."));
    return;
  }
  const placeholder = l10n.t("Choose a result to check");
  const attempt = rest.length === 0 ? only : await pickAttempt(title, placeholder, matching);
  if (attempt === undefined) return;
  await runUnlessInProgress(attempt.pending.id, async () => {
    const result = await (attempt.isFromEarlierSignIn
      ? lookUpEarlierAttempt(parts, access, attempt.pending, resultId)
      : resendAttempt(parts, access, attempt, resultId));
    if (result !== undefined) await parts.panel.show(result);
  });
}

async function resendAttempt(
  parts: ConnectionsContext,
  access: AccountAccess,
  { pending }: OpenAttempt,
  resultId: string | undefined,
): Promise<CommandResult | undefined> {
  const { account, baseUrl } = access;
  // Only the sandbox may have a new base URL, because its URL changes with each start. For any other account, the base
  // URL must still be the one that the request was sent to.
  if (account.kind === "service" && pending.baseUrl !== baseUrl) {
    void inform(l10n.t("The request went to another server. Sign in there first."));
    return undefined;
  }
  const attempt = await resendCreation(parts, access, pending);
  await updateAfterCreation(parts, access, attempt);
  const entitlements = knownEntitlements(parts.entitlements.state, access);
  return creationResult({ results: parts.results, access, entitlements, resultId }, attempt);
}

/**
 * Looks up the connection that an attempt from an earlier sign-in may have created. Only reads the list and never
 * sends the request again, because the current account may belong to another organization. Returns undefined if the
 * list is inconclusive.
 */
async function lookUpEarlierAttempt(
  { log, pending: attempts, results }: ConnectionsContext,
  access: AccountAccess,
  pending: PendingCreation,
  resultId: string | undefined,
): Promise<CommandResult | undefined> {
  const { request } = pending;
  const doing = l10n.t("Looking for the connection for {0}", display(request.domain));
  const listing = await withCancel(doing, (_progress, signal) => listSimilar(access.client, request, signal));
  const found = findInListing(listing, request);
  const context = newResultContext(access, resultId ?? results.newId());
  const about = aboutCreation(access, request);
  const startedAt = new Date(pending.startedAt);
  switch (found.kind) {
    case "found":
      await log.logFailure("pendingCreations", attempts.settle(pending));
      return { ...about, card: foundCard(context, request, found.id, startedAt, true) };
    case "absent": {
      const card = notListedCard(context, request, pending.id, startedAt);
      return { ...about, card, pendingId: pending.id };
    }
    case "unclear":
      if (found.error !== undefined) {
        const { headline } = describeError(found.error);
        void warn(l10n.t("Couldn't read the connections: {0}.", headline), showLogAction(log));
      }
      return undefined;
  }
}

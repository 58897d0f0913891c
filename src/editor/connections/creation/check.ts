import { l10n } from "vscode";
import { openAttempts } from "./attempts.ts";
import type { OpenAttempt } from "./attempts.ts";
import { creationResult } from "./result.ts";
import { lookUpEarlier } from "./earlierAttempt.ts";
import { inform } from "../../kit/notify.ts";
import { pickAttempt } from "./pickAttempt.ts";
import type { Result } from "../../results/result.ts";
import type { PageParts } from "../../results/showingParts.ts";
import { knownPlan } from "./plan.ts";
import { checkCreation, followUp } from "./send.ts";
import type { CreationParts } from "./send.ts";
import type { Access } from "../../accounts/service.ts";

/** Attempts that are being checked: pressed twice, "Check Now" sends one once. */
const checking = new Set<string>();

/**
 * Learns what became of an attempt to create a connection. The answer takes the place of the result that it was asked
 * from, if it was.
 */
export async function checkPending(
  parts: CreationParts & PageParts,
  id?: string,
  resultId?: string,
): Promise<void> {
  const title = l10n.t("Check Unknown Result");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const open = await openAttempts(parts.pending, parts.session, access.account);
  const found = id === undefined ? open : open.filter(({ pending }) => pending.id === id);
  const [only, ...others] = found;
  if (only === undefined) {
    void inform(l10n.t("There is no unknown result to check in this account."));
    return;
  }
  const placeholder = l10n.t("Which one should be checked?");
  const attempt = others.length === 0 ? only : await pickAttempt(title, placeholder, found);
  if (attempt === undefined || checking.has(attempt.pending.id)) return;
  checking.add(attempt.pending.id);
  try {
    const result = await (attempt.earlier
      ? lookUpEarlier(parts, access, attempt.pending, resultId)
      : check(parts, access, attempt, resultId));
    if (result !== undefined) await parts.panel.show(result);
  } finally {
    checking.delete(attempt.pending.id);
  }
}

async function check(
  parts: CreationParts,
  access: Access,
  { pending }: OpenAttempt,
  resultId: string | undefined,
): Promise<Result | undefined> {
  const { account, baseUrl } = access;
  // The sandbox answers at another address after each start; any other account stays where it was.
  if (account.kind === "service" && pending.baseUrl !== baseUrl) {
    void inform(l10n.t("It was sent to an address that is no longer used."));
    return undefined;
  }
  const attempt = await checkCreation(parts, access, pending);
  await followUp(parts, access, attempt);
  const entitlements = knownPlan(parts.entitlements.state, access);
  return creationResult({ results: parts.results, access, entitlements, resultId }, attempt);
}

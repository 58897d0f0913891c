import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { isDialogOpen } from "../kit/questionHost.ts";
import { notDone, type ToolAnswer } from "./answer.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { FilesContext } from "../files/planFile.ts";
import type { ToolName } from "../words/contributions.ts";

/**
 * Minimum time to read a confirmation, in milliseconds. A faster approval was most likely a key press that was meant
 * for something else, so the dialog is shown again.
 */
const minReadingMs = 500;
/** Minimum time between a refusal and the next prompt by the same tool, in milliseconds. */
const refusalPauseMs = 60_000;

/** The time of the user's last refusal for each account and tool, by session. Each window has one session. */
const refusalTimes = new WeakMap<FilesContext["session"], Map<string, number>>();

/**
 * Asks the user for confirmation before a tool changes something. Uses the extension's own dialog, because the user
 * can grant VS Code's permission for a tool permanently. Returns undefined if the user agrees. Returns the answer for
 * the model if the user refuses, another dialog is open or the account has changed. Rejects if the call was cancelled
 * while the dialog was open.
 */
export async function requestConsent(
  { access, name, parts, signal }: ToolCall,
  ask: (asker: readonly string[]) => Promise<boolean>,
): Promise<ToolAnswer | undefined> {
  const { clock = systemClock, session } = parts;
  const refused = refusalTimes.get(session) ?? new Map<string, number>();
  refusalTimes.set(session, refused);
  const key = `${access.account.id} ${name}`;
  for (;;) {
    if (hasAccountChanged(parts, access)) return notDone();
    if (clock.now() - (refused.get(key) ?? -Infinity) < refusalPauseMs)
      return notDone(
        l10n.t("Not changed: the user refused this tool less than a minute ago."),
        askUserInstruction(),
      );
    // VS Code would queue this dialog behind the open one. If the user pressed Enter to answer the open dialog, the
    // key press could also confirm this dialog before the user has read it.
    if (isDialogOpen())
      return notDone(
        l10n.t("Not changed: the user is deciding about another change."),
        l10n.t("Next: call this tool again after that decision. Change one thing at a time."),
      );
    const askedAt = clock.now();
    const agrees = await ask([l10n.t("Requested by an agent in this window.")]);
    signal.throwIfAborted();
    if (hasAccountChanged(parts, access)) return notDone();
    if (!agrees) {
      refused.set(key, clock.now());
      return notDone(l10n.t("Not changed: the user refused."), askUserInstruction());
    }
    if (clock.now() - askedAt >= minReadingMs) return undefined;
  }
}

function askUserInstruction(): string {
  return l10n.t("Next: ask the user what to do instead. Don't call this tool again unless the user asks.");
}

export interface ToolCall {
  readonly parts: FilesContext;
  readonly access: AccountAccess;
  readonly signal: AbortSignal;
  readonly name: ToolName;
}

/**
 * True if the window has signed out or switched accounts, so that the confirmed or fetched data belongs to another
 * account.
 */
export function hasAccountChanged({ session }: FilesContext, { account }: AccountAccess): boolean {
  return session.state.account?.id !== account.id;
}

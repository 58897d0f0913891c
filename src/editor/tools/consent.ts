import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { isDialogOpen } from "../kit/questionHost.ts";
import { notDone, type ToolAnswer } from "./answer.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { FilesContext } from "../files/planFile.ts";
import type { ToolName } from "../words/contributions.ts";

/** Minimum time to read a confirmation, in milliseconds. A faster answer was typed for something else. */
const minReadingMs = 500;
/** Time during which a refused tool doesn't prompt again, in milliseconds. */
const refusalPauseMs = 60_000;

/** Time of the user's last refusal, by account and tool. The key is the session, of which each window has one. */
const refusalTimes = new WeakMap<FilesContext["session"], Map<string, number>>();

/**
 * Prompts the user before a tool changes something. Uses our own dialog, because VS Code's permission for a tool may
 * be granted permanently. Returns the answer to give instead if the user refuses, another dialog is open or the
 * account has changed. Rejects if the call was cancelled meanwhile.
 */
export async function requestConsent(
  { access, name, parts, signal }: ToolCall,
  ask: (asker: readonly string[]) => Promise<boolean>,
): Promise<ToolAnswer | undefined> {
  const { clock = systemClock, session } = parts;
  const refused = refusalTimes.get(session) ?? new Map<string, number>();
  refusalTimes.set(session, refused);
  const what = `${access.account.id} ${name}`;
  for (;;) {
    if (hasAccountChanged(parts, access)) return notDone();
    if (clock.now() - (refused.get(what) ?? -Infinity) < refusalPauseMs)
      return notDone(
        l10n.t("Not changed: the user refused this tool less than a minute ago."),
        askUserInstruction(),
      );
    // Queued behind another dialog, this one might be confirmed unread by an Enter that was meant for the first.
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
      refused.set(what, clock.now());
      return notDone(l10n.t("Not changed: the user refused."), askUserInstruction());
    }
    if (clock.now() - askedAt >= minReadingMs) return undefined;
  }
}

function askUserInstruction(): string {
  return l10n.t("Next: ask the user what to do instead. Don't call this tool again unless the user asks.");
}

/** A call of a tool with its account and abort signal. */
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
export function hasAccountChanged({ session: { state } }: FilesContext, { account }: AccountAccess): boolean {
  return state.kind === "signedOut" || state.account.id !== account.id;
}

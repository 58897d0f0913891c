import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { isDialogOpen } from "../kit/questionHost.ts";
import { notDone, type Answer } from "./answer.ts";
import type { Access } from "../accounts/service.ts";
import type { FilesContext } from "../files/planFile.ts";
import type { ToolName } from "../words/contributions.ts";

/** Nobody has read a question in less, in milliseconds: whoever answers sooner was typing into something else. */
const readMs = 500;
/** So long a tool that was refused is not asked about again, in milliseconds. */
const refusedMs = 60_000;

/** When the user of a window, which has one session, last refused a tool for an account. */
const refusals = new WeakMap<FilesContext["session"], Map<string, number>>();

/**
 * Asks the user before a tool acts, in a dialog of ours, which no permission skips that VS Code keeps for a tool. Gives why
 * not to go on: the user does not want it, decides about something else, or the account was left. Rejects where it was
 * called off meanwhile.
 */
export async function withoutConsent(
  { access, name, parts, signal }: Call,
  ask: (asker: readonly string[]) => Promise<boolean>,
): Promise<Answer | undefined> {
  const { clock = systemClock, session } = parts;
  const refused = refusals.get(session) ?? new Map<string, number>();
  refusals.set(session, refused);
  const what = `${access.account.id} ${name}`;
  for (;;) {
    if (worksAsAnother(parts, access)) return notDone();
    if (clock.now() - (refused.get(what) ?? -Infinity) < refusedMs)
      return notDone(l10n.t("Not changed: the user refused this tool less than a minute ago."), askTheUser());
    // Behind another dialog it would be answered unread, by an Enter that was meant for that.
    if (isDialogOpen())
      return notDone(
        l10n.t("Not changed: the user is deciding about another change."),
        l10n.t("Next: call this tool again after that decision. Change one thing at a time."),
      );
    const askedAt = clock.now();
    const agrees = await ask([l10n.t("Requested by an agent in this window.")]);
    signal.throwIfAborted();
    if (worksAsAnother(parts, access)) return notDone();
    if (!agrees) {
      refused.set(what, clock.now());
      return notDone(l10n.t("Not changed: the user refused."), askTheUser());
    }
    if (clock.now() - askedAt >= readMs) return undefined;
  }
}

function askTheUser(): string {
  return l10n.t("Next: ask the user what to do instead. Don't call this tool again unless the user asks.");
}

/** One call of a tool: whom it works as, and what ends it. */
export interface Call {
  readonly parts: FilesContext;
  readonly access: Access;
  readonly signal: AbortSignal;
  readonly name: ToolName;
}

/** Whether the window works as somebody else by now, for whom nothing was asked. */
export function worksAsAnother({ session: { state } }: FilesContext, { account }: Access): boolean {
  return state.kind === "signedOut" || state.account.id !== account.id;
}

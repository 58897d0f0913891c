import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { isDialogOpen } from "../kit/questionHost.ts";
import { notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { worksAsAnother } from "./tool.ts";
import type { Call, ToolParts } from "./tool.ts";

/** Nobody has read a question in less, in milliseconds: whoever answers sooner was typing into something else. */
const readMs = 500;
/** So long a tool that was refused is not asked about again, in milliseconds. */
const refusedMs = 60_000;

/** When the user of a window, which has one session, last refused a tool for an account. */
const refusals = new WeakMap<ToolParts["session"], Map<string, number>>();

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
      return notDone(
        l10n.t("The user refused this tool less than a minute ago: nothing was changed."),
        askTheUser(),
      );
    // Behind another dialog it would be answered unread, by an Enter that was meant for that.
    if (isDialogOpen())
      return notDone(
        l10n.t("The user is deciding about another change: nothing was changed."),
        l10n.t("Next: call this again once that is decided. Change one thing at a time."),
      );
    const askedAt = clock.now();
    const agrees = await ask([l10n.t("An agent in this window asks for it.")]);
    signal.throwIfAborted();
    if (worksAsAnother(parts, access)) return notDone();
    if (!agrees) {
      refused.set(what, clock.now());
      return notDone(l10n.t("The user does not want that: nothing was changed."), askTheUser());
    }
    if (clock.now() - askedAt >= readMs) return undefined;
  }
}

function askTheUser(): string {
  return l10n.t("Next: ask the user what to do instead. Do not call this again unasked.");
}

import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { worksAsAnother } from "./tool.ts";
import type { Call } from "./tool.ts";

/** Nobody has read a question in less, in milliseconds: whoever answers sooner was typing into something else. */
const readMs = 500;

/**
 * Asks the user before a tool acts, in a dialog of ours, which no permission skips that VS Code keeps for a tool. Gives why
 * not to go on: the user does not want it, or the account was left. Rejects where it was called off meanwhile.
 */
export async function withoutConsent(
  { access, parts, signal }: Call,
  ask: (asker: readonly string[]) => Promise<boolean>,
): Promise<Answer | undefined> {
  const { clock = systemClock } = parts;
  for (;;) {
    if (worksAsAnother(parts, access)) return notDone();
    const askedAt = clock.now();
    const agrees = await ask([l10n.t("An agent in this window asks for it.")]);
    signal.throwIfAborted();
    if (worksAsAnother(parts, access)) return notDone();
    if (!agrees)
      return notDone(
        l10n.t("The user does not want that: nothing was changed."),
        l10n.t("Next: ask the user what to do instead. Do not call this again unasked."),
      );
    if (clock.now() - askedAt >= readMs) return undefined;
  }
}

import { l10n } from "vscode";
import { attemptWords, type OpenAttempt, openAttempts, sentWhen } from "./attempts.ts";
import { dismissedCard } from "./notCreatedCards.ts";
import { inform } from "../../kit/notify.ts";
import type { ResultPanel } from "../../results/panel.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { CreationParts } from "./send.ts";
import type { Scope } from "../../../storage/scope.ts";

/** What forgetting an attempt works with. */
export interface DismissParts extends Pick<CreationParts, "pending" | "session"> {
  readonly panel: Pick<ResultPanel, "ofAttempt" | "update">;
}

/** Asks for an attempt of unknown end, and forgets it. Nothing is sent. */
export async function pickAndDismiss(parts: DismissParts): Promise<void> {
  const { pending, session } = parts;
  if (session.state.kind === "signedOut") return;
  const attempts = await openAttempts(pending, session, session.state.account);
  if (attempts.length === 0) {
    void inform(l10n.t("No unknown result in this account."));
    return;
  }
  const title = l10n.t("Dismiss Unknown Result");
  const chosen = await pickAttempt(title, l10n.t("Choose a result to dismiss"), attempts);
  if (chosen !== undefined) await dismissPending(parts, chosen.pending.id);
}

/** Forgets every attempt of an account: what they may have created is gone. */
export async function dismissAll(
  parts: Pick<DismissParts, "panel" | "pending">,
  scope: Scope,
): Promise<void> {
  for (const { id } of await parts.pending.covered(scope)) await dismissPending(parts, id);
}

/** Forgets an attempt, whatever became of it; its result, where that is open, offers no check any more. */
export async function dismissPending(
  { panel, pending }: Pick<DismissParts, "panel" | "pending">,
  id: string,
): Promise<void> {
  const attempt = await pending.find(id);
  if (attempt !== undefined) await pending.settle(attempt);
  const shown = panel.ofAttempt(id);
  if (shown !== undefined) await panel.update({ ...shown, card: dismissedCard(shown.card) });
}

/** Asks for one of the attempts of unknown end; `undefined` when the user left. */
export async function pickAttempt(
  title: string,
  placeholder: string,
  attempts: readonly OpenAttempt[],
): Promise<OpenAttempt | undefined> {
  const answer = await pickOne<OpenAttempt>({
    frame: { title, back: false },
    placeholder,
    choices: attempts.map((attempt) => {
      const [profile, domain] = attemptWords(attempt.pending);
      const sent = sentWhen(attempt.pending);
      return {
        label: domain,
        description: profile,
        detail: attempt.earlier ? l10n.t("{0} · from an earlier sign-in", sent) : sent,
        value: attempt,
      };
    }),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

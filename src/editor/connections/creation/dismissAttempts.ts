import { l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { AccountScope } from "../../../storage/scope.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import { formatDateTime } from "../../words/formatting.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { dismissedCard } from "./notCreatedCards.ts";
import { type OpenAttempt, openAttempts } from "./openAttempts.ts";

/** Prompts for an attempt with an unknown result and dismisses the attempt without sending a request. */
export async function pickAndDismiss(parts: ConnectionsContext): Promise<void> {
  const { pending, session } = parts;
  if (session.state.kind === "signedOut") return;
  const attempts = await openAttempts(pending, session, session.state.account);
  if (attempts.length === 0) {
    void inform(l10n.t("No unknown results in this account."));
    return;
  }
  const title = l10n.t("Dismiss Unknown Result");
  const chosen = await pickAttempt(title, l10n.t("Choose a result to dismiss"), attempts);
  if (chosen !== undefined) await dismissPending(parts, chosen.pending.id);
}

/** Dismisses all attempts of an account after the connections that they may have created were deleted. */
export async function dismissAll(parts: ConnectionsContext, scope: AccountScope): Promise<void> {
  for (const { id } of await parts.pending.listInScope(scope)) await dismissPending(parts, id);
}

/** Dismisses an attempt without checking its result. If the attempt's page is open, removes its check button. */
export async function dismissPending({ panel, pending }: ConnectionsContext, id: string): Promise<void> {
  const attempt = await pending.find(id);
  if (attempt !== undefined) await pending.settle(attempt);
  const shown = panel.findByAttempt(id);
  if (shown !== undefined) await panel.update({ ...shown, card: dismissedCard(shown.card) });
}

/** Prompts for one of the attempts with an unknown result. Returns undefined if the user cancels. */
export async function pickAttempt(
  title: string,
  placeholder: string,
  attempts: readonly OpenAttempt[],
): Promise<OpenAttempt | undefined> {
  const answer = await pickOne<OpenAttempt>({
    frame: { title, back: false },
    placeholder,
    choices: attempts.map((attempt) => {
      const { request, startedAt } = attempt.pending;
      const sent = l10n.t("sent {0}", formatDateTime(new Date(startedAt)));
      return {
        label: display(request.domain),
        description: display(request.profile_name),
        detail: attempt.isFromEarlierSignIn ? l10n.t("{0} · from an earlier sign-in", sent) : sent,
        value: attempt,
      };
    }),
  });
  return answer.value;
}

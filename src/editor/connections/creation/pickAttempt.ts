import { l10n } from "vscode";
import { attemptWords, sentWhen } from "./attempts.ts";
import type { OpenAttempt } from "./attempts.ts";
import { pickOne } from "../../kit/inputs/ask.ts";

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
        detail: attempt.earlier ? l10n.t("{0} · from an earlier sign-in at this address", sent) : sent,
        value: attempt,
      };
    }),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

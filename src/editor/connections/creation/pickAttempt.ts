import { attemptWords, sentWhen } from "./attempts.ts";
import type { OpenAttempt } from "./attempts.ts";
import { pickOne } from "../../kit/ask.ts";

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
      const [profile = "", domain = "", ...more] = attemptWords(attempt);
      return {
        label: domain,
        description: profile,
        detail: [sentWhen(attempt.pending), ...more].join(" · "),
        value: attempt,
      };
    }),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

import { l10n } from "vscode";
import { compact } from "../../../domain/compact.ts";
import type { SecretField } from "../../../domain/resources/resourceModel.ts";
import { askText, pickOne } from "../../kit/inputs/ask.ts";
import type { Answer, Choice, Frame, TextOptions } from "../../kit/inputs/ask.ts";
import { plainValue } from "../../results/cardParts.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import { joinSentences } from "../../words/sentences.ts";
import type { FieldView } from "../resource.ts";

/** Shown in place of a secret value. */
export const masked = "•••";

interface SecretFieldOptions<Reply> {
  readonly label: string;
  readonly prompt: string;
  readonly placeholder: string;
  /**
   * Prompt texts: `typedBefore` for a secret that the user has already typed, and `whatBecomes` for a secret that the
   * service stores.
   */
  readonly typedBefore: string;
  readonly whatBecomes: string;
  /** Describes the effect of removing the secret. */
  readonly removal: string;
  readonly check: (text: string, mayBeEmpty: boolean) => InputCheck | undefined;
  /** Converts the typed text to the text to send. */
  readonly parse: (text: string) => string;
  /** Returns the reason if a stored secret can't be replaced, otherwise undefined. */
  readonly refuseReplacement?: (live: Reply) => string | undefined;
  /** Texts for a typed, a stored and a removed secret in the review. */
  readonly words: Readonly<Record<"typed" | "there" | "removed", string>>;
}

/** Prompts for a text in a password input. A rejected text isn't kept. */
export async function askHidden(
  options: Pick<TextOptions, "frame" | "prompt" | "placeholder" | "check">,
): Promise<Answer<string>> {
  const answer = await askText({ ...options, value: "", password: true });
  return answer.kind === "accepted" ? answer : { kind: answer.kind, typed: "" };
}

/** A write-only field, such as a password. Replies only report that it is set, so it is never rendered or persisted. */
export function secret<Reply, Values>(
  { reported }: SecretField<Reply, Values>,
  {
    check,
    label,
    parse,
    placeholder,
    prompt,
    refuseReplacement = () => undefined,
    removal,
    typedBefore,
    whatBecomes,
    words,
  }: SecretFieldOptions<Reply>,
): FieldView<string, Reply, Values> {
  async function askNew(frame: Frame, mayBeEmpty: boolean): Promise<Answer<string>> {
    const answer = await askHidden({
      frame,
      prompt: joinSentences(compact(prompt, mayBeEmpty && l10n.t("Leave empty for none."))),
      placeholder,
      check: (text) => check(text, mayBeEmpty),
    });
    return answer.kind === "accepted" ? { kind: "accepted", value: parse(answer.value) } : answer;
  }

  function whetherThere(live: Reply): string {
    const isThere = reported(live);
    if (isThere === undefined) return l10n.t("Not reported");
    return isThere ? words.there : l10n.t("None");
  }

  return {
    label,
    async ask({ frame, live, value = "" }) {
      const isLive = live !== undefined && reported(live) !== false;
      if (!isLive && value === "") return askNew(frame, true);
      const refusal = live && refuseReplacement(live);
      const another: Choice<"another"> = { label: l10n.t("Replace…"), value: "another" };
      const choices: readonly Choice<"keep" | "another" | "none">[] = isLive
        ? [
            ...(refusal === undefined ? [another] : []),
            { label: l10n.t("Remove"), description: removal, value: "none" },
            { label: l10n.t("Keep"), value: "keep" },
          ]
        : [
            { label: l10n.t("Keep"), description: masked, value: "keep" },
            another,
            { label: l10n.t("Remove"), value: "none" },
          ];
      for (;;) {
        const answer = await pickOne({
          frame,
          placeholder: l10n.t("Choose how to continue"),
          prompt: refusal ?? (isLive ? whatBecomes : typedBefore),
          choices,
        });
        if (answer.kind !== "accepted") return answer;
        if (answer.value === "none") return { kind: "accepted", value: "" };
        if (answer.value === "keep") return { kind: "accepted", value: isLive ? undefined : value };
        const typed = await askNew({ ...frame, back: true }, false);
        if (typed.kind !== "back") return typed;
      }
    },
    summary(value, live) {
      if (value === undefined) return live === undefined ? l10n.t("None") : whetherThere(live);
      if (value !== "") return words.typed;
      return live === undefined ? l10n.t("None") : words.removed;
    },
    row(reply) {
      const note = refuseReplacement(reply);
      return { label, value: plainValue(whetherThere(reply)), ...(note !== undefined && { note }) };
    },
  };
}

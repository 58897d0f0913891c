// The question in which language code is wanted, and if the code checks the login first. Both answers are remembered.
import { l10n, window } from "vscode";
import * as z from "zod/mini";
import { type CodeLanguage, codeLanguages } from "../../../domain/useCode/useCode.ts";
import { disposeIdleInput, pickOne } from "../../kit/inputs/ask.ts";
import type { RememberedCode } from "../context/context.ts";

export const languageIds: Readonly<Record<CodeLanguage, string>> = {
  typescript: "typescript",
  python: "python",
  bash: "shellscript",
  powershell: "powershell",
};

const CodeChoice = z.object({
  language: z.optional(z.enum(codeLanguages)),
  checksLogin: z.optional(z.boolean()),
});

/** Asks for a language. The active editor's language is first, or else the last choice. */
export async function chooseLanguage(
  remembered: RememberedCode,
  title: string,
): Promise<{ readonly language: CodeLanguage; readonly checksLogin: boolean } | undefined> {
  const { data: last } = CodeChoice.safeParse(remembered.last());
  let checksLogin = last?.checksLogin ?? false;
  const here = window.activeTextEditor?.document.languageId
    .replace("react", "")
    .replace("javascript", "typescript");
  const first = codeLanguages.find((language) => languageIds[language] === here) ?? last?.language;
  const languages = codeLanguages.toSorted((one, other) => Number(other === first) - Number(one === first));
  let isToggled = false;
  for (;;) {
    const answer = await pickOne<CodeLanguage | "toggle">({
      frame: { title, back: false, stays: true },
      placeholder: l10n.t("Choose a language"),
      choices: [
        ...languages.map((language) => ({
          label: languageLabel(language),
          description:
            language === "python" && window.activeNotebookEditor !== undefined
              ? l10n.t("For this notebook")
              : "",
          value: language,
        })),
        { separator: l10n.t("Option") },
        {
          label: l10n.t("Check the login first"),
          description: checksLogin ? l10n.t("On") : l10n.t("Off"),
          value: "toggle",
        },
      ],
      active: (value) => isToggled && value === "toggle",
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value !== "toggle") {
      disposeIdleInput();
      await remembered.keep({ language: answer.value, checksLogin });
      return { language: answer.value, checksLogin };
    }
    checksLogin = !checksLogin;
    isToggled = true;
    await remembered.keep({ ...last, checksLogin });
  }
}

function languageLabel(language: CodeLanguage): string {
  return {
    typescript: l10n.t("TypeScript"),
    python: l10n.t("Python"),
    bash: l10n.t("Command line (bash)"),
    powershell: l10n.t("Command line (PowerShell)"),
  }[language];
}

// Prompts for the language of the generated code, and lets the user add a login check. Both choices are remembered.
import { l10n, window } from "vscode";
import * as z from "zod/mini";
import { type CodeLanguage, codeLanguages } from "../../../domain/code/useCode.ts";
import { disposeIdleInput, pickOne } from "../../kit/inputs/ask.ts";
import type { CodeChoiceStore } from "../context/context.ts";

export const languageIds: Readonly<Record<CodeLanguage, string>> = {
  typescript: "typescript",
  python: "python",
  bash: "shellscript",
  powershell: "powershell",
};

const StoredCodeChoice = z.object({
  language: z.optional(z.enum(codeLanguages)),
  checksLogin: z.optional(z.boolean()),
});

/**
 * Prompts for a language. The language of the active editor comes first. If the extension can't generate code in that
 * language, the last chosen language comes first.
 */
export async function chooseLanguage(
  remembered: CodeChoiceStore,
  title: string,
): Promise<{ readonly language: CodeLanguage; readonly checksLogin: boolean } | undefined> {
  const { checksLogin: isChecking = false, language: last } =
    StoredCodeChoice.safeParse(remembered.last()).data ?? {};
  const editorLanguage = window.activeTextEditor?.document.languageId
    .replace("react", "")
    .replace("javascript", "typescript");
  const first = codeLanguages.find((language) => languageIds[language] === editorLanguage) ?? last;
  const languages = codeLanguages.toSorted((a, b) => Number(b === first) - Number(a === first));
  const isNotebook = window.activeNotebookEditor !== undefined;
  let checksLogin = isChecking;
  let active: "toggle" | undefined;
  for (;;) {
    const answer = await pickOne<CodeLanguage | "toggle">({
      frame: { title, back: false, stays: true },
      placeholder: l10n.t("Choose a language"),
      choices: [
        ...languages.map((language) => ({
          label: languageLabel(language),
          description: language === "python" && isNotebook ? l10n.t("For this notebook") : "",
          value: language,
        })),
        { separator: l10n.t("Option") },
        {
          label: l10n.t("Check the login first"),
          description: checksLogin ? l10n.t("On") : l10n.t("Off"),
          value: "toggle",
        },
      ],
      active: (value) => value === active,
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value !== "toggle") {
      disposeIdleInput();
      const choice = { language: answer.value, checksLogin };
      await remembered.keep(choice);
      return choice;
    }
    checksLogin = !checksLogin;
    active = "toggle";
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

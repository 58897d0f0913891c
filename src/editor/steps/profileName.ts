import { l10n } from "vscode";
import { askText } from "../prompts.ts";
import { checkName } from "../words/names.ts";
import type { Ask } from "../wizard.ts";

/** Asks for the browser profile (§4.1 `profile_name`), which the service creates if there is none. */
export const askProfileName: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t(
      "Name of the browser profile. If no profile has exactly this name, a new one is created: check the spelling.",
    ),
    placeholder: l10n.t("my-profile"),
    value: typed ?? draft.profile_name ?? "",
    check: (name) => checkName(l10n.t("The profile name"), name),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, profile_name: answer.value } };
};

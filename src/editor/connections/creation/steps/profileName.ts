import { l10n } from "vscode";
import { pickLive } from "../../../kit/livePick.ts";
import { profileRow } from "../../../catalogue/rows.ts";
import type { Ask } from "./context.ts";
import { typedName } from "../../../catalogue/typedName.ts";

/** Asks for the browser profile (§4.1 `profile_name`), which the service creates if there is none. */
export const askProfileName: Ask = async ({ draft, frame, lists, typed }) => {
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a browser profile or type a name"),
    prompt: l10n.t("If no profile has exactly the name you type, a new one is created: check the spelling."),
    load: lists.profiles,
    row: profileRow,
    typed: typedName(
      l10n.t("The profile name"),
      l10n.t("Use This Name, Create the Profile if There Is None"),
    ),
    value: typed ?? draft.profile_name ?? "",
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, profile_name: answer.value } };
};

import { l10n } from "vscode";
import { answered } from "../../../kit/inputs/wizard.ts";
import { eachListed, pickLive } from "../../../kit/inputs/livePick.ts";
import { profileRow } from "../../../catalogue/rows.ts";
import type { Ask } from "./context.ts";
import { typedName } from "../../../catalogue/typedName.ts";

/** Asks for the browser profile (§4.1 `profile_name`), which the service creates if there is none. */
export const askProfileName: Ask = async ({ draft, frame, lists, typed }) => {
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a browser profile or type a name"),
    load: lists.profiles,
    rows: eachListed(profileRow),
    typed: typedName(
      l10n.t("The profile name"),
      (name) => name,
      (known) => (known ? l10n.t("new profile") : l10n.t("new profile, if there is none of this name")),
    ),
    named: l10n.t("existing profile"),
    value: typed ?? draft.profile_name ?? "",
  });
  return answered(answer, (name) => ({ ...draft, profile_name: name }));
};

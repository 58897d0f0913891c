// What a connection is for: it is asked once, and never changed.
import { l10n } from "vscode";
import { readDomain } from "../../../domain/draft/domainName.ts";
import { display } from "../../../domain/text/display.ts";
import { profileToConnectRow } from "../../catalogue/rows.ts";
import { typedName } from "../../catalogue/typedName.ts";
import { askText } from "../../kit/inputs/ask.ts";
import { eachListed, pickLive } from "../../kit/inputs/livePick.ts";
import { answered } from "../../kit/inputs/wizard.ts";
import { checkDomain } from "../../words/domains.ts";
import type { SettingView } from "./settingView.ts";

/** The domain to stay logged in to (§4.1 `domain`). */
export const domain: SettingView<string> = {
  label: () => l10n.t("Domain"),
  group: "connection",
  words: display,
  ask: async ({ draft, frame, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("Domain that the browser profile should stay logged in to"),
      placeholder: "example.com",
      value: typed ?? draft.domain ?? "",
      check: checkDomain,
    });
    if (answer.kind !== "accepted") return answer;
    const read = readDomain(answer.value);
    return read.ok
      ? { kind: "answered", draft: { ...draft, domain: read.domain } }
      : { kind: "back", typed: answer.value };
  },
};

/** The browser profile (§4.1 `profile_name`), which the service creates if there is none. */
export const profile: SettingView<string> = {
  label: () => l10n.t("Profile"),
  group: "connection",
  words: display,
  ask: async ({ draft, frame, lists, typed }) => {
    const answer = await pickLive({
      frame,
      placeholder: l10n.t("Choose a browser profile or type a name"),
      load: lists.profiles,
      rows: eachListed(profileToConnectRow),
      typed: typedName(
        l10n.t("The profile name"),
        (name) => name,
        (known) => (known ? l10n.t("new profile") : l10n.t("new profile, if there is none of this name")),
      ),
      named: l10n.t("existing profile"),
      value: typed ?? draft.profile_name ?? "",
    });
    return answered(answer, (name) => ({ ...draft, profile_name: name }));
  },
};

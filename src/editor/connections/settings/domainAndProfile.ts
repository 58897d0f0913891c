// The identity of a connection: its domain and profile. Neither can be changed after the connection is created.
import { l10n } from "vscode";
import { parseDomain } from "../../../domain/draft/domainName.ts";
import { display } from "../../../domain/text/display.ts";
import { profileToConnectPick } from "../../catalogue/picks.ts";
import { typedNamePick } from "../../catalogue/typedName.ts";
import { sandboxVariable } from "../../../domain/code/codeTarget.ts";
import { askText, pickOne } from "../../kit/inputs/ask.ts";
import { eachListed, pickLive } from "../../kit/inputs/livePick.ts";
import { answered } from "../../kit/inputs/wizard.ts";
import { checkDomain } from "../../words/inputChecks.ts";
import type { SettingView } from "./settingView.ts";

/** The domain of the website to stay logged in to (interface.md §4.1 `domain`). */
export const domainView: SettingView<string> = {
  label: () => l10n.t("Domain"),
  group: "connection",
  format: display,
  ask: async ({ codeTarget, draft, frame, typed }) => {
    const isSandbox = codeTarget.variable === sandboxVariable;
    const examples = { icon: "beaker", tooltip: l10n.t("Sandbox Domains…"), value: sandboxDomains } as const;
    let value = typed ?? draft.domain ?? "";
    for (;;) {
      const answer = await askText({
        frame,
        prompt: l10n.t("Domain that the browser profile should stay logged in to"),
        placeholder: "example.com",
        value,
        check: checkDomain,
        button: isSandbox ? examples : undefined,
      });
      if (answer.kind !== "accepted") return answer;
      if (typeof answer.value === "string") {
        const read = parseDomain(answer.value);
        if (read.ok) return { kind: "answered", draft: { ...draft, domain: read.domain } };
        return { kind: "back", typed: answer.value };
      }
      const example = await pickOne({
        frame: { title: frame.title, back: true, stays: true },
        placeholder: l10n.t("Choose what the login does"),
        choices: answer.value().map(([name, does]) => ({ label: name, description: does, value: name })),
      });
      if (example.kind === "cancelled") return { kind: "cancelled", typed: value };
      if (example.kind === "accepted") value = example.value;
    }
  },
};

/** Example domains that simulate special logins in the sandbox, each with a description of its behavior. */
const sandboxDomains = (): readonly (readonly [domain: string, does: string])[] => [
  ["totp.example", l10n.t("asks for an authenticator code")],
  ["2fa.example", l10n.t("offers four ways to confirm")],
  ["sso.example", l10n.t("offers Google and Microsoft")],
  ["push.example", l10n.t("waits for a phone")],
  ["slow.example", l10n.t("takes 20 seconds to begin")],
  ["refused.example", l10n.t("refuses every password")],
  ["locked.example", l10n.t("locks the account")],
  ["rate-limited.example", l10n.t("ends: too many attempts")],
  ["captcha.example", l10n.t("is blocked as a bot")],
  ["stuck.example", l10n.t("gets stuck on the website")],
  ["redirected.example", l10n.t("leads to a domain not allowed")],
  ["busy.example", l10n.t("can't start: too many logins are waiting")],
  ["logs-out.example", l10n.t("logs out, then in again")],
  ["logs-out-code.example", l10n.t("logs out, then asks for a code")],
];

/** The browser profile (interface.md §4.1 `profile_name`). The service creates the profile if it doesn't exist. */
export const profileView: SettingView<string> = {
  label: () => l10n.t("Profile"),
  group: "connection",
  format: display,
  ask: async ({ draft, frame, lists, typed }) => {
    const answer = await pickLive({
      frame,
      placeholder: l10n.t("Choose or type a profile"),
      emptyText: l10n.t("No profiles yet."),
      load: lists.profiles,
      rows: eachListed(profileToConnectPick),
      typed: typedNamePick(
        l10n.t("The profile name"),
        (name) => name,
        (isListed) => (isListed ? l10n.t("new profile") : l10n.t("new profile, unless the name exists")),
      ),
      named: l10n.t("existing profile"),
      value: typed ?? draft.profile_name ?? "",
    });
    return answered(answer, (name) => ({ ...draft, profile_name: name }));
  },
};

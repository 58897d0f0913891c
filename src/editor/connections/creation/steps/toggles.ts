import { l10n } from "vscode";
import type { Draft } from "../../../../domain/draft/draft.ts";
import { answered } from "../../../kit/inputs/wizard.ts";
import { pickOne } from "../../../kit/inputs/ask.ts";
import { onOff, settingLabel } from "../../shown/words/settings.ts";
import type { Toggled } from "../../shown/words/settings.ts";
import type { Option } from "./option.ts";

interface Toggle {
  readonly group: Option["group"];
  /** The value that applies when none is sent (§2.2, §4.1). */
  readonly byDefault: boolean;
  readonly question: () => string;
  readonly on: () => string;
  readonly off: () => string;
}

/** Whether browsers run in stealth mode (§2.2 `stealth`). */
export const stealth = toggle("stealth", {
  group: "browser",
  byDefault: true,
  question: () => l10n.t("Should its browsers run in stealth mode?"),
  on: () => l10n.t("Stealth mode with the CAPTCHA solver; without a proxy of yours, the stealth proxy"),
  off: () => l10n.t("No stealth mode; without a proxy of yours, no proxy"),
});

/** Whether sessions are recorded (§4.1 `record_session`). */
export const recordSession = toggle("record_session", {
  group: "browser",
  byDefault: false,
  question: () => l10n.t("Should its browser sessions be recorded?"),
  on: () => l10n.t("Recorded by default; a single login can choose otherwise"),
  off: () => l10n.t("Not recorded by default; a single login can choose otherwise"),
});

/** Whether credentials are saved (§4.1 `save_credentials`). */
export const saveCredentials = toggle("save_credentials", {
  group: "login",
  byDefault: true,
  question: () => l10n.t("Should credentials be saved after every successful login?"),
  on: () => l10n.t("Saved after a successful login. One-time codes are never saved"),
  off: () => l10n.t("Not saved; without another credential, a person must log in each time"),
});

/** Whether the login is checked regularly (§4.1 `health_checks`). */
export const healthChecks = toggle("health_checks", {
  group: "staying",
  byDefault: true,
  question: () => l10n.t("Should the login be checked regularly?"),
  on: () => l10n.t("The service checks at an interval whether the profile is still logged in"),
  off: () => l10n.t("Nothing checks the login, and it never logs in again by itself"),
});

/** Whether it may log in again by itself (§4.1 `auto_reauth`). */
export const autoReauth = toggle("auto_reauth", {
  group: "staying",
  byDefault: true,
  question: () => l10n.t("May it log in again by itself?"),
  on: () => l10n.t("When a health check finds the session expired and nothing else is needed"),
  off: () => l10n.t("An expired session waits until somebody logs in"),
});

function toggle(field: Toggled, { byDefault, group, off, on, question }: Toggle): Option {
  return {
    group,
    label: () => settingLabel(field),
    effective: (draft) => {
      const value = draft[field];
      const text = onOff(value ?? byDefault);
      return {
        text: hasNoEffect(field, draft) ? l10n.t("{0}, without effect: health checks are off", text) : text,
        source: value === undefined ? "default" : "chosen",
      };
    },
    ask: async ({ draft, frame }) => {
      const answer = await pickOne<boolean>({
        frame,
        placeholder: question(),
        ...(hasNoEffect(field, draft) && {
          prompt: l10n.t("Health checks are off, so this has no effect."),
        }),
        choices: [true, false].map((value) => ({
          label: onOff(value),
          ...(value === byDefault && { description: l10n.t("default") }),
          detail: value ? on() : off(),
          value,
        })),
        active: (value) => value === (draft[field] ?? byDefault),
      });
      return answered(answer, (value) => ({ ...draft, [field]: value }));
    },
  };
}

/** §2.1: automatic re-authentication runs only after a health check. */
function hasNoEffect(field: Toggled, draft: Draft): boolean {
  return field === "auto_reauth" && draft.health_checks === false;
}

import { l10n } from "vscode";
import type { OptionField } from "../../../../domain/draft/steps.ts";
import { allowedDomains } from "./allowedDomains.ts";
import type { Option } from "./context.ts";
import { telemetry } from "./telemetry.ts";
import type { Draft } from "../../../../domain/draft/draft.ts";
import { answered } from "../../../kit/inputs/wizard.ts";
import { askText, pickOne } from "../../../kit/inputs/ask.ts";
import { every, onOff, settingLabel } from "../../shown/words/settings.ts";
import type { Toggled } from "../../shown/words/settings.ts";
import { display } from "../../../../domain/text/display.ts";
import { withDefault } from "../../../../domain/draft/draft.ts";
import { holdsLogin, longestLoginUrl, readLoginUrl } from "../../../../domain/draft/loginUrl.ts";
import { error, info, warning } from "../../../words/names.ts";
import type { Check } from "../../../words/names.ts";
import { count, duration } from "../../../words/numbers.ts";
import {
  effectiveDefault,
  hardBounds,
  intervalFault,
  intervalPlan,
  readInterval,
} from "../../../../domain/draft/interval.ts";
import type { IntervalPlan } from "../../../../domain/draft/interval.ts";
import type { Choice, Frame } from "../../../kit/inputs/ask.ts";
import { capitalized } from "../../../words/labels.ts";
import { series } from "../../../words/sentences.ts";

/** How often the login is checked (§4.1 `health_check_interval`). */
const healthCheckInterval: Option = {
  group: "staying",
  label: () => l10n.t("Health check interval"),
  effective: (draft, entitlements) => {
    const plan = intervalPlan(entitlements);
    const chosen = draft.health_check_interval;
    if (chosen !== undefined) return { text: every(chosen), source: "chosen" };
    return {
      text: every(effectiveDefault(plan)),
      source: plan.minimum !== undefined && effectiveDefault(plan) === plan.minimum ? "plan" : "default",
    };
  },
  ask: async ({ draft, entitlements, frame, typed }) => {
    const plan = intervalPlan(entitlements);
    const chosen = draft.health_check_interval;
    for (;;) {
      const answer = await pickOne<number | "type">({
        frame,
        placeholder: l10n.t("How often should the login be checked?"),
        ...(draft.health_checks === false && {
          prompt: l10n.t("Health checks are off, so this has no effect."),
        }),
        choices: [
          ...offered(plan, chosen).map((seconds) => choiceOf(seconds, plan)),
          { label: l10n.t("Another Interval…"), value: "type" },
        ],
        active: (value) => value === (chosen ?? effectiveDefault(plan)),
      });
      if (answer.kind !== "accepted") return answer;
      if (answer.value !== "type") {
        return { kind: "answered", draft: { ...draft, health_check_interval: answer.value } };
      }
      const own = await askInterval(frame, plan, typed ?? String(chosen ?? ""));
      if (own.kind === "cancelled") return own;
      const seconds = own.kind === "accepted" ? readInterval(own.value) : undefined;
      if (seconds !== undefined)
        return { kind: "answered", draft: { ...draft, health_check_interval: seconds } };
    }
  },
};

const usual = [300, 1_200, 3_600, 21_600, 43_200, 86_400] as const;

/** What is chosen, and the usual intervals within the plan's bounds, the bounds among them; in seconds. */
function offered(plan: IntervalPlan, chosen: number | undefined): readonly number[] {
  const sound = [plan.minimum, effectiveDefault(plan), plan.maximum, ...usual].filter(
    (one) => one !== undefined && intervalFault(one, plan) === undefined,
  );
  const all = new Set([chosen, ...sound].filter((one) => one !== undefined));
  return [...all].sort((one, other) => one - other);
}

function choiceOf(seconds: number, plan: IntervalPlan): Choice<number> {
  const marks = [
    seconds === effectiveDefault(plan) ? l10n.t("default") : undefined,
    seconds === plan.minimum ? l10n.t("your plan's minimum") : undefined,
    seconds === plan.maximum ? l10n.t("your plan's maximum") : undefined,
  ].filter((mark) => mark !== undefined);
  return { label: capitalized(every(seconds)), description: series(marks), value: seconds };
}

function askInterval(frame: Frame, plan: IntervalPlan, value: string): ReturnType<typeof askText> {
  return askText({
    frame: { ...frame, back: true },
    prompt: l10n.t("Interval such as 1800, 30m or 2h; a bare number is seconds"),
    value,
    endsOnFocusOut: true,
    check: (text) => checkInterval(text, plan),
  });
}

function checkInterval(text: string, plan: IntervalPlan): Check | undefined {
  const seconds = readInterval(text);
  if (seconds === undefined) return error(l10n.t("Type an interval such as 1800, 30m or 2h."));
  const bounds = [duration(hardBounds.minimum), duration(hardBounds.maximum)] as const;
  switch (intervalFault(seconds, plan)) {
    case "belowBounds":
    case "aboveBounds":
      return error(l10n.t("The interval must lie between {0} and {1}.", ...bounds));
    case "belowPlan":
      return warning(
        l10n.t("Your plan's minimum is {0}; the service may refuse less.", duration(plan.minimum ?? 0)),
      );
    case "abovePlan":
      return warning(
        l10n.t("Your plan's maximum is {0}; the service may refuse more.", duration(plan.maximum ?? 0)),
      );
    case undefined:
      return info(capitalized(every(seconds)));
  }
}

/** The login page (§4.1 `login_url`), which spares the service looking for it. */
const loginUrl: Option = {
  group: "login",
  label: () => l10n.t("Login page"),
  effective: ({ login_url }) =>
    login_url === undefined
      ? { text: l10n.t("Found by the service"), source: "default" }
      : { text: login_url, source: "chosen" },
  ask: async ({ before, draft, frame, typed }) => {
    const clears = (text: string): boolean => before !== undefined && text.trim() === "";
    const answer = await askText({
      frame,
      prompt:
        before === undefined
          ? l10n.t("Address of the login page. The service then does not look for it.")
          : l10n.t("Address of the login page. Leave it empty to have the service look for it."),
      placeholder: `https://${draft.domain ?? "example.com"}/login`,
      value: typed ?? draft.login_url ?? "",
      check: (text) => (clears(text) ? undefined : checkLoginUrl(text)),
    });
    if (answer.kind !== "accepted") return answer;
    if (clears(answer.value)) return { kind: "answered", draft: withDefault(draft, "login_url") };
    const url = readLoginUrl(answer.value);
    return url === undefined
      ? { kind: "back", typed: answer.value }
      : { kind: "answered", draft: { ...draft, login_url: url } };
  },
};

function checkLoginUrl(text: string): Check | undefined {
  if (text.trim().length > longestLoginUrl)
    return error(l10n.t("An address has at most {0} characters.", count(longestLoginUrl)));
  if (holdsLogin(text)) return error(l10n.t("Leave out the user name and password: the address is shown."));
  const url = readLoginUrl(text);
  if (url === undefined)
    return error(l10n.t("This is not a web address. Type one such as https://example.com/login."));
  const asTyped = url === text.trim();
  if (url.startsWith("http:"))
    return warning(
      asTyped
        ? l10n.t("Plain http: what is typed there can be read on the way.")
        : l10n.t(
            "Press Enter to use {0}. Plain http: what is typed there can be read on the way.",
            display(url),
          ),
    );
  return asTyped ? undefined : info(l10n.t("Press Enter to use {0}", display(url)));
}

interface Toggle {
  readonly group: Option["group"];
  /** The value that applies when none is sent (§2.2, §4.1). */
  readonly byDefault: boolean;
  readonly question: () => string;
  readonly on: () => string;
  readonly off: () => string;
}

/** Whether browsers run in stealth mode (§2.2 `stealth`). */
const stealth = toggle("stealth", {
  group: "browser",
  byDefault: true,
  question: () => l10n.t("Should its browsers run in stealth mode?"),
  on: () => l10n.t("Stealth mode with the CAPTCHA solver; without a proxy of yours, the stealth proxy"),
  off: () => l10n.t("No stealth mode; without a proxy of yours, no proxy"),
});

/** Whether sessions are recorded (§4.1 `record_session`). */
const recordSession = toggle("record_session", {
  group: "browser",
  byDefault: false,
  question: () => l10n.t("Should its browser sessions be recorded?"),
  on: () => l10n.t("Recorded by default; a single login can choose otherwise"),
  off: () => l10n.t("Not recorded by default; a single login can choose otherwise"),
});

/** Whether credentials are saved (§4.1 `save_credentials`). */
const saveCredentials = toggle("save_credentials", {
  group: "login",
  byDefault: true,
  question: () => l10n.t("Should credentials be saved after every successful login?"),
  on: () => l10n.t("Saved after a successful login. One-time codes are never saved"),
  off: () => l10n.t("Not saved; without another credential, a person must log in each time"),
});

/** Whether the login is checked regularly (§4.1 `health_checks`). */
const healthChecks = toggle("health_checks", {
  group: "staying",
  byDefault: true,
  question: () => l10n.t("Should the login be checked regularly?"),
  on: () => l10n.t("The service checks at an interval whether the profile is still logged in"),
  off: () => l10n.t("Nothing checks the login, and it never logs in again by itself"),
});

/** Whether it may log in again by itself (§4.1 `auto_reauth`). */
const autoReauth = toggle("auto_reauth", {
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

/** Every field that has a default. */
export const options: Readonly<Record<OptionField, Option>> = {
  login_url: loginUrl,
  allowed_domains: allowedDomains,
  stealth,
  record_session: recordSession,
  telemetry,
  save_credentials: saveCredentials,
  health_checks: healthChecks,
  health_check_interval: healthCheckInterval,
  auto_reauth: autoReauth,
};

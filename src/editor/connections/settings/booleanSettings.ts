// The labels, formatting and prompts of a connection's boolean settings.
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { type FieldAnswers, type FieldId, connectionFields } from "../../../domain/connections/settings.ts";
import type { CardRow } from "../../../card/card.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { answered } from "../../kit/inputs/wizard.ts";
import { plainValue } from "../../results/cardParts.ts";
import { noEffectNote, type SettingView } from "./settingView.ts";
import { onOff, renewalLabel } from "./settingWords.ts";

type FlagId = { [Id in FieldId]: FieldAnswers[Id] extends boolean ? Id : never }[FieldId];

interface FlagView extends SettingView<boolean> {
  /**
   * Group and note of the row that shows the setting on a connection's page. If missing, the setting has no row of
   * its own and is part of another row.
   */
  readonly page?: { readonly group: SettingView<boolean>["group"]; readonly note?: () => string };
}

interface FlagTexts extends Omit<FlagView, "ask" | "format"> {
  readonly question: () => string;
  readonly on: () => string;
  readonly off: () => string;
}

export const flagViews = {
  stealth: flagView("stealth", {
    group: "browser",
    label: () => l10n.t("Stealth"),
    question: () => l10n.t("Run browsers in stealth mode?"),
    on: () => l10n.t("Stealth mode with the CAPTCHA solver; the service's proxy unless you choose another"),
    off: () => l10n.t("No stealth mode; no proxy unless you choose one"),
    unreported: "default",
    page: { group: "browser" },
  }),
  record_session: flagView("record_session", {
    group: "browser",
    label: () => l10n.t("Record sessions"),
    question: () => l10n.t("Record browser sessions?"),
    on: () => l10n.t("Recorded by default; you can change this for a single login"),
    off: () => l10n.t("Not recorded by default; you can change this for a single login"),
    page: { group: "browser" },
  }),
  save_credentials: flagView("save_credentials", {
    group: "login",
    label: () => l10n.t("Save credentials"),
    question: () => l10n.t("Should credentials be saved after every successful login?"),
    on: () => l10n.t("Saved after a successful login, except one-time codes"),
    off: () => l10n.t("Not saved; without another credential, a person must log in each time"),
    page: { group: "staying", note: () => l10n.t("The service never saves one-time codes.") },
  }),
  health_checks: flagView("health_checks", {
    group: "staying",
    label: () => l10n.t("Health checks"),
    question: () => l10n.t("Run health checks?"),
    on: () => l10n.t("The service regularly runs health checks"),
    off: () => l10n.t("No health checks, and no automatic logins"),
  }),
  auto_reauth: flagView("auto_reauth", {
    group: "staying",
    label: renewalLabel,
    question: () => l10n.t("Log in again automatically?"),
    on: () => l10n.t("When a health check finds an expired session"),
    off: () => l10n.t("An expired session waits for someone to log in"),
  }),
} as const satisfies Readonly<Record<FlagId, FlagView>>;

const flagIds = Object.keys(flagViews) as readonly FlagId[];

export function reportedFlags(connection: ManagedAuth): Readonly<Record<string, boolean | undefined>> {
  return Object.fromEntries(flagIds.map((id) => [id, connectionFields[id].readReported(connection)]));
}

export function flagRows(group: SettingView<boolean>["group"], connection: ManagedAuth): readonly CardRow[] {
  return flagIds.flatMap((field) => {
    const { label, page }: FlagView = flagViews[field];
    if (page?.group !== group) return [];
    const value = plainValue(onOff(connectionFields[field].readReported(connection)));
    return [{ label: label(), value, ...(page.note && { note: page.note() }) }];
  });
}

function flagView(field: FlagId, { off, on, question, ...view }: FlagTexts): FlagView {
  const byDefault = connectionFields[field].byDefault === true;
  return {
    ...view,
    format: onOff,
    defaultValue: () => ({ text: onOff(byDefault), source: "default" }),
    ask: async ({ draft, frame }) => {
      const answer = await pickOne<boolean>({
        frame,
        placeholder: question(),
        prompt: noEffectNote(field, draft),
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

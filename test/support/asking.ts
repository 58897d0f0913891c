// Asks single questions of the wizard, with lists from a service that the test fills.
import type { TestContext } from "node:test";
import { Entitlements } from "../../src/api/schemas.ts";
import type { ConnectionDraft } from "../../src/domain/draft/draft.ts";
import type { StepId } from "../../src/domain/draft/steps.ts";
import { PickerLists } from "../../src/editor/catalogue/pickerLists.ts";
import { reviewCreation } from "../../src/editor/connections/creation/reviewCreation.ts";
import { promptForStep } from "../../src/editor/connections/settings/settings.ts";
import type { SettingStepAnswer, StepContext } from "../../src/editor/connections/settings/settingView.ts";
import type { InputBox } from "../doubles/vscode.ts";
import { leaveAfter } from "./leaving.ts";
import { Offers } from "./offers.ts";

export const full: ConnectionDraft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};

export interface Asking {
  readonly offers: Offers;
  readonly lists: PickerLists;
  /** Asks the question of one step about a draft. */
  readonly ask: (
    step: StepId,
    draft: ConnectionDraft,
    overrides?: Partial<Pick<StepContext, "codeTarget" | "createNew" | "edited" | "entitlements" | "typed">>,
  ) => Promise<SettingStepAnswer>;
}

/** Shows the review of a new connection, as if all fields of an original had been copied. */
export const reviewDraft = (context: StepContext): Promise<SettingStepAnswer> =>
  reviewCreation(context, { notKeptIn: () => [], onFinish: () => undefined });

/** Returns a service with empty lists, and a function that asks questions. Open questions are left after the test. */
export function asking(context: TestContext): Asking {
  const leaving = leaveAfter(context);
  const offers = new Offers(context);
  const lists = new PickerLists(offers.client);
  const promptFor = (step: StepId) => promptForStep(step, reviewDraft);
  return {
    offers,
    lists,
    ask: (step, draft, overrides = {}) =>
      leaving(
        promptFor(step)({
          draft,
          frame: { title: "Create Connection", step: 1, totalSteps: 5, back: true },
          typed: undefined,
          edited: undefined,
          keepDraft: () => undefined,
          entitlements: undefined,
          accountName: "Team, https://api.example.com",
          codeTarget: { baseUrl: "https://api.example.com", variable: "KERNEL_TOKEN" },
          lists,
          createNew: {},
          ...overrides,
        }),
      ),
  };
}

/** Returns entitlements with these managed auth values and features (interface.md §2.8). */
export function plan(
  managedAuth: Readonly<Record<string, unknown>> = {},
  features: Readonly<Record<string, boolean>> = {},
): Entitlements {
  return Entitlements.parse({
    features: {
      managed_auth: { enabled: true, ...managedAuth },
      ...Object.fromEntries(Object.entries(features).map(([key, enabled]) => [key, { enabled }])),
    },
  });
}

/** Returns the validation message of an input, with its severity. */
export function validationText({ validationMessage }: InputBox): string {
  if (validationMessage === undefined) return "";
  if (typeof validationMessage === "string") return validationMessage;
  const severity = ["", "info", "warning", "error"][validationMessage.severity] ?? "";
  return `${severity}: ${validationMessage.message}`;
}

// Asks one question of the wizard, as its loop does, of a service that a test fills.
import type { TestContext } from "node:test";
import { Entitlements } from "../../src/api/schemas.ts";
import type { Draft } from "../../src/domain/draft/draft.ts";
import type { StepId } from "../../src/domain/draft/steps.ts";
import { Lists } from "../../src/editor/catalogue/lists.ts";
import { review } from "../../src/editor/connections/creation/review.ts";
import { questionOf } from "../../src/editor/connections/settings/settings.ts";
import type { StepAnswer, StepContext } from "../../src/editor/connections/settings/settingView.ts";
import type { InputBox } from "../doubles/vscode.ts";
import { Offers } from "./offers.ts";

export const full: Draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};

export interface Asking {
  readonly offers: Offers;
  readonly lists: Lists;
  /** Asks a question about a draft. */
  readonly ask: (
    step: StepId,
    draft: Draft,
    over?: Partial<Pick<StepContext, "codePlace" | "createNew" | "edited" | "entitlements" | "typed">>,
  ) => Promise<StepAnswer>;
}

/** A service that offers nothing until a test fills it. */
export function asking(context: TestContext): Asking {
  const offers = new Offers(context);
  const lists = new Lists(offers.client);
  return {
    offers,
    lists,
    ask: (step, draft, over = {}) =>
      questionOf(
        step,
        review,
      )({
        draft,
        frame: { title: "Create Connection", step: 1, totalSteps: 5, back: true },
        typed: undefined,
        edited: undefined,
        notKept: [],
        entitlements: undefined,
        place: "Team, https://api.example.com",
        codePlace: { baseUrl: "https://api.example.com", variable: "KERNEL_TOKEN" },
        lists,
        createNew: {},
        ...over,
      }),
  };
}

/** A plan with these managed auth facts and features (§2.8). */
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

/** What an input says of the text in it. */
export function said({ validationMessage }: InputBox): string {
  if (validationMessage === undefined) return "";
  if (typeof validationMessage === "string") return validationMessage;
  const severity = ["", "info", "warning", "error"][validationMessage.severity] ?? "";
  return `${severity}: ${validationMessage.message}`;
}

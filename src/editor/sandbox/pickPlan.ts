import { l10n } from "vscode";
import { pickOne } from "../kit/inputs/ask.ts";
import type { SandboxPlan } from "../accounts/sandboxRunner.ts";
import { planName } from "../words/labels.ts";
import { duration } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

type PlanId = SandboxPlan["plan"];

/** The plans of §8 with the shortest health check interval each allows, in seconds. */
const plans: readonly (readonly [plan: PlanId, shortestInterval: number])[] = [
  ["FREE", 21_600],
  ["HOBBYIST", 3_600],
  ["START_UP", 1_200],
  ["ENTERPRISE", 300],
];

/** Asks which plan the sandbox pretends to be on; `undefined` when the user left. */
export async function pickSandboxPlan(current: SandboxPlan): Promise<SandboxPlan | undefined> {
  const title = l10n.t("Choose Sandbox Plan");
  let chosen: PlanId = current.plan;
  for (;;) {
    const plan = await pickOne<PlanId>({
      frame: { title, step: 1, totalSteps: 2, back: false },
      placeholder: l10n.t("Which plan should the sandbox pretend to be on?"),
      choices: plans.map(([id, interval]) => ({
        label: planName(id),
        description: id === current.plan ? l10n.t("now") : "",
        detail: l10n.t("Health checks every {0} at the shortest", duration(interval)),
        value: id,
      })),
      active: (id) => id === chosen,
    });
    if (plan.kind !== "accepted") return undefined;
    chosen = plan.value;
    const trial = await pickOne<boolean>({
      frame: { title: labelled(title, l10n.t("Trial")), step: 2, totalSteps: 2, back: true },
      placeholder: l10n.t("Is it a trial?"),
      choices: [
        { label: l10n.t("No trial"), value: false },
        { label: l10n.t("On trial"), detail: l10n.t("The entitlements show when it ends"), value: true },
      ],
      active: (value) => value === current.is_trialing,
    });
    if (trial.kind === "cancelled") return undefined;
    if (trial.kind === "accepted") return { plan: chosen, is_trialing: trial.value };
  }
}

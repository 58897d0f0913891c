import { l10n } from "vscode";
import { entitlementFacts } from "../../domain/entitlements/entitlements.ts";
import type { Bound } from "../../domain/entitlements/entitlements.ts";
import { describeFailure } from "../catalogue/failures.ts";
import { boundLabel, useText } from "../entitlements/bounds.ts";
import { featureState } from "../entitlements/words.ts";
import { labelled, sentence } from "../words/sentences.ts";
import { failed, notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Data } from "./quoted.ts";
import type { Call } from "./tool.ts";

/** Tells what the plan allows (§2.8), and what is used of it. */
export async function entitlements({ access, parts }: Call): Promise<Answer> {
  const { failure } = await parts.entitlements.recent();
  if (failure?.kind === "sandboxFailed") return notDone(sentence(describeFailure(failure).headline));
  if (failure !== undefined) return failed(failure);
  await parts.entitlements.wantUsage();
  const { reading } = parts.entitlements.state;
  // Whoever works as another account by now has no reading of this one.
  if (reading?.account.id !== access.account.id) return notDone(l10n.t("Not read. Next: try again."));
  const { features, limits, plan } = entitlementFacts(reading.value, new Date(), reading.usage);
  const managed = features.find(({ key }) => key === "managed_auth");
  return {
    done: true,
    says: [
      ...(managed === undefined
        ? []
        : [l10n.t("Managed auth is {0} in the plan.", featureState(managed)), ...bounds(managed.bounds)]),
      l10n.t("Next: stay within these, or ask the user to change the plan."),
    ],
    told: {
      plan: { id: plan.id, effective_id: plan.effective_id, status: plan.status },
      features: features
        .filter(({ reported }) => reported)
        .map(({ bounds: all, enabled, key }) => ({ feature: key, enabled, limits: all.map(boundFacts) })),
      limits: limits.map(boundFacts),
    },
  };
}

/** In sentences where they are numbers; what the service words is in the data. */
function bounds(all: readonly Bound[]): readonly string[] {
  return all
    .filter(({ unit, value }) => unit !== undefined && (typeof value === "number" || value === null))
    .map((bound) => sentence(labelled(boundLabel(bound), useText(bound))));
}

function boundFacts({ key, used, value }: Bound): Data {
  return { name: key, value: typeof value === "object" && value !== null ? value.said : value, used };
}

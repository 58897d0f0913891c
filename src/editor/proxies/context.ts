import type { Entitlements } from "../../api/schemas.ts";
import type { ProxyDraft, ProxyField } from "../../domain/proxies/draft.ts";
import type { AskedToCreate } from "../kit/inputs/reviewCreation.ts";
import type { StepAnswer } from "../kit/inputs/wizard.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends AskedToCreate<ProxyDraft, ProxyField> {
  /** The names of the proxies that there are, as far as they could be read by then. */
  readonly taken: () => readonly string[];
  /** `undefined` where the plan is not known: then nothing is said of it. */
  readonly entitlements: Entitlements | undefined;
}

/** A question about a proxy to create. */
export type Ask = (context: QuestionContext) => Promise<StepAnswer<ProxyDraft, ProxyField>>;

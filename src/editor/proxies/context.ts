import type { Entitlements } from "../../api/schemas.ts";
import type { ProxyDraft, ProxyField } from "../../domain/proxies/draft.ts";
import type { Answer } from "../kit/inputs/ask.ts";
import type { Asked, StepAnswer } from "../kit/inputs/wizard.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends Asked<ProxyDraft, ProxyField> {
  /** The names of the proxies that there are, as far as they could be read by then. */
  readonly taken: () => readonly (string | undefined)[];
  /** `undefined` where the plan is not known: then nothing is said of it. */
  readonly entitlements: Entitlements | undefined;
  /** The account and host that it is created in. */
  readonly place: string;
  /** What became of an earlier sending. */
  readonly said: string | undefined;
}

type ProxyAnswer = StepAnswer<ProxyDraft, ProxyField>;
export type Ask = (context: QuestionContext) => Promise<ProxyAnswer>;

/** An answer as the wizard takes it. */
export function answered<T>(answer: Answer<T>, draft: (value: T) => ProxyDraft): ProxyAnswer {
  return answer.kind === "accepted" ? { kind: "answered", draft: draft(answer.value) } : answer;
}

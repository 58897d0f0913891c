// The stages that logins are made of; each ends by itself or with an answer.
import type { FlowFields } from "../connections/document.ts";
import type { Failure, Form } from "./forms.ts";
import { form } from "./forms.ts";

export type Stage =
  /** Goes on by itself after so many milliseconds. */
  | {
      readonly kind: "passes";
      readonly step: "DISCOVERING" | "SUBMITTING";
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "asks"; readonly form: Form }
  /** For what is done elsewhere: it resolves itself after so many milliseconds. */
  | {
      readonly kind: "waits";
      readonly form: Form;
      readonly message: string;
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "ends"; readonly shows: End };

/** How a flow is shown that is over. */
export type End = Pick<FlowFields, "flow_status" | "flow_step"> & Partial<FlowFields>;

export type Stages = Readonly<Record<string, Stage>>;

/** How a flow goes. */
export interface Script {
  /** Of a flow that is stored without its own. */
  readonly type: NonNullable<FlowFields["flow_type"]>;
  /** Whether it begins anew before it expires: a login of the seed, which stays in progress until somebody answers. */
  readonly renews: boolean;
  readonly stages: Stages;
}

export const passing = (step: "DISCOVERING" | "SUBMITTING", ms: number, then: string): Stage => ({
  kind: "passes",
  step,
  ms,
  then,
});

export const asking = (given: Parameters<typeof form>[0]): Stage => ({ kind: "asks", form: form(given) });

export const failed = (flow_step: FlowFields["flow_step"], failure: Failure): End => ({
  flow_status: "FAILED",
  flow_step,
  ...failure,
});

export const failing = (step: FlowFields["flow_step"], failure: Failure): Stage => ({
  kind: "ends",
  shows: failed(step, failure),
});

export const done: Stage = { kind: "ends", shows: { flow_status: "SUCCESS", flow_step: "COMPLETED" } };

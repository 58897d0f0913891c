// What a flow has come to, from when it began and what time it is: nothing happens in between, and nothing is written
// while reading, so that a flow goes on over every restart.
import type { FlowFields } from "../connections/document.ts";
import type { ScriptName } from "./scripts.ts";
import { scripts } from "./scripts.ts";

/** A flow as stored. */
export interface FlowRow {
  readonly connectionId: string;
  /** What it exports to, whatever its connection selects; null where it does not. */
  readonly destinationId: string | null;
  readonly script: ScriptName;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
}

export interface Flow {
  readonly inProgress: boolean;
  readonly shown: FlowFields;
}

/** How long a flow may take, in milliseconds: 20 minutes. */
const length = 20 * 60 * 1000;

/** §3: in a connection that has no flow. */
export const noFlow: FlowFields = {
  browser_session_id: null,
  choices: null,
  discovered_fields: null,
  error_code: null,
  error_message: null,
  external_action_message: null,
  fields: null,
  flow_expires_at: null,
  flow_status: null,
  flow_step: null,
  flow_type: null,
  hosted_url: null,
  live_view_url: null,
  mfa_options: null,
  pending_sso_buttons: null,
  sign_in_options: null,
  website_error: null,
};

/** The flow at that time (milliseconds since 1970), the same however often and whenever it is asked for. */
export function flowAt({ connectionId: id, script, beganAt }: FlowRow, now: number): Flow {
  const { renews, steps } = scripts[script];
  const expiresAt = beganAt + length + (renews ? renewals(now - beganAt) * (length / 2) : 0);
  const reached = Math.min(now, expiresAt) - beganAt;
  const step = steps.findLast(({ after }) => after <= reached) ?? steps[0];
  if (step.shows.flow_status !== "IN_PROGRESS") {
    return { inProgress: false, shown: { ...noFlow, ...step.shows } };
  }
  if (now >= expiresAt) {
    const { flow_type, flow_step } = step.shows;
    return { inProgress: false, shown: { ...noFlow, flow_type, flow_step, flow_status: "EXPIRED" } };
  }
  const shown = {
    ...noFlow,
    browser_session_id: `bs_${id}`,
    flow_expires_at: new Date(expiresAt).toISOString(),
    hosted_url: `https://managed-auth.example/login/${id}?code=sandbox%2Fcode%3D1`,
    live_view_url: `https://live-view.example/${id}?token=sandbox`,
    ...step.shows,
  };
  return { inProgress: true, shown };
}

/** How often a flow was renewed after this time: each time when less than half of its time was left. */
const renewals = (passed: number): number => Math.max(0, Math.ceil(passed / (length / 2)) - 1);

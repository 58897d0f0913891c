// A flow as it is stored, and as it is shown.
import type { FlowFields } from "../connections/document.ts";
import { iso } from "../time.ts";
import type { Form } from "./forms.ts";
import type { ScriptName } from "./scripts.ts";
import { scripts } from "./scripts.ts";
import type { End } from "./stage.ts";

/** What was answered at a pause; of values nothing is kept but whether they were right. */
export interface Given {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The stage it leads to; undefined where it was wrong. */
  readonly to?: string | undefined;
  /** Ids of the fields whose values were wrong. */
  readonly wrong?: readonly string[] | undefined;
  /** The id of the choice that was made. */
  readonly choice?: string | undefined;
}

/** A flow as stored. */
export interface FlowRow {
  readonly id: string;
  readonly connectionId: string;
  /** What it exports to, whatever its connection selects; null where it does not. */
  readonly destinationId: string | null;
  readonly script: ScriptName;
  /** Null: that of its script. */
  readonly type: "LOGIN" | "REAUTH" | null;
  /** Milliseconds since 1970, as all times here. */
  readonly beganAt: number;
  /** Of the address of its page; null where it has none. */
  readonly code: string | null;
  /** In the order of their times, some of which may be still to come: those that a stored credential gives. */
  readonly answers: readonly Given[];
  /** When another login took its place; null where none did. */
  readonly canceledAt: number | null;
}

export interface Flow {
  readonly inProgress: boolean;
  readonly type: "LOGIN" | "REAUTH";
  /** When it came to where it is; of a flow that is over, when it ended. */
  readonly since: number;
  /** What it waits for; undefined where it waits for nobody. */
  readonly form?: Form;
  /** As shown, but for the origin of `hosted_url`. */
  readonly shown: FlowFields;
}

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

/** Of its script, where it is stored without its own. */
export const typeOf = ({ type, script }: FlowRow): "LOGIN" | "REAUTH" => type ?? scripts[script].type;

export const expired = (flow_step: FlowFields["flow_step"], nobodyAnswered: boolean): End => ({
  flow_status: "EXPIRED",
  flow_step,
  ...(nobodyAnswered && {
    error_code: "awaiting_input_timeout",
    error_message: "Nobody entered anything in time.",
  }),
});

export const over = (row: FlowRow, end: End, since: number): Flow => ({
  inProgress: false,
  type: typeOf(row),
  since,
  shown: { ...noFlow, flow_type: typeOf(row), ...end },
});

export const going = (row: FlowRow, shown: Partial<FlowFields>, expiresAt: number, since: number): Flow => ({
  inProgress: true,
  type: typeOf(row),
  since,
  shown: {
    ...noFlow,
    flow_type: typeOf(row),
    flow_status: "IN_PROGRESS",
    browser_session_id: sessionOf(row),
    flow_expires_at: iso(expiresAt),
    hosted_url: row.code === null ? null : `/login/${row.connectionId}?code=${encodeURIComponent(row.code)}`,
    live_view_url: `https://live-view.example/${row.connectionId}?token=sandbox`,
    ...shown,
  },
});

/** The browser session that drives it. */
export const sessionOf = ({ id }: FlowRow): string => `bs_${id}`;

/** As it is shown by a sandbox of that origin. */
export function shownFlow({ shown }: Flow, origin: string): FlowFields {
  return shown.hosted_url === null ? shown : { ...shown, hosted_url: origin + shown.hosted_url };
}

// A flow as it is stored, and as it is shown.
import * as z from "zod/mini";
import type { Row } from "../../db/sqlite.ts";
import { integer, optionalInteger, optionalText, text } from "../../db/sqlite.ts";
import { readable } from "../../db/store.ts";
import { FlowFields } from "../connections/document.ts";
import { iso } from "../clock.ts";
import type { Form } from "./forms.ts";
import { ScriptName, scripts } from "./scripts.ts";
import type { End } from "./stage.ts";

/** What was answered at a pause; of values nothing is kept but whether they were right. */
const Given = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The stage it leads to; undefined where it was wrong. */
  to: z.optional(z.string()),
  /** Ids of the fields whose values were wrong. */
  wrong: z.optional(z.array(z.string())),
  /** The id of the choice that was made. */
  choice: z.optional(z.string()),
});
export type Given = z.infer<typeof Given>;
const Answers = z.array(Given);
const Type = z.enum(["LOGIN", "REAUTH"]);

const parsed = (row: Row) => ({
  id: text(row, "id"),
  connectionId: text(row, "connection_id"),
  /** What it exports to, whatever its connection selects; null where it does not. */
  destinationId: optionalText(row, "destination_id"),
  script: ScriptName.parse(row["script"]),
  /** Null: that of its script. */
  type: z.nullable(Type).parse(row["type"]),
  /** Milliseconds since 1970, as all times here. */
  beganAt: integer(row, "began_at"),
  /** Of the address of its page; null where it has none. */
  code: optionalText(row, "code"),
  /** In the order of their times, some of which may be still to come: those that a stored credential gives. */
  answers: Answers.parse(JSON.parse(text(row, "answers"))),
  /** When another login took its place; null where none did. */
  canceledAt: optionalInteger(row, "canceled_at"),
});
export type FlowRow = Readonly<ReturnType<typeof parsed>>;

/** A flow as stored. @throws {UnreadableRow} also where an answer leads to what its script does not have. */
export const rowOf = (row: Row): FlowRow =>
  readable("flows", text(row, "id"), () => {
    const flow = parsed(row);
    const { stages } = scripts[flow.script];
    for (const { to } of flow.answers) {
      if (to !== undefined && !Object.hasOwn(stages, to))
        throw new TypeError(`${flow.script} has no stage ${to}`);
    }
    return flow;
  });

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
export const noFlow = FlowFields.parse(
  Object.fromEntries(
    Object.keys(FlowFields.shape)
      .filter((name) => name !== "interaction_id")
      .map((name) => [name, null]),
  ),
);

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

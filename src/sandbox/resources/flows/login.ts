// POST /auth/connections/{id}/login. Where nobody says what the service does, this does:
//
//   a login while another one runs   takes its place; 409 for the domain of switches.ts that says so
//   a login of one that is logged in looks, finds it so, and asks nothing
import * as z from "zod/mini";
import type { Writer } from "../../db/store.ts";
import type { Reply } from "../../http/replies.ts";
import { badRequest, insufficientPlan, refusal } from "../../http/replies.ts";
import { featuresOf } from "../organization.ts";
import { lackingFeature } from "../connections/create.ts";
import { resolveReferences } from "../connections/references.ts";
import { LoginRequest } from "../connections/request.ts";
import { connectionById, noConnection } from "../connections/rows.ts";
import { flowAt } from "./flow.ts";
import { cancelFlow, lastFlowRow } from "./rows.ts";
import { shownFlow } from "./shown.ts";
import { startFlow } from "./start.ts";
import { switchOf } from "./switches.ts";

/** What it takes; its body may be left out. */
export const LoginBody = z.optional(LoginRequest);

/** What was asked for, when (milliseconds since 1970) and of which sandbox. */
interface Asked {
  readonly body: z.infer<typeof LoginBody>;
  readonly now: number;
  readonly origin: string;
}

/** 200, 400, 403, 404 or 409. */
export function startLogin(store: Writer, id: string, { body = {}, now, origin }: Asked): Reply {
  const connection = connectionById(store, id);
  if (connection === undefined) return noConnection();
  const lacking = lackingFeature(featuresOf(store, now), body);
  if (lacking !== undefined) return insufficientPlan(lacking);
  const { problems, destinationId } = resolveReferences(store, connection.project, body);
  if (problems.length > 0) return badRequest(problems);
  const { refuses } = switchOf(connection.domain);
  if (refuses === "pending") {
    const message = "Too many logins are pending. Finish or wait for one of them.";
    return refusal(409, "too_many_pending_sessions", message);
  }
  const running = lastFlowRow(store, id);
  if (running !== undefined && flowAt(running, now).inProgress) {
    if (refuses === "running") return refusal(409, "conflict", "A login is already in progress.");
    cancelFlow(store, running, now);
  }
  const row = startFlow(store, connection, "LOGIN", now, destinationId ?? connection.destinationId);
  const { flow_type, flow_expires_at, hosted_url, live_view_url } = shownFlow(flowAt(row, now), origin);
  return { status: 200, body: { id, flow_type, hosted_url, flow_expires_at, live_view_url } };
}

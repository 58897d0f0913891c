// POST /auth/connections/{id}/exchange (3.8): a page's one-time code for a token that opens its login alone. Where nobody
// says what the service does, this does:
//
//   another code than the last login's    404
//   the token                             ends when the login would have expired as it was exchanged
import * as z from "zod/mini";
import { loginTokenOf } from "../../http/loginToken.ts";
import type { Reply } from "../../http/replies.ts";
import { notFound, refusal } from "../../http/replies.ts";
import { connectionById } from "../connections/rows.ts";
import { flowAt } from "../flows/flow.ts";
import { switchOf } from "../flows/switches.ts";
import type { Ordered } from "../resource.ts";
import { flowOfLink, isUsed, redeem } from "./redeemed.ts";

export const ExchangeRequest = z.strictObject({ code: z.string() });

const gone = (message: string): Reply => refusal(410, "gone", message);

/** 200, 404 or 410. */
export function exchange({
  store,
  segment,
  body: { code },
  identity,
  now,
}: Ordered<"id", z.infer<typeof ExchangeRequest>>): Reply {
  const connection = connectionById(store, segment("id"));
  const flow = flowOfLink(store, segment("id"), code);
  if (connection === undefined || flow === undefined) return notFound("There is no login with this code.");
  if (isUsed(store, flow) || switchOf(connection.domain).linkUsed === true)
    return gone("This code was used already.");
  const { inProgress, shown } = flowAt(flow, now);
  if (!inProgress) return gone("This login is over.");
  redeem(store, flow, { successUrl: null, errorUrl: null });
  const expiresAt = Date.parse(shown.flow_expires_at ?? "");
  return { status: 200, body: { jwt: loginTokenOf(identity.token, { sessionId: flow.id, expiresAt }) } };
}

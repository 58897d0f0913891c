// What only the sandbox has: paths that the service does not know.
import type { Reply } from "./http/replies.ts";
import { badRequest } from "./http/replies.ts";
import type { Identity } from "./http/health.ts";
import { isNonce, proofOf } from "./http/health.ts";
import { isTrialing, trialLength } from "./plans.ts";
import { problemsOf } from "./http/problems.ts";
import { PlanRequest } from "./schemas.ts";
import type { Store } from "./store.ts";

/** GET /sandbox/health?nonce=…: the one answer that needs no token. */
export function health(identity: Identity, query: URLSearchParams): Reply {
  const nonce = query.get("nonce");
  if (!isNonce(nonce)) return badRequest(["nonce: must be 16 to 64 bytes in base64url."]);
  return { status: 200, body: { instance_id: identity.instanceId, proof: proofOf(identity, nonce) } };
}

/** GET /sandbox/plan: what PUT takes. */
export function readPlan(store: Store, now: number): Reply {
  const booking = store.booking();
  return {
    status: 200,
    body: { plan: booking.plan, is_trialing: isTrialing(booking, now) } satisfies PlanRequest,
  };
}

/** PUT /sandbox/plan: a trial begins now. */
export function choosePlan(store: Store, body: unknown, now: number): Reply {
  const parsed = PlanRequest.safeParse(body, { reportInput: true });
  if (!parsed.success) return badRequest(problemsOf(parsed.error));
  const { plan, is_trialing: trialing } = parsed.data;
  const trialEndsAt = trialing ? new Date(now + trialLength).toISOString() : null;
  store.transaction(() => store.book({ plan, isTrialing: trialing, trialEndsAt }));
  return readPlan(store, now);
}

/** POST /sandbox/reset. */
export function reset(store: Store, now: number): Reply {
  store.reset(now);
  return { status: 204, body: undefined };
}

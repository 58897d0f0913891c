// What only the sandbox has: paths that the service does not know.
import * as z from "zod/mini";
import type { Store } from "../db/store.ts";
import { isNonce, proofOf } from "../http/health.ts";
import type { Reply } from "../http/replies.ts";
import { badRequest } from "../http/replies.ts";
import { book, bookingOf } from "./booking.ts";
import { isTrialing, PlanId, trialLength } from "./plans.ts";
import { get, post, put, resource } from "./resource.ts";

const PlanRequest = z.strictObject({ plan: PlanId, is_trialing: z.boolean() });

/** What PUT takes. */
function shownPlan(store: Store, now: number): Reply {
  const booking = bookingOf(store);
  const body: z.infer<typeof PlanRequest> = { plan: booking.plan, is_trialing: isTrialing(booking, now) };
  return { status: 200, body };
}

export const control = resource({
  routes: [
    // The one answer that needs no token.
    get("/sandbox/health", { open: true }, ({ identity, query }) => {
      const nonce = query.get("nonce");
      if (!isNonce(nonce)) return badRequest(["nonce: must be 16 to 64 bytes in base64url."]);
      return { status: 200, body: { instance_id: identity.instanceId, proof: proofOf(identity, nonce) } };
    }),
    get("/sandbox/plan", {}, ({ store, now }) => shownPlan(store, now)),
    // A trial begins now.
    put("/sandbox/plan", { body: PlanRequest }, ({ store, body: { plan, is_trialing: trialing }, now }) => {
      const trialEndsAt = trialing ? new Date(now + trialLength).toISOString() : null;
      store.transaction(() => book(store, { plan, isTrialing: trialing, trialEndsAt }));
      return shownPlan(store, now);
    }),
    post("/sandbox/reset", { body: z.unknown() }, ({ store, now }) => {
      store.reset(now);
      return { status: 204, body: undefined };
    }),
  ],
});

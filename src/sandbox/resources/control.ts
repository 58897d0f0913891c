// What only the sandbox has: paths that the service does not know. They take its token, as all others do, and what changes
// something takes no token of one project.
//
//   GET  /sandbox/health    who answers; needs no token
//   GET  /sandbox/plan      {"plan":"FREE","is_trialing":true}
//   PUT  /sandbox/plan      books a plan: the same
//   POST /sandbox/reset     begins again at the present time: {"sample":"all"} with every case, which {} means, too; "small"
//                           with six connections; "empty" without data, and with a plan that has everything
//   POST /sandbox/project_token   a token that is good for one project alone: {"project_id":"proj_sandboxstaging"} gives
//                                 {"token":"…"}
//   POST /sandbox/advance   moves the clock forward: {"seconds":1200}. Answers the time: {"now":"2026-11-20T00:20:00.000Z"}
import * as z from "zod/mini";
import type { StoreReader } from "../db/store.ts";
import { isNonce, computeProof } from "../identity.ts";
import { badRequest, notFound, type HttpReply } from "../http/replies.ts";
import { createProjectToken } from "../http/guard.ts";
import { book, bookingOf, isTrialing, PlanId, trialLength } from "./plans.ts";
import { clock, iso, moveClock, presentTime, timeIn } from "./clock.ts";
import { get, openGet, post, put, resource } from "./resource.ts";

const aYear = 365 * 24 * 60 * 60;
const Advance = z.strictObject({ seconds: z.int().check(z.minimum(1), z.maximum(aYear)) });

const ResetRequest = z.strictObject({ sample: z.optional(z.enum(["small", "all", "empty"])) });

const ProjectTokenRequest = z.strictObject({ project_id: z.string() });

const PlanRequest = z.strictObject({ plan: PlanId, is_trialing: z.boolean() });

/** What PUT takes. */
function shownPlan(store: StoreReader, now: number): HttpReply {
  const booking = bookingOf(store);
  const body: z.infer<typeof PlanRequest> = { plan: booking.plan, is_trialing: isTrialing(booking, now) };
  return { status: 200, body };
}

/** Of no project, and no project may do it. */
const ofSandbox = { own: true, organization: true } as const;

export const control = resource({
  tables: [clock],
  routes: [
    // The one answer that needs no token.
    openGet("/sandbox/health", ({ identity, query }) => {
      const nonce = query.get("nonce");
      if (!isNonce(nonce)) return badRequest(["nonce: must be 16 to 64 bytes in base64url."]);
      return {
        status: 200,
        body: { instance_id: identity.instanceId, proof: computeProof(identity, nonce) },
      };
    }),
    get("/sandbox/plan", { own: true }, ({ store, now }) => shownPlan(store, now)),
    // A trial begins now.
    put(
      "/sandbox/plan",
      { body: PlanRequest, ...ofSandbox },
      ({ store, body: { plan, is_trialing: trialing }, now }) => {
        const trialEndsAt = trialing ? iso(now + trialLength) : null;
        book(store, { plan, isTrialing: trialing, trialEndsAt });
        return shownPlan(store, now);
      },
    ),
    post("/sandbox/project_token", { body: ProjectTokenRequest, ...ofSandbox }, (request) => {
      const { project_id: id } = request.body;
      if (request.store.first("SELECT 1 FROM projects WHERE id = ?", id) === undefined)
        return notFound("No project has this id.");
      return { status: 200, body: { token: createProjectToken(request.identity.token, id) } };
    }),
    post(
      "/sandbox/reset",
      { body: ResetRequest, ...ofSandbox, unsettled: true },
      ({ store, body: { sample = "all" } }) => {
        store.reset(presentTime(), sample);
        return { status: 204, body: undefined };
      },
    ),
  ],
});

/**
 * For scripts and tests alone: a sandbox that a window shows has no such path, so that its clock is the user's. What
 * comes to pass meanwhile is computed when it is read.
 */
export const movableClock = resource({
  routes: [
    post("/sandbox/advance", { body: Advance, ...ofSandbox }, ({ store, body: { seconds } }) => {
      if (!moveClock(store, seconds * 1000)) {
        return badRequest(["seconds: the clock may be at most 100 years ahead."]);
      }
      return { status: 200, body: { now: iso(timeIn(store)) } };
    }),
  ],
});

// Control routes of the sandbox, which the real service doesn't have. All but one require the sandbox's token. Routes
// that change something refuse project tokens.
//
//   GET  /sandbox/health          proves the sandbox's identity; needs no token
//   GET  /sandbox/plan            {"plan":"FREE","is_trialing":true}
//   PUT  /sandbox/plan            switches the plan; the body has the format of the GET reply
//   POST /sandbox/reset           replaces all data and resets the clock: {"sample":"all"} with every case, the default;
//                                 "small" with six connections; "empty" without data, but with a plan with every feature
//   POST /sandbox/project_token   creates a project token: {"project_id":"proj_sandboxstaging"} → {"token":"…"}
//   POST /sandbox/advance         moves the clock: {"seconds":1200} → {"now":"2026-11-20T00:20:00.000Z"}
import * as z from "zod/mini";
import type { StoreReader } from "../db/store.ts";
import { isNonce, computeProof } from "../identity.ts";
import { badRequest, notFound, type HttpReply } from "../http/replies.ts";
import { createProjectToken } from "../http/guard.ts";
import { bookPlan, readBooking, isTrialing, PlanId, trialLengthMs } from "./plans.ts";
import { clockTable, toIsoTime, advanceClock, systemTime, sandboxTime } from "./clock.ts";
import { getRoute, publicGetRoute, postRoute, putRoute, defineResource } from "./resource.ts";

const yearSeconds = 365 * 24 * 60 * 60;
const AdvanceRequest = z.strictObject({ seconds: z.int().check(z.minimum(1), z.maximum(yearSeconds)) });

const ResetRequest = z.strictObject({ sample: z.optional(z.enum(["small", "all", "empty"])) });

const ProjectTokenRequest = z.strictObject({ project_id: z.string() });

const PlanRequest = z.strictObject({ plan: PlanId, is_trialing: z.boolean() });

/** Replies with the organization's plan, in the format that PUT accepts. */
function planReply(store: StoreReader, now: number): HttpReply {
  const booking = readBooking(store);
  const body: z.infer<typeof PlanRequest> = { plan: booking.plan, is_trialing: isTrialing(booking, now) };
  return { status: 200, body };
}

/** Options of control routes that belong to no project and refuse project tokens. */
const controlRouteOptions = { isOutsideProjects: true, refusesProjectTokens: true } as const;

export const controlResource = defineResource({
  tables: [clockTable],
  routes: [
    // The only control route that needs no token.
    publicGetRoute("/sandbox/health", ({ identity, query }) => {
      const nonce = query.get("nonce");
      if (!isNonce(nonce)) return badRequest(["nonce: must be 16 to 64 bytes in base64url."]);
      const proof = computeProof(identity, nonce);
      return { status: 200, body: { instance_id: identity.instanceId, proof } };
    }),
    getRoute("/sandbox/plan", { isOutsideProjects: true }, ({ store, now }) => planReply(store, now)),
    // If the request starts a trial, the trial begins now.
    putRoute(
      "/sandbox/plan",
      { body: PlanRequest, ...controlRouteOptions },
      ({ store, body: { plan, is_trialing: trialing }, now }) => {
        const trialEndsAt = trialing ? toIsoTime(now + trialLengthMs) : null;
        bookPlan(store, { plan, isTrialing: trialing, trialEndsAt });
        return planReply(store, now);
      },
    ),
    postRoute("/sandbox/project_token", { body: ProjectTokenRequest, ...controlRouteOptions }, (request) => {
      const { project_id: id } = request.body;
      if (request.store.first("SELECT 1 FROM projects WHERE id = ?", id) === undefined)
        return notFound("No project has this id.");
      return { status: 200, body: { token: createProjectToken(request.identity.token, id) } };
    }),
    postRoute(
      "/sandbox/reset",
      { body: ResetRequest, ...controlRouteOptions, skipsDueChanges: true },
      ({ store, body: { sample = "all" } }) => {
        store.reset(systemTime(), sample);
        return { status: 204, body: undefined };
      },
    ),
  ],
});

/**
 * Moves the clock forward. Only scripts and tests use this route. The extension's sandbox doesn't have the route, so
 * its clock always shows the computer's time. Changes that become due are written before the next reply.
 */
export const clockResource = defineResource({
  routes: [
    postRoute(
      "/sandbox/advance",
      { body: AdvanceRequest, ...controlRouteOptions },
      ({ store, body: { seconds } }) => {
        if (!advanceClock(store, seconds * 1000))
          return badRequest(["seconds: the clock may be at most 100 years ahead."]);
        return { status: 200, body: { now: toIsoTime(sandboxTime(store)) } };
      },
    ),
  ],
});

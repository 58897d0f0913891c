// The rows that the samples become.
import type { Sample as Size } from "../../db/store.ts";
import { before, created } from "../clock.ts";
import { isSeeded } from "../smallSample.ts";
import { type ConnectionRow, neverLoggedIn } from "./connectionRows.ts";
import type { Settings } from "./document.ts";
import { type Sample, samples } from "./sampleConnections.ts";
import { checkAfter, usual } from "./shownConnection.ts";

const idOf = ({ name }: Pick<Sample, "name">): string => `ma_sandbox${name}`;

const samplesOf = (size: Size): readonly Sample[] => samples.filter((sample) => isSeeded(size, idOf(sample)));

/** Oldest first. `now`: milliseconds since 1970. */
export const seeded = (now: number, size: Size): readonly Omit<ConnectionRow, "projectId">[] =>
  samplesOf(size).map(({ profile, domain, settings, checked, proxyId, destinationId, ...sample }) => ({
    id: idOf(sample),
    profileName: profile,
    domain,
    settings: JSON.stringify({ ...usual, ...settings } satisfies Settings),
    proxyId: proxyId ?? null,
    destinationId: destinationId ?? null,
    createdAt: created(now),
    status: sample.status ?? neverLoggedIn.status,
    canReauth: sample.canReauth ?? neverLoggedIn.canReauth,
    canReauthReason: sample.reason ?? neverLoggedIn.canReauthReason,
    lastAuthCheckAt: checked === undefined ? null : before(now, checked),
    postLoginUrl: sample.postLoginUrl ?? null,
    ssoProvider: sample.ssoProvider ?? null,
    // An interval after the last one, as long as it is logged in.
    nextCheckAt:
      sample.status === "AUTHENTICATED" && checked !== undefined
        ? checkAfter(now - checked, { ...usual, ...settings })
        : null,
  }));

/** The last login of each that had one, as rows of `flows`. `now`: milliseconds since 1970. */
export const seededFlows = (now: number, size: Size) =>
  samplesOf(size).flatMap((sample) => {
    const flow = size === "small" ? (sample.smallFlow ?? sample.flow) : sample.flow;
    if (flow === undefined) return [];
    const [script, ago, destinationId = null] = flow;
    return {
      id: `flow_sandbox${sample.name}`,
      connection_id: idOf(sample),
      destination_id: destinationId,
      script,
      began_at: now - ago,
    };
  });

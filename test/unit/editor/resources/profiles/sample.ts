import type { ListedProfile, ProfileValues } from "../../../../../src/domain/resources/profiles.ts";
import { profiles } from "../../../../../src/editor/resources/profiles/profiles.ts";
import { weekStrip } from "../../../../../src/editor/connections/week/weekStrip.ts";
import type { WeekStrips } from "../../../../../src/editor/connections/week/weekStrips.ts";
import type { Sample } from "../sample.ts";

export const bot = {
  id: "prof_1",
  name: "release-bot",
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  last_used_at: "2026-11-03T10:00:00.000Z",
};
/** Returns a connection of the profile to a site. `flow` holds the fields of its current login. */
export function site(domain: string, status: string, flow: object = {}) {
  return { id: `ma_${domain}`, domain, profile_name: "release-bot", status, ...flow };
}

/** Ignores commands, because these tests start none. */
export const start = (): Promise<void> => Promise.resolve();

/** Week strips without any loaded history. */
export const weekStrips: Pick<WeekStrips, "strip"> = {
  strip: (_, view, frame) => weekStrip(frame, view, undefined),
};

const createdProfile = { id: "prof_9", name: "night-shift" };

export const profileSample: Sample<ListedProfile, ProfileValues> = {
  resource: (parts) => profiles({ ...parts, start, weekStrips }),
  removable: (parts) => profiles({ ...parts, start, weekStrips }),
  shownBy: "connections",
  path: "/profiles",
  live: bot,
  user: { ...site("shop.example", "AUTHENTICATED"), id: "ma_1" },
  shownUser: /shop\.example/,
  answers: [(at) => at.type("night-shift")],
  nameAt: 0,
  takenName: "error: Another profile has this name",
  name: "night-shift",
  body: { name: "night-shift" },
  createdRow: createdProfile,
  lookup: {
    byName: (one) =>
      one === undefined
        ? ["GET /profiles/night-shift", 404, { code: "not_found", message: "?" }]
        : ["GET /profiles/night-shift", 200, one],
    namedIn: "id",
    notOurs: [["has the name as its ID", { ...createdProfile, name: "other" }]],
  },
  secrets: [],
  async rename(at) {
    await at.type("day-shift");
  },
  changes: { name: "day-shift" },
  changed: { ...bot, name: "day-shift" },
  changedElsewhere: { ...bot, name: "theirs" },
};

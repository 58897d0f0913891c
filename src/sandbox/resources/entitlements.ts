// GET /org/entitlements (§4.2).
import { book, bookingOf, organization } from "./organization.ts";
import { entitlements as resolved, trialLength } from "./plans.ts";
import { get, resource } from "./resource.ts";
import { iso } from "./isoTime.ts";

export const entitlements = resource({
  tables: [organization],
  seed(store, now) {
    const trialEndsAt = iso(now + trialLength);
    book(store, { plan: "START_UP", isTrialing: true, trialEndsAt });
  },
  // A plan with everything.
  bare(store) {
    book(store, { plan: "ENTERPRISE", isTrialing: false, trialEndsAt: null });
  },
  routes: [
    get("/org/entitlements", {}, ({ store, now }) => ({
      status: 200,
      body: resolved(bookingOf(store), now),
    })),
  ],
});

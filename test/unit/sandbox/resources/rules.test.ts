// Tests rules that depend on time, or on a plan that can't be booked.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { missingRequestFeature } from "../../../../src/sandbox/resources/connections/references.ts";
import { refuseDestinationDeletion } from "../../../../src/sandbox/resources/destinations.ts";
import { resolveEntitlements } from "../../../../src/sandbox/resources/plans.ts";
import { objectOf, remove, sampleStore, send, startedSandbox, temporaryDirectory } from "../support.ts";

const day = 86_400_000;
const start = Date.parse("2026-11-20T00:00:00.000Z");

describe("resolveEntitlements", () => {
  const booking = {
    plan: "FREE",
    isTrialing: true,
    trialEndsAt: new Date(start + 14 * day).toISOString(),
  } as const;

  it("returns the trial's features until the trial's last millisecond", () => {
    const { plan, features } = resolveEntitlements(booking, start + 14 * day - 1);
    assert.equal(plan.is_trialing, true);
    assert.equal(plan.effective_id, "START_UP");
    assert.equal(features.managed_auth.health_check_interval_min_seconds, 1200);
  });

  it("returns the subscribed plan and the trial's end after the trial", () => {
    const { plan, features } = resolveEntitlements(booking, start + 14 * day);
    assert.equal(plan.is_trialing, false);
    assert.equal(plan.effective_id, "FREE");
    assert.equal(plan.trial_ends_at, "2026-12-04T00:00:00.000Z");
    assert.equal(features.managed_auth.max_connections, 3);
  });
});

describe("missingRequestFeature", () => {
  it("reports managed auth as missing for every connection if the plan lacks it", () => {
    const booking = { plan: "ENTERPRISE", isTrialing: false, trialEndsAt: null } as const;
    const { features } = resolveEntitlements(booking, start);
    assert.equal(missingRequestFeature(features, {}), undefined);
    const disabled = { ...features, managed_auth: { ...features.managed_auth, enabled: false } };
    assert.equal(missingRequestFeature(disabled, {}), "This plan doesn't include managed auth.");
  });
});

describe("the sample data's login that stays in progress", () => {
  it("blocks the deletion of its destination even after a year", (t) => {
    const store = sampleStore(start);
    t.after(() => store.close());
    const row = store.first("SELECT * FROM destinations WHERE name = 'login-traces'") ?? {};
    const answer = store.transaction((writer) =>
      refuseDestinationDeletion(row, { store: writer, now: start + 365 * day }),
    );
    assert.equal(answer?.status, 409);
  });
});

describe("a destination in a request path", () => {
  it("is looked up by ID before name", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const store = sampleStore(start, file);
    const other = { id: "otlp_other", name: "otlp_sandboxfree", endpoint: "https://c.example" };
    store.transaction((writer) => writer.insert("destinations", other));
    store.close();
    const { port } = (await startedSandbox(t, file)).identity;
    const destinationId = async () => {
      const { body } = await send(port, { method: "GET", path: "/telemetry/destinations/otlp_sandboxfree" });
      return objectOf(body)["id"];
    };
    assert.equal(await destinationId(), "otlp_sandboxfree");
    assert.equal((await remove(port, "otlp_sandboxfree")).status, 204);
    assert.equal(
      await destinationId(),
      "otlp_other",
      "the one of that id is gone, the one of that name is left",
    );
    assert.equal((await remove(port, "otlp_sandboxfree")).status, 204);
    assert.equal(await destinationId(), undefined);
  });
});

describe("the sandbox's database", () => {
  it("refuses to delete a destination that a connection selects", (t) => {
    const store = sampleStore(start);
    t.after(() => store.close());
    const deleting = () =>
      store.transaction((writer) =>
        writer.write("DELETE FROM destinations WHERE id = 'otlp_sandboxselected'"),
      );
    assert.throws(deleting, /FOREIGN KEY/);
  });
});

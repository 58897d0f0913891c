import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementsCard, noEntitlementsCard } from "../../../../src/editor/entitlements/card.ts";
import type { ResultCard } from "../../../../src/editor/results/effect.ts";
import { actionsOf, assertWhole, block, rowsOf, service } from "../../../support/cards.ts";

const managed = (interval: string): string =>
  `{"features":{"managed_auth":{"enabled":true,"max_connections":null,${interval}},"browser_replays":{"enabled":true,"retention_days":14},
    "gpu":{"enabled":false},"vaults":{"enabled":true}},"limits":{"max_concurrent_browsers":150,"max_vaults":null},
    "plan":{"id":"FREE","effective_id":"START_UP","status":null,"is_trialing":true,"trial_ends_at":"2026-11-30T12:00:00Z"}}`;
const usual = managed(
  '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400',
);

function report(json: string, failure?: Parameters<typeof entitlementsCard>[2]): ResultCard {
  const raw = JSON.parse(json) as unknown;
  const { account, at, baseUrl } = service;
  const reading = { account, baseUrl, value: Entitlements.parse(raw), raw, readAt: at };
  return entitlementsCard(service, reading, failure);
}

describe("the report of entitlements", () => {
  it("shows plan, features and limits", () => {
    const card = report(usual);
    assertWhole(card);
    assert.equal(card.title, "Entitlements");
    assert.equal(card.tone, "info");
    assert.deepEqual(rowsOf(card, "Plan"), {
      Plan: "FREE",
      "In effect": "START_UP",
      Status: "Not reported",
      Trial: "10 days left, ends Nov 30, 2026",
    });
    const { tiles } = block(card, "tiles", "Features");
    assert.equal(tiles.length, 13);
    assert.deepEqual(tiles[0], {
      label: "Managed auth",
      state: { text: "Enabled", tone: "success" },
      notes: [
        "Keeps browser profiles logged in, with health checks and re-authentication.",
        "Connections at most: Unlimited",
      ],
    });
    assert.deepEqual(tiles.find(({ label }) => label === "Browser replays")?.notes, [
      "Recorded browser sessions can be watched again.",
      "Retention: 14 days",
    ]);
    assert.deepEqual(tiles.find(({ label }) => label === "GPU")?.state, {
      text: "Not in your plan",
      tone: "neutral",
    });
    assert.deepEqual(tiles.find(({ label }) => label === "Profiles")?.state, {
      text: "Not reported",
      tone: "info",
    });
    assert.deepEqual(tiles.find(({ label }) => label === "Vaults")?.notes, ["Not known to this version"]);
    assert.deepEqual(rowsOf(card, "Limits"), {
      "Concurrent browsers": "150",
      "Concurrent invocations": "Not reported",
      "Concurrent invocations per app, by default": "Not reported",
      "Max vaults": "Unlimited",
    });
    assert.deepEqual(actionsOf(card), ["Refresh", "Copy as Text"]);
  });

  it("draws the health check interval between the plan's bounds", () => {
    const [scale] = block(report(usual), "scales", "Managed auth").scales;
    assert.deepEqual([scale?.from, scale?.to, scale?.mark.label], ["20 minutes", "1 day", "Default: 1 hour"]);
    // log(3600 / 1200) / log(86400 / 1200)
    assert.ok(Math.abs((scale?.mark.at ?? 0) - 0.25688) < 1e-4);
    assert.match(scale?.text ?? "", /1 hour.*20 minutes to 1 day/);
  });

  for (const [what, interval, at] of [
    [
      "at the minimum",
      '"health_check_interval_default_seconds":300,"health_check_interval_min_seconds":300,"health_check_interval_max_seconds":86400',
      0,
    ],
    [
      "at the maximum",
      '"health_check_interval_default_seconds":86400,"health_check_interval_min_seconds":300,"health_check_interval_max_seconds":86400',
      1,
    ],
  ] as const) {
    it(`puts a default ${what} at the end of the line`, () => {
      const [scale] = block(report(managed(interval)), "scales", "Managed auth").scales;
      assert.equal(scale?.mark.at, at);
    });
  }

  for (const [what, interval] of [
    ["is missing", '"health_check_interval_default_seconds":3600,"health_check_interval_max_seconds":86400'],
    [
      "is unlimited",
      '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":null',
    ],
    [
      "is unreadable",
      '"health_check_interval_default_seconds":"3600","health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400',
    ],
    [
      "is zero",
      '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":0,"health_check_interval_max_seconds":86400',
    ],
    [
      "lies outside",
      '"health_check_interval_default_seconds":600,"health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400',
    ],
    [
      "equals the other",
      '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":3600,"health_check_interval_max_seconds":3600',
    ],
  ] as const) {
    it(`says the bounds in words where one ${what}`, () => {
      const card = report(managed(interval));
      assertWhole(card);
      assert.equal(
        card.blocks.some(({ kind }) => kind === "scales"),
        false,
      );
      const [auth] = block(card, "tiles", "Features").tiles;
      assert.equal(auth?.notes.length, 5);
    });
  }

  it("is marked as old beside a failure", () => {
    const card = report(usual, { kind: "server", sent: "no", status: 503 });
    assert.equal(card.tone, "warning");
    assert.match(card.summary[0] ?? "", /^The service failed \(status 503\)\. Shown as of .*2026/);
  });
});

describe("a report that could not be read", () => {
  it("says why, with the service's words, and offers to try again", () => {
    const card = noEntitlementsCard(service, {
      kind: "unauthorized",
      sent: "no",
      status: 401,
      message: "Token expired",
    });
    assertWhole(card);
    assert.equal(card.title, "Entitlements not read");
    assert.deepEqual(block(card, "list", "The service says").items, ["Token expired"]);
    assert.deepEqual(actionsOf(card), ["Try Again!", "Sign In Again"]);
  });

  it("says that the sandbox did not start", () => {
    const card = noEntitlementsCard(service, { kind: "sandboxFailed", reason: "The disk is full." });
    assertWhole(card);
    assert.equal(card.summary[0], "The sandbox did not start.");
    assert.deepEqual(card.blocks, []);
  });
});

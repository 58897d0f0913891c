import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Entitlements } from "../../../../src/api/schemas.ts";
import {
  entitlementsCard,
  noEntitlementsCard,
} from "../../../../src/editor/entitlements/entitlementsCard.ts";
import type { ResultCard } from "../../../../src/editor/results/buttons.ts";
import { actionsOf, assertComplete, block, rowsOf, service } from "../../../support/cards.ts";
import { column } from "../../../support/rows.ts";

const managed = (interval: string): string =>
  `{"features":{"managed_auth":{"enabled":true,"max_connections":null,${interval}},"browser_replays":{"enabled":true,"retention_days":14},
    "gpu":{"enabled":false},"vaults":{"enabled":true,"kept":2,"shared":null}},"limits":{"max_concurrent_browsers":150,"max_vaults":null},
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

describe("entitlementsCard", () => {
  it("shows the trial in the header, the limits and every feature", () => {
    const card = report(usual);
    assertComplete(card);
    assert.equal(card.title, "Entitlements");
    assert.deepEqual(card.summary, [], "there is nothing to tell of a report but what it says");
    assert.deepEqual(card.head, {
      kind: "header",
      state: { text: "Trial: 10 days left, ends Nov 30, 2026", tone: "info" },
    });
    assert.equal(card.context[0], "Free, as Start-up");
    assert.deepEqual(rowsOf(card, "Limits"), {
      Connections: "No limit",
      "Health checks": "Every 20 minutes to 1 day (1 hour by default)",
      "Concurrent browsers": "Up to 150",
      "Concurrent invocations": "Not reported",
      "Concurrent per app": "Not reported",
      Vaults: "No limit",
      "Browser replays": "Kept for 14 days",
      "Vaults: Kept": "2",
      "Vaults: Shared": "Not reported",
    });
    const { cells } = block(card, "grid", "Features");
    const found = (label: string): unknown => {
      const { note, on, state } = cells.find((cell) => cell.label === label) ?? assert.fail(label);
      return [on, state, note];
    };
    assert.deepEqual(found("Browser replays"), [
      true,
      "Included",
      "Recorded browser sessions can be replayed.",
    ]);
    assert.deepEqual(found("Vaults"), [true, "Included", "Unknown to this version"]);
    assert.deepEqual(found("GPU"), [false, "Not included", "Browsers run with a graphics processor."]);
    assert.deepEqual(found("Profiles"), [
      undefined,
      "Not reported",
      "Browser profiles keep logins and settings between sessions.",
    ]);
    assert.deepEqual([cells.length, cells.at(-1)?.label], [13, "GPU"]);
    assert.doesNotMatch(JSON.stringify(card.blocks), /"–"/);
    assert.deepEqual(column(card.blocks, "title"), [
      "Limits",
      "Features",
      "Response as received, secrets masked",
    ]);
    assert.deepEqual(actionsOf(card), ["Refresh"]);
  });

  it("lists the bounds of health checks separately if one isn't a number", () => {
    const card = report(
      managed(
        '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":null',
      ),
    );
    assertComplete(card);
    const rows = rowsOf(card, "Limits");
    assert.equal(rows["Health checks"], undefined);
    assert.equal(rows["Shortest health check interval"], "20 minutes");
    assert.equal(rows["Longest health check interval"], "No limit");
  });

  it("shows a text bound unchanged", () => {
    const texts = Object.values(rowsOf(report(managed('"tier":"as agreed"')), "Limits"));
    assert.ok(texts.includes("as agreed"), texts.join());
  });

  it("is marked as outdated after a failure", () => {
    const card = report(usual, { kind: "server", sent: "no", status: 503 });
    assert.deepEqual(card.head, {
      kind: "header",
      state: { text: "Not up to date", tone: "warning" },
    });
    assert.match(card.summary[0] ?? "", /^The service failed \(status 503\)\. Shown as of .*2026/);
  });
});

describe("noEntitlementsCard", () => {
  it("quotes the service and offers a retry and Replace Token…", () => {
    const card = noEntitlementsCard(service, {
      kind: "unauthorized",
      sent: "no",
      status: 401,
      message: "Token expired",
    });
    assertComplete(card);
    assert.equal(card.title, "Couldn't read the entitlements");
    assert.deepEqual(block(card, "list", "The service says").lead, { text: "Token expired" });
    assert.deepEqual(actionsOf(card), ["Try Again!", "Replace Token…"]);
  });

  it("reports that the sandbox didn't start", () => {
    const limited = { kind: "limited", sent: "refused", status: 429, retryAfterSeconds: 60 } as const;
    assert.equal(noEntitlementsCard(service, limited).countdown?.until, service.at.getTime() + 60_000);
    const card = noEntitlementsCard(service, { kind: "sandboxFailed", reason: "The disk is full." });
    assertComplete(card);
    assert.equal(card.summary[0], "The sandbox didn't start.");
    assert.deepEqual(card.blocks, []);
  });
});

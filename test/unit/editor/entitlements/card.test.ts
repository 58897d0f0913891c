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
const usualReply = managed(
  '"health_check_interval_default_seconds":3600,"health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400',
);

function report(json: string, failure?: Parameters<typeof entitlementsCard>[2]): ResultCard {
  const raw = JSON.parse(json) as unknown;
  const { account, at, baseUrl } = service;
  const reading = { account, baseUrl, value: Entitlements.parse(raw), raw, readAt: at };
  return entitlementsCard(service, reading, failure);
}

describe("entitlementsCard", () => {
  it("shows the trial, the limits and every feature", (t) => {
    const card = report(usualReply);
    assertComplete(card);
    t.assert.snapshot({
      ...{ title: card.title, head: card.head, summary: card.summary, plan: card.context[0] },
      limits: rowsOf(card, "Limits"),
      features: block(card, "grid", "Features").cells.map(
        ({ label, on, state, note }) => `${label}, ${on}: ${state}. ${note}`,
      ),
      titles: column(card.blocks, "title"),
      actions: actionsOf(card),
    });
    assert.doesNotMatch(JSON.stringify(card.blocks), /"–"/);
  });

  it("lists health check limits separately if any limit isn't a number", () => {
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

  it("shows a limit unchanged if it is text", () => {
    const texts = Object.values(rowsOf(report(managed('"tier":"as agreed"')), "Limits"));
    assert.ok(texts.includes("as agreed"), texts.join());
  });

  it("marks the card as outdated after a failed fetch", () => {
    const card = report(usualReply, { kind: "server", sent: "no", status: 503 });
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

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { TreeItem } from "vscode";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts } from "../../../../src/domain/entitlements.ts";
import { treeItem as itemOf } from "../../../../src/editor/kit/row.ts";
import { groupsOf } from "../../../../src/editor/entitlements/nodes.ts";
import { childrenOf, rowOf } from "../../../../src/editor/sidebar/node.ts";
import type { Node } from "../../../../src/editor/sidebar/node.ts";

const now = new Date("2026-11-20T12:00:00Z");
const whole = `{"features":{"managed_auth":{"enabled":true,"max_connections":3,"health_check_interval_default_seconds":3600,
  "health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400},"browser_replays":{"enabled":true,"retention_days":14},
  "gpu":{"enabled":false},"credentials":{},"vaults":{"enabled":true,"kept":2}},
  "limits":{"max_concurrent_browsers":150,"max_concurrent_invocations":null,"default_max_concurrent_invocations_per_app":20},
  "plan":{"id":"FREE","effective_id":"START_UP","status":"ACTIVE","is_trialing":true,"trial_ends_at":"2026-11-30T12:00:00Z"}}`;

const treeItem = (node: Node, changes?: ReadonlyMap<string, string>): TreeItem =>
  itemOf(rowOf(node, changes));
const below = (node: Node): readonly Node[] => [node, ...childrenOf(node).flatMap(below)];
const nodes = (json: string): readonly Node[] =>
  groupsOf(entitlementFacts(Entitlements.parse(JSON.parse(json)), now)).flatMap(below);
const failures: readonly Node[] = [
  { kind: "failure", failure: { kind: "server", sent: "no", status: 500 } },
  { kind: "failure", failure: { kind: "unauthorized", sent: "no" } },
  { kind: "failure", failure: { kind: "sandboxFailed", reason: "The disk is full." } },
];
const accounts: readonly Node[] = [
  { kind: "account", account: { kind: "sandbox", id: "sandbox" } },
  {
    kind: "account",
    account: { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com/v1" },
  },
];
const item = (id: string, json = whole): TreeItem => {
  const found = nodes(json).find((node) => rowOf(node).id === id);
  assert.ok(found, id);
  return treeItem(found);
};
const spoken = ({ accessibilityInformation }: TreeItem): string | undefined =>
  accessibilityInformation?.label;

describe("the rows of the tree", () => {
  it("are groups, facts and bounds, at most three levels deep", () => {
    const ids = nodes(whole).map((node) => treeItem(node).id);
    assert.deepEqual(ids, [
      "plan",
      "plan/id",
      "plan/effective_id",
      "plan/status",
      "plan/trial",
      "features",
      "features/managed_auth",
      "features/managed_auth/max_connections",
      "features/managed_auth/health_check_interval_default_seconds",
      "features/managed_auth/health_check_interval_min_seconds",
      "features/managed_auth/health_check_interval_max_seconds",
      "features/profiles",
      "features/credentials",
      "features/credential_providers",
      "features/managed_proxies",
      "features/custom_proxies",
      "features/proxy_bypass_hosts",
      "features/browser_pools",
      "features/browser_replays",
      "features/browser_extensions",
      "features/file_io",
      "features/gpu",
      "features/vaults",
      "limits",
      "limits/max_concurrent_browsers",
      "limits/max_concurrent_invocations",
      "limits/default_max_concurrent_invocations_per_app",
    ]);
  });

  it("keep their ids when the values change", () => {
    const other = whole.replace('"enabled":false', '"enabled":true').replace("150", "7");
    assert.deepEqual(
      nodes(other).map((node) => treeItem(node).id),
      nodes(whole).map((node) => treeItem(node).id),
    );
  });

  it("have ids of their own, whatever the service calls its features", () => {
    const key = fc.string({
      unit: fc.constantFrom("a", "/", "~", "0", "1", "features", "\ud800"),
      maxLength: 4,
    });
    const features = fc.dictionary(key, fc.dictionary(key, fc.nat(), { maxKeys: 4 }), { maxKeys: 6 });
    fc.assert(
      fc.property(features, fc.dictionary(key, fc.nat()), (named, limits) => {
        const ids = nodes(JSON.stringify({ features: named, limits, plan: {} })).map(
          (node) => treeItem(node).id,
        );
        assert.equal(new Set(ids).size, ids.length);
      }),
      { examples: [[{ a: { b: 1, c: 1 }, "a/b": {} }, {}]] },
    );
  });

  for (const [id, label, description] of [
    ["plan/id", "Plan", "FREE"],
    ["plan/effective_id", "In effect", "START_UP"],
    ["plan/trial", "Trial", "10 days left, ends Nov 30, 2026"],
    ["features/managed_auth", "Managed auth", "Enabled"],
    ["features/managed_auth/max_connections", "Connections at most", "3"],
    [
      "features/managed_auth/health_check_interval_default_seconds",
      "Check interval",
      "1 hour (plan minimum 20 minutes)",
    ],
    ["features/browser_replays", "Browser replays", "Enabled · 14 days"],
    ["features/gpu", "GPU", "Not in your plan"],
    ["features/credentials", "Credentials", "Unknown"],
    ["features/profiles", "Profiles", "Not reported"],
    ["features/vaults", "Vaults", "Enabled · 2"],
    ["limits/max_concurrent_invocations", "Concurrent invocations", "Unlimited"],
  ] as const) {
    it(`say ${label}: ${description}`, () => {
      const row = item(id);
      assert.equal(row.label, label);
      assert.equal(row.description, description);
    });
  }

  it("speak in sentences, with the state in words", () => {
    assert.equal(spoken(item("features/browser_replays")), "Browser replays: Enabled, 14 days, has actions");
    assert.equal(spoken(item("features/gpu")), "GPU: Not in your plan, has actions");
    assert.equal(spoken(item("plan")), "Plan");
    const [server, token, sandbox] = failures.map((node) => spoken(treeItem(node)));
    assert.equal(server, "The service failed (status 500). Press Enter to try again, has actions");
    assert.equal(token, "The service did not accept your token. Press Enter to sign in again, has actions");
    assert.equal(sandbox, "The sandbox did not start. Press Enter to try again, has actions");
    for (const node of [...nodes(whole), ...failures, ...accounts]) {
      assert.match(spoken(treeItem(node)) ?? "", /^[A-Z][^·$]*$/);
    }
  });

  it("have tooltips of plain text, which no image or command can hide in", () => {
    const hostile =
      '{"features":{"![x](https://evil.example/p.png)":{"enabled":true,"[y](command:z)":1}},"limits":{},"plan":{"id":"<img src=x>"}}';
    for (const node of [...nodes(whole), ...nodes(hostile), ...failures, ...accounts]) {
      assert.equal(typeof treeItem(node).tooltip, "string");
    }
    assert.equal(item("features/vaults").tooltip, "Vaults: Enabled\nKept: 2\nNot known to this version");
    assert.equal(
      item("limits/default_max_concurrent_invocations_per_app").tooltip,
      "Concurrent invocations per app, by default: 20",
    );
  });

  it("say by their context value what they are and can do, not how they are", () => {
    const contexts = (all: readonly Node[]): readonly (string | undefined)[] => [
      ...new Set(all.map((node) => treeItem(node).contextValue)),
    ];
    assert.deepEqual(contexts(nodes(whole)), ["group", "value"]);
    assert.deepEqual(contexts(failures), ["error", "refusedToken"]);
    assert.deepEqual(contexts(accounts), ["account"]);
  });

  it("lead on from a failure with Enter", () => {
    assert.deepEqual(
      failures.map((node) => treeItem(node).command?.command),
      ["managedAuth.refreshEntitlements", "managedAuth.replaceToken", "managedAuth.refreshEntitlements"],
    );
    for (const node of nodes(whole)) assert.equal(treeItem(node).command, undefined);
  });

  it("open groups at first, features with several bounds on demand, and nothing else", () => {
    const state = (id: string): number | undefined => item(id).collapsibleState;
    assert.deepEqual([state("plan"), state("features"), state("limits")], [2, 2, 2]);
    assert.equal(state("features/managed_auth"), 1);
    assert.equal(state("features/browser_replays"), 0);
    assert.equal(state("features/gpu"), 0);
    assert.equal(state("limits/max_concurrent_browsers"), 0);
  });

  it("name the account, and never let the sandbox pass for the service", () => {
    const [sandbox, service] = accounts.map((node) => treeItem(node));
    assert.equal(sandbox?.label, "Local Sandbox");
    assert.equal(
      sandbox.tooltip,
      "Sample data, not the service. Everything here happens on this computer only.",
    );
    assert.equal(service?.label, "Team");
    assert.equal(service.description, "https://api.example.com/v1");
  });

  it("draw what differs with icons that differ", () => {
    const icon = (id: string): unknown => JSON.stringify(item(id).iconPath);
    const icons = [
      "plan",
      "features",
      "limits",
      "features/managed_auth",
      "features/gpu",
      "features/profiles",
    ];
    assert.equal(new Set(icons.map(icon)).size, icons.length);
  });
});

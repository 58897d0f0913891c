import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { TreeItem } from "vscode";
import type { OrgLimits } from "../../../../src/api/resourceSchemas.ts";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts, healthCheckBounds } from "../../../../src/domain/entitlements/entitlements.ts";
import { boundText } from "../../../../src/editor/entitlements/bounds.ts";
import { treeItem as itemOf } from "../../../../src/editor/kit/row.ts";
import { boundId, featureId, groupNodes, limitId } from "../../../../src/editor/entitlements/nodes.ts";
import { nodeChildren, nodeRow, type SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";

const now = new Date("2026-11-20T12:00:00Z");
const fullReply = `{"features":{"managed_auth":{"enabled":true,"max_connections":3,"health_check_interval_default_seconds":3600,
  "health_check_interval_min_seconds":1200,"health_check_interval_max_seconds":86400},"browser_replays":{"enabled":true,"retention_days":14},
  "gpu":{"enabled":false},"credentials":{},"vaults":{"enabled":true,"kept":2}},
  "limits":{"max_concurrent_browsers":150,"max_concurrent_invocations":null,"default_max_concurrent_invocations_per_app":20},
  "plan":{"id":"FREE","effective_id":"START_UP","status":"ACTIVE","is_trialing":true,"trial_ends_at":"2026-11-30T12:00:00Z"}}`;

const treeItem = (node: SidebarNode, changes?: ReadonlyMap<string, string>): TreeItem =>
  itemOf(nodeRow(node, changes));
const nodesBelow = (node: SidebarNode): readonly SidebarNode[] => [
  node,
  ...nodeChildren(node).flatMap(nodesBelow),
];
const nodes = (json: string, used?: OrgLimits): readonly SidebarNode[] => {
  const facts = entitlementFacts(Entitlements.parse(JSON.parse(json)), now, used);
  return [...groupNodes(facts), { kind: "plan", plan: facts.plan } as const].flatMap(nodesBelow);
};
const failures: readonly SidebarNode[] = [
  { kind: "failure", failure: { kind: "server", sent: "no", status: 500 } },
  { kind: "failure", failure: { kind: "unauthorized", sent: "no" } },
  { kind: "failure", failure: { kind: "sandboxFailed", reason: "The disk is full." } },
  {
    kind: "failure",
    failure: { kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" },
  },
];
const item = (id: string, json = fullReply, used?: OrgLimits): TreeItem => {
  const row = nodes(json, used).find((node) => nodeRow(node).id === id);
  assert.ok(row, id);
  return treeItem(row);
};
const spoken = ({ accessibilityInformation }: TreeItem): string | undefined =>
  accessibilityInformation?.label;

describe("the rows of the Entitlements view", () => {
  it("list usage, then included and missing features, then the plan", (t) => {
    const ids = nodes(fullReply).map((node) => treeItem(node).id);
    t.assert.snapshot(ids);
  });

  it("keep their IDs when the values change", () => {
    const other = fullReply.replace('"gpu":{"enabled":false}', '"gpu":{"enabled":true}').replace("150", "7");
    const ids = (json: string): readonly unknown[] =>
      nodes(json)
        .map((node) => treeItem(node).id)
        .filter((id) => id !== "notIncluded")
        .sort();
    assert.deepEqual(ids(other), ids(fullReply));
  });

  it("have unique IDs for any feature names", () => {
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

  it("include every feature and limit that the service sends", () => {
    const name = fc.constantFrom("managed_auth", "browser_replays", "gpu", "vaults");
    const field = fc.constantFrom(
      ...["enabled", "max_connections", "retention_days", "health_check_interval_min_seconds"],
      ...["health_check_interval_default_seconds", "health_check_interval_max_seconds", "colour"],
    );
    const value = fc.constantFrom<unknown>(true, false, null, 0, 60, 3600, 86_400, "x");
    fc.assert(
      fc.property(fc.dictionary(name, fc.dictionary(field, value)), (features) => {
        const json = JSON.stringify({ features, limits: { max_vaults: 3 }, plan: {} });
        const facts = entitlementFacts(Entitlements.parse(JSON.parse(json)), now);
        const rows = new Map(nodes(json).map((node) => [nodeRow(node).id, nodeRow(node)]));
        for (const limit of facts.limits) assert.ok(rows.has(limitId(limit)), limit.key);
        for (const feature of facts.features) {
          const row = rows.get(featureId(feature)) ?? assert.fail(feature.key);
          for (const bound of feature.bounds) {
            assert.ok(row.tooltip.includes(boundText(bound)), bound.key);
            const own = rows.has(boundId(feature, bound)) || row.description === boundText(bound);
            assert.ok(own || healthCheckBounds(feature) !== undefined, bound.key);
          }
        }
      }),
    );
  });

  for (const [id, label, description] of [
    ["plan", "Plan", "Start-up until Nov 30"],
    ["limits", "Usage and limits", ""],
    ["features/managed_auth/max_connections", "Connections", "up to 3"],
    ["features/managed_auth/health_checks/interval", "Health checks", "20 min – 1 day"],
    ["limits/max_concurrent_browsers", "Concurrent browsers", "up to 150"],
    ["limits/max_concurrent_invocations", "Concurrent invocations", "no limit"],
    ["limits/default_max_concurrent_invocations_per_app", "Concurrent per app", "up to 20"],
    ["included", "Included", "3"],
    ["features/managed_auth", "Managed Auth", ""],
    ["features/browser_replays", "Browser replays", "kept for 14 days"],
    ["features/vaults", "Vaults", ""],
    ["features/vaults/kept", "Kept", "2"],
    ["unknown", "Unknown", "9"],
    ["features/credentials", "Credentials", "unknown"],
    ["features/profiles", "Profiles", "not reported"],
    ["notIncluded", "Not included", "1"],
    ["features/gpu", "GPU", ""],
  ] as const)
    it(`describe ${label} as "${description}"`, () => {
      const row = item(id);
      assert.deepEqual([row.label, row.description ?? ""], [label, description]);
    });

  for (const [used, limit, description, tooltip] of [
    [1, "3", "1 of 3", "Connections: 1 of 3"],
    [3, "3", "none left", "Connections: 3 of 3, none left"],
    [18, "20", "2 left", "Connections: 18 of 20, 2 left"],
    [17, "20", "17 of 20", "Connections: 17 of 20"],
    [1, "null", "1, no limit", "Connections: 1, no limit"],
    [1, '"3"', "1, limit unreadable", "Connections: 1, limit unreadable"],
    [-1, "3", "up to 3", "Connections: up to 3"],
  ] as const)
    it(`show the usage ${used} of ${limit} as "${description}"`, () => {
      const json = fullReply.replace('"max_connections":3', `"max_connections":${limit}`);
      const row = item("features/managed_auth/max_connections", json, { auth_connections_used: used });
      assert.equal(row.description, description);
      assert.equal(row.tooltip, tooltip);
      assert.equal(spoken(row), `${tooltip}, has actions`);
    });

  it("show how many of the allowed browsers are running", () => {
    const used = { concurrent_sessions_used: 3 };
    assert.equal(item("limits/max_concurrent_browsers", fullReply, used).description, "3 of 150");
  });

  for (const [condition, replaced, by] of [
    ["an interval is missing", '"health_check_interval_min_seconds":1200,', ""],
    [
      "an interval is unlimited",
      '"health_check_interval_max_seconds":86400',
      '"health_check_interval_max_seconds":null',
    ],
    ["an interval is unreadable", '_default_seconds":3600', '_default_seconds":"3600"'],
    ["an interval is zero", '_min_seconds":1200', '_min_seconds":0'],
    ["the intervals contradict each other", '_default_seconds":3600', '_default_seconds":600'],
  ] as const)
    it(`list health check intervals separately if ${condition}`, () => {
      assert.deepEqual(
        nodes(fullReply.replace(replaced, by))
          .filter((node) => node.kind === "use" && node.id.includes("interval"))
          .map((node) => treeItem(node).label),
        ["Default interval", "Shortest interval", "Longest interval"],
      );
    });

  it("show and copy the plan's details as reported by the service", () => {
    const plan = nodes(fullReply).at(-1) ?? assert.fail();
    assert.equal(nodeRow(plan).value, "FREE, START_UP, ACTIVE");
    assert.equal(
      treeItem(plan).tooltip,
      "Plan: FREE\nIn effect: START_UP\nStatus: ACTIVE\nTrial: 10 days left, ends Nov 30, 2026",
    );
  });

  it("have accessibility labels that describe the state in words", () => {
    assert.equal(
      spoken(item("features/browser_replays")),
      "Browser replays: included, kept for 14 days, has actions",
    );
    assert.equal(spoken(item("features/gpu")), "GPU: not included, has actions");
    assert.equal(spoken(item("limits")), "Usage and limits");
    const [server, token, sandbox, offline] = failures.map((node) => treeItem(node));
    assert.ok(server && token && sandbox && offline);
    assert.equal(spoken(server), "The service failed (status 500). Press Enter to try again, has actions");
    assert.equal(spoken(token), "Token refused. Press Enter to replace the token, has actions");
    assert.equal(spoken(sandbox), "The sandbox didn't start. Press Enter to try again, has actions");
    assert.equal(spoken(offline), "Can't reach api.example.com. Press Enter to try again, has actions");
    assert.deepEqual([token.description, offline.description], ["Replace Token…", "Try Again"]);
    assert.match(
      nodeRow(failures[3] ?? assert.fail()).tooltip,
      /^api\.example\.com refused the connection\n/,
    );
    for (const node of [...nodes(fullReply), ...failures])
      assert.match(spoken(treeItem(node)) ?? "", /^[A-Z][^·$]*$/);
  });

  it("have plain-text tooltips without images or command links", () => {
    const hostile =
      '{"features":{"![x](https://evil.example/p.png)":{"enabled":true,"[y](command:z)":1}},"limits":{},"plan":{"id":"<img src=x>"}}';
    for (const node of [...nodes(fullReply), ...nodes(hostile), ...failures])
      assert.equal(typeof treeItem(node).tooltip, "string");

    assert.equal(item("features/vaults").tooltip, "Vaults: included\nKept: 2\nUnknown to this version");
    assert.equal(
      item("limits/default_max_concurrent_invocations_per_app").tooltip,
      "Concurrent per app: up to 20\nInvocations of one app at the same time, by default.",
    );
  });

  it("have context values that depend on the kind of row, not on the state", () => {
    const contexts = (all: readonly SidebarNode[]): readonly (string | undefined)[] => [
      ...new Set(all.map((node) => treeItem(node).contextValue)),
    ];
    assert.deepEqual(contexts(nodes(fullReply)), ["group", "value"]);
    assert.deepEqual(contexts(failures), ["error", "refusedToken"]);
  });

  it("run the remedy for a failure when the user presses Enter", () => {
    assert.deepEqual(
      failures.map((node) => treeItem(node).command?.command),
      ["refreshEntitlements", "replaceToken", "refreshEntitlements", "refreshEntitlements"].map(
        (command) => `managedAuth.${command}`,
      ),
    );
    for (const node of nodes(fullReply)) assert.equal(treeItem(node).command, undefined);
  });

  it("are expanded initially if they are groups or have one child", () => {
    const state = (id: string): number | undefined => item(id).collapsibleState;
    assert.deepEqual(
      [state("limits"), state("included"), state("unknown"), state("notIncluded")],
      [2, 2, 2, 2],
    );
    assert.equal(state("features/vaults"), 2);
    assert.equal(state("features/managed_auth"), 0);
    assert.equal(state("features/gpu"), 0);
    const more = fullReply.replace('"kept":2', '"kept":2,"made":3');
    assert.equal(item("features/vaults", more).collapsibleState, 1);
  });

  it("have different icons for the plan and for each feature state", () => {
    const icon = (id: string): unknown => JSON.stringify(item(id).iconPath);
    const icons = ["plan", "features/managed_auth", "features/gpu", "features/profiles"];
    assert.equal(new Set(icons.map(icon)).size, icons.length);
  });

  it("show previous values next to changed values", () => {
    const described = (id: string, previous: Readonly<Record<string, string>>): unknown => {
      const node = nodes(fullReply).find((one) => nodeRow(one).id === id) ?? assert.fail(id);
      return treeItem(node, new Map(Object.entries(previous))).description;
    };
    assert.equal(described("plan", { "plan/id": "Hobbyist" }), "Start-up until Nov 30 (was Hobbyist)");
    assert.equal(described("features/gpu", { "features/gpu": "included" }), "was included");
    assert.equal(
      described("features/browser_replays", { "features/browser_replays/retention_days": "kept for 7 days" }),
      "kept for 14 days (was kept for 7 days)",
    );
    assert.equal(
      described("features/managed_auth/health_checks/interval", {
        "features/managed_auth/health_check_interval_min_seconds": "1 hour",
      }),
      "20 min – 1 day (was Shortest interval: 1 hour)",
    );
    assert.equal(
      described("limits/max_concurrent_browsers", { "limits/max_concurrent_browsers": "up to 50" }),
      "up to 150 (was up to 50)",
    );
  });
});

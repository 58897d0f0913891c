import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { updateOfSettings } from "../../../../src/domain/connections/settingChanges.ts";
import { draftFromConnection } from "../../../../src/domain/draft/draft.ts";
import { parseConnectionFile } from "../../../../src/domain/file/parseFile.ts";
import {
  changingSteps,
  isEmptyPlan,
  planChanges,
  type ChangePlan,
} from "../../../../src/domain/file/plan.ts";
import { matchesStoredPlan, StoredPlan, toStoredPlan } from "../../../../src/domain/file/storedPlan.ts";
import type { ServiceState } from "../../../../src/api/projectReading.ts";
import { needsOf } from "../../../../src/domain/file/references.ts";
import { matchesPattern } from "../../../../src/domain/file/spellings.ts";
import { fileOf, live, planned, formatProblems } from "./support.ts";

const bank = { domain: "bank.example", profile_name: "ops" };
const emptyService: ServiceState = { connections: [] };

/** Returns the kind of each step with its request. */
function stepsOf({ steps }: ChangePlan): readonly unknown[] {
  return steps.map((step) => {
    switch (step.kind) {
      case "create":
        return ["create", step.request];
      case "update":
        return [
          "update",
          updateOfSettings(step.settings, draftFromConnection(step.connection), step.declared),
        ];
      case "same":
        return ["same", ...step.unverified];
    }
  });
}

/** Returns the step of an entry that is compared with one connection. */
function stepBetween(
  entry: object,
  connection: Partial<ManagedAuth>,
  more: Partial<ServiceState> = {},
): unknown {
  const connections = [live("bank.example", "ops", connection)];
  return stepsOf(planned(fileOf([{ ...bank, ...entry }]), { connections, ...more }))[0];
}

describe("planChanges", () => {
  it("creates missing connections with exactly the declared settings", () => {
    assert.deepEqual(stepsOf(planned(fileOf([bank]), emptyService)), [["create", bank]]);
    const entry = { ...bank, login_url: "", allowed_domains: [], browser: { proxy: { mode: "default" } } };
    assert.deepEqual(stepsOf(planned(fileOf([entry]), emptyService)), [["create", bank]]);
    const full = { ...bank, health_checks: false, credential: { name: "bank" }, browser: { stealth: false } };
    assert.deepEqual(stepsOf(planned(fileOf([full]), emptyService)), [["create", full]]);
  });

  it("ignores settings that the file doesn't declare", () => {
    const extra = {
      record_session: true,
      login_url: "https://bank.example/",
      credential: { name: "theirs" },
    };
    assert.deepEqual(stepBetween({}, extra), ["same"]);
    assert.deepEqual(stepBetween({ health_checks: true }, extra), ["same"]);
  });

  for (const [setting, entry, connection] of [
    ["a single switch", { health_checks: false }, {}],
    ["a setting of the browser", { browser: { stealth: false } }, {}],
    ["a login page to clear", { login_url: "" }, { login_url: "https://a.example/" }],
    ["domains to clear", { allowed_domains: [] }, { allowed_domains: ["a.example"] }],
  ] satisfies readonly [string, object, Partial<ManagedAuth>][])
    it(`changes only the settings that differ: ${setting}`, () =>
      assert.deepEqual(stepBetween({ record_session: false, ...entry }, connection), ["update", entry]));

  for (const [value, entry, connection] of [
    ["stealth, which is the default", { browser: { stealth: true } }, { browser: undefined }],
    [
      "domains in another order with a wildcard",
      { allowed_domains: ["b.example", "*.a.example"] },
      { allowed_domains: ["a.example", "b.example"] },
    ],
    ["a trailing slash", { login_url: "https://bank.example" }, { login_url: "https://bank.example/" }],
    ["telemetry that is off", { browser: { telemetry: { enabled: false } } }, {}],
    ["the default proxy", { browser: { proxy: { mode: "default" } } }, {}],
    [
      "the item that a lookup found",
      { credential: { provider: "vault", auto: true } },
      { credential: { provider: "vault", path: "A/B" } },
    ],
  ] satisfies readonly [string, object, Partial<ManagedAuth>][])
    it(`changes nothing for an equivalent value: ${value}`, () =>
      assert.deepEqual(stepBetween(entry, connection), ["same"]));

  it("treats a direct connection as the proxy default only if stealth is off", () => {
    const entry = { browser: { proxy: { mode: "default" } } };
    assert.deepEqual(stepBetween(entry, { browser: { stealth: false, proxy: { mode: "direct" } } }), [
      "same",
    ]);
    assert.deepEqual(stepBetween(entry, { browser: { stealth: true, proxy: { mode: "direct" } } }), [
      "update",
      entry,
    ]);
  });

  it("lists settings missing from the service's reply instead of sending them", () => {
    const unreported = { health_check_interval: undefined, auto_reauth: undefined };
    assert.deepEqual(stepBetween({ health_check_interval: 7200, auto_reauth: false }, unreported), [
      "same",
      "health_check_interval",
      "auto_reauth",
    ]);
    const direct = { proxy: { mode: "direct" as const } };
    assert.deepEqual(
      stepBetween({ auto_reauth: false, browser: direct }, { ...unreported, browser: direct }),
      ["same", "auto_reauth"],
    );
    const named = { browser: { proxy: { name: "office" } } };
    assert.deepEqual(stepBetween(named, { browser: { proxy: { id: "p1" } } }), ["same", "proxy"]);
  });

  it("ignores case when matching an entry unless several connections match it", () => {
    const connections = [live("BANK.example", "ops"), live("bank.example", "OPS"), live("bank.example", "b")];
    const kinds = (profile_name: string): unknown =>
      planned(fileOf([{ ...bank, profile_name }]), { connections }).steps.map(({ kind }) => kind);
    assert.deepEqual(
      [kinds("ops"), kinds("OPS"), kinds("B"), kinds("c")],
      [["same"], ["same"], ["same"], ["create"]],
    );
    const text = fileOf([{ ...bank, profile_name: "Ops" }], { owns: ["*"] });
    const plan = planned(text, { connections });
    assert.deepEqual([plan.steps, plan.deletions], [[], [connections[2]]]);
    assert.deepEqual(formatProblems(text, plan), [
      'error at "Ops": Several connections match this entry: BANK.example (ops), bank.example (OPS). Use the spelling of one connection, or delete the others.',
    ]);
  });

  it("reports an error even if there are 250 warnings", () => {
    const names = Array.from({ length: 250 }, (_, index) => `ops-${index}`);
    const connections = names.map((name) => live("bank.example", name.toUpperCase()));
    const entries = names.map((profile_name) => ({ ...bank, profile_name }));
    const broken = { ...bank, domain: "last.example", credential: { name: "none" } };
    const { problems } = planned(fileOf([...entries, broken]), { connections, credentials: [] });
    assert.equal(problems.filter(({ severity }) => severity === "error").length, 1);
  });

  it("first sends the settings that determine where a stored credential is submitted", () => {
    const connections = [live("a.example", "p"), live("b.example", "p", { login_url: "https://b.example/" })];
    const [first] = planned(
      fileOf([
        { domain: "a.example", profile_name: "p", record_session: true },
        { domain: "b.example", profile_name: "p", health_checks: false, login_url: "https://evil.example/" },
      ]),
      { connections },
    ).steps;
    assert.deepEqual(first?.kind === "update" && [first.entry.domain, first.settings], [
      "b.example",
      ["login_url", "health_checks"],
    ]);
  });
});

describe("references to resources by name", () => {
  const proxies = [
    { id: "p1", name: "office" },
    { id: "p2", name: "twin" },
    { id: "p3", name: "twin" },
  ];
  const lists = {
    proxies,
    destinations: [
      { id: "d1", name: "logs" },
      { id: "d2", name: "twins" },
      { id: "d3", name: "twins" },
    ],
    credentials: [
      { id: "c1", name: "bank" },
      { id: "c2", name: "bank" },
    ],
    providers: [{ id: "v1", name: "vault" }],
  } as unknown as Partial<ServiceState>;
  const exportedTo = (destination: object) => ({ enabled: true, export: { otlp: { destination } } });
  const telemetry = exportedTo({ name: "logs" });

  it("are replaced by IDs before they are sent or compared", () => {
    const entry = { browser: { proxy: { name: "office" }, telemetry } };
    const browser = {
      proxy: { id: "p1" },
      telemetry: { enabled: true as const, export: { otlp: { destination: { id: "d1" } } } },
    };
    assert.deepEqual(stepBetween(entry, {}, lists), ["update", { browser }]);
    assert.deepEqual(stepBetween(entry, { browser: { stealth: true, ...browser } }, lists), ["same"]);
    const byId = { browser: { proxy: { id: "p1" } } };
    assert.deepEqual(stepBetween(byId, { browser: { proxy: { name: "office" } } }, lists), ["same"]);
  });

  it("cause an error at their line if missing or ambiguous", (t) => {
    const text = fileOf(
      [
        { ...bank, browser: { proxy: { name: "ofice" } } },
        { ...bank, profile_name: "b", browser: { proxy: { name: "twin" } } },
        { ...bank, profile_name: "c", credential: { name: "none" } },
        { ...bank, profile_name: "d" },
        { ...bank, profile_name: "e", credential: { name: "bank" } },
        { ...bank, profile_name: "f", browser: { proxy: { id: "p9" }, telemetry } },
        { ...bank, profile_name: "g", browser: { telemetry: exportedTo({ name: "twins" }) } },
        { ...bank, profile_name: "h", browser: { telemetry: exportedTo({ id: "d9" }) } },
        { ...bank, profile_name: "i", credential: { provider: "volt", path: "a/b" } },
        { ...bank, profile_name: "j", browser: { proxy: { id: "p1" }, telemetry: exportedTo({ id: "d1" }) } },
      ],
      { defaults: { credential: { provider: "valt", auto: true } } },
    );
    const plan = planned(text, { connections: [], ...lists });
    t.assert.snapshot(formatProblems(text, plan).toSorted());
  });

  it("require only the lists for the referenced kinds of resources", () => {
    const needed = (entry: object): readonly string[] => [
      ...needsOf(parseConnectionFile(fileOf([{ ...bank, ...entry }]))).lists,
    ];
    assert.deepEqual(needed({}), []);
    assert.deepEqual(needed({ browser: { proxy: { mode: "direct" } } }), ["proxies"]);
    assert.deepEqual(needed({ credential: { name: "a" }, browser: { telemetry } }), [
      "credentials",
      "destinations",
    ]);
    assert.deepEqual(needed({ credential: { provider: "a", auto: true } }), ["providers"]);
    assert.deepEqual(needed({ credential: { provider: "a", path: "b" }, browser: { proxy: { id: "x" } } }), [
      "proxies",
      "providers",
    ]);
    const needsPlan = (...entries: object[]): boolean =>
      needsOf(parseConnectionFile(fileOf(entries))).entitlements;
    assert.deepEqual([needsPlan(), needsPlan(bank)], [false, true]);
    // Deleting a connection may break vault items, which depends on the plan.
    assert.equal(needsOf(parseConnectionFile(fileOf([], { owns: ["shop-*"] }))).entitlements, true);
  });
});

describe("a credential stored for another site", () => {
  const connections = [live("sso.example", "ops", { allowed_domains: ["github.example"] })];
  const credentials = [{ id: "c1", name: "github-bot", domain: "github.example" }];
  const credential = { name: "github-bot" };

  it("causes only a warning in the connection file", () => {
    const text = fileOf([
      { domain: "github.example", profile_name: "ops", credential },
      { domain: "sso.example", profile_name: "ops", credential },
      { ...bank, credential },
      { domain: "news.example", profile_name: "ops", credential, allowed_domains: ["github.example"] },
    ]);
    const plan = planned(text, { connections, credentials });
    assert.deepEqual(formatProblems(text, plan), [
      'warning at { "name": "github-bot" }: The credential “github-bot” is stored for github.example, not for this connection\'s site.',
    ]);
    assert.equal(changingSteps(plan).length, 4);
  });
});

describe("an interval outside the organization's limits", () => {
  const entitlements = {
    features: { managed_auth: { enabled: true, health_check_interval_min_seconds: 1200 } },
    limits: {},
    plan: {},
  };

  it("causes an error if it is below the minimum", () => {
    const text = fileOf([{ ...bank, health_check_interval: 600 }]);
    const at = "error at 600: The plan's shortest interval is 1200 seconds.";
    for (const connections of [[], [live("bank.example", "ops")]])
      assert.deepEqual(formatProblems(text, planned(text, { connections, entitlements })), [at]);
  });

  it("causes an error if it is above the maximum", () => {
    const text = fileOf([{ ...bank, health_check_interval: 7200 }]);
    const managed_auth = { enabled: true, health_check_interval_max_seconds: 3600 };
    const at = "error at 7200: The plan's longest interval is 3600 seconds.";
    const plan = planned(text, {
      connections: [],
      entitlements: { ...entitlements, features: { managed_auth } },
    });
    assert.deepEqual(formatProblems(text, plan), [at]);
  });

  it("is accepted if the connection already has that interval", () => {
    const connections = [live("bank.example", "ops", { health_check_interval: 600 })];
    const text = fileOf([{ ...bank, health_check_interval: 600 }]);
    assert.deepEqual(planned(text, { connections, entitlements }).problems, []);
  });
});

describe("the owns list of a connection file", () => {
  const connections = [live("a.example", "team-a"), live("b.example", "team-b"), live("c.example", "other")];

  it("marks matching connections for deletion unless the file declares them", () => {
    const entries = [{ domain: "a.example", profile_name: "team-a" }];
    assert.ok(isEmptyPlan(planned(fileOf(entries), { connections })));
    const plan = planned(fileOf(entries, { owns: ["team-*"] }), { connections });
    assert.deepEqual(plan.deletions, [connections[1]]);
    assert.ok(!isEmptyPlan(plan));
  });

  it("doesn't mark a connection for deletion if its domain isn't reported", () => {
    const unnamed = live("a.example", "team-a", { domain: undefined });
    const plan = planned(fileOf([], { owns: ["*"] }), { connections: [unnamed] });
    assert.deepEqual([plan.deletions, plan.renames], [[], []]);
  });

  it("treats a connection as renamed if a new entry shares its domain or profile", () => {
    const entries = [
      { domain: "a.example", profile_name: "team-new" },
      { domain: "new.example", profile_name: "team-b" },
      { domain: "d.example", profile_name: "unowned" },
    ];
    const text = fileOf(entries, { owns: ["team-*", "other"] });
    const all = [...connections, live("d.example", "team-d")];
    const profiles = (rows: readonly ManagedAuth[]): unknown => rows.map(({ profile_name }) => profile_name);
    for (const service of [all, all.toReversed()]) {
      const plan = planned(text, { connections: service });
      assert.deepEqual(
        [changingSteps(plan).length, profiles(plan.renames), profiles(plan.deletions)],
        [3, profiles(service.filter((one) => one !== connections[2])), ["other"]],
      );
    }
    const later = entries.map(({ domain, profile_name }, index) =>
      live(domain, profile_name, index === 0 ? {} : { status: "AUTHENTICATED" }),
    );
    const plan = planned(text, { connections: [...all, ...later] });
    assert.deepEqual(
      [profiles(plan.renames), profiles(plan.deletions)],
      [["team-a"], ["team-b", "other", "team-d"]],
    );
  });

  it("ignores declared connections even if case, accents or domain notation differ", () => {
    const spelled = [live("bücher.example", "compliance"), live("b.example.", "Compliance")];
    const entries = [
      { domain: "xn--bcher-kva.example", profile_name: "Compliance" },
      { domain: "b.example", profile_name: "cómpliance" },
    ];
    const text = fileOf(entries, { owns: ["*"] });
    const plan = planned(text, { connections: spelled });
    assert.deepEqual([plan.deletions, plan.renames, changingSteps(plan)], [[], [], []]);
    assert.deepEqual(formatProblems(text, plan), [
      'warning at "Compliance": The service spells this profile differently. Did you mean “compliance”?',
      'warning at "cómpliance": The service spells this profile differently. Did you mean “Compliance”?',
    ]);
  });

  it("causes a warning if a pattern matches only when case is ignored", () => {
    const text = fileOf([], { owns: ["Team-*", "other"] });
    const plan = planned(text, { connections });
    assert.deepEqual(plan.deletions, [connections[2]]);
    assert.deepEqual(formatProblems(text, plan), [
      'warning at "Team-*": “Team-*” matches names as written, and so not “team-a” and 1 more.',
    ]);
    const both = fileOf([], { owns: ["Team-*", "team-*"] });
    assert.deepEqual(formatProblems(both, planned(both, { connections })), []);
  });

  it("accepts * as a wildcard for any text", () => {
    for (const [pattern, name, fits] of [
      ["team-*", "team-", true],
      ["team-*", "teams", false],
      ["*", "anything", true],
      ["a*b*c", "aXbYc", true],
      ["a*b*c", "acb", false],
      ["ab*ba", "aba", false],
      ["a*b*b", "ab", false],
      ["a*b*b", "abb", true],
      ["a.c", "abc", false],
      ["exact", "exact", true],
      ["exact", "exactly", false],
    ] as const)
      assert.equal(matchesPattern(pattern, name), fits, `${pattern} and ${name}`);
  });
});

describe("a plan file", () => {
  const target = { base_url: "https://api.example", organization: "org_1", project: undefined };
  const all = { prune: true, replace: true };
  const text = fileOf([
    { ...bank, health_checks: false },
    { ...bank, profile_name: "new" },
  ]);
  const before = { connections: [live("bank.example", "ops")] };
  const reviewed = toStoredPlan(planned(text, before), all, target);

  it("contains names and hashes but no values", (t) => {
    t.assert.snapshot({ ...reviewed, settings: undefined, fingerprint: undefined });
    const { "bank.example (ops)": sent = {} } = reviewed.settings;
    assert.deepEqual(Object.keys(sent), ["health_checks"]);
    assert.match(sent["health_checks"] ?? "", /^[0-9a-f]{8}$/);
    assert.deepEqual(
      StoredPlan.parse(JSON.parse(JSON.stringify(reviewed))).fingerprint,
      reviewed.fingerprint,
    );
  });

  it("matches the same plan even after unrelated settings change", () => {
    assert.ok(matchesStoredPlan(reviewed, planned(text, before), all, target));
    const changed = {
      connections: [live("bank.example", "ops", { status: "AUTHENTICATED", record_session: true })],
    };
    assert.ok(matchesStoredPlan(reviewed, planned(text, changed), all, target));
    const fine = fileOf([{ ...bank, profile_name: "fine" }]);
    const [one, other] = ["ma_1", "ma_2"].map((id) =>
      planned(fine, { connections: [live("bank.example", "fine", { id })] }),
    );
    assert.ok(
      one && other && matchesStoredPlan(toStoredPlan(one, all, target), other, all, target),
      "of which nothing is sent",
    );
  });

  it("matches a plan with the same deletions in a different order", () => {
    const rows = ["a.example", "b.example"].map((domain) => live(domain, "ops"));
    const pruning = fileOf([], { owns: ["*"] });
    const [one, other] = [rows, rows.toReversed()].map((connections) => planned(pruning, { connections }));
    assert.ok(
      one?.deletions.length === 2 &&
        other &&
        matchesStoredPlan(toStoredPlan(one, all, target), other, all, target),
    );
  });

  it("doesn't approve the deletion of another connection with the same profile and domain", () => {
    const [one, other] = ["ma_1", "ma_2"].map((id) =>
      planned(fileOf([], { owns: ["*"] }), { connections: [live("bank.example", "ops", { id })] }),
    );
    assert.ok(one && other && !matchesStoredPlan(toStoredPlan(one, all, target), other, all, target));
  });

  it("matches a plan with the same entries in a different order", () => {
    const entries = ["a.example", "b.example"].map((domain) => ({ domain, profile_name: "new" }));
    const [one, other] = [entries, entries.toReversed()].map((list) => planned(fileOf(list), before));
    assert.ok(one && other && matchesStoredPlan(toStoredPlan(one, all, target), other, all, target));
  });

  it("includes deletions that aren't approved yet", () => {
    const connections = [live("a.example", "old"), live("b.example", "gone")];
    const renamed = fileOf([{ domain: "a.example", profile_name: "new" }], { owns: ["*"] });
    const plan = planned(renamed, { connections });
    const prune = { prune: true, replace: false };
    const stored = toStoredPlan(plan, prune, target);
    assert.deepEqual([stored.delete, stored.held_back], [["b.example (gone)"], ["a.example (old)"]]);
    assert.ok(matchesStoredPlan(stored, plan, prune, target));
    assert.ok(!matchesStoredPlan(stored, plan, all, target));
    const loggedIn = [...connections, live("a.example", "new", { status: "AUTHENTICATED" })];
    const later = toStoredPlan(planned(renamed, { connections: loggedIn }), prune, target);
    assert.notEqual(later.fingerprint, stored.fingerprint);
  });

  it("matches no plan after someone edits the names in it", () =>
    assert.ok(!matchesStoredPlan({ ...reviewed, change: [] }, planned(text, before), all, target)));

  it("matches no plan for another file, service state, organization or project", () => {
    const other = fileOf([
      { ...bank, health_checks: false },
      { ...bank, profile_name: "new", record_session: true },
    ]);
    assert.ok(!matchesStoredPlan(reviewed, planned(other, before), all, target));
    assert.ok(!matchesStoredPlan(reviewed, planned(text, { connections: [] }), all, target));
    const having = (more: Partial<ManagedAuth>) => ({ connections: [live("bank.example", "ops", more)] });
    assert.ok(!matchesStoredPlan(reviewed, planned(text, having({ health_checks: false })), all, target));
    const once = fileOf([{ ...bank, health_check_interval: 7200 }]);
    const at = (health_check_interval: number) => planned(once, having({ health_check_interval }));
    assert.ok(!matchesStoredPlan(toStoredPlan(at(3600), all, target), at(600), all, target));
    assert.ok(!matchesStoredPlan(reviewed, planned(text, having({ id: "ma_another" })), all, target));
    assert.ok(!matchesStoredPlan(reviewed, planned(text, before), all, { ...target, organization: "org_2" }));
    assert.ok(!matchesStoredPlan(reviewed, planned(text, before), all, { ...target, project: "proj_2" }));
  });

  it("matches no organization if it contains no organization", () => {
    const written = (file: object) => StoredPlan.parse(JSON.parse(JSON.stringify(file)));
    const [without, other] = [{ organization: undefined }, { organization: "org_2" }];
    assert.ok(
      !matchesStoredPlan(written({ ...reviewed, ...without }), planned(text, before), all, {
        ...target,
        ...other,
      }),
    );
    const incomplete = written(toStoredPlan(planned(text, before), all, { ...target, ...without }));
    assert.ok(!matchesStoredPlan(incomplete, planned(text, before), all, target));
  });
});

describe("a connection file with a thousand entries", () => {
  it("is parsed and compared quickly", () => {
    const entries = Array.from({ length: 1000 }, (_, index) => ({
      domain: `site-${index}.example`,
      profile_name: "ops",
      health_check_interval: 7200,
      allowed_domains: ["sso.example"],
      browser: { stealth: false, telemetry: { enabled: true } },
    }));
    const text = fileOf(entries);
    const connections = entries.map(({ domain }) => live(domain, "ops"));
    const times = Array.from({ length: 7 }, () => {
      const begin = process.cpuUsage();
      planChanges(parseConnectionFile(text), { connections });
      const { system, user } = process.cpuUsage(begin);
      return (system + user) / 1000;
    });
    // The benchmark measures exact times. This limit detects quadratic growth.
    assert.ok(Math.min(...times) < 250, `${times.map((ms) => ms.toFixed(1)).join(", ")} ms`);
  });
});

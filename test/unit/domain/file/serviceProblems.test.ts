import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServiceState } from "../../../../src/api/projectReading.ts";
import { hasErrors, limitProblems } from "../../../../src/domain/file/problem.ts";
import { parseConnectionFile } from "../../../../src/domain/file/parseFile.ts";
import { fileOf, live, planned, problemsIn, formatProblems } from "./support.ts";
import { columns } from "../../../support/rows.ts";

const bank = { domain: "bank.example", profile_name: "ops" };

/** Returns the problems that the plan adds to the file's own. */
function added(
  entries: readonly object[],
  service: Partial<ServiceState>,
  more: object = {},
): readonly string[] {
  const text = fileOf(entries, more);
  return formatProblems(text, planned(text, { connections: [], ...service }));
}

describe("an allowed domain in a connection file", () => {
  for (const [value, instead] of [
    ["https://sso.bank.example/login", "sso.bank.example"],
    ["https://sso.bank.example", "sso.bank.example"],
    ["//sso.bank.example", "sso.bank.example"],
    ["sso.bank.example/", "sso.bank.example"],
    ["sso.bank.example:8443", "sso.bank.example"],
    ["http*://*.bank.example/*", "*.bank.example"],
    ["*://bank.example:*/*", "bank.example"],
    ["user@bank.example", "bank.example"],
    ["https://me:canary@bank.example/?x#y", "bank.example"],
    ["[::1]"],
    ["::1"],
    ["*.127.0.0.1"],
    ["https://*.127.0.0.1/"],
    ["a b"],
    ["bank.example?x"],
    [`${"a.".repeat(127)}example`],
  ] as const)
    it(`is refused if it is invalid: ${value}`, () => {
      const entry = { ...bank, allowed_domains: ["cdn.example", value] };
      const [problem = "", ...others] = problemsIn(fileOf([entry])).filter((one) => !one.includes("secret"));
      assert.deepEqual(others, []);
      assert.ok(
        problem.startsWith(`error at ${JSON.stringify(value)}: An allowed domain is a host`),
        problem,
      );
      const suggestion = instead ?? (value === "bank.example?x" ? "bank.example" : undefined);
      assert.equal(/Did you mean “(.*)”\?$/.exec(problem)?.[1], suggestion);
      assert.ok(!problem.split(": An allowed")[1]?.includes("canary"));
    });

  it("causes a warning if it matches no website or is too broad", () => {
    for (const [value, words] of [
      [".sso.bank.example", "can't match any website. Did you mean “sso.bank.example”?"],
      ["*bank.example", "can't match any website. Did you mean “*.bank.example”?"],
      ["**.bank.example", "can't match any website. Did you mean “*.bank.example”?"],
      ["bank..example", "can't match any website. Did you mean “bank.example”?"],
      ["bank.*", "can't match any website."],
      ["-bank.example", "can't match any website."],
      ["*", "is too wide: a login could take a stored credential almost anywhere."],
      ["*.*", "is too wide: a login could take a stored credential almost anywhere."],
      ["*.com", "is too wide: a login could take a stored credential almost anywhere."],
      ["com", "is too wide: a login could take a stored credential almost anywhere."],
    ] as const)
      assert.deepEqual(problemsIn(fileOf([{ ...bank, allowed_domains: [value] }])), [
        `warning at ${JSON.stringify(value)}: “${value}” ${words}`,
      ]);
  });

  it("causes only one warning if both file and plan checks find the problem", () => {
    const issues = planned(fileOf([{ ...bank, allowed_domains: ["bank.*"] }]), { connections: [] }).problems;
    assert.deepEqual(columns(issues, "code", "severity"), [["neverMatches", "warning"]]);
  });

  it("is accepted with capitals, non-ASCII letters, underscores or a trailing dot", () => {
    const allowed_domains = ["SSO.Bank.Example", "*.bücher.example", "www.cdn.example", "a_b.example."];
    assert.deepEqual(problemsIn(fileOf([{ ...bank, allowed_domains }])), []);
  });

  it("causes a single problem, not one per entry, if invalid in the defaults", () => {
    const entries = Array.from({ length: 300 }, (_, index) => ({ ...bank, profile_name: `p${index}` }));
    const text = fileOf(entries, { defaults: { allowed_domains: ["sso.bank.example:1"] } });
    const { connections, problems } = parseConnectionFile(text);
    assert.deepEqual([connections.length, problems.length], [300, 1]);
    assert.equal(planned(text, { connections: [] }).problems.length, 1);
  });

  it("causes only a warning if the connection already has that domain", () => {
    const allowed_domains = ["sso.bank.example:8443"];
    const connections = [live("bank.example", "ops", { allowed_domains })];
    const kept = added([{ ...bank, allowed_domains: [...allowed_domains, "cdn.example"] }], { connections });
    assert.match(kept.join(), /^warning at "sso\.bank\.example:8443": An allowed/);
    const other = added([{ ...bank, allowed_domains: ["sso.bank.example:9"] }], { connections });
    assert.match(other.join(), /^error at "sso\.bank\.example:9"/);
  });
});

describe("a login_url in a connection file", () => {
  const faults: readonly (readonly [url: string, words: string])[] = [
    [
      "https://login.example/start?return[to]=x|y",
      "The login page's address must be escaped: [ as %5B, ] as %5D, | as %7C.",
    ],
    [
      "https://login.example/a|b",
      "The login page's address must be escaped: | as %7C. Did you mean “https://login.example/a%7Cb”?",
    ],
    [
      "https://login.example/50%",
      "The login page's address must be escaped: % as %25. Did you mean “https://login.example/50%25”?",
    ],
    [
      "https://login.example/a b",
      "The login page's address contains a space. Write a space as %20. Did you mean “https://login.example/a%20b”?",
    ],
    [
      "https://me@login.example/",
      "Use an http or https address without a user name or password. Did you mean “https://login.example/”?",
    ],
    [
      "login.example/start",
      "Use an http or https address without a user name or password. Did you mean “https://login.example/start”?",
    ],
    ["ftp://login.example/", "Use an http or https address without a user name or password."],
  ];
  for (const [login_url, words] of faults)
    it(`is refused if it is invalid: ${login_url}`, () =>
      assert.deepEqual(problemsIn(fileOf([{ ...bank, login_url }])), [
        `error at ${JSON.stringify(login_url)}: ${words}`,
      ]));

  it("causes only a warning if the connection already has that URL", () => {
    for (const login_url of faults.slice(0, 5).map(([url]) => url)) {
      const connections = [live("bank.example", "ops", { login_url })];
      const text = fileOf([{ ...bank, login_url }]);
      const { problems, steps } = planned(text, { connections });
      assert.deepEqual(
        [problems.map(({ severity }) => severity), steps.map(({ kind }) => kind)],
        [["warning"], ["same"]],
        login_url,
      );
      assert.ok(hasErrors(planned(text, { connections: [live("bank.example", "ops")] }).problems));
    }
  });
});

describe("a possible secret in a connection file", () => {
  it("isn't reported if a resource has that name", () => {
    const profile_name = "aB3dE6gH9jK2mN5pQ8sT1vW4";
    const entry = { ...bank, profile_name };
    assert.match(added([entry], {}).join(), /^warning .* may be a secret/);
    assert.deepEqual(added([entry], { connections: [live("bank.example", profile_name)] }), []);
    const credentials = [{ id: "c", name: profile_name }];
    assert.deepEqual(added([{ ...bank, credential: { name: profile_name } }], { credentials }), []);
  });
});

describe("a reference to a missing resource", () => {
  const twins = [
    { id: "p1", name: "twin" },
    { id: "p2", name: "twin" },
    { id: "p3", name: "other" },
  ] as unknown as ServiceState["proxies"] & object;
  const proxied = (name: string) => ({ ...bank, browser: { proxy: { name } } });
  const having = (id: string) => [live("bank.example", "ops", { browser: { proxy: { id } } })];

  it("causes only a warning if the reference isn't sent", () => {
    const provider = { ...bank, credential: { provider: "gone", auto: true } };
    const connections = [live("bank.example", "ops", { credential: { provider: "gone", auto: true } })];
    assert.match(
      added([provider], { connections, providers: [] }).join(),
      /^warning .*no credential provider “gone”/,
    );
    assert.match(
      added([proxied("twin")], { connections: having("p1"), proxies: twins }).join(),
      /^warning .*more than one/,
    );
    assert.match(
      added([proxied("gone")], { connections: having("p9"), proxies: twins }).join(),
      /^warning .*no proxy “gone”/,
    );
  });

  it("causes an error if the reference is sent", () => {
    assert.match(added([proxied("twin")], { proxies: twins }).join(), /^error .*more than one/);
    assert.match(
      added([proxied("gone")], { connections: having("p3"), proxies: twins }).join(),
      /^error .*no proxy “gone”/,
    );
    assert.match(
      added([proxied("twin")], { connections: having("p3"), proxies: twins }).join(),
      /^error .*more than one/,
    );
  });

  it("causes an error if at least one planned request contains it", () => {
    const entries = [bank, { ...bank, profile_name: "new" }];
    const connections = having("p1");
    const defaults = { browser: { proxy: { name: "twin" } } };
    for (const list of [entries, entries.toReversed()])
      assert.match(
        added(list, { connections, proxies: twins }, { defaults }).join(),
        /^error [^]*more than one[^,]*,? [^]*$/,
      );
  });
});

describe("the organization's plan limits", () => {
  const entitlements = (features: object) =>
    ({
      features: { managed_auth: { enabled: true, max_connections: 3 }, ...features },
      limits: {},
      plan: {},
    }) as ServiceState["entitlements"] & object;
  const five = Array.from({ length: 5 }, (_, index) => ({
    domain: `site${index}.example`,
    profile_name: "p",
  }));
  const limits = { auth_connections_used: 0 };

  it("cause an error if a file creates too many connections", () => {
    const [problem, ...others] = added(five, { entitlements: entitlements({}), limits });
    assert.match(problem ?? "", /^error at .*site3.*: 5 to create, but the plan has room for 3\.$/);
    assert.deepEqual(others, []);
    assert.deepEqual(added(five.slice(0, 3), { entitlements: entitlements({}), limits }), []);
    const full = { entitlements: entitlements({}), limits: { auth_connections_used: 4 } };
    assert.match(added([bank], full).join(), /1 to create, but the plan has room for 0\.$/);
  });

  it("are enforced even if the list of problems is full", () => {
    const entries = Array.from({ length: 250 }, (_, index) => ({
      domain: `site${index}.example`,
      profile_name: "p",
      credential: { name: `absent${index}` },
    }));
    const text = fileOf(entries);
    const service = { entitlements: entitlements({}), limits, credentials: [], connections: [] };
    const { more, shown: first } = limitProblems(planned(text, service).problems);
    assert.deepEqual([first.length, more, first[0]?.code], [200, 51, "noRoom"]);
  });

  it("cause an error that suggests which undeclared connections to delete", () => {
    const old = Array.from({ length: 12 }, (_, index) => live(`old${index}.example`, "p"));
    const issues = (connections: typeof old, used: number): string => {
      const limits = { auth_connections_used: used };
      return added(five, { entitlements: entitlements({}), limits, connections }, { owns: ["p"] }).join();
    };
    assert.match(
      issues(old.slice(0, 2), 0),
      /room for 3\. First delete in VS Code or the dashboard: old0\.example \(p\), old1\.example \(p\)\.$/,
    );
    assert.match(issues(old, 2), /old9\.example \(p\) and 2 more\.$/);
    // Deleting all surplus connections doesn't make enough room.
    assert.match(issues(old.slice(0, 2), 1), /room for 2\.$/);
    // The organization has more connections than its plan allows.
    assert.match(issues(old, 12), /room for 0\.$/);
  });

  it("aren't checked unless both the limit and the usage are valid numbers", () => {
    for (const service of [
      { limits },
      { entitlements: entitlements({}) },
      { entitlements: entitlements({ managed_auth: { max_connections: null } }), limits },
      { entitlements: entitlements({ managed_auth: {} }), limits },
      { entitlements: entitlements({}), limits: {} },
      { entitlements: entitlements({}), limits: { auth_connections_used: -1 } },
    ])
      assert.deepEqual(added(five, service), []);
  });

  it("cause an error if an entry needs a missing feature", () => {
    const lacking = (feature: string) => ({ entitlements: entitlements({ [feature]: { enabled: false } }) });
    const proxies = [
      { id: "p1", name: "own", type: "custom" },
      { id: "p2", name: "isp", type: "isp" },
    ] as ServiceState["proxies"] & object;
    const proxied = (name: string) => ({ ...bank, browser: { proxy: { name } } });
    const stored = { ...bank, credential: { name: "bot" } };
    const vault = { ...bank, credential: { provider: "v", auto: true } };
    for (const [entry, service, label] of [
      [bank, lacking("managed_auth"), "managed auth"],
      [stored, lacking("credentials"), "stored credentials"],
      [vault, lacking("credential_providers"), "credential providers"],
      [proxied("own"), { ...lacking("custom_proxies"), proxies }, "custom proxies"],
      [proxied("isp"), { ...lacking("managed_proxies"), proxies }, "proxies"],
    ] as const)
      assert.match(
        added([entry], service).join(),
        new RegExp(`^error .*: The organization's plan doesn't include ${label}\\.$`),
      );
    for (const [entry, service] of [
      [bank, lacking("credentials")],
      [stored, lacking("credential_providers")],
      [proxied("isp"), { ...lacking("custom_proxies"), proxies }],
      [proxied("own"), { ...lacking("managed_proxies"), proxies }],
      [{ ...bank, browser: { proxy: { mode: "direct" } } }, lacking("managed_proxies")],
    ] as const)
      assert.deepEqual(added([entry], service), []);
    const connections = [live("bank.example", "ops", { credential: { name: "bot" } })];
    assert.deepEqual(added([stored], { ...lacking("credentials"), connections }), [], "not sent");
  });
});

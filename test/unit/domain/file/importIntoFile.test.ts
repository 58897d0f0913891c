import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { importIntoFile } from "../../../../src/domain/file/importIntoFile.ts";
import { parseConnectionFile } from "../../../../src/domain/file/parseFile.ts";
import { isEmptyPlan } from "../../../../src/domain/file/plan.ts";
import type { ServiceState } from "../../../../src/api/projectReading.ts";
import { fileOf, live, planned } from "./support.ts";
import { column } from "../../../support/rows.ts";

const lists = {
  proxies: [{ id: "p1", name: "office" }],
  destinations: [{ id: "d1", name: "logs" }],
} as unknown as Partial<ServiceState>;

const full = live("bank.example", "ops", {
  login_url: "https://bank.example/login",
  allowed_domains: ["sso.bank.example"],
  credential: { provider: "vault", auto: true },
  health_check_interval: 7200,
  record_session: true,
  browser: {
    stealth: false,
    proxy: { id: "p1" },
    telemetry: {
      enabled: true,
      browser: { console: { enabled: true } },
      export: { otlp: { destination: { id: "d1" } } },
    },
  },
});

function imported(text: string, connections: readonly ManagedAuth[], more: Partial<ServiceState> = lists) {
  const result = importIntoFile(text, connections, { connections, ...more });
  assert.ok(result?.kind === "imported");
  return result;
}

const entriesOf = (text: string): unknown => (JSON.parse(text) as { connections: unknown }).connections;

describe("importIntoFile", () => {
  it("reports the browser region, which a file can't contain", () => {
    const { omitted: omissions, text } = imported("", [
      live("a.example", "ops", { browser: { region: "eu-west" } }),
    ]);
    assert.deepEqual([...omissions.values()], [["browser.region"]]);
    assert.doesNotMatch(text, /region|eu-west/);
  });

  it("writes non-default settings, with names instead of IDs", (t) => {
    t.assert.snapshot(entriesOf(imported("", [full, live("a.example", "ops")]).text));
  });

  it("keeps the comments in a file without connections", () => {
    for (const comment of ["// Ours", "// Ours\n", "/* Ours */"]) {
      const { text } = imported(comment, [live("a.example", "ops")]);
      assert.ok(text.startsWith(`${comment.trim()}\n{`), text);
      assert.equal(parseConnectionFile(text).connections.length, 1);
    }
  });

  it("creates a file whose plan contains no changes", () => {
    const connections = [full, live("a.example", "ops")];
    const plan = planned(imported("", connections).text, { connections, ...lists });
    assert.deepEqual(plan.problems, []);
    assert.ok(isEmptyPlan(plan));
  });

  it("keeps comments and existing entries and sorts entries by profile and domain", () => {
    const before = [
      "{",
      '  "version": 1,',
      "  // The bank's own.",
      '  "connections": [',
      '    { "domain": "m.example", "profile_name": "ops" } // stays',
      "  ],",
      "}",
      "",
    ].join("\r\n");
    const connections = [live("z.example", "ops"), live("a.example", "ops"), live("m.example", "ops")];
    const { added, text } = imported(before, connections);
    assert.deepEqual(parseConnectionFile(text).problems, []);
    const domains = parseConnectionFile(text).connections.map(({ domain }) => domain);
    assert.deepEqual(domains, ["a.example", "m.example", "z.example"]);
    assert.ok(text.includes("// The bank's own.") && text.includes("// stays"));
    assert.ok(!/[^\r]\n/.test(text), "one kind of line ends");
    assert.equal(added.length, 2);
    assert.equal(imported(text, connections).text, text, "a second time adds nothing");
  });

  it("keeps a comment in an empty list", () => {
    const { text } = imported('{ "version": 1, "connections": [ // none yet\n] }', [
      live("a.example", "ops"),
    ]);
    assert.ok(text.includes("// none yet"), text);
    assert.equal(parseConnectionFile(text).connections.length, 1);
  });

  it("writes only values that differ from the file's defaults", (t) => {
    const usual = { login_url: "https://sso.example/", record_session: true };
    const before = fileOf([], { defaults: { ...usual, browser: { proxy: { name: "office" } } } });
    const { text } = imported(before, [
      live("a.example", "ops"),
      live("b.example", "ops", { ...usual, browser: { stealth: true, proxy: { id: "p1" } } }),
    ]);
    t.assert.snapshot(entriesOf(text));
  });

  it("reports invalid domains, and settings that the file's defaults override", () => {
    const before = fileOf([], { defaults: { credential: { name: "shared" } } });
    const none = live("a.example", "ops");
    const broken = live("not a domain", "ops");
    const { added, omitted: omissions, overridden, unwritable } = imported(before, [none, broken]);
    assert.deepEqual([...overridden], [[none, ["credential"]]]);
    assert.deepEqual([unwritable, added, [...omissions]], [[broken], [], []]);
  });

  it("omits names and values that would cause errors in the file", () => {
    const token = `sk_${"a1".repeat(10)}`;
    const proxies = ["a\nb", "", "x".repeat(2_000), token].map((name, index) => ({ id: `p${index}`, name }));
    const named = ["a\nb", " ", "a\ud800", "x".repeat(2_000), token].map((name) => live("a.example", name));
    const connections = [
      ...named,
      live("A.example", "twice", { id: "ma_first" }),
      live("a.example", "twice"),
      live("b.example", "login", { login_url: `https://b.example/?t=${token}` }),
      live("b.example", "domains", { allowed_domains: ["a b", "x.example"] }),
      live("b.example", "credential", { credential: { name: token } }),
      ...proxies.map(({ id }) => live("b.example", id, { browser: { stealth: true, proxy: { id } } })),
    ];
    const service = { proxies } as unknown as Partial<ServiceState>;
    const { added, omitted: omissions, text, unwritable } = imported("", connections, service);
    assert.deepEqual(parseConnectionFile(text).problems, []);
    assert.deepEqual(
      unwritable.map(({ id }) => id).toSorted(),
      [...named.map(({ id }) => id), "ma_first"].toSorted(),
    );
    const omitted = [...omissions].map(([{ profile_name }, settings]) =>
      [profile_name, ...settings].join(": "),
    );
    assert.deepEqual(omitted, [
      "credential: credential",
      "domains: allowed_domains",
      "login: login_url",
      "p3: proxy",
    ]);
    assert.ok(isEmptyPlan(planned(text, { ...service, connections: added })));
  });

  it("adds only one entry for connections that differ only in capitalization", () => {
    const connections = [
      live("bücher.example", "Équipe"),
      live("shop.example.", "travel"),
      live("shop.example:8443", "port"),
      live("twin.example", "ops"),
      live("twin.example", "OPS"),
    ];
    for (const order of [connections, connections.toReversed()]) {
      const first = imported("", order);
      assert.deepEqual(column(first.added, "id"), [
        "ma_twin.example_OPS",
        "ma_shop.example._travel",
        "ma_bücher.example_Équipe",
      ]);
      assert.deepEqual(first.unwritable.map(({ id }) => id).toSorted(), [
        "ma_shop.example:8443_port",
        "ma_twin.example_ops",
      ]);
      const plan = planned(first.text, { connections: order });
      assert.ok(isEmptyPlan(plan));
      assert.deepEqual(plan.problems, []);
      const second = imported(first.text, order);
      assert.deepEqual([second.text, second.added], [first.text, []]);
    }
  });

  it("recognizes a connection's existing entry if only case or a trailing dot differs", () => {
    const before = fileOf([{ domain: "bank.example", profile_name: "Compliance" }]);
    const { added, text, unwritable } = imported(before, [live("Bank.example.", "compliance")]);
    assert.deepEqual([added, text, unwritable], [[], before, []]);
  });

  it("omits settings that a file doesn't support and writes IDs for ambiguous names", () => {
    const proxies = ["p1", "p2"].map((id) => ({ id, name: "twin", type: "isp" }));
    const settings = { login_url: `https://a.example/?t=sk_${"a1".repeat(10)}`, record_session: true };
    const connections = [
      live("b.example", "a", { browser: { proxy: { id: "p1" } } }),
      live("a.example", "b", settings),
    ];
    assert.deepEqual(entriesOf(imported("", connections, { proxies }).text), [
      { domain: "b.example", profile_name: "a", browser: { proxy: { id: "p1" } } },
      { domain: "a.example", profile_name: "b", record_session: true },
    ]);
  });

  it("inserts entries in sorted order and in the file's layout", () => {
    const connections = ["a", "c", "d", "f"].map((name) => live(`${name}.example`, "ops"));
    const entry = (name: string): string => `{ "domain": "${name}.example", "profile_name": "ops" }`;
    const before = `{\n\t"version": 1,\n\t"connections": [\n\t\t${entry("b")}, // b\n\t\t// e\n\t\t${entry("e")}\n\t]\n}\n`;
    const written = (name: string): string =>
      `{\n\t\t\t"domain": "${name}.example",\n\t\t\t"profile_name": "ops"\n\t\t}`;
    assert.equal(
      imported(before, connections).text,
      before
        .replace(
          `${entry("b")}, // b`,
          `${[written("a"), entry("b")].join(",\n\t\t")}, // b\n\t\t${written("c")},\n\t\t${written("d")},`,
        )
        .replace(entry("e"), [entry("e"), written("f")].join(",\n\t\t")),
    );
    assert.equal(
      imported("", connections.slice(0, 1)).text,
      `{\n  "version": 1,\n  "connections": [\n    {\n      "domain": "a.example",\n      "profile_name": "ops"\n    }\n  ]\n}\n`,
    );
  });

  it("writes entries that match their connections, regardless of the file's defaults", () => {
    const connections = [
      full,
      live("a.example", "ops"),
      live("b.example", "ops", { browser: { stealth: true, proxy: { id: "p1" } } }),
      live("c.example", "ops", { allowed_domains: ["sso.c.example"], login_url: "https://c.example/" }),
      live("d.example", "ops", { credential: { name: "shared" }, health_check_interval: 600 }),
      live("e.example", "ops", { record_session: undefined, browser: undefined }),
    ];
    for (const defaults of [
      { browser: { telemetry: { enabled: true } } },
      { browser: { telemetry: { enabled: false }, stealth: true } },
      { browser: { proxy: { mode: "default" } } },
      { browser: { proxy: { mode: "direct" }, stealth: false } },
      { browser: { proxy: { name: "office" } } },
      { login_url: "https://sso.example/", allowed_domains: ["sso.example"] },
      { login_url: "", allowed_domains: [] },
      { health_check_interval: 3600, record_session: true, save_credentials: false },
      { credential: { name: "shared" } },
    ]) {
      const { added, omitted: omissions, overridden, text } = imported(fileOf([], { defaults }), connections);
      const { problems, steps } = planned(text, { connections, ...lists });
      assert.deepEqual(problems, []);
      assert.deepEqual(
        column(steps, "kind"),
        added.map(() => "same"),
        JSON.stringify(defaults),
      );
      assert.equal(added.length + overridden.size, connections.length);
      assert.equal(omissions.size, 0);
    }
  });

  it("uses the file's indentation and keeps comments with their entries", () => {
    const entry = (name: string): string => `{ "domain": "${name}.example", "profile_name": "ops" }`;
    const connections = ["a", "c", "e"].map((name) => live(`${name}.example`, "ops"));
    for (const [unit, list, expected] of [
      [
        "    ",
        ["// First", `${entry("b")}, // b`, `${entry("d")} /* d */ // last`],
        ["<a>", "// First", "<b> // b", "<c>", "<d> /* d */ // last", "<e>"],
      ],
      [
        "\t",
        [`${entry("b")}, /* b`, `   more */`, "// d", `${entry("d")}, // last`],
        ["<a>", "<b> /* b", "more */", "<c>", "// d", "<d> // last", "<e>"],
      ],
      ["   ", [`${entry("b")} // b`, `, ${entry("d")}`], ["<a>", "<b> // b", "<c>", "<d>", "<e>"]],
      ["  ", [`${entry("b")}, ${entry("d")}`], ["<a>", "<b>", "<c>", "<d>", "<e>"]],
      ["  ", [`${entry("b")} /* b */, ${entry("d")} /* d */`], ["<a>", "<b>", "<c>", "<d>", "<e>"]],
    ] as const) {
      const before = [
        "{",
        `${unit}"version": 1,`,
        `${unit}"connections": [`,
        ...list.map((line) => unit + unit + line),
        `${unit}]`,
        "}",
        "",
      ].join("\n");
      const { text } = imported(before, connections);
      assert.deepEqual(parseConnectionFile(text).problems, [], text);
      const flat = text.replace(/\{\s*"domain": "(.)\.example",\s*"profile_name": "ops"\s*\}/g, "<$1>");
      const positions = expected.map((part) => flat.replaceAll(",", "").indexOf(part));
      assert.ok(
        positions.every((at, index) => at > (positions[index - 1] ?? -1)),
        text,
      );
      assert.ok(text.includes(`\n${unit}${unit}{\n${unit}${unit}${unit}"domain": "a.example",`), text);
    }
  });

  it("adds nothing if the file would be too large", () => {
    const login_url = `https://a.example/${"a".repeat(8_000)}`;
    const many = Array.from({ length: 700 }, (_, index) => live("a.example", `p${index}`, { login_url }));
    const result = importIntoFile("", many, { connections: many });
    assert.ok(result?.kind === "tooLarge");
    assert.equal(result.total, 700);
    const fitting = importIntoFile("", many.slice(0, result.fitting), { connections: many });
    assert.ok(fitting?.kind === "imported" && fitting.text.length <= 5 * 1024 * 1024);
    assert.equal(
      importIntoFile("", many.slice(0, result.fitting + 1), { connections: many })?.kind,
      "tooLarge",
    );
  });

  it("adds a thousand connections to a file with a thousand entries within two seconds", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => live("a.example", `p${index}`));
    const before = fileOf(many.map(({ profile_name }) => ({ domain: "b.example", profile_name })));
    const begin = process.cpuUsage();
    assert.equal(imported(before, many).added.length, 1_000);
    const { system, user } = process.cpuUsage(begin);
    // Inserting the entries one by one takes more than ten times as long.
    assert.ok(system + user < 2_000_000, `${system + user} µs`);
  });

  it("doesn't change a file with errors", () =>
    assert.equal(importIntoFile("{", [full], { connections: [full] }), undefined));
});

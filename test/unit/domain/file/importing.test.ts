import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { importInto } from "../../../../src/domain/file/importing.ts";
import { parseConnectionFile } from "../../../../src/domain/file/parse.ts";
import { isEmpty } from "../../../../src/domain/file/plan.ts";
import type { ServiceState } from "../../../../src/api/project.ts";
import { fileOf, live, planned } from "./support.ts";

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
  const done = importInto(text, connections, { connections, ...more });
  assert.ok(done);
  return done;
}

const entriesOf = (text: string): unknown => (JSON.parse(text) as { connections: unknown }).connections;

describe("adding connections to a file", () => {
  it("writes only what is no default, with names in place of ids", () => {
    const { text } = imported("", [full, live("a.example", "ops")]);
    assert.deepEqual(entriesOf(text), [
      { domain: "a.example", profile_name: "ops" },
      {
        domain: "bank.example",
        profile_name: "ops",
        credential: { provider: "vault", auto: true },
        login_url: "https://bank.example/login",
        allowed_domains: ["sso.bank.example"],
        record_session: true,
        health_check_interval: 7200,
        browser: {
          proxy: { name: "office" },
          stealth: false,
          telemetry: {
            enabled: true,
            browser: {
              ...{ control: { enabled: true }, connection: { enabled: true }, system: { enabled: true } },
              ...{ captcha: { enabled: true }, console: { enabled: true }, network: { enabled: false } },
              ...{
                page: { enabled: false },
                interaction: { enabled: false },
                screenshot: { enabled: false },
              },
            },
            export: { otlp: { destination: { name: "logs" } } },
          },
        },
      },
    ]);
  });

  it("makes a file whose plan is empty", () => {
    const connections = [full, live("a.example", "ops")];
    const { text } = imported("", connections);
    const plan = planned(text, { connections, ...lists });
    assert.deepEqual(plan.problems, []);
    assert.ok(isEmpty(plan));
  });

  it("keeps comments and entries, and stands in order of profile and domain", () => {
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
    assert.deepEqual(
      parseConnectionFile(text).connections.map(({ domain }) => domain),
      ["a.example", "m.example", "z.example"],
    );
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

  it("says what differs from the file's defaults, and nothing that they say", () => {
    const before = fileOf([], {
      defaults: {
        login_url: "https://sso.example/",
        record_session: true,
        browser: { proxy: { name: "office" } },
      },
    });
    const { text } = imported(before, [
      live("a.example", "ops"),
      live("b.example", "ops", {
        login_url: "https://sso.example/",
        record_session: true,
        browser: { stealth: true, proxy: { id: "p1" } },
      }),
    ]);
    assert.deepEqual(entriesOf(text), [
      {
        domain: "a.example",
        profile_name: "ops",
        login_url: "",
        record_session: false,
        browser: { proxy: { mode: "default" } },
      },
      { domain: "b.example", profile_name: "ops" },
    ]);
  });

  it("names what a file can't say, and what can't stand in one", () => {
    const before = fileOf([], { defaults: { credential: { name: "shared" } } });
    const none = live("a.example", "ops");
    const broken = live("not a domain", "ops");
    const { left, unwritable } = imported(before, [none, broken]);
    assert.deepEqual([...left], [[none, ["credential"]]]);
    assert.deepEqual(unwritable, [broken]);
  });

  it("leaves a file with errors alone", () => {
    assert.equal(importInto("{", [full], { connections: [full] }), undefined);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  allowedIn,
  allowDomain,
  fixProblem,
  namePositionAt,
  outlineFile,
  refusedDomains,
} from "../../../../src/domain/file/writing.ts";
import type { ServiceState } from "../../../../src/api/projectReading.ts";
import { fileOf, live, planned } from "./support.ts";
import { columns } from "../../../support/rows.ts";

const bank = { domain: "bank.example", profile_name: "ops" };

/** Returns the text after allowing one more domain in the first entry. */
function allowed(text: string, reported: readonly string[] = []): string | undefined {
  const edit = allowDomain(text, 0, { allowed_domains: [...reported] }, "id.example");
  return edit && text.slice(0, edit.offset) + edit.content + text.slice(edit.offset + edit.length);
}

describe("a connection file that is being edited", () => {
  it("has an outline of entries with a domain and profile despite syntax errors", () => {
    const text = `{ "connections": [ { "profile_name": "ops" }, { "domain": "a.example", "profile_name": "ops", "what": }, 7 `;
    assert.deepEqual(columns(outlineFile(text).entries, "domain", "profile_name", "index"), [
      ["a.example", "ops", 1],
    ]);
    for (const input of ["", "[]", "{", "7", "[".repeat(100_000)])
      assert.deepEqual(outlineFile(input), {
        entries: [],
        isComplete: false,
        list: undefined,
        project: undefined,
      });
  });

  it("offers name completion inside quotes or for a missing value", () => {
    const text = `{ "connections": [{ "credential": { "name": "one" } }] }`;
    const at = (part: string, add = 0): object | undefined => namePositionAt(text, text.indexOf(part) + add);
    const range = { offset: text.indexOf('"one"'), length: 5 };
    assert.deepEqual(at('one"'), { kind: "credentials", range });
    assert.deepEqual(at('"one"', 5), { kind: "credentials", range });
    assert.equal(at('"name"', 3), undefined);
    assert.equal(namePositionAt(`{ "credential": { "name": `, 26)?.kind, "credentials");
    assert.equal(namePositionAt(`{ "connections": [{ "domain": "`, 31)?.kind, "domains");
    assert.equal(namePositionAt(`{ "connections": [{ "login_url": "`, 34), undefined);
  });
});

it("outlineFile returns no entries if brackets are nested too deeply", () => {
  for (let depth = 1_000; depth <= 64_000; depth += 1_000) {
    const lists = "[".repeat(depth) + "]".repeat(depth);
    namePositionAt(lists, depth);
    allowedIn(`{"connections":[{"allowed_domains":${lists}}]}`, 0);
  }
  assert.deepEqual(outlineFile("[".repeat(64_000)).entries, []);
});

describe("allowDomain", () => {
  it("adds the domain to the entry's list", () => {
    assert.equal(
      allowed(`{ "connections": [{ "allowed_domains": [/* own */] }] }`),
      `{ "connections": [{ "allowed_domains": ["id.example"/* own */] }] }`,
    );
    assert.equal(
      allowed(`{ "connections": [{ "allowed_domains": [ "a.example" /* own */, ] }] }`),
      `{ "connections": [{ "allowed_domains": [ "a.example", "id.example" /* own */, ] }] }`,
    );
  });

  it("copies the list from the defaults or, without defaults, from the service", () => {
    const added = (text: string): unknown => /"allowed_domains": (\[[^\]]*\]) ?\}\]/.exec(text)?.[1];
    const entry = `"connections": [{ "domain": "bank.example" }]`;
    const lines = fileOf([bank]);
    assert.equal(allowed(lines), lines.replace('"ops"', '"ops",\n      "allowed_domains": ["id.example"]'));
    assert.equal(added(allowed(`{ ${entry} }`) ?? ""), '["id.example"]');
    assert.equal(added(allowed(`{ ${entry} }`, ["a.example"]) ?? ""), '["a.example", "id.example"]');
    assert.equal(
      added(allowed(`{ "defaults": { "allowed_domains": ["b.example"] }, ${entry} }`, ["a.example"]) ?? ""),
      '["b.example", "id.example"]',
    );
  });
});

it("allowedIn returns an entry's allowed domains, or else the file's defaults", () => {
  const defaults = { allowed_domains: ["b.example"] };
  const text = fileOf([{ ...bank, allowed_domains: ["a.example", 7] }, bank], { defaults });
  assert.deepEqual([allowedIn(text, 0), allowedIn(text, 1)], [["a.example"], ["b.example"]]);
  assert.equal(allowedIn(fileOf([bank]), 0), undefined);
});

describe("fixProblem", () => {
  const service = {
    connections: [],
    entitlements: { features: {}, limits: {}, plan: {} },
    providers: [{ id: "v1", name: "vault" }],
  };
  const fixed = (entry: object, more: Partial<ServiceState> = {}): string => {
    const text = fileOf([{ ...bank, ...entry }]);
    const [problem] = planned(text, { ...service, ...more }).problems;
    const edit = problem && fixProblem(text, problem);
    assert.ok(edit, problem?.code);
    const after = text.slice(0, edit.offset) + edit.content + text.slice(edit.offset + edit.length);
    return after.replace(/\s+/g, " ");
  };

  it("replaces only the misspelled name", () => {
    const credential = { path: "valt/item", provider: "valt" };
    assert.match(fixed({ credential }), /"path": "valt\/item", "provider": "vault"/);
    const called = { auto: true, provider: "provider" };
    const providers = [{ id: "v1", name: "providers" }];
    assert.match(fixed({ credential: called }, { providers }), /"auto": true, "provider": "providers"/);
  });

  for (const [bound, at] of [
    ["min", 1_200],
    ["max", 3_600],
  ] as const)
    it(`replaces an interval outside the plan's limits with the limit: ${bound}`, () => {
      const managed_auth = { enabled: true, [`health_check_interval_${bound}_seconds`]: at };
      const entitlements = { features: { managed_auth }, limits: {}, plan: {} };
      const wrong = { health_check_interval: bound === "min" ? 600 : 7_200 };
      assert.match(fixed(wrong, { entitlements }), new RegExp(`"health_check_interval": ${at} `));
    });
});

describe("refusedDomains", () => {
  const failed = (error_message: string, more: object = {}): readonly string[] =>
    refusedDomains(
      live("www.bank.example", "ops", {
        flow_status: "FAILED",
        error_code: "domain_not_allowed",
        error_message,
        ...more,
      }),
      ["*.sso.example"],
    );

  it("returns the domains that a failed login's message lists as not allowed", () => {
    assert.deepEqual(
      failed(
        "It led from login.bank.example by a.sso.example to https://ID.other.example/x?y, then id.other.example.",
      ),
      ["id.other.example"],
    );
    assert.deepEqual(failed("No domain. At all"), []);
  });

  it("returns no domains unless the login failed with domain_not_allowed", () => {
    assert.deepEqual(failed("id.other.example", { error_code: "website_error" }), []);
    assert.deepEqual(failed("id.other.example", { flow_status: "SUCCESS" }), []);
  });
});

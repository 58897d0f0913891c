import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createRequestOf,
  proxyCourse,
  proxySteps,
  suggestedName,
  withCountry,
  withType,
  withUsername,
} from "../../../../src/domain/proxies/draft.ts";
import type { ProxyDraft } from "../../../../src/domain/proxies/draft.ts";

const mine: ProxyDraft = {
  type: "custom",
  host: "proxy.example",
  port: 80,
  protocol: "https",
  username: "u",
  password: "12345",
  certificates: { file: "ca.pem", pem: "PEM" },
  bypass: [],
  name: "",
};

describe("the questions about a proxy", () => {
  for (const [what, draft, steps] of [
    ["whose type is open", {}, []],
    ["of the service", { type: "isp" }, ["country"]],
    ["somewhere in a country", { type: "mobile", country: "FR" }, ["country", "place"]],
    ["anywhere", { type: "residential", country: "" }, ["country"]],
    ["of one's own", mine, ["host", "port", "protocol", "username", "password", "certificates"]],
    [
      "of one's own by http",
      { ...mine, protocol: "http" },
      ["host", "port", "protocol", "username", "password"],
    ],
    ["without a user", { ...mine, username: "" }, ["host", "port", "protocol", "username", "certificates"]],
  ] as const) {
    it(`are these of one ${what}`, () => {
      assert.deepEqual(proxySteps(draft), ["type", ...steps, "bypass", "name", "review"]);
    });
  }

  it("lead from an edit to what it leaves open, then to the review", () => {
    const edit = { step: "type", editing: "type" } as const;
    const next = { kind: "next" } as const;
    assert.deepEqual(proxyCourse.move(edit, { ...mine, type: "isp" }, next), {
      step: "country",
      editing: "type",
    });
    assert.deepEqual(proxyCourse.move(edit, mine, next), { step: "review" });
    assert.deepEqual(proxyCourse.move(edit, { type: "isp" }, { kind: "back" }), { step: "review" });
  });
});

describe("a proxy to create", () => {
  it("is nothing while an answer is missing", () => {
    for (const key of Object.keys(mine))
      assert.equal(
        createRequestOf(Object.fromEntries(Object.entries(mine).filter(([one]) => one !== key))),
        undefined,
        key,
      );
  });

  it("sends no certificates by http, and no password without a user", () => {
    const config = { host: "proxy.example", port: 80 };
    assert.deepEqual(createRequestOf({ ...mine, protocol: "http", username: "" }), {
      type: "custom",
      protocol: "http",
      config,
    });
    assert.deepEqual(createRequestOf({ ...mine, username: "" })?.config, { ...config, ca_bundle: "PEM" });
  });

  it("sends of a place what the type has", () => {
    const place = { state: "CA", city: "oakland", zip: "94103", asn: "AS1" };
    const draft = { country: "US", place, bypass: ["a.example"], name: "n" };
    assert.deepEqual(createRequestOf({ ...draft, type: "residential" }), {
      type: "residential",
      name: "n",
      bypass_hosts: ["a.example"],
      config: { country: "US", ...place },
    });
    assert.deepEqual(createRequestOf({ ...draft, type: "mobile" })?.config, {
      country: "US",
      state: "CA",
      city: "oakland",
    });
    assert.deepEqual(createRequestOf({ ...draft, type: "isp" })?.config, { country: "US" });
  });

  it("forgets what belongs to another answer", () => {
    const draft = {
      type: "residential",
      country: "US",
      place: { zip: "94103" },
      username: "u",
      password: "12345",
    } as const;
    assert.equal(withCountry(draft, "DE").place, undefined);
    assert.deepEqual(withCountry(draft, "US").place, { zip: "94103" });
    assert.equal(withType(draft, "mobile").place, undefined);
    assert.deepEqual(withType(draft, "residential").place, { zip: "94103" });
    assert.equal(withUsername(draft, "v").password, undefined);
    assert.equal(withUsername(draft, "u").password, "12345");
  });

  it("has a name to begin with", () => {
    assert.deepEqual(
      [
        suggestedName({ type: "residential", country: "DE" }),
        suggestedName({ type: "isp", country: "" }),
        suggestedName({ type: "custom", host: "egress.corp.example" }),
        suggestedName({ type: "custom", host: "192.0.2.1" }),
        suggestedName({ type: "custom", host: "2001:db8::1" }),
      ],
      ["de-residential", "isp", "egress", "custom", "custom"],
    );
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ProxyResource } from "../../../../src/api/resourceSchemas.ts";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import type { FieldModels } from "../../../../src/domain/resources/resourceModel.ts";
import {
  creatableFields,
  createRequest,
  withAnswer,
} from "../../../../src/domain/resources/fieldRequests.ts";
import { proxyModel, suggestedName, type ProxyValues } from "../../../../src/domain/resources/proxies.ts";

type Answers = Partial<ProxyValues>;
const fields: FieldModels<ProxyResource, ProxyValues> = proxyModel.fields;

const mine: ProxyValues = {
  type: "custom",
  country: "",
  place: {},
  host: "proxy.example",
  port: 80,
  protocol: "https",
  username: "u",
  password: "12345",
  certificates: { file: "ca.pem", pem: "PEM" },
  bypass: [],
  name: "",
};

describe("the questions for creating a proxy", () => {
  for (const [kind, answers, questions] of [
    ["without a type", {}, ["country"]],
    ["of the service without a country", { type: "isp" }, ["country"]],
    ["in a country", { type: "mobile", country: "FR" }, ["country", "place"]],
    ["in any country", { type: "residential", country: "" }, ["country"]],
    ["of the user", mine, ["host", "port", "protocol", "username", "password", "certificates"]],
    [
      "of the user over http",
      { ...mine, protocol: "http" },
      ["host", "port", "protocol", "username", "password"],
    ],
    [
      "without a user name",
      { ...mine, username: "" },
      ["host", "port", "protocol", "username", "certificates"],
    ],
  ] as const)
    it(`include only relevant questions for a proxy ${kind}`, () =>
      assert.deepEqual(creatableFields(fields, answers), ["type", ...questions, "bypass", "name"]));
});

describe("proxyModel.usedBy", () => {
  const using = (proxy?: { id?: string; name?: string }): ManagedAuth => ({
    id: JSON.stringify(proxy ?? "none"),
    ...(proxy && { browser: { proxy } }),
  });
  const connections = [
    using({ id: "p1" }),
    using({ id: "p1", name: "other" }),
    using({ id: "p2", name: "office" }),
    using({ name: "office" }),
    using({ name: "other" }),
    using({}),
    using(),
  ];
  const usedBy = (proxy: ProxyResource): readonly string[] =>
    proxyModel.usedBy(proxy, connections).map(({ id }) => id);

  it("finds connections by ID, or by name if they have no ID", () => {
    const byId = ['{"id":"p1"}', '{"id":"p1","name":"other"}'];
    assert.deepEqual(usedBy({ id: "p1", name: "office", type: "isp" }), [...byId, '{"name":"office"}']);
    assert.deepEqual(usedBy({ id: "p1", type: "isp" }), byId, "without a name");
  });
});

describe("the request to create a proxy", () => {
  it("is undefined while an answer is missing", () => {
    for (const key of creatableFields(fields, mine))
      assert.equal(
        createRequest(proxyModel, Object.fromEntries(Object.entries(mine).filter(([one]) => one !== key))),
        undefined,
        key,
      );
  });

  it("omits certificates over HTTP and a password without a user", () => {
    const config = { host: "proxy.example", port: 80 };
    assert.deepEqual(createRequest(proxyModel, { ...mine, protocol: "http", username: "" }), {
      type: "custom",
      protocol: "http",
      config,
    });
    assert.deepEqual(createRequest(proxyModel, { ...mine, username: "" }), {
      type: "custom",
      protocol: "https",
      config: { ...config, ca_bundle: "PEM" },
    });
    assert.deepEqual(
      createRequest(proxyModel, { ...mine, username: "", certificates: { file: "", pem: "" } }),
      { type: "custom", protocol: "https", config },
      "where public certificates are enough",
    );
  });

  it("omits answers that apply only to another proxy type", () => {
    const place = { state: "CA", city: "oakland" };
    const answers = { ...mine, country: "US", place, bypass: ["a.example"], name: "n" };
    assert.deepEqual(createRequest(proxyModel, { ...answers, type: "residential" }), {
      type: "residential",
      name: "n",
      bypass_hosts: ["a.example"],
      config: { country: "US", ...place },
    });
    assert.deepEqual(createRequest(proxyModel, { ...answers, type: "isp", bypass: [], name: "" }), {
      type: "isp",
      config: { country: "US" },
    });
  });

  it("omits an answer after the user changes the answer it depends on", () => {
    const answers: Answers = {
      type: "residential",
      country: "US",
      place: { zip: "94103" },
      username: "u",
      password: "12345",
    };
    assert.equal(withAnswer(fields, answers, "country", "DE").place, undefined);
    assert.deepEqual(withAnswer(fields, answers, "country", "US").place, { zip: "94103" });
    assert.equal(withAnswer(fields, answers, "type", "mobile").place, undefined);
    assert.deepEqual(withAnswer(fields, answers, "type", "residential").place, { zip: "94103" });
    assert.equal(withAnswer(fields, answers, "username", "v").password, undefined);
    assert.equal(withAnswer(fields, answers, "username", "u").password, "12345");
  });

  it("gets a suggested name based on the proxy's country, type or host", () =>
    assert.deepEqual(
      [
        suggestedName({ type: "residential", country: "DE" }),
        suggestedName({ type: "isp", country: "" }),
        suggestedName({ type: "custom", host: "egress.corp.example" }),
        suggestedName({ type: "custom", host: "192.0.2.1" }),
        suggestedName({ type: "custom", host: "2001:db8::1" }),
      ],
      ["de-residential", "isp", "egress", "custom", "custom"],
    ));
});

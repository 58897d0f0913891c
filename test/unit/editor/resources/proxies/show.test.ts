import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ProxyResource } from "../../../../../src/api/resourceSchemas.ts";
import { listResources } from "../../../../../src/editor/resourceEngine/commands.ts";
import { showResource } from "../../../../../src/editor/resourceEngine/read.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { customProxy, paris, setUpProxies, connectionUsing } from "./scene.ts";

beforeEach(reset);

describe("a proxy's page", () => {
  it("shows the proxy's type, location, status and connections", async (context) => {
    const at = await setUpProxies(context);
    at.wire.serve("GET /auth/connections", 200, [
      connectionUsing({ id: "proxy_1" }),
      connectionUsing({ name: "paris" }, "ma_2", "shop.example"),
      connectionUsing({ id: "proxy_2" }, "ma_3", "other.example"),
      { id: "ma_4", domain: "old.example", profile_name: "work", proxy_id: "proxy_1" },
    ]);
    await showResource(at.resource, at.parts, { id: "proxy_1" });
    const { card, tab } = at.result();
    const text = cardText(card);
    for (const words of [
      ...["paris", "Datacenter", "France (FR)", "Available", "Nov 20, 2026", "192.0.2.10", "HTTPS"],
      ...["intranet.example", "proxy_1", "bank.example", "shop.example", "old.example"],
    ])
      assert.ok(text.includes(words), `${words} is missing in\n${text}`);
    assert.doesNotMatch(text, /other\.example/);
    assert.deepEqual(tab, { icon: "globe", title: "paris" });
  });

  it("shows that a password is set, but not the password", async (context) => {
    const at = await setUpProxies(context);
    await showResource(at.resource, at.parts, { id: "proxy_2" });
    const text = cardText(at.result().card);
    for (const words of ["proxy.corp.example", "3128", "browser", "Set, never shown", "Not used yet."])
      assert.ok(text.includes(words), `${words} is missing in\n${text}`);
    assert.match(text, /Password\W+Set, never shown/);
    assert.match(text, /Your own certificates\W+Set, never shown/);
    await at.assertNowhere("s3cret-password");
  });

  it("omits unknown response fields", () => {
    assert.doesNotMatch(JSON.stringify(ProxyResource.parse({ ...customProxy, secret: "s3cret" })), /s3cret/);
  });

  it("doesn't store the user name", async (context) => {
    const at = await setUpProxies(context);
    await showResource(at.resource, at.parts, { id: "proxy_2" });
    const result = at.result();
    await at.results.save(result);
    assert.doesNotMatch(JSON.stringify(await at.results.load(result.card.id)), /"browser"/);
  });

  for (const [description, more, words] of [
    ["no check", { last_checked: undefined }, "None"],
    ["no status", { status: undefined }, "Not reported"],
    ["an unknown status", { status: "degraded" }, "degraded"],
    ["an unknown type", { type: "satellite" }, "Satellite"],
    ["an unknown country", { config: { country: "moon" } }, "moon"],
    [
      "every part of a location",
      { config: { country: "US", state: "CA", zip: "94103", asn: "AS1" } },
      "CA, ZIP code: 94103, AS1, United States (US)",
    ],
    [
      "only an ID",
      { ...Object.fromEntries(Object.keys(paris).map((key) => [key, undefined])), id: "proxy_1" },
      "proxy_1",
    ],
  ] as const)
    it(`shows "${words}" for a proxy with ${description}`, async (context) => {
      const at = await setUpProxies(context);
      at.wire.serve("GET /proxies/proxy_1", 200, { ...paris, ...more });
      await showResource(at.resource, at.parts, { id: "proxy_1" });
      const text = cardText(at.result().card);
      assert.ok(text.includes(words), text);
    });
});

describe("the list of proxies", () => {
  it("is initially filtered by the name passed to the command", async (context) => {
    const at = await setUpProxies(context);
    const showing = listResources(at.resource, at.parts, "paris");
    const pick = await at.list();
    assert.equal(pick.value, "paris");
    pick.escape();
    await showing;
  });
});

// Scene of the proxy tests, with a signed-in account, a scripted service and a record of everything shown.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { proxies } from "../../../../../src/editor/resources/proxies/proxies.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";

export const paris = {
  id: "proxy_1",
  name: "paris",
  type: "datacenter",
  status: "available",
  protocol: "https",
  last_checked: "2026-11-20T10:00:00.000Z",
  ip_address: "192.0.2.10",
  bypass_hosts: ["intranet.example"],
  config: { country: "FR" },
};

export const customProxy = {
  id: "proxy_2",
  name: "mine",
  type: "custom",
  status: "available",
  protocol: "https",
  config: {
    host: "proxy.corp.example",
    port: 3128,
    username: "browser",
    has_password: true,
    has_ca_bundle: true,
    // A real service never returns the password. Pages must drop it.
    password: "s3cret-password",
  },
};

/** Returns a connection that uses the proxy. */
export const connectionUsing = (proxy: object, id = "ma_1", domain = "bank.example"): object => ({
  id,
  domain,
  profile_name: "work",
  browser: { proxy },
});

export async function setUpProxies(context: TestContext) {
  const fixture = await resourceFixture(context);
  const { kept, shown } = fixture;
  // The last matching prefix wins, so longer prefixes come after shorter ones.
  fixture.wire.serve("GET /auth/connections", 200, []);
  fixture.wire.serve("GET /proxies", 200, [paris, customProxy]);
  fixture.wire.serve("GET /proxies/proxy_1", 200, paris);
  fixture.wire.serve("GET /proxies/proxy_2", 200, customProxy);
  return {
    ...fixture,
    resource: proxies(fixture.parts),
    /** Returns the only result that was shown or stored. */
    result: (): CommandResult => {
      const [only, ...others] = [...shown, ...kept];
      assert.ok(only !== undefined && others.length === 0, `${others.length + 1} results`);
      return only;
    },
  };
}

export type Scene = Awaited<ReturnType<typeof setUpProxies>>;

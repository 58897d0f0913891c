// Checks that validating a client's text takes time proportional to its length, because one request must not block
// the others.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import { SandboxStore } from "../../../../src/sandbox/db/store.ts";
import { startServer } from "../../../../src/sandbox/http/server.ts";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import { bindRoutes } from "../../../../src/sandbox/resources/resource.ts";
import { send, token, type Call } from "../support.ts";

const repeated = (part: string): string => part.repeat(Math.ceil(100_000 / Buffer.byteLength(part)));

/**
 * Texts that make vulnerable regular expressions backtrack: long runs of characters with an end that doesn't match.
 */
const hostileTexts: readonly string[] = [
  `${repeated("=")}x`,
  `A${repeated("=")}x`,
  `${repeated(" ")}|`,
  `|${repeated(" ")}|`,
  `${repeated("-")}|`,
  `${repeated("a.")}|`,
  `https://${repeated("a")}|`,
  `https://${repeated("a@")}|`,
  `https://${repeated("%41")}|`,
  `https://a.example/${repeated("a")}|`,
  `https://a.example/${repeated("/")}|`,
  `https://a.example/v1/logs${repeated("/")}x`,
  `a:${repeated("a")}|`,
  `AS1${repeated("0")}x`,
  repeated("\u0301\u0316"),
  repeated("-----BEGIN "),
  `-----BEGIN CERTIFICATE-----${repeated("A")}`,
];

const json = (method: string, path: string, body: object): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});
const connection = (more: object): Call =>
  json("POST", "/auth/connections", { domain: "a.example", profile_name: "p", ...more });
const helpdesk = "/auth/connections/ma_sandboxhelpdesk";
const credential = (more: object): Call =>
  json("POST", "/credentials", { name: "n", domain: "a.example", values: { password: "x" }, ...more });
const proxy = (type: string, config: object, more: object = {}): Call =>
  json("POST", "/proxies", { type, config, ...more });
const customProxy = (config: object): Call => proxy("custom", { host: "a.example", port: 1, ...config });
const destination = (more: object): Call =>
  json("POST", "/telemetry/destinations", { name: "n", endpoint: "https://a.example", ...more });
const exported = (reference: object): object => ({
  browser: { telemetry: { enabled: true, export: { otlp: { destination: reference } } } },
});
const form = (path: string, fields: Readonly<Record<string, string>>): Call => ({
  method: "POST",
  path,
  // Forms are limited to 64 KiB.
  body: new URLSearchParams(fields).toString().slice(0, 60_000),
  headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Dest": "document" },
});

/** A request for every field in which a client can send text. */
const places: Readonly<Record<string, (text: string) => Call>> = {
  "a connection's domain": (text) => connection({ domain: text }),
  "a connection's profile": (text) => connection({ profile_name: text }),
  "an allowed domain": (text) => connection({ allowed_domains: [text] }),
  "a login page": (text) => connection({ login_url: text }),
  "a changed login page": (text) => json("PATCH", helpdesk, { login_url: text }),
  "a credential that is used": (text) => connection({ credential: { name: text } }),
  "a provider that is used": (text) => connection({ credential: { provider: text, path: text } }),
  "a proxy that is used": (text) => connection({ browser: { proxy: { name: text } } }),
  "a destination that is used": (text) => connection(exported({ name: text })),
  "the id of a destination": (text) => connection(exported({ id: text })),
  "an interaction ID": (text) =>
    json("POST", `${helpdesk}/submit`, { interaction_id: text, selected_choice_id: text }),
  "a value that is entered": (text) =>
    json("POST", `${helpdesk}/submit`, { interaction_id: "i", field_values: { field_code: text } }),
  "a filled field": (text) => json("POST", `${helpdesk}/submit`, { fields: { [text]: text } }),
  "a button": (text) => json("POST", `${helpdesk}/submit`, { sso_button_selector: text }),
  "a credential's name": (text) => credential({ name: text }),
  "a credential's domain": (text) => credential({ domain: text }),
  "a credential's value": (text) => credential({ values: { [text]: text } }),
  "a credential's TOTP secret": (text) => credential({ totp_secret: text }),
  "a changed TOTP secret": (text) => json("PATCH", "/credentials/github-bot", { totp_secret: text }),
  "a value to remove": (text) => json("PATCH", "/credentials/github-bot", { remove_value_keys: [text] }),
  "a credential's SSO provider": (text) => credential({ sso_provider: text }),
  "a proxy's name": (text) => proxy("isp", {}, { name: text }),
  "a proxy's changed name": (text) => json("PATCH", "/proxies/proxy_sandboxown", { name: text }),
  "a proxy's bypass host": (text) => proxy("isp", {}, { bypass_hosts: [text] }),
  "a country": (text) => proxy("isp", { country: text }),
  "a state": (text) => proxy("residential", { country: "US", state: text }),
  "a city": (text) => proxy("residential", { country: "US", city: text }),
  "a ZIP code": (text) => proxy("residential", { country: "US", zip: text }),
  "a network": (text) => proxy("residential", { country: "US", asn: text }),
  "a proxy's host": (text) => customProxy({ host: text }),
  "a proxy's user": (text) => customProxy({ username: text, password: text }),
  certificates: (text) => customProxy({ ca_bundle: text }),
  "an address to check": (text) => json("POST", "/proxies/proxy_sandboxown/check", { url: text }),
  "a destination's name": (text) => destination({ name: text }),
  "an endpoint": (text) => destination({ endpoint: text }),
  "a description": (text) => destination({ description: text }),
  "a header": (text) => destination({ headers: { [text]: text } }),
  "a provider": (text) =>
    json("POST", "/org/credential_providers", { provider_type: "onepassword", name: text, token: text }),
  "a project": (text) => json("POST", "/org/projects", { name: text }),
  "a profile": (text) => json("POST", "/profiles", { name: text }),
  "a profile's changed name": (text) => json("PATCH", "/profiles/research", { name: text }),
  "a link's code": (text) => form("/login/ma_sandboxhelpdesk", { code: text, success_url: text }),
  "a page's secret": (text) => form("/login/ma_sandboxhelpdesk/step", { page: text }),
  "a searched name": (text) => ({
    method: "GET",
    path: `/profiles?name=${encodeURIComponent(text.slice(0, 1500))}&query=${encodeURIComponent(text.slice(-1000))}`,
  }),
  "a path": (text) => ({ method: "GET", path: `/profiles/${encodeURIComponent(text.slice(0, 2500))}` }),
};

/**
 * Maximum ratio to the time of a harmless text that still counts as linear. Quadratic time would be a thousand times
 * this limit.
 */
const factor = 60;

let port: number;
let linear: number;
let close: () => Promise<void>;

/** Returns the CPU time of a request, in microseconds. */
async function cost(call: Call): Promise<number> {
  const usageBefore = process.cpuUsage();
  const { status, text } = await send(port, call);
  const { user, system } = process.cpuUsage(usageBefore);
  assert.ok(status < 500, text);
  return user + system;
}

describe("validating text from clients", () => {
  before(async () => {
    const store = new SandboxStore(
      openDatabase(":memory:", sandboxResources, 0).db,
      sandboxResources,
      Date.now(),
    );
    const routes = bindRoutes(store, sandboxResources);
    const server = await startServer({ routes, instanceId: "i", token, port: 0, onFault: () => undefined });
    ({ port } = server.identity);
    close = async () => {
      await server.close();
      store.close();
    };
    const harmless = json("POST", "/profiles", { name: repeated("a") });
    const costs: number[] = [];
    for (let time = 0; time < 9; time++) costs.push(await cost(harmless));
    linear = costs.sort((a, b) => a - b)[4] ?? 0;
  });

  after(() => close());

  for (const [place, callOf] of Object.entries(places))
    it(`takes time proportional to the text's length: ${place}`, async () => {
      for (const text of hostileTexts) {
        const time = await cost(callOf(text));
        const beginning = JSON.stringify(text.slice(0, 40));
        assert.ok(time < factor * linear, `${beginning}… took ${time} µs, and ${linear} a harmless one`);
      }
    });
});

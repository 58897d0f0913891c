// Tests each rule of interface.md §2 and §4.1 for create requests, with a request that breaks only this rule and a
// similar valid one.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { book, create, objectOf, send, startedSandbox } from "../../support.ts";

const destination = `{"destination":{"id":"otlp_sandboxfree"}}`;
const allDefaultsOff = `"control":{"enabled":false},"connection":{"enabled":false},"system":{"enabled":false},"captcha":{"enabled":false}`;

const telemetry = (fields: string): string => `"browser":{"telemetry":{${fields}}}`;
const exported = (fields: string): string => telemetry(`"export":{"otlp":{${fields}}}`);
const exportedTo = (fields: string): string => exported(`"destination":{${fields}}`);
const category = (fields: string): string => telemetry(`"browser":{${fields}}`);
const proxy = (fields: string): string => `"browser":{"proxy":{${fields}}}`;
const credential = (fields: string): string => `"credential":{${fields}}`;
const login = (url: string): string => `"login_url":"${url}"`;
const required = `"domain":"a.example","profile_name":"p"`;
const named = `"name":"github-bot"`;
const paris = `"id":"proxy_sandboxparis"`;
const parisByName = `"name":"paris-datacenter"`;
const byPath = credential(`"provider":"onepassword","path":"Vault/Item"`);
const byDomain = credential(`"provider":"onepassword","auto":true`);

/** [rule, refused, accepted]: fields besides `domain` and `profile_name`. */
const table: readonly (readonly [string, string, string])[] = [
  ["§4.1 the request has no other properties", `"color":"red"`, `"auto_reauth":true`],
  ["§4.1 the request has no __proto__ property", `"__proto__":{}`, `"auto_reauth":false`],
  ["§4.1 the request has no response fields", `"id":"ma_1"`, `"record_session":true`],
  ["allowed_domains is an array", `"allowed_domains":"a.example"`, `"allowed_domains":["a.example"]`],
  ["allowed_domains holds strings", `"allowed_domains":[1]`, `"allowed_domains":[]`],
  ["allowed_domains is not null", `"allowed_domains":null`, `"allowed_domains":["*.a.example"]`],
  ["auto_reauth is boolean", `"auto_reauth":"true"`, `"auto_reauth":true`],
  ["auto_reauth is not null", `"auto_reauth":null`, `"auto_reauth":true`],
  ["health_checks is boolean", `"health_checks":1`, `"health_checks":false`],
  ["record_session is boolean", `"record_session":0`, `"record_session":false`],
  ["save_credentials is boolean", `"save_credentials":"no"`, `"save_credentials":false`],
  ["health_check_interval ≤ 86400", `"health_check_interval":86401`, `"health_check_interval":86400`],
  ["health_check_interval ≥ 300", `"health_check_interval":299`, `"health_check_interval":300`],
  ["health_check_interval is whole", `"health_check_interval":3600.5`, `"health_check_interval":3600.0`],
  ["health_check_interval is a number", `"health_check_interval":"3600"`, `"health_check_interval":3600`],
  ["health_check_interval is not null", `"health_check_interval":null`, `"health_check_interval":3600`],
  ["login_url is a URI", login(`shop.example/login`), login(`https://shop.example/login`)],
  ["login_url has no blanks", login(` https://a.example`), login(`https://a.example/?q=%20`)],
  ["login_url has no braces", login(`https://a.example/{id}`), login(`https://a.example/%7Bid%7D`)],
  ["login_url escapes whole bytes", login(`https://a.example/%zz`), login(`https://a.example/%ff`)],
  ["login_url has one fragment", login(`https://a.example/#/a#b`), login(`https://a.example/#/a?b`)],
  ["login_url has a host", login(`https://`), login(`https://user:x@[::1]:8443/`)],
  ["login_url has no bare brackets", login(`https://a.example/[1]`), login(`mailto:a@a.example`)],
  ["login_url has no bars", login(`https://a.example/?a|b`), login(`https://a.example/?a=b&c/d?`)],
  ["login_url is not empty", login(``), login(`http://a.example`)],
  ["§2.2 browser is an object", `"browser":"chrome"`, `"browser":{}`],
  ["§2.2 browser is not null", `"browser":null`, `"browser":{}`],
  ["§2.2 browser has no other properties", `"browser":{"headless":true}`, `"browser":{"stealth":true}`],
  ["§2.2 stealth is boolean", `"browser":{"stealth":null}`, `"browser":{"stealth":false}`],
  ["§2.2 telemetry may be null", `"browser":{"telemetry":5}`, `"browser":{"telemetry":null}`],
  ["§2.3 proxy is not empty", proxy(``), proxy(`"mode":"default"`)],
  ["§2.3 proxy has only one form", proxy(`"mode":"direct",${paris}`), proxy(paris)],
  ["§2.3 not two of one proxy", proxy(`${paris},${parisByName}`), proxy(parisByName)],
  ["§2.3 proxy has a known mode", proxy(`"mode":"none"`), proxy(`"mode":"direct"`)],
  ["§2.3 the proxy's id is not empty", proxy(`"id":""`), proxy(paris)],
  ["§2.3 the proxy's name is not empty", proxy(`"name":""`), proxy(parisByName)],
  ["§2.3 proxy has no other properties", proxy(`"mode":"direct","country":"FR"`), proxy(`"mode":"direct"`)],
  ["§2.3 proxy is not null", `"browser":{"proxy":null}`, proxy(`"mode":"direct"`)],
  ["§2.4 the deprecated proxy is not empty", `"proxy":{}`, `"proxy":{${paris}}`],
  ["§2.4 not both", `"proxy":{${paris},${parisByName}}`, `"proxy":{${parisByName}}`],
  ["§2.4 the deprecated proxy has no mode", `"proxy":{"mode":"direct"}`, `"proxy":{${parisByName}}`],
  ["§2.5 credential is not empty", credential(``), credential(named)],
  [
    "§2.5 credential has no provider if it has a name",
    credential(`${named},"provider":"onepassword"`),
    credential(named),
  ],
  ["§2.5 credential has no auto if it has a name", credential(`${named},"auto":true`), credential(named)],
  ["§2.5 credential has a path or auto if it has a provider", credential(`"provider":"onepassword"`), byPath],
  ["§2.5 credential has a provider if it has a path", credential(`"path":"Vault/Item"`), byPath],
  [
    "§2.5 not path and auto",
    credential(`"provider":"onepassword","path":"Vault/Item","auto":true`),
    byDomain,
  ],
  ["§2.5 auto is true", credential(`"provider":"onepassword","auto":false`), byDomain],
  ["§2.5 credential has no other properties", credential(`${named},"id":"cred_1"`), credential(named)],
  ["§2.6 enabled is boolean", telemetry(`"enabled":null`), telemetry(`"enabled":true`)],
  ["§2.6 telemetry has no other properties", telemetry(`"on":true`), telemetry(``)],
  ["§2.6 no other category", category(`"audio":{"enabled":true}`), category(`"screenshot":{"enabled":true}`)],
  ["§2.6 a category has one boolean", category(`"console":true`), category(`"console":{"enabled":true}`)],
  [
    "§2.6 enabled=false without categories",
    telemetry(`"enabled":false,"browser":{"console":{"enabled":false}}`),
    telemetry(`"enabled":false,"browser":{}`),
  ],
  [
    "§2.6 enabled=false without categories, deprecated field",
    `"browser_telemetry":{"enabled":false,"browser":{"console":{"enabled":false}}}`,
    `"browser_telemetry":{"enabled":true,"browser":{"console":{"enabled":false}}}`,
  ],
  ["§4.1 browser_telemetry may be null", `"browser_telemetry":false`, `"browser_telemetry":null`],
  [
    "§2.6 otlp enabled=false without destination",
    exported(`"enabled":false,"destination":{"id":"otlp_sandboxfree"}`),
    exported(`"enabled":false`),
  ],
  [
    "§2.6 a destination requires capture",
    telemetry(`"enabled":false,"export":{"otlp":${destination}}`),
    telemetry(`"enabled":true,"export":{"otlp":${destination}}`),
  ],
  [
    "§2.6 a destination requires a category that is on",
    telemetry(`"browser":{${allDefaultsOff}},"export":{"otlp":${destination}}`),
    telemetry(`"browser":{${allDefaultsOff},"page":{"enabled":true}},"export":{"otlp":${destination}}`),
  ],
  ["§2.6 destination is not empty", exportedTo(``), exportedTo(`"name":"nightly-archive"`)],
  [
    "§2.6 destination has an id or a name, not both",
    exportedTo(`"id":"otlp_sandboxfree","name":"nightly-archive"`),
    exportedTo(`"id":"otlp_sandboxfree"`),
  ],
  ["§2.6 export has no property except otlp", telemetry(`"export":{"s3":{}}`), telemetry(`"export":{}`)],
];

describe("a create request", () => {
  for (const [rule, refused, accepted] of table)
    it(`is refused only if it breaks the rule: ${rule}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      await book(port, "ENTERPRISE", false);
      const rejection = await create(port, `{${required},${refused}}`);
      assert.equal(rejection.status, 400, `${refused}: ${rejection.text}`);
      const creation = await create(port, `{${required},${accepted}}`);
      assert.equal(creation.status, 201, `${accepted}: ${creation.text}`);
    });

  const bodyOf = (domain: string, profile = "p"): string =>
    `{"domain":"${domain}","profile_name":"${profile}"}`;
  const valid = bodyOf("a.example");
  for (const [rule, refused, accepted] of [
    ["the body is an object", `[]`, valid],
    ["the body is not null", `null`, valid],
    ["the body is JSON", valid.slice(0, -1), `\ufeff${valid}`],
    ["the body is not empty", ``, valid],
    ["domain is required", `{"profile_name":"p"}`, valid],
    ["profile_name is required", `{"domain":"a.example"}`, bodyOf("a.example", ".")],
    ["domain is not empty", bodyOf(""), bodyOf("a")],
    ["profile_name is not empty", bodyOf("a.example", ""), bodyOf("a.example", " ")],
    ["domain has no scheme", bodyOf("https://a.example"), valid],
    ["domain has no path", bodyOf("a.example/x"), bodyOf("x.a.example")],
    ["domain has no port", bodyOf("a.example:443"), bodyOf("a-443.example")],
    ["domain has no blank", bodyOf("a .example"), bodyOf("bücher.example")],
  ] as const)
    it(`is refused only if it breaks the rule: ${rule}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const rejection = await create(port, refused);
      assert.equal(rejection.status, 400, rejection.text);
      const creation = await create(port, accepted);
      assert.equal(creation.status, 201, creation.text);
    });

  for (const [path, fields] of [
    ["domain", (name: string) => `"domain":"${name}.example","profile_name":"p"`],
    ["profile_name", (name: string) => `"domain":"a.example","profile_name":"${name}"`],
    ["allowed_domains[0]", (name: string) => `${required},"allowed_domains":["${name}.example"]`],
    ["proxy.name", (name: string) => `${required},"proxy":{"name":"${name}"}`],
    ["credential.name", (name: string) => `${required},"credential":{"name":"${name}"}`],
  ] as const)
    it(`is refused if ${path} contains a lone surrogate`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      for (const surrogate of ["\\ud83d", "\\ude00", "\\ude00\\ud83d"]) {
        const rejection = await create(port, `{${fields(`x${surrogate}`)}}`);
        assert.equal(rejection.status, 400);
        assert.ok(rejection.text.includes(`${path}: must not hold half of a character.`), rejection.text);
      }
      assert.doesNotMatch((await create(port, `{${fields("x\\ud83d\\ude00")}}`)).text, /half/);
    });

  it("gets one reply with all errors of a nested object, including unknown properties", async (t) => {
    const answer = await create(
      (await startedSandbox(t)).identity.port,
      `{"domain":"a.example","profile_name":"p","proxy":{"id":5,"name":"n","colour":1}}`,
    );
    assert.match(answer.text, /exactly one of id, name/);
    assert.match(answer.text, /proxy\.id: must be a string/);
    assert.match(answer.text, /proxy\.colour: no such property/);
  });

  it("gets a single error if the body is a list instead of an object", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    for (const path of [
      "/auth/connections/ma_sandboxcompliance",
      "/credentials/github-bot",
      "/telemetry/destinations/nightly-archive",
      "/org/credential_providers/credprov_sandbox",
    ]) {
      const { status, body } = await send(port, { method: "PATCH", path, body: "[]" });
      const details = [{ code: "invalid_input", message: "The body must be an object." }];
      assert.deepEqual([status, objectOf(body)["details"]], [400, details], path);
    }
  });

  it("gets a reply of limited size for any number of errors", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const start = `{${required}`;
    const wrong = (count: number) => `,"allowed_domains":${JSON.stringify(Array(count).fill(1))}}`;
    const unknown = Array.from({ length: 50_000 }, (_, index) => `,"k${index}":1`).join("");
    for (const [body, words] of [
      [start + wrong(1000), /900 more problems/],
      [start + wrong(200_000), /allowed_domains: must have at most 1000 entries/],
      [`${start}${unknown}}`, /49900 more problems/],
    ] as const) {
      const answer = await create(port, body);
      assert.equal(answer.status, 400);
      assert.match(answer.text, words);
      assert.ok(answer.text.length < 20_000, `${answer.text.length} characters`);
    }
  });
});

// What the forms of a proxy let through is exactly what the sandbox accepts: their rules are written twice.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { countryCodes, ProxyCheckRequest, ProxyCreateRequest } from "../../src/api/proxyRequests.ts";
import { certificate } from "../support/certificate.ts";
import { send, startedSandbox } from "../unit/sandbox/support.ts";

const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const names = of("a", "A b", "", " a", "a ", "n".repeat(255), "n".repeat(256), "ü", "a\n", "\ud800", "東京");
const countries = of("US", "US", "US", "DE", "FR", "us", "XX", "EU", "UK", "XK", "ZW", "");
const states = of("CA", "BE", "ca", "C", "CAL", "");
const cities = of("oakland", "los_angeles", "san francisco", "", "São", "a\tb", "a\u200bb");
const zips = of("94016", "9401", "94016-1234", "abcde", "");
const asns = of("AS15169", "AS0", "AS4294967295", "AS4294967296", "15169", "as1", "AS01", "");
const hosts = of(
  ...[
    "a.example",
    "A.EXAMPLE",
    "proxy",
    "localhost",
    "a.example.",
    ".a.example",
    "a..example",
    "a_b.example",
    "-a",
  ],
  ...[
    "192.0.2.1",
    "10.0.0.1",
    "256.1.1.1",
    "192.0.2",
    "192.0.2.01",
    "1",
    "a.1",
    "a.1b",
    "2001:db8::1",
    "::1",
  ],
  ...[
    "[::1]",
    "fe80::1%eth0",
    "::ffff:10.0.0.1",
    ":::",
    "a:80",
    "http://a",
    "a/b",
    "u@a",
    "",
    " a",
    "ü.example",
    "*.a",
  ],
  ...["h".repeat(63), "h".repeat(64), `${"h".repeat(63)}.`.repeat(3) + "h".repeat(61)],
  ...[`${"h".repeat(63)}.`.repeat(3) + "h".repeat(62)],
);
const bypass = of(
  "a.example",
  "*.a.example",
  "*",
  "*.",
  "*a.example",
  "a.*",
  "*.*.a",
  "*.192.0.2.1",
  "192.0.2.1",
  "a:1",
  "",
);
const ports = of<unknown>(1, 80, 65_535, 0, 65_536, -1, 1.5, "80", null);
const bundles = of(
  certificate,
  certificate + certificate,
  `text\n${certificate}more`,
  certificate.replace("MII", "MIJ"),
  certificate.replace("END", "END "),
  `${certificate}-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----`,
  `${certificate}-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----`,
  `-----END CERTIFICATE-----\n${certificate}`,
  "hello",
  "",
);
const some = <T>(one: fc.Arbitrary<T>, freq = 3) => fc.option(one, { nil: undefined, freq });
const record = (model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(model);
const fixed = record({ country: some(countries) });
const residential = record({
  country: fc.oneof({ weight: 3, arbitrary: of("US", "DE") }, { weight: 1, arbitrary: some(countries) }),
  state: some(states, 1),
  city: some(cities, 1),
  zip: some(zips, 1),
  asn: some(asns, 1),
});
const mobile = record({ country: some(countries, 5), state: some(states, 1), city: some(cities, 1) });
const custom = record({
  host: fc.oneof({ weight: 1, arbitrary: fc.constant("a.example") }, { weight: 2, arbitrary: hosts }),
  port: fc.oneof({ weight: 3, arbitrary: fc.constant(80) }, { weight: 1, arbitrary: ports }),
  username: some(of("u", "u", "")),
  password: some(of("12345", "1234", "", "p".repeat(100))),
  ca_bundle: some(bundles, 1),
});
const configs: Readonly<Record<string, fc.Arbitrary<object>>> = {
  datacenter: fixed,
  isp: fixed,
  residential,
  mobile,
  custom,
};
const bodies = fc
  .tuple(of("datacenter", "isp", "residential", "mobile", "custom", "custom"), fc.integer({ min: 0, max: 9 }))
  .chain(([type, chance]) =>
    record({
      type: fc.constant(chance === 0 ? "tor" : type),
      name: some(names, 1),
      protocol: some(of("http", "https", "socks5"), 1),
      bypass_hosts: some(
        fc.array(fc.oneof({ weight: 4, arbitrary: of("b.example") }, { weight: 1, arbitrary: bypass }), {
          maxLength: 3,
        }),
        1,
      ),
      config: chance === 1 ? residential : (configs[type] ?? fixed),
      ...(chance === 2 && { extra: fc.constant(1) }),
    }),
  );

describe("300 generated requests to create a proxy", () => {
  it("are accepted by the form exactly where the sandbox accepts them", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const sent = JSON.stringify(body);
        const ours = ProxyCreateRequest.safeParse(JSON.parse(sent)).success;
        const { status, text } = await send(port, {
          method: "POST",
          path: "/proxies",
          body: sent,
          headers: { "Content-Type": "application/json" },
        });
        assert.equal(status === 201, ours, `${status} ${text.slice(0, 300)} ${sent.slice(0, 400)}`);
        if (ours) accepted += 1;
      }),
      { numRuns: 300 },
    );
    assert.ok(accepted > 20, String(accepted));
  });
});

describe("the countries of a proxy", () => {
  it("are for the sandbox the same as for the form", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const all = letters.flatMap((first) => letters.map((second) => first + second));
    const taken: string[] = [];
    for (const country of all) {
      const { status } = await send(port, {
        method: "POST",
        path: "/proxies",
        body: JSON.stringify({ type: "isp", config: { country } }),
        headers: { "Content-Type": "application/json" },
      });
      if (status === 201) taken.push(country);
    }
    assert.deepEqual(taken, [...countryCodes].sort());
  });
});

describe("addresses to check a proxy with", () => {
  it("are accepted by the client exactly where the sandbox accepts them", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    for (const url of [
      ...[
        "https://example.com",
        "http://example.com/a?b#c",
        "HTTPS://EXAMPLE.COM",
        "https://user@example.com",
      ],
      ...[
        "ftp://example.com",
        "example.com",
        "https:///a",
        "https://",
        "",
        "https://localhost",
        "http://127.1",
      ],
      ...["http://[::1]/", "http://8.8.8.8", "https://bücher.example", "https://a b"],
    ]) {
      const { status } = await send(port, {
        method: "POST",
        path: "/proxies/proxy_sandboxparis/check",
        body: JSON.stringify({ url }),
        headers: { "Content-Type": "application/json" },
      });
      assert.equal(status === 200, ProxyCheckRequest.safeParse({ url }).success, url);
    }
  });
});

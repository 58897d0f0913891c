// Compares the validation in the proxy form with the sandbox's, because both implement the same rules.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { countryCodes, ProxyCheckRequest, ProxyCreateRequest } from "../../src/api/proxyRequests.ts";
import { certificate } from "../support/certificate.ts";
import { send, startedSandbox } from "../unit/sandbox/support.ts";
import { assertSameVerdicts, mostly } from "./forms.ts";

/** Present in one of `bodies` bodies on average. */
const occasionally = (one: fc.Arbitrary<unknown>, bodies: number): fc.Arbitrary<unknown> =>
  fc.integer({ min: 1, max: bodies }).chain((chance) => (chance === 1 ? one : fc.constant(undefined)));
const record = (model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(model);

const names = mostly(
  ["a", "A b", "n".repeat(255), "ü", "東京"],
  ["", " a", "a ", "n".repeat(256), "a\n", "\ud800"],
);
const countries = mostly(["US", "US", "US", "DE", "FR", "ZW"], ["us", "XX", "EU", "UK", "XK", ""]);
const states = mostly(["CA", "BE"], ["ca", "C", "CAL", ""]);
const cities = mostly(["oakland", "los_angeles", "São"], ["san francisco", "", "a\tb", "a\u0007b"]);
const zips = mostly(["94016", "10115"], ["9401", "94016-1234", "abcde", ""]);
const asns = mostly(
  ["AS15169", "AS1", "AS4294967295"],
  ["AS0", "AS4294967296", "15169", "as1", "AS01", "AS", ""],
);
const hosts = mostly(
  [
    ...["a.example", "A.EXAMPLE", "proxy", "localhost", "a_b.example", "a.1b", "192.0.2.1", "10.0.0.1"],
    ...[
      "2001:db8::1",
      "::1",
      "::ffff:10.0.0.1",
      "h".repeat(63),
      `${"h".repeat(63)}.`.repeat(3) + "h".repeat(61),
    ],
  ],
  [
    ...[
      "a.example.",
      ".a.example",
      "a..example",
      "-a",
      "a-",
      "256.1.1.1",
      "192.0.2",
      "192.0.2.01",
      "1",
      "a.1",
    ],
    ...[
      "[::1]",
      "fe80::1%eth0",
      ":::",
      "1:2",
      "a:80",
      "http://a",
      "a/b",
      "u@a",
      "",
      " a",
      "ü.example",
      "*.a",
    ],
    ...["h".repeat(64), `${"h".repeat(63)}.`.repeat(3) + "h".repeat(62)],
  ],
);
const bypass = mostly(
  ["b.example", "*.a.example", "*.a", "localhost"],
  ["*", "*.", "*a.example", "a.*", "*.*.a", "*.192.0.2.1", "192.0.2.1", "a:1", "a/b", ""],
);
const bundles = mostly(
  [certificate, certificate + certificate, `text\n${certificate}more`],
  [
    certificate.replace("MII", "MIJ"),
    certificate.replace("END", "END "),
    `${certificate}-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----`,
    `${certificate}-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----`,
    `-----END CERTIFICATE-----\n${certificate}`,
    "hello",
    "",
  ],
);
const fixed = record({ country: occasionally(countries, 1) });
const residential = record({
  country: mostly(["US", "US", "DE"], [undefined, "us"]),
  state: occasionally(states, 3),
  city: occasionally(cities, 3),
  zip: occasionally(zips, 3),
  asn: occasionally(asns, 3),
});
const custom = record({
  host: hosts,
  port: mostly([1, 80, 65_535], [0, 65_536, -1, 1.5, "80", null]),
  username: occasionally(mostly(["u"], [""]), 2),
  password: occasionally(mostly(["12345", "p".repeat(100)], ["1234", ""]), 2),
  ca_bundle: occasionally(bundles, 3),
});
const configs: Readonly<Record<string, fc.Arbitrary<object>>> = {
  datacenter: fixed,
  isp: fixed,
  residential,
  mobile: record({ country: countries, state: occasionally(states, 2), city: occasionally(cities, 2) }),
  custom,
};
const bodies = fc
  .tuple(
    fc.constantFrom("isp", "residential", "residential", "mobile", "custom", "custom"),
    fc.integer({ min: 0, max: 19 }),
  )
  .chain(([type, chance]) =>
    record({
      type: fc.constant(chance === 0 ? "tor" : type),
      name: occasionally(names, 3),
      protocol: occasionally(mostly(["http", "https"], ["socks5", ""]), 3),
      bypass_hosts: occasionally(fc.array(bypass, { maxLength: 2 }), 3),
      config: chance === 1 ? residential : (configs[type] ?? fixed),
      ...(chance === 2 && { extra: fc.constant(1) }),
    }),
  );

describe("300 generated requests to create a proxy", () => {
  it("pass the form's validation if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path: "/proxies",
      bodies,
      isValid: (body) => ProxyCreateRequest.safeParse(body).success,
    }));
});

describe("a proxy's country codes", () => {
  it("are accepted by the sandbox if and only if the form lists them", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const all = letters.flatMap((first) => letters.map((second) => first + second));
    const accepted: string[] = [];
    for (const country of all) {
      const { status } = await send(port, {
        method: "POST",
        path: "/proxies",
        body: JSON.stringify({ type: "isp", config: { country } }),
      });
      if (status === 201) accepted.push(country);
    }
    assert.deepEqual(accepted, [...countryCodes].sort());
  });
});

describe("URLs for a proxy check", () => {
  it("are valid in the client if and only if the sandbox accepts them", async (t) => {
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
      const { status } = await send((await startedSandbox(t)).identity.port, {
        method: "POST",
        path: "/proxies/proxy_sandboxparis/check",
        body: JSON.stringify({ url }),
      });
      assert.equal(status === 200, ProxyCheckRequest.safeParse({ url }).success, url);
    }
  });
});

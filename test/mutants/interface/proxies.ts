// Fields of a proxy: what is told of one, and the rules of what is sent.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const test = testsOf("editor/resources/proxies");
const rules = "test/contract/proxies.test.ts";
const page = "says what it is, where, how it is, and what uses it, by its name too";
const own = "tells of a server of one's own that it has a password, and never which";
const whole = "asks for one's own, shows all answers without the password, and sends exactly them";
const place = "is whole for all of a place";

export const proxyRules: readonly Mutant[] = [
  ...guards("src/api/proxyRequests.ts", rules, [
    ["A zip is in the US", `zip !== undefined && chosen !== "US"`, `zip === ""`, "a ZIP code is in the US"],
    [
      "A zip or an asn stands without a state and a city",
      `state === undefined && city === undefined`,
      `true`,
      "a network stands without a state",
    ],
    ["An asn has 32 bits", `Number(digits) < 2 ** 32`, `Number(digits) > 0`, "a network has 32 bits"],
    [
      "A state of a mobile proxy is in the US",
      `place.country === "US"`,
      `place.country !== ""`,
      "a state of a mobile proxy is in the US",
    ],
    ["A port is from 1", `port >= 1`, `port >= 0`, "a port is from 1"],
    [
      "A username says something",
      `username: z.optional(z.string().check(z.minLength(1)))`,
      `username: z.optional(z.string())`,
      "a user is not empty",
    ],
    [
      "bypass_hosts are no addresses",
      `!/^\\d+$/.test(labels.at(-1) ?? "")`,
      `labels.length > 0`,
      "no address goes past",
    ],
    ["A protocol is one of two", `z.enum(["http", "https"])`, `z.string()`, "a protocol is http or https"],
    ["A country is one", `countries.has(text)`, `text.length === 2`, "a country is one"],
  ]),
  ...guards("src/api/proxyRequests.ts", test("checks"), [
    ["A ca_bundle has no key", `text.includes("PRIVATE KEY")`, `text === "PRIVATE KEY"`, "with a key"],
  ]),
  ...guards("src/editor/resources/proxies/page.ts", test("show"), [
    ["last_checked is told", `: moment(when)`, `: ""`, page],
    [
      "ip_address is told",
      `address === undefined ? undefined : codeRow`,
      `address !== "" ? undefined : codeRow`,
      page,
    ],
    ["bypass_hosts are told", `series(bypass.map(display))`, `""`, page],
    ["protocol is told", `display(protocol).toUpperCase()`, `""`, page],
    ["port is told", `code(String(port))`, `code("")`, own],
    ["has_password is told", `textRow(l10n.t("Password"), isSet(password))`, `undefined`, own],
    [
      "username is told, and not kept",
      `value: code(display(username)), volatile: true`,
      `value: code(display(username))`,
      "does not keep who logs in there",
    ],
  ]),
  ...guards("src/editor/resources/proxies/place.ts", test("show"), [
    ["state is told", `state === undefined ? undefined : display(state)`, `undefined`, place],
    ["zip is told", `zip === undefined ? undefined :`, `zip !== "" ? undefined :`, place],
    ["asn is told", `asn === undefined ? undefined : display(asn)`, `undefined`, place],
  ]),
  ...guards("src/domain/resources/proxies.ts", test("create"), [
    ["A ca_bundle is sent", `pem === "" ? {} :`, `pem !== "" ? {} :`, whole],
    ["bypass_hosts are sent", `(bypass_hosts) => ({ bypass_hosts })`, `() => ({})`, whole],
  ]),
  ...guards("src/editor/connections/settings/proxy.ts", testsOf("editor/connections/settings")("proxy"), [
    [
      "A proxy that was checked has the status of then",
      `checked.get(proxy.id) ?? proxy`,
      `proxy`,
      "has one checked for the connection's website, and comes back with how that ended",
    ],
    [
      "A proxy that was made is chosen",
      `made === undefined ? current : { kind: "id", id: made.id }`,
      `current`,
      "ends with making one, which is chosen then, where the list cannot be read again",
    ],
  ]),
  ...guards("src/sandbox/resources/proxies.ts", "test/contract/proxies.test.ts", [
    [
      "The sandbox keeps that there is a ca_bundle, as has_ca_bundle",
      `has_ca_bundle: ca_bundle !== undefined`,
      `has_ca_bundle: false`,
      "creates one of one's own, and never gives its password or its certificates",
    ],
    [
      "A connection holds a proxy",
      `if (holders.length === 0) return undefined;`,
      `return undefined;`,
      "is 400 while a connection refers to it, and names that",
    ],
    [
      "What is reached says nothing of the proxy",
      `if (url === undefined)`,
      `if (url !== "")`,
      "tells of an address without keeping that: it says nothing of the proxy",
    ],
  ]),
];

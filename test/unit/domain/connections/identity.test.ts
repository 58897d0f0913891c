import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ConnectionIndex,
  domainSpelling,
  type ConnectionIdentity,
} from "../../../../src/domain/connections/identity.ts";
import { isSameProfileName } from "../../../../src/domain/text/names.ts";

const of = (...names: readonly string[]): readonly ConnectionIdentity[] =>
  names.map((profile_name) => ({ domain: "bank.example", profile_name }));

/** Returns the names of the connections that match a name. */
function matchesOf(name: string, ...names: readonly string[]): unknown {
  const match = new ConnectionIndex(of(...names)).find({ domain: "bank.example", profile_name: name });
  if (match.kind === "absent") return match.kind;
  return match.kind === "found"
    ? match.connection.profile_name
    : match.connections.map(({ profile_name }) => profile_name);
}

describe("domainSpelling", () => {
  for (const [domain, spelling] of [
    ["bücher.example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["straße.example", "xn--strae-oqa.example"],
    ["Shop.Example.", "shop.example"],
    ["shop.example", "shop.example"],
    ["shop.example:8443", "shop.example:8443"],
    ["shop.example/Login", "shop.example/login"],
    ["user@shop.example", "user@shop.example"],
    ["s%68op.example", "s%68op.example"],
    ["*.Shop.example", "*.shop.example"],
    ["", ""],
  ] as const)
    it(`normalizes ${domain} to ${spelling}`, () => assert.equal(domainSpelling(domain), spelling));
});

describe("isSameProfileName", () => {
  for (const [first, second, isSame] of [
    ["Compliance", "compliance", true],
    ["\u00C9quipe", "e\u0301QUIPE", true],
    ["Équipe", "equipe", true],
    ["İstanbul", "istanbul", true],
    ["दिन", "दान", false],
    ["ЙОД", "йод", true],
    ["йод", "иод", false],
    ["が", "か", false],
    ["straße", "strasse", false],
    ["STRAẞE", "straße", true],
    ["ı", "i", false],
    ["ISPARTA", "ısparta", false],
    ["ＯＰＳ", "ｏｐｓ", true],
    ["ｏｐｓ", "ops", false],
    ["ＥＱＵＩＰＥ\u0301", "ｅｑｕｉｐｅ", true],
    ["a", "a ", false],
  ] as const)
    it(`returns ${isSame} for ${first} and ${second}`, () =>
      assert.equal(isSameProfileName(first, second), isSame));
  it("returns false for long names with different accents", () =>
    assert.equal(isSameProfileName("é".repeat(2_000), "e".repeat(2_000)), false));
});

describe("ConnectionIndex", () => {
  it("prefers an exact profile name, then a different case, then different accents", () => {
    assert.equal(matchesOf("Équipe", "equipe", "équipe", "Équipe"), "Équipe");
    assert.equal(matchesOf("Équipe", "equipe", "équipe"), "équipe");
    assert.equal(matchesOf("Équipe", "equipe"), "equipe");
    assert.equal(matchesOf("Équipe", "equip"), "absent");
  });

  it("finds no connection if several names are equally similar", () => {
    assert.deepEqual(matchesOf("Ops", "ops", "OPS"), ["ops", "OPS"]);
    assert.deepEqual(matchesOf("Équipe", "equipe", "èquipe"), ["equipe", "èquipe"]);
  });

  it("finds a domain in Unicode or ASCII form but prefers the exact form", () => {
    const [unicode, ascii] = [
      { domain: "bücher.example", profile_name: "ops" },
      { domain: "xn--bcher-kva.example", profile_name: "ops" },
    ];
    const index = new ConnectionIndex([unicode, ascii]);
    assert.deepEqual(index.find(ascii), { kind: "found", connection: ascii, isExact: true });
    assert.deepEqual(index.similar(ascii), [unicode, ascii]);
    const other = new ConnectionIndex([unicode]).find(ascii);
    assert.equal(other.kind === "found" && other.connection, unicode);
  });

  it("finds no connection if the domain or profile name is missing", () => {
    const index = new ConnectionIndex([{ profile_name: "ops" }, {}]);
    assert.deepEqual(index.find({ profile_name: "ops" }), { kind: "absent" });
    assert.deepEqual(index.similar({ domain: "bank.example" }), []);
  });
});

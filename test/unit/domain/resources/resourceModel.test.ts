// Tests how a reply is compared with a sent value: same, different or unknown.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defineFields } from "../../../../src/domain/resources/resourceModel.ts";

interface Reply {
  readonly name?: string;
  readonly has_token?: boolean;
  readonly keys?: readonly string[];
}
interface Values {
  readonly name: string;
  readonly token: string;
}
interface Body {
  readonly name?: string;
  readonly token?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
}

const { hint, keyed, plain, secret } = defineFields<Reply, Values, Body, Body>();

describe("a plain resource field", () => {
  const name = plain("name", { reported: ({ name }) => name });
  const described = plain("name", { reported: ({ name }) => name, none: "" });

  it("treats a missing value as empty if the field is optional, otherwise as unknown", () => {
    assert.equal(name.compare("a", { name: "a" }), "same");
    assert.equal(name.compare("a", { name: "b" }), "different");
    assert.equal(name.compare("a", {}), "unknown");
    assert.deepEqual([described.compare("", {}), described.compare("a", {})], ["same", "different"]);
  });
});

describe("a secret resource field", () => {
  const token = secret("token", { reported: ({ has_token }) => has_token });
  const [present, absent] = [{ has_token: true }, { has_token: false }];

  it("counts as unknown after a replacement, because the service reports only its presence", () => {
    for (const [sent, reply, before, expected] of [
      ["", absent, undefined, "same"],
      ["", present, undefined, "different"],
      ["new", absent, undefined, "different"],
      ["new", present, absent, "same"],
      ["new", present, present, "unknown"],
      ["new", present, undefined, "unknown"],
      ["new", {}, absent, "unknown"],
    ] as const)
      assert.equal(token.compare(sent, reply, before), expected, JSON.stringify([sent, reply, before]));
  });
});

describe("a resource field with keys", () => {
  const headers = keyed(
    ({ keys }) => keys,
    (set, removed) => ({ set, removed }),
    (key) => key.toLowerCase(),
  );
  const sent = (key: string, value: string | null) => new Map([[key, value]]);

  it("is compared only by the presence of its keys, ignoring case", () => {
    for (const [value, reply, before, expected] of [
      [null, { keys: [] }, undefined, "same"],
      [null, { keys: ["a"] }, undefined, "different"],
      ["new", { keys: [] }, undefined, "different"],
      ["new", { keys: ["a"] }, { keys: [] }, "same"],
      ["new", { keys: ["a"] }, { keys: ["A"] }, "unknown"],
      ["new", {}, { keys: [] }, "unknown"],
    ] as const)
      assert.equal(
        headers.compare(sent("A", value), reply, before),
        expected,
        JSON.stringify([value, reply]),
      );
  });

  it("counts as different, not unknown, if at least one key differs", () => {
    const all = new Map<string, string | null>([
      ["known", "v"],
      ["old", "v"],
      ["left", null],
    ]);
    const before = { keys: ["old", "left"] };
    assert.equal(headers.compare(all, { keys: ["known", "old", "left"] }, before), "different");
    assert.equal(headers.compare(all, { keys: ["known", "old"] }, before), "unknown");
    all.delete("old");
    assert.equal(headers.compare(all, { keys: ["known"] }, before), "same");
  });

  it("requests the removal of a key only if the key may exist", () => {
    assert.deepEqual(headers.send(sent("a", null), { keys: ["A"] }), { set: {}, removed: ["a"] });
    assert.deepEqual(headers.send(sent("b", null), { keys: ["A"] }), { set: {}, removed: [] });
    assert.deepEqual(headers.send(sent("b", null), {}), { set: {}, removed: ["b"] });
    assert.deepEqual(headers.send(sent("b", null), undefined), { set: {}, removed: ["b"] });
  });
});

it("a resource's hint field is never sent and always compares as unknown", () =>
  assert.deepEqual([hint().send("a", undefined), hint().compare("a", {}, {})], [{}, "unknown"]));

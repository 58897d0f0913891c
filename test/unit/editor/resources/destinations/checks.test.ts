import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkDescription,
  checkDestinationName,
  checkEndpoint,
  checkHeaderName,
  checkHeaderValue,
} from "../../../../../src/editor/resources/destinations/checks.ts";
import { knownCollectors } from "../../../../../src/domain/resources/destinations.ts";
import type { InputCheck } from "../../../../../src/editor/words/inputChecks.ts";

const severity = (check: InputCheck | undefined): string => check?.severity ?? "fine";

describe("a destination's name", () => {
  for (const [what, name, verdict] of [
    ["is needed", "", "error"],
    ["may be one letter", "a", "fine"],
    ["may be 255 letters", "n".repeat(255), "fine"],
    ["may not be 256 letters", "n".repeat(256), "error"],
    ["has dots, dashes and underscores", "A.b_c-9", "fine"],
    ["has no spaces", "a b", "error"],
    ["has no umlauts", "ü", "error"],
    ["is not one that is there", "audit-log", "error"],
    ["warns of one in other capitals", "Audit-Log", "warning"],
    ["is no ID that is there", "otlp_a1", "error"],
    ["does not begin as the IDs do", "otlp_mine", "error"],
    ["may contain what they begin with", "my-otlp_", "fine"],
  ] as const)
    it(what, () => assert.equal(severity(checkDestinationName(name, ["audit-log"], ["otlp_a1"])), verdict));

  it("may start with otlp_ if no ID is known", () =>
    assert.equal(checkDestinationName("otlp_mine", [], []), undefined));
});

describe("a collector's address", () => {
  for (const [what, text, verdict] of [
    ["is needed", "", "error"],
    ["is a web address", "collector.example", "error"],
    ["may have a port and a path", "https://collector.example:4318/otlp", "fine"],
    ["warns of plain http", "http://collector.example", "warning"],
    ["has 2048 characters", `https://a.example/${"p".repeat(2_030)}`, "fine"],
    ["has not 2049 characters", `https://a.example/${"p".repeat(2_031)}`, "error"],
    ["has no query, not even an empty one", "https://a.example/?", "error"],
    ["has no fragment", "https://a.example/#a", "error"],
    ["names no user", "https://me@a.example", "error"],
    ["names no empty user", "https://@a.example", "error"],
    ["may have an @ in its path", "https://a.example/@me", "fine"],
    ["has no path of a signal", "https://a.example/v1/logs", "error"],
    ["has none with a slash behind it", "https://a.example/otlp/v1/traces/", "error"],
    ["may have one in between", "https://a.example/v1/metrics/otlp", "fine"],
    ["is not this computer", "https://localhost", "error"],
    ["is not this computer by another name", "https://a.LOCALHOST.", "error"],
    ["may only look like it", "https://localhost.example", "fine"],
    ["is not loopback", "https://127.255.255.255", "error"],
    ["is not loopback in disguise", "https://0x7f000001", "error"],
    ["is not loopback within IPv6", "https://[::ffff:127.0.0.1]", "error"],
    ["is not loopback of IPv6", "https://[::1]", "error"],
    ["may be beside loopback", "https://128.0.0.0", "fine"],
    ["is not private: 10", "https://10.255.255.255", "error"],
    ["may be beside 10", "https://11.0.0.0", "fine"],
    ["is not private: 172.16", "https://172.16.0.0", "error"],
    ["is not private: 172.31", "https://172.31.255.255", "error"],
    ["may be beside 172.16", "https://172.15.255.255", "fine"],
    ["may be beside 172.31", "https://172.32.0.0", "fine"],
    ["is not private: 192.168", "https://192.168.255.255", "error"],
    ["may be beside 192.168", "https://192.169.0.0", "fine"],
    ["is not shared by a provider's customers", "https://100.64.0.1", "error"],
    ["may be beside what is shared", "https://100.128.0.0", "fine"],
    ["is not behind a gateway of IPv6", "https://[64:ff9b::10.1.2.3]", "error"],
    ["may be public behind a gateway of IPv6", "https://[64:ff9b::8.8.8.8]", "fine"],
    ["is not of many computers", "https://224.0.0.1", "error"],
    ["is not link-local", "https://169.254.169.254", "error"],
    ["is not link-local of IPv6", "https://[febf::1]", "error"],
    ["is not private of IPv6", "https://[fdff::1]", "error"],
    ["may be beside link-local of IPv6", "https://[fec0::1]", "fine"],
    ["is not unspecified", "https://[::]", "error"],
    ["has no letters beyond ASCII", "https://bücher.example", "error"],
  ] as const)
    it(what, () => assert.equal(severity(checkEndpoint(text)), verdict));

  it("is valid for every known collector, like its header name", () => {
    for (const { endpoint, header } of knownCollectors) {
      assert.equal(checkEndpoint(endpoint), undefined, endpoint);
      assert.equal(checkHeaderName(header, []), undefined, header);
    }
  });
});

describe("a header", () => {
  for (const [what, name, verdict] of [
    ["has a name", "", "error"],
    ["has a name of a token", "X-Key!#$%&'*+.^_`|~9", "fine"],
    ["has a name without spaces", "X Key", "error"],
    ["has a name without a colon", "X-Key:", "error"],
    ["is there once, however it is spelled", "authorization", "error"],
  ] as const)
    it(what, () => assert.equal(severity(checkHeaderName(name, ["Authorization"])), verdict));

  for (const [what, value, verdict] of [
    ["has a value", "", "error"],
    ["has a value of signs and tabs", "a\t~ !", "fine"],
    ["has a value without line breaks", "a\r\nb: c", "error"],
    ["has a value in ASCII", "ü", "error"],
    ["has a value without DEL", "\u007f", "error"],
    ["warns of spaces around a value", " a", "warning"],
    ["has 8192 bytes with the others", "v".repeat(8_192 - 5), "fine"],
    ["has not 8193 bytes with the others", "v".repeat(8_193 - 5), "error"],
  ] as const)
    it(what, () => {
      const check = checkHeaderValue(value, "Key", new Map([["a", "b"]]));
      assert.equal(severity(check), verdict);
      if (value.trim().length > 3) assert.ok(!(check?.message ?? "").includes(value));
    });
});

describe("a description", () => {
  it("may have 1024 characters", () => assert.equal(checkDescription("d".repeat(1_024)), undefined));
  it("may not have 1025 characters", () =>
    assert.equal(severity(checkDescription("d".repeat(1_025))), "error"));
  it("may be empty", () => assert.equal(checkDescription(""), undefined));
});

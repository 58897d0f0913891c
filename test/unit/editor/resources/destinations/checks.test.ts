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

describe("a new destination's name", () => {
  for (const [title, name, verdict] of [
    ["is required", "", "error"],
    ["can be one letter", "a", "fine"],
    ["can have 255 letters", "n".repeat(255), "fine"],
    ["can't have 256 letters", "n".repeat(256), "error"],
    ["can contain dots, dashes and underscores", "A.b_c-9", "fine"],
    ["can't contain spaces", "a b", "error"],
    ["can't contain umlauts", "ü", "error"],
    ["can't be the name of another destination", "audit-log", "error"],
    ["causes a warning if another name differs only in capitals", "Audit-Log", "warning"],
    ["can't be the ID of another destination", "otlp_a1", "error"],
    ["can't start with the prefix of IDs", "otlp_mine", "error"],
    ["can contain the prefix of IDs elsewhere", "my-otlp_", "fine"],
  ] as const)
    it(title, () => assert.equal(severity(checkDestinationName(name, ["audit-log"], ["otlp_a1"])), verdict));

  it("can start with otlp_ if no destination IDs are known", () =>
    assert.equal(checkDestinationName("otlp_mine", [], []), undefined));
});

describe("a destination's endpoint", () => {
  for (const [title, text, verdict] of [
    ["is required", "", "error"],
    ["must be a URL", "collector.example", "error"],
    ["can have a port and a path", "https://collector.example:4318/otlp", "fine"],
    ["causes a warning if it uses plain http", "http://collector.example", "warning"],
    ["can have 2048 characters", `https://a.example/${"p".repeat(2_030)}`, "fine"],
    ["can't have 2049 characters", `https://a.example/${"p".repeat(2_031)}`, "error"],
    ["can't have a query, not even an empty one", "https://a.example/?", "error"],
    ["can't have a fragment", "https://a.example/#a", "error"],
    ["can't contain a user name", "https://me@a.example", "error"],
    ["can't contain an empty user name", "https://@a.example", "error"],
    ["can have an @ in its path", "https://a.example/@me", "fine"],
    ["can't end with a signal's path", "https://a.example/v1/logs", "error"],
    ["can't end with a signal's path and a slash", "https://a.example/otlp/v1/traces/", "error"],
    ["can contain a signal's path before its end", "https://a.example/v1/metrics/otlp", "fine"],
    ["can't be localhost", "https://localhost", "error"],
    ["can't be a subdomain of localhost", "https://a.LOCALHOST.", "error"],
    ["can start with the label localhost", "https://localhost.example", "fine"],
    ["can't be a loopback address", "https://127.255.255.255", "error"],
    ["can't be a loopback address in hexadecimal form", "https://0x7f000001", "error"],
    ["can't be an IPv4 loopback address mapped to IPv6", "https://[::ffff:127.0.0.1]", "error"],
    ["can't be the IPv6 loopback address", "https://[::1]", "error"],
    ["can be the first address after the loopback range", "https://128.0.0.0", "fine"],
    ["can't be in the private range 10.0.0.0/8", "https://10.255.255.255", "error"],
    ["can be the first address after 10.0.0.0/8", "https://11.0.0.0", "fine"],
    ["can't be the first address of 172.16.0.0/12", "https://172.16.0.0", "error"],
    ["can't be the last address of 172.16.0.0/12", "https://172.31.255.255", "error"],
    ["can be the last address before 172.16.0.0/12", "https://172.15.255.255", "fine"],
    ["can be the first address after 172.16.0.0/12", "https://172.32.0.0", "fine"],
    ["can't be in the private range 192.168.0.0/16", "https://192.168.255.255", "error"],
    ["can be the first address after 192.168.0.0/16", "https://192.169.0.0", "fine"],
    ["can't be in the shared range 100.64.0.0/10", "https://100.64.0.1", "error"],
    ["can be the first address after 100.64.0.0/10", "https://100.128.0.0", "fine"],
    ["can't be a private address behind NAT64", "https://[64:ff9b::10.1.2.3]", "error"],
    ["can be a public address behind NAT64", "https://[64:ff9b::8.8.8.8]", "fine"],
    ["can't be a multicast address", "https://224.0.0.1", "error"],
    ["can't be an IPv4 link-local address", "https://169.254.169.254", "error"],
    ["can't be an IPv6 link-local address", "https://[febf::1]", "error"],
    ["can't be an IPv6 unique local address", "https://[fdff::1]", "error"],
    ["can be the first address after the IPv6 link-local range", "https://[fec0::1]", "fine"],
    ["can't be the unspecified address", "https://[::]", "error"],
    ["can't contain non-ASCII characters", "https://bücher.example", "error"],
  ] as const)
    it(title, () => assert.equal(severity(checkEndpoint(text)), verdict));

  it("is valid if it is the preset of a known collector", () => {
    for (const { endpoint, header } of knownCollectors) {
      assert.equal(checkEndpoint(endpoint), undefined, endpoint);
      assert.equal(checkHeaderName(header, []), undefined, header);
    }
  });
});

describe("a destination's header", () => {
  for (const [title, name, verdict] of [
    ["must have a name", "", "error"],
    ["can have any token characters in its name", "X-Key!#$%&'*+.^_`|~9", "fine"],
    ["can't have spaces in its name", "X Key", "error"],
    ["can't have a colon in its name", "X-Key:", "error"],
    ["can't have the name of another header in other capitals", "authorization", "error"],
  ] as const)
    it(title, () => assert.equal(severity(checkHeaderName(name, ["Authorization"])), verdict));

  for (const [title, value, verdict] of [
    ["must have a value", "", "error"],
    ["can have punctuation and tabs in its value", "a\t~ !", "fine"],
    ["can't have line breaks in its value", "a\r\nb: c", "error"],
    ["can't have non-ASCII characters in its value", "ü", "error"],
    ["can't have a DEL character in its value", "\u007f", "error"],
    ["causes a warning if spaces surround its value", " a", "warning"],
    ["can bring the total size to 8192 bytes", "v".repeat(8_192 - 5), "fine"],
    ["can't bring the total size to 8193 bytes", "v".repeat(8_193 - 5), "error"],
  ] as const)
    it(title, () => {
      const check = checkHeaderValue(value, "Key", new Map([["a", "b"]]));
      assert.equal(severity(check), verdict);
      if (value.trim().length > 3) assert.ok(!(check?.message ?? "").includes(value));
    });
});

describe("checkDescription", () => {
  it("accepts 1024 characters", () => assert.equal(checkDescription("d".repeat(1_024)), undefined));
  it("rejects 1025 characters", () => assert.equal(severity(checkDescription("d".repeat(1_025))), "error"));
  it("accepts an empty description", () => assert.equal(checkDescription(""), undefined));
});

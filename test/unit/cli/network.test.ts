import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proxyFor } from "../../../src/cli/network.ts";
import { CommandError } from "../../../src/cli/output.ts";
import { withInput } from "../../support/withInput.ts";

const proxy = "http://127.0.0.1:3128";
const origin = "https://api.example";

describe("proxyFor", () => {
  for (const [variables, env, expected] of withInput([
    [{}, undefined],
    [{ HTTPS_PROXY: proxy }, proxy],
    [{ HTTPS_PROXY: "proxy.corp.example:3128" }, "http://proxy.corp.example:3128"],
    [{ HTTPS_PROXY: "127.0.0.1:3128" }, proxy],
    [{ HTTPS_PROXY: "//127.0.0.1:3128" }, proxy],
    [{ HTTPS_PROXY: "HTTP:///127.0.0.1:3128\\path" }, proxy],
    [{ HTTPS_PROXY: "me:secret@proxy.example:3128" }, "http://me:secret@proxy.example:3128"],
    [{ HTTPS_PROXY: "socks5h://127.0.0.1:1080" }, "socks5://127.0.0.1:1080"],
    [{ ALL_PROXY: "socks5://me:p%40ss@127.0.0.1:1080" }, "socks5://me:p%40ss@127.0.0.1:1080"],
    [{ HTTPS_PROXY: `${proxy}/path?query#part` }, proxy],
    [{ HTTPS_PROXY: "socks5://me:secret@proxy.example:1080/" }, "socks5://me:secret@proxy.example:1080"],
    [{ HTTPS_PROXY: "", HTTP_PROXY: proxy }, proxy],
    [{ https_proxy: "", HTTPS_PROXY: proxy }, proxy],
    [{ https_proxy: proxy, HTTPS_PROXY: "http://other:1" }, proxy],
    [{ ALL_PROXY: proxy }, proxy],
    [{ HTTPS_PROXY: proxy, HTTP_PROXY: "http://" }, proxy],
    [{ HTTPS_PROXY: " " }, undefined],
    [{ HTTPS_PROXY: "http://", NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: "socks4://me:secret@127.0.0.1:1080", NO_PROXY: "api.example" }, undefined],
  ] as const))
    it(`returns ${expected} for the environment variables ${variables}`, () =>
      assert.equal(proxyFor(env, origin), expected));

  for (const value of [
    "http://",
    "http://me:100%secret@127.0.0.1:3128",
    "ftp://x.example",
    "socks4://me:secret@127.0.0.1:1080",
    "http://a b",
    ":3128",
  ])
    it(`rejects the invalid proxy URL ${value} without printing the password`, () =>
      assert.throws(
        () => proxyFor({ HTTPS_PROXY: value }, origin),
        (fault) =>
          fault instanceof CommandError &&
          fault.message.startsWith("HTTPS_PROXY isn't a valid address.") &&
          !fault.message.includes("secret"),
      ));

  for (const [noProxy, url, isExcepted] of [
    ["example", origin, true],
    [".example", origin, true],
    ["api.example", origin, true],
    ["API.Example.", "https://api.example.", true],
    ["pi.example", origin, false],
    ["*.api.example", origin, false],
    ["*.example", origin, true],
    ["api.example:443", origin, true],
    ["api.example:8443", origin, false],
    ["api.example:8443", "https://api.example:8443", true],
    ["other.example, api.example", origin, true],
    ["other.example api.example", origin, true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.1.2.3:443", "https://10.1.2.3", true],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["0.0.0.0/0", origin, false],
    ["fd00::/8", "https://[fd12::1]", true],
    ["fd00::/8", "https://[fe80::1]", false],
    ["[fd12::1]:443", "https://[fd12::1]", true],
    ["fd12::1", "https://[fd12::1]", true],
    ["::ffff:0:0/96", "https://10.1.2.3", true],
    [",", origin, false],
  ] as const)
    it(`decides whether NO_PROXY=${noProxy} excludes ${url}: ${isExcepted}`, () =>
      assert.equal(proxyFor({ HTTPS_PROXY: proxy, NO_PROXY: noProxy }, url), isExcepted ? undefined : proxy));

  it("reads NO_PROXY if no_proxy is empty", () =>
    assert.equal(proxyFor({ HTTPS_PROXY: proxy, no_proxy: "", NO_PROXY: "example" }, origin), undefined));
});

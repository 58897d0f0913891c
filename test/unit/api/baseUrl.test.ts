import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseBaseUrl } from "../../../src/api/baseUrl.ts";

const accepted: [text: string, url: string, origin: string, input?: string][] = [
  [`https://${"a.".repeat(126)}b/`, `https://${"a.".repeat(126)}b`, `https://${"a.".repeat(126)}b`],
  ["https://api.onkernel.com", "https://api.onkernel.com", "https://api.onkernel.com"],
  ["  https://api.onkernel.com/\n", "https://api.onkernel.com", "https://api.onkernel.com"],
  ["HTTPS://API.Example.COM:443/v1//", "https://api.example.com/v1", "https://api.example.com"],
  ["https://api.example.com:8443/a/b/", "https://api.example.com:8443/a/b", "https://api.example.com:8443"],
  ["https://api.example.com/a/../b", "https://api.example.com/b", "https://api.example.com"],
  ["https://b\u00fccher.example", "https://xn--bcher-kva.example", "https://xn--bcher-kva.example"],
  ["https://localhost:3001", "https://localhost:3001", "https://localhost:3001"],
  ["https://192.0.2.7", "https://192.0.2.7", "https://192.0.2.7"],
  ["http://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1"],
  ["http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x", "http://127.0.0.1:8080"],
  ["http://127.1:8080", "http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080"],
  ["http://[0:0:0:0:0:0:0:1]", "http://[::1]", "http://[::1]"],
  ["https://api.example.com/a@b", "https://api.example.com/a@b", "https://api.example.com"],
];

const refused: [text: string, reason: string, input?: string][] = [
  [`https://${"a.".repeat(127)}b`, "host"],
  ["https://$(x).example", "host"],
  ["", "empty"],
  [" \n\t", "empty"],
  ["https://h/" + "a".repeat(2048), "tooLong"],
  ["https://exa mple.com", "characters"],
  ["https://example.com/a\nb", "characters"],
  ["https://example.com\0", "characters"],
  ["https://example\u200b.com", "characters"],
  ["https://example.com/\u202emoc", "characters"],
  ["https://exa\u00admple.com", "characters"],
  ["https://exa\ufe0fmple.com", "characters"],
  ["https://example.com\\@evil.example", "backslash"],
  ["https:\\\\example.com", "backslash"],
  ["example.com", "notUrl"],
  ["//example.com", "notUrl"],
  ["https:example.com", "notUrl"],
  ["https:///example.com", "notUrl"],
  ["https://", "notUrl"],
  ["https://:443", "notUrl"],
  ["https://example.com:99999", "notUrl"],
  ["https://[::1", "notUrl"],
  ["data:text/plain,x", "notUrl"],
  ["javascript:alert(1)", "notUrl"],
  ["ftp://example.com", "scheme"],
  ["file://host/etc", "scheme"],
  ["ws://127.0.0.1", "scheme"],
  ["vscode://publisher.name", "scheme"],
  ["https://user@example.com", "userinfo"],
  ["https://user:secret@example.com", "userinfo"],
  ["https://@example.com", "userinfo"],
  ["https://:@example.com", "userinfo"],
  ["https://api.onkernel.com@evil.example", "userinfo"],
  ["https://user%40example.com@evil.example", "userinfo"],
  ["https://example.com?", "query"],
  ["https://example.com/?a=1", "query"],
  ["https://example.com?a@b", "query"],
  ["https://example.com#", "fragment"],
  ["https://example.com/#@evil.example", "fragment"],
  ["https://example.com:6000", "port"],
  ["https://example.com:10080", "port"],
  ["http://127.0.0.1:1", "port"],
  ["https://example.com:0", "port"],
  ["https://example.com:025", "port"],
  ["http://example.com", "insecure"],
  ["http://127.0.0.1.evil.example", "insecure"],
  ["http://127.0.0.2", "insecure"],
  ["http://0.0.0.0", "insecure"],
  ["http://[::ffff:127.0.0.1]", "insecure"],
  ["http://localhost.evil.example", "insecure"],
  ["http://localhost:8080", "localhost"],
  ["http://LOCALHOST", "localhost"],
];

describe("parseBaseUrl", () => {
  for (const [text, url, origin, input = JSON.stringify(text)] of accepted)
    it(`parses ${input} as ${url}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: true, url, origin });
      assert.deepEqual(parseBaseUrl(url), { ok: true, url, origin });
    });

  for (const [text, reason, input = JSON.stringify(text.slice(0, 50))] of refused)
    it(`rejects ${input} with the reason ${reason}`, () =>
      assert.deepEqual(parseBaseUrl(text), { ok: false, reason }));

  it("accepts exactly the ports that fetch connects to", async () => {
    const probedPorts = [1719, 2049, 3659, 4045, 4190, 5060, 6000, 6566, 6667, 6697, 8080, 8443, 9000, 10080];
    const ports = [
      ...Array.from({ length: 1100 }, (_, index) => index + 1),
      ...probedPorts.flatMap((port) => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((offset) => port + offset)),
    ];
    const reached = new Error("reached");
    const dispatcher = {
      dispatch() {
        throw reached;
      },
    };
    for (const port of ports) {
      const allowed = parseBaseUrl(`https://127.0.0.1:${port}`).ok;
      // Node's fetch accepts a `dispatcher`, which the types lack, and uses it only after the port check.
      const options: RequestInit = Object.assign<RequestInit, object>({}, { dispatcher });
      const failure = await fetch(`http://127.0.0.1:${port}`, options).catch((error: unknown) => error);
      assert.ok(failure instanceof TypeError);
      assert.equal(failure.cause === reached, allowed, String(port));
    }
  });
});

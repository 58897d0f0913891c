import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { LinkOpener, safeHttpsHost } from "../../../../src/editor/kit/openExternal.ts";
import { commands, Message, reset, screen } from "../../../doubles/vscode.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

describe("safeHttpsHost", () => {
  for (const [address, host] of [
    ["https://auth.example.com/login/ma_1?code=a%2Fb%3D&x=%E2%82%AC#top", "auth.example.com"],
    ["https://example.com", "example.com"],
    ["https://example.com:8443/", "example.com:8443"],
    ["https://example.com:443/", "example.com"],
    ["https://[::1]/live", "[::1]"],
    ["https://127.0.0.1/", "127.0.0.1"],
    // Characters that resemble Latin letters are shown in Punycode.
    ["https://аpple.com/", "xn--pple-43d.com"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["https://EXAMPLE.com/", "example.com"],
    ["https://example.com/?to=javascript:alert(1)", "example.com"],
    ["https://example.com/path@evil.example", "example.com"],
    ["https://example.com/?user@evil.example", "example.com"],
    // Hosts are compared completely. A known name before or inside another host is another host.
    ["https://github.com.attacker.example/", "github.com.attacker.example"],
    ["https://attacker.example/github.com", "attacker.example"],
    ["https://example.com%2eattacker.example/", "example.com.attacker.example"],
    ["https://example.com。attacker.example/", "example.com.attacker.example"],
    ["https://127.1/", "127.0.0.1"],
    ["https://0x7f000001/", "127.0.0.1"],
    ["https://2130706433/", "127.0.0.1"],
    ["https://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"],
    [`https://example.com/${"x".repeat(8_192 - 20)}`, "example.com"],
    [`https://good.example.${"a.".repeat(110)}evil/`, `good.example.${"a.".repeat(110)}evil`],
  ] as const)
    it(`returns ${host} for ${address}`, () => assert.equal(safeHttpsHost(address), host));

  for (const [invalidUrl, address] of [
    ["an empty URL", ""],
    ["a host name that is too long", `https://good.example.${"a.".repeat(121)}evil/`],
    ["a host with icon syntax", "https://$(verified).example/"],
    ["plain http", "http://example.com/"],
    ["an upper-case scheme, which other parsers read differently", "HTTPS://example.com/"],
    ["a script", "javascript:alert(1)"],
    ["a data URL", "data:text/html,<script>alert(1)</script>"],
    ["a file URL", "file:///etc/passwd"],
    ["a command URL", "command:workbench.action.terminal.new"],
    ["a URL for the editor", "vscode://publisher.extension/do"],
    ["an ssh URL", "ssh://example.com"],
    ["a relative URL", "//example.com/"],
    ["only a scheme", "https://"],
    ["one slash", "https:/example.com"],
    ["three slashes", "https:///example.com"],
    ["no host", "https://?example.com"],
    ["a fragment in place of a host", "https://#example.com"],
    ["a user name", "https://good.example@evil.example/"],
    ["a user name and a password", "https://good.example:secret@evil.example/"],
    ["an empty user name", "https://:@evil.example/"],
    ["an encoded user name", "https://good.example%40evil.example/"],
    ["a full-width slash, which some parsers treat as a slash", "https://good.example\uff0fevil.example/"],
    ["a full-width at sign", "https://good.example\uff20evil.example/"],
    ["a full-width question mark", "https://good.example\uff1fevil.example/"],
    ["an IPv6 zone ID", "https://[fe80::1%25eth0]/"],
    ["a URL within another scheme", "blob:https://example.com/x"],
    ["a view-source URL", "view-source:https://example.com/"],
    ["the editor's own scheme for https", "vscode-remote://example.com/"],
    ["a lone surrogate", "https://example.com/\ud800"],
    ["a lone surrogate in the host", "https://exam\udc00ple.com/"],
    ["an encoded slash before a host", "https://good.example%2f@evil.example/"],
    ["a backslash, which parsers read as different hosts", "https://good.example\\@evil.example/"],
    ["backslashes in place of slashes", "https:\\\\evil.example"],
    ["a space", "https://example.com/a b"],
    ["a leading space", " https://example.com/"],
    ["a trailing line break", "https://example.com/\n"],
    ["a line break in the scheme", "ht\ntps://example.com/"],
    ["a tab in the host", "https://exa\tmple.com/"],
    ["a NUL", "https://example.com/\u0000"],
    ["an escape character", "https://example.com/\u001b[31m"],
    ["a direction override", "https://example.com/\u202Egpj.exe"],
    ["a direction isolate", "https://example.com/\u2066x\u2069"],
    ["a zero-width space in the host", "https://exam\u200Bple.com/"],
    ["a zero-width joiner", "https://exam\u200Dple.com/"],
    ["a soft hyphen", "https://exam\u00ADple.com/"],
    ["a no-break space", "https://example.com/\u00A0"],
    ["a line separator", "https://example.com/\u2028"],
    ["an invalid port", "https://example.com:99999/"],
    ["an invalid IPv6 address", "https://[::1/"],
    ["a host with an encoded NUL", "https://exa%00mple.com/"],
    ["a URL of more than 8,192 characters", `https://example.com/${"x".repeat(8_192)}`],
    ["a URL of a megabyte", "https://example.com/".repeat(50_000)],
  ] as const)
    it(`rejects ${invalidUrl}`, () => assert.equal(safeHttpsHost(address), undefined));

  it("never throws, and returns the host that a browser would open", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({ unit: "binary" }).map((path) => `https://${path}`),
          fc.webUrl(),
        ),
        (address) => {
          const host = safeHttpsHost(address);
          if (host === undefined) return;
          assert.match(host, /^[\x21-\x7e]+$/);
          // The authority as the simplest possible parser sees it.
          const [, authority = ""] = /^https:\/\/([^/?#]*)/.exec(address) ?? [];
          assert.equal(new URL(`https://${authority}`).host, host);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("LinkOpener", () => {
  /** The sandbox's origin while no sandbox runs. */
  const noSandbox = (): Promise<undefined> => Promise.resolve(undefined);
  /** Records the commands that VS Code is asked to run. */
  function opened(context: TestContext): readonly unknown[] {
    const calls: unknown[] = [];
    context.mock.method(commands, "executeCommand", (id: string, ...args: unknown[]) =>
      Promise.resolve(void calls.push([id, ...args])),
    );
    return calls;
  }
  const address = "https://auth.example.com/login/ma_1?code=a%2Fb%3D%252F&next=%E2%82%AC#%20top";

  it("shows only the host in its dialog and opens the exact URL", async (context) => {
    const calls = opened(context);
    const opening = new LinkOpener(noSandbox).open(address);
    const dialog = await screen.next(Message);
    assert.deepEqual(
      [dialog.severity, dialog.options.modal, dialog.text, dialog.buttons],
      ["warning", true, "Open auth.example.com?", ["Open"]],
    );
    assert.doesNotMatch(`${dialog.text}${dialog.options.detail ?? ""}`, /code|ma_1/);
    assert.deepEqual(calls, []);
    dialog.choose("Open");
    await opening;
    assert.deepEqual(calls, [["vscode.open", address]]);
  });

  it("opens nothing without consent and asks again next time", async (context) => {
    const calls = opened(context);
    const opener = new LinkOpener(noSandbox);
    for (const answer of [undefined, undefined]) {
      const opening = opener.open(address);
      (await screen.next(Message)).choose(answer);
      await opening;
    }
    assert.deepEqual(calls, []);
  });

  it("doesn't ask again for a host once the user has agreed", async (context) => {
    const calls = opened(context);
    const opener = new LinkOpener(noSandbox);
    const first = opener.open(address);
    (await screen.next(Message)).choose("Open");
    await first;
    await opener.open("https://auth.example.com/other");
    for (const otherUrl of ["https://live.example.com/", "https://auth.example.com:8443/"]) {
      const opening = opener.open(otherUrl);
      (await expectMessage(`Open ${new URL(otherUrl).host}?`)).choose("Open");
      await opening;
    }
    assert.equal(calls.length, 4);
    assert.deepEqual(screen.rest, []);
    const other = new LinkOpener(noSandbox).open(address);
    (await screen.next(Message)).choose(undefined);
    await other;
  });

  it("refuses an invalid URL without quoting it", async (context) => {
    const calls = opened(context);
    await new LinkOpener(noSandbox).open("https://good.example\\@evil.example/?code=SECRET");
    const message = await screen.next(Message);
    assert.equal(message.options.modal, undefined);
    assert.equal(message.text, "Not opened: this isn't a valid https address.");
    assert.deepEqual(calls, []);
  });

  describe("openFromSandbox", () => {
    const origin = "http://127.0.0.1:4567";
    const page = `${origin}/login/ma_1?code=a%2Fb`;

    it("opens the sandbox's own page unchanged without asking", async (context) => {
      const calls = opened(context);
      await new LinkOpener(() => Promise.resolve(origin)).openFromSandbox(page);
      assert.deepEqual(calls, [["vscode.open", page]]);
      assert.deepEqual(screen.rest, []);
    });

    for (const [refusedUrl, running, url] of [
      ["a page of a sandbox that has moved to another port", "http://127.0.0.1:4568", page],
      ["a page of a sandbox that has stopped", undefined, page],
      ["a URL with a longer port", origin, "http://127.0.0.1:45678/login/ma_1"],
      ["a user name that looks like the sandbox", origin, `${origin}@evil.example/`],
      ["a URL with a direction override", origin, `${page}\u202E`],
      ["a script", origin, "javascript:alert(1)"],
    ] as const)
      it(`doesn't open ${refusedUrl}`, async (context) => {
        const calls = opened(context);
        await new LinkOpener(() => Promise.resolve(running)).openFromSandbox(url);
        assert.match((await screen.next(Message)).text, /^Not opened: /);
        assert.deepEqual(calls, []);
      });

    it("asks before it opens a host other than the sandbox's", async (context) => {
      const calls = opened(context);
      const opening = new LinkOpener(() => Promise.resolve(origin)).openFromSandbox(address);
      (await screen.next(Message)).choose(undefined);
      await opening;
      assert.deepEqual(calls, []);
    });
  });
});

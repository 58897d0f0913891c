import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Account } from "../../../../../src/editor/accounts/accounts.ts";
import { pageHost } from "../../../../../src/editor/connections/login/openHostedPage.ts";

const service = (baseUrl: string): { account: Account; baseUrl: string } => ({
  account: { kind: "service", id: "a", label: "Team", baseUrl },
  baseUrl,
});
const publicService = service("https://api.onkernel.com");
const privateService = service("https://auth.example:8443/v1");
const local = service("http://127.0.0.1:4000");
const sandbox = { account: { kind: "sandbox", id: "sandbox" } as const, baseUrl: "http://127.0.0.1:4567" };

describe("pageHost", () => {
  for (const [address, access] of [
    ["https://managed-auth.onkernel.com/login/ma_1?code=x", publicService],
    ["https://managed-auth.onkernel.com:443/login/ma_1?code=x", publicService],
    ["https://auth.example:8443/login/ma_1?code=x", privateService],
    ["https://Auth.Example:8443?code=x", privateService],
    ["http://127.0.0.1:4000/login/ma_1?code=x", local],
    ["http://127.0.0.1:4567/login/ma_1?code=a%2Fb", sandbox],
  ] as const)
    it(`recognizes the service's own login page ${address}`, () =>
      assert.deepEqual(pageHost(address, access), { kind: "own" }));

  for (const [address, access, host] of [
    ["https://api.onkernel.com/login", publicService, "api.onkernel.com"],
    ["https://evil-managed-auth.onkernel.com/", publicService, "evil-managed-auth.onkernel.com"],
    ["https://x.managed-auth.onkernel.com/", publicService, "x.managed-auth.onkernel.com"],
    [
      "https://managed-auth.onkernel.com.evil.example/",
      publicService,
      "managed-auth.onkernel.com.evil.example",
    ],
    ["https://managed-auth.onkernel.com./", publicService, "managed-auth.onkernel.com."],
    ["https://managed-auth.onkernel.com:8443/", publicService, "managed-auth.onkernel.com:8443"],
    ["https://managed-auth.onkerne1.com/", publicService, "managed-auth.onkerne1.com"],
    ["https://managed-аuth.onkernel.com/", publicService, "xn--managed-uth-5ij.onkernel.com"],
    ["https://auth.example/login", privateService, "auth.example"],
    ["https://managed-auth.onkernel.com/login", privateService, "managed-auth.onkernel.com"],
    ["https://127.0.0.1:4000/login", service("http://127.0.0.1:4001"), "127.0.0.1:4000"],
    ["https://127.0.0.1:4000/login", local, "127.0.0.1:4000"],
    ["https://127.0.0.1/login", service("http://127.0.0.1"), "127.0.0.1"],
  ] as const)
    it(`returns "other", which requires consent, for ${address}`, () =>
      assert.deepEqual(pageHost(address, access), { kind: "other", host }));

  for (const [unsafeUrl, address, access] of [
    ["a script URL", "javascript:alert(1)//https://managed-auth.onkernel.com/", publicService],
    ["a user name before another host", "https://managed-auth.onkernel.com@evil.example/", publicService],
    ["a user name before the right host", "https://evil@managed-auth.onkernel.com/", publicService],
    ["a backslash", "https://evil.example\\@managed-auth.onkernel.com/", publicService],
    ["an http URL", "http://managed-auth.onkernel.com/login", publicService],
    ["a data URL", "data:text/html,managed-auth.onkernel.com", publicService],
    ["a command URL", "command:workbench.action.terminal.new", publicService],
    ["a line break", "https://managed-auth.onkernel.com/\n", publicService],
    ["a URL of 100 KB", `https://managed-auth.onkernel.com/${"x".repeat(100_000)}`, publicService],
    ["an http URL with another port", "http://127.0.0.1:40000/login", local],
    ["an empty URL", "", publicService],
    ["another origin for the sandbox", "http://127.0.0.1:45678/login", sandbox],
    ["a user name that looks like the sandbox", "http://127.0.0.1:4567@evil.example/", sandbox],
    ["the sandbox's origin over https", "https://127.0.0.1:4567/login", sandbox],
    ["the sandbox's origin with a host name", "http://localhost:4567/login", sandbox],
    ["the public login page for the sandbox", "https://managed-auth.onkernel.com/login", sandbox],
    ["a script URL for the sandbox", "javascript:http://127.0.0.1:4567/", sandbox],
    ["a sandbox URL of 100 KB", `http://127.0.0.1:4567/${"x".repeat(100_000)}`, sandbox],
  ] as const)
    it(`rejects ${unsafeUrl}`, () => assert.deepEqual(pageHost(address, access), { kind: "unsound" }));
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { withCallback } from "../../../../../src/editor/connections/login/openHostedPage.ts";

const callbackUrl = "vscode://publisher.name/login-finished?flow=AbC_-9&windowId=7";
const added =
  "success_url=vscode%3A%2F%2Fpublisher.name%2Flogin-finished%3Fflow%3DAbC_-9%26windowId%3D7" +
  "&error_url=vscode%3A%2F%2Fpublisher.name%2Flogin-finished%3Fflow%3DAbC_-9%26windowId%3D7";

describe("withCallback", () => {
  for (const [given, expected] of [
    ["https://h/login/ma_1?code=a%2Fb%3D+c", `https://h/login/ma_1?code=a%2Fb%3D+c&${added}`],
    ["https://h/login/ma_1", `https://h/login/ma_1?${added}`],
    ["https://h/login/ma_1?", `https://h/login/ma_1?${added}`],
    ["https://h/l?code=%E2%82%AC#%20top?x=1", `https://h/l?code=%E2%82%AC&${added}#%20top?x=1`],
    // An existing return URL is replaced.
    ["https://h/l?success_url=https%3A%2F%2Fevil.example&code=1", `https://h/l?code=1&${added}`],
    ["https://h/l?code=1&%65rror_url=x&a=b", `https://h/l?code=1&a=b&${added}`],
    ["https://h/l?my_success_url=x&success_urls=y", `https://h/l?my_success_url=x&success_urls=y&${added}`],
  ] as const)
    it(`adds return URLs to ${given} and leaves the rest unchanged`, () =>
      assert.equal(withCallback(given, callbackUrl), expected));

  it("preserves the query and sets exactly one return URL", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.webUrl(), (page, to) => {
        const url = withCallback(page, to);
        const [before = ""] = page.split(/[?#]/, 1);
        assert.ok(url.startsWith(`${before}?`));
        assert.deepEqual(new URL(url).searchParams.getAll("success_url"), [to]);
        assert.deepEqual(new URL(url).searchParams.getAll("error_url"), [to]);
        const query = /\?([^#]*)/.exec(page)?.[1] ?? "";
        for (const part of query.split("&")) assert.ok(url.includes(part), part);
      }),
    );
  });
});

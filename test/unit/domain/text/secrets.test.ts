import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { secretMask, maskedAddress, maskedJson, maskedText } from "../../../../src/domain/text/secrets.ts";
import { withInput } from "../../../support/withInput.ts";

describe("maskedJson", () => {
  it("masks credentials and private URLs, but no other values, at any depth", () => {
    const reply = JSON.parse(
      `{"id":"ma_1","hosted_url":"https://auth.example/login/ma_1?code=SECRET","live_view_url":"https://live.example/SECRET",
        "browser_session_id":"SECRET","totp":{"code":"SECRET","expires_at":"2026-11-20T12:00:00Z"},
        "flows":[{"handoff_code":"SECRET","jwt":"SECRET","totp_code":"SECRET","totp_secret":{"deep":"SECRET"}}],
        "browser":{"cdp_ws_url":"wss://SECRET","token":"SECRET","access_token":["SECRET"]},
        "login_url":"https://example.com/login","domain":"example.com"}`,
    ) as unknown;
    const shown = maskedJson(reply);
    assert.doesNotMatch(shown, /SECRET/);
    assert.deepEqual(JSON.parse(shown), {
      id: "ma_1",
      hosted_url: "••••••••",
      live_view_url: "••••••••",
      browser_session_id: "••••••••",
      totp: { code: "••••••••", expires_at: "2026-11-20T12:00:00Z" },
      flows: [{ handoff_code: "••••••••", jwt: "••••••••", totp_code: "••••••••", totp_secret: "••••••••" }],
      browser: { cdp_ws_url: "••••••••", token: "••••••••", access_token: "••••••••" },
      login_url: "https://example.com/login",
      domain: "example.com",
    });
  });

  for (const name of [
    ...[
      "browser_live_view_url",
      "webdriver_ws_url",
      "cdp_ws_url",
      "hostedUrl",
      "code",
      "handoff_code",
      "recovery_codes",
    ],
    ...[
      "session_token",
      "refreshToken",
      "tokens",
      "client_secret",
      "jwt",
      "password",
      "browser_session_id",
      "session_id",
      "_url",
    ],
    ...["api_key", "apiKey", "apikey", "APIKey", "x-api-key", "api_keys", "secret_access_key", "secretKey"],
    ...["private_key", "privateKey", "ssh-private-key", "passphrase"],
    ...["authorization", "Authorization", "proxy-authorization", "cookie", "Set-Cookie", "session_cookies"],
  ])
    it(`masks the value of "${name}"`, () => {
      for (const value of ["SECRET", ["SECRET"], { deep: "SECRET" }, ""])
        assert.deepEqual(JSON.parse(maskedJson({ [name]: value })), { [name]: secretMask });
      assert.deepEqual(JSON.parse(maskedJson({ [name]: null })), { [name]: null });
    });

  it("masks numeric codes, but not counts or flags", () =>
    assert.deepEqual(JSON.parse(maskedJson({ totp_code: 123_456, max_tokens: 5, has_totp_secret: true })), {
      totp_code: secretMask,
      max_tokens: 5,
      has_totp_secret: true,
    }));

  it("doesn't mask values that merely resemble secrets", () => {
    const raw = {
      error_code: "website_error",
      status_code: 502,
      country_code: "NZ",
      start_url: "https://shop.example/",
      masked_destination: "•••12",
      decoder: "x",
      key: "username",
      value_keys: ["username"],
      public_key: "x",
      authorization_status: "granted",
      cookie_count_limit: "5",
      monkey: "x",
      curl: "y",
    };
    assert.deepEqual(JSON.parse(maskedJson(raw)), raw);
  });

  it("masks secrets in the URLs of any field, but not their hosts", () => {
    const raw = {
      login_url: "https://example.com/login?code=SECRET and SECRET#SECRET",
      post_login_url: "https://me:SECRET@example.com/home#access_token=SECRET",
      message: "Read https://a.example/x?jwt=SECRET, or HTTPS://b.example#SECRET",
      plain: "https://example.com/a/b",
      question: "Is it? #1",
      list: ["wss://a.example?SECRET"],
    };
    assert.deepEqual(JSON.parse(maskedJson(raw)), {
      login_url: `https://example.com/login?${secretMask}`,
      post_login_url: `https://${secretMask}@example.com/home#${secretMask}`,
      message: `Read https://a.example/x?${secretMask} or HTTPS://b.example#${secretMask}`,
      plain: raw.plain,
      question: raw.question,
      list: [`wss://a.example?${secretMask}`],
    });
  });

  it("escapes hidden characters so that they are visible", () => {
    const reply = { name: "gpj.\u202eexe\u2028\u007f" };
    assert.equal(maskedJson(reply), '{\n  "name": "gpj.\\u202Eexe\\u2028\\u007F"\n}');
  });

  it("doesn't mask a secret whose value is null", () =>
    assert.equal(
      maskedJson({ hosted_url: null, live_view_url: null }),
      '{\n  "hosted_url": null,\n  "live_view_url": null\n}',
    ));
});

describe("maskedText", () => {
  it("masks session IDs, but no other IDs", () => {
    const text = "bs_1, https://a.example/bs_a-2/live and ma_1 of jobs_1";
    const masked = `${secretMask}, https://a.example/${secretMask}/live and ma_1 of jobs_1`;
    assert.equal(maskedText(text), masked);
  });

  for (const prefix of ["%2F", "%3d", "\\n", "session_", "https://a.example/?"])
    it(`masks a session ID after ${prefix}`, () =>
      assert.doesNotMatch(maskedText(`Used by ${prefix}bs_secret`), /secret/));

  it("masks a session ID in a URL's path in any field", () =>
    assert.doesNotMatch(maskedJson({ help: "https://a.example/browsers/bs_secret/logs" }), /secret/));
});

describe("maskedAddress", () => {
  for (const [input, address, shown] of withInput([
    ["https://example.com/home", "https://example.com/home"],
    ["https://example.com/home?code=1#2", `https://example.com/home?${secretMask}`],
    ["https://example.com/#\n2", `https://example.com/#${secretMask}`],
    ["example.com/cb?code=1", `example.com/cb?${secretMask}`],
    ["https://example.com/?", "https://example.com/?"],
    ["https://u:p@example.com", `https://${secretMask}@example.com`],
    ["https://example.com/@name", "https://example.com/@name"],
  ] as const))
    it(`masks the URL ${input} as ${shown}`, () => {
      assert.equal(maskedAddress(address), shown);
      assert.equal(maskedAddress(shown), shown);
    });

  it("masks URLs in arbitrarily long text", () => {
    const begin = process.threadCpuUsage();
    for (const piece of ["https://a.example/", "a.", "://", "@", "://@", "?", '"'])
      maskedText(`${piece.repeat(200_000)}!`);
    assert.match(
      maskedText(`${"https://a.example/".repeat(20_000)}?${"x".repeat(100_000)} end`),
      /\/\?•{8} end$/,
    );
    // CPU time in microseconds, because other processes share the machine.
    assert.ok(process.threadCpuUsage(begin).user < 2_000_000);
  });
});

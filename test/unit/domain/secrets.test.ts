import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { maskedJson } from "../../../src/domain/secrets.ts";

describe("maskedJson", () => {
  it("masks what opens a logged-in browser, at any depth, and nothing else", () => {
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

  it("hides no character", () => {
    const reply = { name: "gpj.\u202eexe\u2028\u007f" };
    assert.equal(maskedJson(reply), '{\n  "name": "gpj.\\u202Eexe\\u2028\\u007F"\n}');
  });

  it("leaves an absent secret absent", () => {
    assert.equal(
      maskedJson({ hosted_url: null, live_view_url: null }),
      '{\n  "hosted_url": null,\n  "live_view_url": null\n}',
    );
  });
});

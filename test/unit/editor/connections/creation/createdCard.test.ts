import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import type { ManagedAuthCreateRequest } from "../../../../../src/api/schemas.ts";
import { answersIn } from "../../../../../src/domain/draft/draft.ts";
import { createdCard } from "../../../../../src/editor/connections/creation/result.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttonEffect.ts";
import {
  actionsOf,
  assertWhole,
  block,
  rowsOf,
  sandbox,
  service,
  toneOf,
} from "../../../../support/cards.ts";

const request: ManagedAuthCreateRequest = { domain: "example.com", profile_name: "work" };

/** §2.1, as a service answers to a create: required fields, and what a new connection has. */
const fresh = `{"id":"ma_123","profile_name":"work","domain":"example.com","status":"NEEDS_AUTH","save_credentials":true,
  "record_session":false,"allowed_domains":[],"auto_reauth":true,"can_reauth":false,
  "can_reauth_reason":"no_prior_successful_login","browser":{"stealth":true,"proxy":{"id":"proxy_1"}},
  "credential":{"provider":"vault","auto":true},"health_checks":true,"health_check_interval":3600,
  "flow_status":null,"flow_step":null,"flow_type":null,"flow_expires_at":null,"hosted_url":null,"live_view_url":null,
  "discovered_fields":null,"mfa_options":null}`;

/** The same with a login under way, and everything in it that opens a browser. */
const loggingIn = `{"id":"ma_123","profile_name":"work","domain":"example.com","status":"NEEDS_AUTH","save_credentials":false,
  "record_session":true,"login_url":"https://example.com/login","flow_type":"LOGIN","flow_status":"IN_PROGRESS",
  "flow_step":"AWAITING_EXTERNAL_ACTION","flow_expires_at":"2026-11-20T12:20:00Z","browser_session_id":"bs_1",
  "hosted_url":"https://auth.example/login/ma_123?code=SECRETCODE","live_view_url":"https://live.example/SECRETVIEW",
  "external_action_message":"Approve the login on your phone","website_error":"Try again later",
  "error_message":"The site was slow","health_checks":false,"last_auth_check_at":"2026-11-20T11:00:00Z","auto_reauth":false}`;

const card = (json: string, asked = request, occasion = service): ResultCard => {
  const raw = JSON.parse(json) as unknown;
  return createdCard(occasion, asked, ManagedAuth.parse(raw), raw, answersIn(asked));
};

describe("the card of a created connection", () => {
  it("reads like this", () => {
    const shown = card(fresh);
    assertWhole(shown);
    assert.equal(shown.title, "Connection created");
    assert.equal(toneOf(shown), "warning", "it is of no use until somebody logs in");
    assert.deepEqual([shown.context, shown.at], [["Team", "api.example.com"], service.at.getTime()]);
    assert.equal(shown.sandbox, undefined);
    assert.deepEqual(shown.summary, ["Log in once, and agents can use this profile."]);
    assert.deepEqual(rowsOf(shown, "Connection"), {
      Status: "Needs a login",
      Domain: "example.com",
      Profile: "work",
      ID: "ma_123",
    });
    assert.deepEqual(rowsOf(shown, "Staying logged in"), {
      "Logs in again by itself": "Not yet: nobody has logged in",
      "Health checks": "Every hour",
      Credential: "Looked up by domain at provider vault",
      "Save credentials": "On",
    });
    assert.equal(block(shown, "rows", "Staying logged in").rows[0]?.note, undefined);
    assert.deepEqual(rowsOf(shown, "Browser"), {
      Proxy: "ID proxy_1",
      Stealth: "On",
      "Record sessions": "Off",
    });
    assert.deepEqual(JSON.parse(block(shown, "forms", "Request as code").forms[0]?.text ?? ""), {
      domain: "example.com",
      profile_name: "work",
    });
    const raw = block(shown, "code", "Reply as received, secrets masked");
    assert.deepEqual(JSON.parse(raw.text), JSON.parse(fresh));
    assert.deepEqual(actionsOf(shown), ["Log In…!", "Show Connection", "…Duplicate…", "…Copy ID"]);
  });

  it("says more where there is more: a login under way, checks turned off", () => {
    const shown = card(loggingIn);
    assertWhole(shown);
    assert.equal(shown.progress?.text, "Login: In progress: Waiting for a step outside the browser");
    assert.deepEqual(actionsOf(shown), ["Continue Login…!", "Show Connection", "…Duplicate…", "…Copy ID"]);
    assert.deepEqual(Object.keys(rowsOf(shown, "About the login")), [
      "Expires",
      "What to do",
      "Message",
      "The website says",
      "Login page for a person",
      "Live view",
    ]);
    const staying = rowsOf(shown, "Staying logged in");
    assert.equal(staying["Logs in again by itself"], "Off");
    assert.equal(staying["Health checks"], "Off");
    assert.match(staying["Last health check"] ?? "", /2026/);
    assert.equal(rowsOf(shown, "Login")["Login page"], "https://example.com/login");
  });

  it("never holds what opens a logged-in browser, nor does its text", () => {
    for (const words of [JSON.stringify(card(loggingIn)), cardText(card(loggingIn))]) {
      assert.doesNotMatch(words, /SECRET|auth\.example|live\.example/);
      assert.match(words, /••••••••/);
    }
  });

  it("shows addresses, unknown values and the flow once only", () => {
    const unknown = `{"id":"ma_1","status":"SLEEPING","can_reauth":true,"can_reauth_reason":"moon_phase",
      "login_url":"https://example.com/login","browser":{"proxy":{"mode":"tor"}},"flow_status":"PAUSED","flow_type":"WARMUP"}`;
    const shown = card(unknown);
    assertWhole(shown);
    assert.equal(rowsOf(shown, "Connection")["Status"], "SLEEPING (not known to this version)");
    const volatile = shown.blocks.flatMap((one) =>
      one.kind === "rows" ? one.rows.filter((row) => row.volatile === true).map(({ label }) => label) : [],
    );
    assert.deepEqual(volatile, [
      "Status",
      "WARMUP (not known to this version)",
      "Logs in again by itself",
      "Login page",
      "Proxy",
    ]);
    for (const one of shown.blocks)
      if (one.kind === "code" || one.kind === "forms") assert.equal(one.volatile, true);
    assert.equal(
      rowsOf(shown, "About the login")["WARMUP (not known to this version)"],
      "PAUSED (not known to this version)",
    );
  });

  it("says what the service changed", () => {
    const asked = { domain: "www.example.com", profile_name: "Work" };
    assert.deepEqual(card(fresh, asked).summary.slice(1), [
      "The service changed the domain from www.example.com to example.com.",
      "The service changed the profile from Work to work.",
    ]);
  });

  it("stands with nothing but an id", () => {
    const shown = card('{"id":"ma_1"}');
    assertWhole(shown);
    assert.deepEqual(rowsOf(shown, "Connection"), {
      Status: "Not reported",
      Domain: "Not reported",
      Profile: "Not reported",
      ID: "ma_1",
    });
  });

  it("does not ask for a login that has happened", () => {
    assert.deepEqual(card('{"id":"ma_1","status":"AUTHENTICATED"}').summary, ["The profile is logged in."]);
  });

  it("is labelled in the sandbox", () => {
    const shown = card(fresh, request, sandbox);
    assert.deepEqual(shown.context, ["Sandbox"], "no port, no address");
    assert.equal(shown.sandbox, "Sandbox · sample data on this computer");
  });
});

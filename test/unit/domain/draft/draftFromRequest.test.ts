import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionDraft, draftFromRequest, toRequest } from "../../../../src/domain/draft/draft.ts";

const base = { domain: "example.com", profile_name: "work" } as const;
const answered = { ...base, proxy: { kind: "default" }, credential: { kind: "none" } } as const;

describe("draftFromRequest", () => {
  for (const draft of [
    answered,
    { ...answered, proxy: { kind: "direct" } },
    { ...answered, proxy: { kind: "id", id: "proxy_1" } },
    { ...answered, proxy: { kind: "name", name: "exit" } },
    { ...answered, credential: { kind: "stored", name: "github" } },
    { ...answered, credential: { kind: "item", provider: "vault", path: "Team/GitHub" } },
    { ...answered, credential: { kind: "lookup", provider: "vault" } },
    {
      ...answered,
      allowed_domains: ["other.example"],
      login_url: "https://example.com/login?a=1",
      stealth: false,
      record_session: true,
      save_credentials: false,
      health_checks: true,
      health_check_interval: 3600,
      auto_reauth: false,
    },
    { ...answered, telemetry: { kind: "off" } },
    { ...answered, telemetry: { kind: "default", export: { kind: "none" } } },
    { ...answered, telemetry: { kind: "default", export: { kind: "id", destination: "otlp_1" } } },
    {
      ...answered,
      telemetry: {
        kind: "categories",
        categories: ["console", "network"],
        export: { kind: "name", destination: "archive" },
      },
    },
    {
      ...answered,
      // The current default set, chosen explicitly.
      telemetry: {
        kind: "categories",
        categories: ["control", "connection", "system", "captcha"],
        export: { kind: "none" },
      },
    },
  ] as const satisfies readonly ConnectionDraft[])
    it(`restores the draft of a request: ${JSON.stringify(draft)}`, () => {
      const parsed = ConnectionDraft.parse(structuredClone(draft));
      const request = toRequest(parsed);
      assert.ok(request !== undefined);
      assert.deepEqual(draftFromRequest(request), parsed);
      assert.deepEqual(toRequest(draftFromRequest(request)), request);
    });
});

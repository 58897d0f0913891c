import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionDraft, draftFromRequest, toRequest } from "../../../../src/domain/draft/draft.ts";
import { withInput } from "../../../support/withInput.ts";

const base = { domain: "example.com", profile_name: "work" } as const;
const answered = { ...base, proxy: { kind: "default" }, credential: { kind: "none" } } as const;

describe("draftFromRequest", () => {
  for (const [input, answers] of withInput([
    [{}],
    [{ proxy: { kind: "direct" } }],
    [{ proxy: { kind: "id", id: "proxy_1" } }],
    [{ proxy: { kind: "name", name: "exit" } }],
    [{ credential: { kind: "stored", name: "github" } }],
    [{ credential: { kind: "item", provider: "vault", path: "Team/GitHub" } }],
    [{ credential: { kind: "lookup", provider: "vault" } }],
    [
      {
        allowed_domains: ["other.example"],
        login_url: "https://example.com/login?a=1",
        stealth: false,
        record_session: true,
        save_credentials: false,
        health_checks: true,
        health_check_interval: 3600,
        auto_reauth: false,
      },
    ],
    [{ telemetry: { kind: "off" } }],
    [{ telemetry: { kind: "default", export: { kind: "none" } } }],
    [{ telemetry: { kind: "default", export: { kind: "id", destination: "otlp_1" } } }],
    [
      {
        telemetry: {
          kind: "categories",
          categories: ["console", "network"],
          export: { kind: "name", destination: "archive" },
        },
      },
    ],
    [
      {
        // The current default set, chosen explicitly.
        telemetry: {
          kind: "categories",
          categories: ["control", "connection", "system", "captcha"],
          export: { kind: "none" },
        },
      },
    ],
  ] as const satisfies readonly (readonly [ConnectionDraft])[]))
    it(`restores the draft of a request with the answers ${input}`, () => {
      const parsed = ConnectionDraft.parse(structuredClone({ ...answered, ...answers }));
      const request = toRequest(parsed);
      assert.ok(request !== undefined);
      assert.deepEqual(draftFromRequest(request), parsed);
      assert.deepEqual(toRequest(draftFromRequest(request)), request);
    });
});

// Tests GET /auth/context against the sandbox over HTTP. The expected reply is written by hand.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getAuthContext } from "../../src/api/operations.ts";
import { send, startedSandbox, token } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

describe("GET /auth/context in the sandbox", () => {
  it("returns exactly the fields that the real service returns", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const { body, status } = await send(port, { method: "GET", path: "/auth/context" });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      authentication: { method: "api_key", source: "api_key", credential_id: "key_sandbox" },
      authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: null } },
      organization: { id: "org_sandbox" },
      principal: { id: "key_sandbox", type: "api_key" },
    });
  });

  it("returns a body that the client can parse, or 401 for an unknown token", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const contextOf = (key: string) =>
      clientOf(t, port, key).call(getAuthContext, {}, new AbortController().signal);
    const outcome = await contextOf(token);
    assert.ok(outcome.kind === "ok");
    const { authorization, organization, principal } = outcome.value;
    assert.deepEqual(
      [organization?.id, principal?.type, principal?.id, authorization?.credential_scope?.project_id],
      ["org_sandbox", "api_key", "key_sandbox", null],
    );
    const refused = await contextOf("another-token");
    assert.equal(refused.kind === "failed" && refused.error.kind, "unauthorized");
  });
});

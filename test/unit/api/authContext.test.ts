import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AuthContext } from "../../../src/api/resourceSchemas.ts";
import { tryParse } from "../../../src/api/lenient.ts";

const contextReply = {
  authentication: { method: "api_key", source: "api_key", credential_id: "key_1" },
  authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: "proj_1" } },
  organization: { id: "org_1" },
  principal: { id: "key_1", type: "api_key" },
};

describe("AuthContext", () => {
  it("parses all fields and keeps unknown fields", () => {
    const more = {
      ...contextReply,
      mood: "calm",
      principal: { ...contextReply.principal, type: "robot", name: "R" },
    };
    assert.deepEqual(tryParse(AuthContext, more)?.value, more);
  });

  it("treats each invalid field as absent", () => {
    for (const value of [7, "", null, []] as const) {
      const context = tryParse(AuthContext, {
        authentication: { source: value, credential_id: value },
        authorization: { credential_scope: value, effective_scope: value },
        organization: { id: value },
        principal: { id: value, type: value },
      })?.value;
      assert.deepEqual(
        [
          context?.authentication?.source,
          context?.authentication?.credential_id,
          context?.authorization?.credential_scope,
          context?.authorization?.effective_scope,
          context?.organization?.id,
          context?.principal?.id,
          context?.principal?.type,
        ],
        Array<undefined>(7).fill(undefined),
        JSON.stringify(value),
      );
    }
    const empty = tryParse(AuthContext, {
      authentication: 1,
      authorization: 1,
      organization: 1,
      principal: 1,
    })?.value;
    assert.deepEqual(
      [empty?.authentication, empty?.authorization, empty?.organization, empty?.principal],
      Array<undefined>(4).fill(undefined),
    );
  });

  it("distinguishes a null project from a missing project", () => {
    const scopes = { credential_scope: { project_id: null }, effective_scope: { project_id: 7 } };
    const context = tryParse(AuthContext, { authorization: scopes })?.value;
    assert.deepEqual(
      [
        context?.authorization?.credential_scope?.project_id,
        context?.authorization?.effective_scope?.project_id,
      ],
      [null, undefined],
    );
  });

  it("rejects anything but an object", () => {
    for (const value of [null, [], "org_1", 7]) assert.equal(tryParse(AuthContext, value), undefined);
  });
});

// GET /auth/context: whom a request is taken for. The document does not show this operation.
import { get, resource } from "./resource.ts";

const keyId = "key_sandbox";

export const context = resource({
  routes: [
    get("/auth/context", {}, ({ namedProject = null, tokenProject = null }) => ({
      status: 200,
      body: {
        authentication: { method: "api_key", source: "api_key", credential_id: keyId },
        // The sandbox's own token is one of the whole organization.
        authorization: {
          credential_scope: { project_id: tokenProject },
          effective_scope: { project_id: namedProject },
        },
        organization: { id: "org_sandbox" },
        principal: { id: keyId, type: "api_key" },
      },
    })),
  ],
});

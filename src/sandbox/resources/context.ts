// GET /auth/context: whom a request is taken for. The document does not show this operation.
import { get, resource } from "./resource.ts";

const keyId = "key_sandbox";

export const context = resource({
  routes: [
    get("/auth/context", {}, () => ({
      status: 200,
      body: {
        authentication: { method: "api_key", source: "api_key", credential_id: keyId },
        // The sandbox's token is one of the whole organization.
        authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: null } },
        organization: { id: "org_sandbox" },
        principal: { id: keyId, type: "api_key" },
      },
    })),
  ],
});

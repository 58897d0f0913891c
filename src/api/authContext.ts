// Whom the service takes a request for. The document does not show this operation, so everything is optional.
import * as z from "zod/mini";
import { lenient, lenientText, received, text } from "./lenient.ts";

/** The project of a scope; null stands for the whole organization, and is told apart from not being told. */
const ProjectScope = received({
  project_id: z.catch(z.optional(z.nullable(text)), undefined),
});

/** What `GET /auth/context` tells of a token. */
export const AuthContext = received({
  authentication: lenient(received({ source: lenientText, credential_id: lenientText })),
  authorization: lenient(
    received({
      /** Where the token may be used at all. */
      credential_scope: lenient(ProjectScope),
      /** Where this request was carried out. */
      effective_scope: lenient(ProjectScope),
    }),
  ),
  organization: lenient(received({ id: lenientText })),
  principal: lenient(received({ id: lenientText, type: lenientText })),
});
export type AuthContext = z.infer<typeof AuthContext>;

// What creating and changing a credential provider accept, and nothing else. The document does not show these
// operations; where nobody says what the service does, this does:
//
//   {} as a change            400
//   white space around names  is taken away
//   a priority                any whole number
import * as z from "zod/mini";
import { changesSomething, filled, text } from "./connections/connectionRequests.ts";

const name = text.check(z.trim(), z.minLength(1));
const token = filled;
const cacheTtl = z.int().check(z.minimum(0));

export const CreateProvider = z.strictObject({
  provider_type: z.literal("onepassword"),
  name,
  token,
  cache_ttl_seconds: z.optional(cacheTtl),
});
export type CreateProvider = z.infer<typeof CreateProvider>;

export const UpdateProvider = z
  .strictObject({
    name: z.optional(name),
    enabled: z.optional(z.boolean()),
    priority: z.optional(z.int()),
    token: z.optional(token),
    cache_ttl_seconds: z.optional(cacheTtl),
  })
  .check(changesSomething);
export type UpdateProvider = z.infer<typeof UpdateProvider>;

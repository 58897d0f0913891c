// What a credential provider may be, as it is sent, but for how long the service keeps its list of items. The document
// shows none of it: the rules are those of the service's SDK.
import * as z from "zod/mini";
import { text } from "./lenient.ts";
import { saysSomething } from "./schemas.ts";

/** The service trims it. */
const name = z.string().check(z.refine((text) => text.trim() !== ""));

/** What creates a credential provider. */
export const CredentialProviderCreateRequest = z.strictObject({
  provider_type: z.literal("onepassword"),
  name,
  token: text,
});
export type CredentialProviderCreateRequest = z.infer<typeof CredentialProviderCreateRequest>;

/** What of a credential provider can be changed; what is left out stays as it is. Never empty. */
export const CredentialProviderUpdateRequest = z
  .strictObject({
    name: z.optional(name),
    enabled: z.optional(z.boolean()),
    /** The lower, the sooner it is asked. */
    priority: z.optional(z.int()),
    token: z.optional(text),
  })
  .check(saysSomething);
export type CredentialProviderUpdateRequest = z.infer<typeof CredentialProviderUpdateRequest>;

// What creating and changing a credential accept, and nothing else. The document does not show these operations; where
// nobody says what the service does, this does:
//
//   {} as a change          400
//   an empty value or key   400: it says nothing
//   an SSO provider         any text; an empty one, or null, takes it away in a change and is 400 when creating
//   a secret                base32 however people write it: blanks, dashes, padding and small letters go
import * as z from "zod/mini";
import { changesSomething, domain, filled, namedBy, text } from "./connections/connectionRequests.ts";
import { canonicalSecret } from "./totp.ts";

const values = namedBy(filled, filled);

const secret = z
  .string()
  .check(z.refine((value) => canonicalSecret(value) !== undefined, { error: "must be base32" }));

export const CreateCredential = z.strictObject({
  name: filled,
  domain,
  values,
  totp_secret: z.optional(secret),
  sso_provider: z.optional(filled),
});
export type CreateCredential = z.infer<typeof CreateCredential>;

/** Values are set one by one, those to remove before; what is left out stays. */
export const UpdateCredential = z
  .strictObject({
    name: z.optional(filled),
    values: z.optional(values),
    remove_value_keys: z.optional(z.array(filled)),
    totp_secret: z.optional(z.union([z.literal(""), secret])),
    sso_provider: z.optional(z.nullable(text)),
  })
  .check(changesSomething);
export type UpdateCredential = z.infer<typeof UpdateCredential>;

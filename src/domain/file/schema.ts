// The shape of a file of connections. Its settings are those of requests (§4.1), so that whatever a file says can be sent.
import * as z from "zod/mini";
import { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";

const { domain, profile_name, ...created } = ManagedAuthCreateRequest.shape;
// An empty text or list is how a file clears what is there.
const { allowed_domains, login_url } = ManagedAuthUpdateRequest.shape;

/** What `defaults` may hold: each setting as a request has it. */
export const FileDefaults = z.strictObject({ ...created, allowed_domains, login_url });
export type FileDefaults = z.infer<typeof FileDefaults>;

/** One of `connections`. */
export const FileEntry = z.strictObject({ domain, profile_name, ...FileDefaults.shape });
export type FileEntry = z.infer<typeof FileEntry>;

const text = z.string().check(z.minLength(1));

/** `managed-auth.jsonc`. */
export const ConnectionFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  project: z.optional(text),
  defaults: z.optional(FileDefaults),
  owns: z.optional(z.array(text)),
  connections: z.array(FileEntry),
});

/** Keys that an object of the file may have, by the key that it stands under; "" is the file itself. */
export const knownKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["", Object.keys(ConnectionFile.shape)],
  ["connections", Object.keys(FileEntry.shape)],
  ["defaults", Object.keys(FileDefaults.shape)],
  ["browser", ["proxy", "stealth", "telemetry"]],
]);

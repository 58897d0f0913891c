// A browser profile as it is created and renamed. The document shows none of it: the rules are those of the service's SDK.
import * as z from "zod/mini";

/** A profile's name has no more characters. */
export const longestProfileName = 255;

const name = z
  .string()
  .check(
    z.refine((text) => text !== "" && Array.from(text).length <= longestProfileName && text.isWellFormed()),
  );

/** What creates a profile. One without a name could not be used by a connection. */
export const ProfileCreateRequest = z.strictObject({ name });
export type ProfileCreateRequest = z.infer<typeof ProfileCreateRequest>;

/** What gives a profile another name. */
export const ProfileRenameRequest = z.strictObject({ name });
export type ProfileRenameRequest = z.infer<typeof ProfileRenameRequest>;

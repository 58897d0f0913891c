// What a flow waits for (§2.7), as received.
import type * as z from "zod/mini";
import { lenientFlag, lenientText, received, text } from "./lenient.ts";

export const ManagedAuthChoice = received({
  id: text,
  type: lenientText,
  label: lenientText,
  context: lenientText,
  description: lenientText,
  display_text: lenientText,
  masked_destination: lenientText,
  mfa_type: lenientText,
});
export type ManagedAuthChoice = z.infer<typeof ManagedAuthChoice>;

export const ManagedAuthField = received({
  id: text,
  ref: lenientText,
  type: lenientText,
  label: lenientText,
  hint: lenientText,
  required: lenientFlag,
  replace_existing: lenientFlag,
});
export type ManagedAuthField = z.infer<typeof ManagedAuthField>;

/** Read only where `fields` is missing (§2.1). */
export const DiscoveredField = received({
  name: text,
  type: lenientText,
  label: lenientText,
  hint: lenientText,
  placeholder: lenientText,
  required: lenientFlag,
  linked_mfa_type: lenientText,
});
export type DiscoveredField = z.infer<typeof DiscoveredField>;

/** Read, like the two below, only where `choices` is missing (§2.1). */
export const MFAOption = received({
  type: text,
  label: lenientText,
  description: lenientText,
  target: lenientText,
});
export type MFAOption = z.infer<typeof MFAOption>;

export const SSOButton = received({ provider: text, label: lenientText });
export type SSOButton = z.infer<typeof SSOButton>;

export const SignInOption = received({ id: text, label: lenientText, description: lenientText });
export type SignInOption = z.infer<typeof SignInOption>;

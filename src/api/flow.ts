// What a flow waits for (§2.7), as received.
import * as z from "zod/mini";
import { lenient, received, text } from "./lenient.ts";

const label = lenient(z.string());

export const ManagedAuthChoice = received({
  id: text,
  type: lenient(z.string()),
  label,
  context: lenient(z.string()),
  description: lenient(z.string()),
  display_text: lenient(z.string()),
  masked_destination: lenient(z.string()),
  mfa_type: lenient(z.string()),
});
export type ManagedAuthChoice = z.infer<typeof ManagedAuthChoice>;

export const ManagedAuthField = received({
  id: text,
  ref: lenient(z.string()),
  type: lenient(z.string()),
  label,
  hint: lenient(z.string()),
  required: lenient(z.boolean()),
  replace_existing: lenient(z.boolean()),
});
export type ManagedAuthField = z.infer<typeof ManagedAuthField>;

/** Read only where `fields` is missing (§2.1). */
export const DiscoveredField = received({
  name: text,
  type: lenient(z.string()),
  label,
  hint: lenient(z.string()),
  placeholder: lenient(z.string()),
  required: lenient(z.boolean()),
  linked_mfa_type: lenient(z.string()),
});
export type DiscoveredField = z.infer<typeof DiscoveredField>;

/** Read, like the two below, only where `choices` is missing (§2.1). */
export const MFAOption = received({
  type: text,
  label,
  description: lenient(z.string()),
  target: lenient(z.string()),
});
export type MFAOption = z.infer<typeof MFAOption>;

export const SSOButton = received({ provider: text, label });
export type SSOButton = z.infer<typeof SSOButton>;

export const SignInOption = received({ id: text, label, description: lenient(z.string()) });
export type SignInOption = z.infer<typeof SignInOption>;

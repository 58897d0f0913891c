// What a flow waits for (§2.7), as received.
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

export const ManagedAuthField = received({
  id: text,
  ref: lenientText,
  type: lenientText,
  label: lenientText,
  hint: lenientText,
  required: lenientFlag,
  replace_existing: lenientFlag,
  reason: lenientText,
  input_mode: lenientText,
});

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

/** Read, like the two below, only where `choices` is missing (§2.1). */
export const MFAOption = received({
  type: text,
  label: lenientText,
  description: lenientText,
  target: lenientText,
});

export const SSOButton = received({ provider: text, label: lenientText, selector: lenientText });

export const SignInOption = received({ id: text, label: lenientText, description: lenientText });

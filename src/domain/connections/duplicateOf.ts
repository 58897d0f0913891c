import type { ManagedAuth } from "../../api/schemas.ts";
import { answersOf } from "./answersOf.ts";
import { Draft } from "../draft/draft.ts";

/**
 * The draft that creates the same connection again (§2.1, §4.1). What this version could not send is left to the service,
 * and so is what the service reports nothing of.
 */
export function duplicateOf(connection: ManagedAuth): Draft {
  const answers = {
    proxy: { kind: "default" },
    credential: { kind: "none" },
    ...answersOf(connection),
  };
  return Draft.parse(
    Object.fromEntries(
      Object.entries(answers).filter(([field, answer]) => Draft.safeParse({ [field]: answer }).success),
    ),
  );
}

import type { CredentialProvider, OtlpDestination, Proxy } from "../../../../api/otherResources.ts";
import type { Draft } from "../../../../domain/draft/draft.ts";
import type { Lists } from "../../../catalogue/lists.ts";
import type { Choice, Frame } from "../../../kit/inputs/ask.ts";
import type { LiveRow } from "../../../kit/inputs/livePick.ts";

/**
 * Asks for everything that a thing needs and creates it, for the account that the questions are about and with no page
 * over them. Returns it as the service has it; `undefined` where the user came back without it.
 */
type Make<T> = (frame: Frame, draft: Draft) => Promise<T | undefined>;

/** What a question can have made while it is asked; the rooms of these things do it, without being known here. */
export interface CreateNew {
  readonly destination?: Make<OtlpDestination>;
  readonly provider?: Make<CredentialProvider>;
  readonly proxy?: Make<Proxy>;
}

/** The row that ends a picker of what can be made from there. */
export function createNewRow<V>(
  make: Make<object> | undefined,
  row: Pick<Choice<V>, "label" | "value">,
): readonly LiveRow<V>[] {
  return make === undefined ? [] : [{ separator: "" }, { ...row, icon: "add" }];
}

/** Has something made, after which the list that it is picked from is read again: what was called off may be there. */
export async function makeNew<T>(
  make: Make<T> | undefined,
  list: Parameters<Lists["forget"]>[0],
  { draft, frame, lists }: { readonly draft: Draft; readonly frame: Frame; readonly lists: Lists },
): Promise<T | undefined> {
  try {
    return await make?.(frame, draft);
  } finally {
    lists.forget(list);
  }
}

import type { AccountAccess, RequiresAccess } from "../accounts/clientFactory.ts";
import type { ResultContext } from "./cardParts.ts";
import type { ResultPanel } from "./panel.ts";

export interface ShowingContext extends RequiresAccess {
  readonly results: { readonly newId: () => string };
  readonly panel: Pick<ResultPanel, "markDeleted" | "show">;
  /** Returns the resource's name if a view has already fetched it. Pages about failed requests show the name. */
  readonly fetchedName?: (id: string) => string | undefined;
}

export function newResultContext({ account, baseUrl }: AccountAccess, id: string): ResultContext {
  return { id, account, baseUrl, at: new Date() };
}

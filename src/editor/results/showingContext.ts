import type { AccountAccess, RequiresAccess } from "../accounts/clientFactory.ts";
import type { ResultContext } from "./cardParts.ts";
import type { ResultPanel } from "./panel.ts";

export interface ShowingContext extends RequiresAccess {
  readonly results: { readonly newId: () => string };
  readonly panel: Pick<ResultPanel, "markDeleted" | "show">;
  /** Returns a resource's name if a view has fetched the name before. Used on pages about failed requests. */
  readonly fetchedName?: (id: string) => string | undefined;
}

export function newResultContext({ account, baseUrl }: AccountAccess, id: string): ResultContext {
  return { id, account, baseUrl, at: new Date() };
}

import type { Access, RequiresAccess } from "../accounts/service.ts";
import type { ResultContext } from "./cardParts.ts";
import type { ResultPanel } from "./panel.ts";
import type { Results } from "./store.ts";

/** What a command works with that shows what it came to. */
export interface ShowingContext extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "gone" | "show">;
}

/** Where and when a result of this id comes about. */
export function contextOf({ account, baseUrl }: Access, id: string): ResultContext {
  return { id, account, baseUrl, at: new Date() };
}

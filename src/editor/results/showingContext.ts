import type { Access, RequiresAccess } from "../accounts/service.ts";
import type { ResultContext } from "./cardParts.ts";
import type { ResultPanel } from "./panel.ts";
import type { Results } from "./store.ts";

/** The dependencies of a command that shows a result. */
export interface ShowingContext extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "gone" | "show">;
}

/** Returns the context of a new result. */
export function contextOf({ account, baseUrl }: Access, id: string): ResultContext {
  return { id, account, baseUrl, at: new Date() };
}

import type { Clock } from "../../api/clock.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { DestinationsModel } from "../catalogue/destinations.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { Start } from "../kit/command.ts";
import type { CreationParts } from "../connections/creation/send.ts";
import type { ListedParts } from "../connections/listed/delete.ts";
import type { MakeSureParts } from "../connections/login/makeSure.ts";
import type { LoginMemory } from "../connections/login/memory.ts";
import type { ToolName } from "../words/contributions.ts";

/** What tools work with. */
export interface ToolParts extends CreationParts, ListedParts {
  readonly entitlements: EntitlementsModel;
  readonly service: Service;
  readonly connections: Pick<ConnectionsModel, "changed" | "leave" | "saw" | "state">;
  readonly destinations: Pick<DestinationsModel, "changed" | "state">;
  readonly logins: MakeSureParts["logins"];
  readonly memory: Pick<LoginMemory, "isReported" | "opened" | "report">;
  /** Starts a command of the window, which the user goes on with. */
  readonly start: Start;
  readonly clock?: Clock;
}

/** One call of a tool: whom it works as, and what ends it. */
export interface Call {
  readonly parts: ToolParts;
  readonly access: Access;
  readonly signal: AbortSignal;
  readonly name: ToolName;
}

/** Whether the window works as somebody else by now, for whom nothing was asked. */
export function worksAsAnother(
  { session: { state } }: Pick<ToolParts, "session">,
  { account }: Access,
): boolean {
  return state.kind === "signedOut" || state.account.id !== account.id;
}

import type { Clock } from "../../api/clock.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { Log } from "../kit/log.ts";
import type { Logins } from "../logins/logins.ts";

/** What tools work with. */
export interface ToolParts {
  readonly session: Pick<Session, "state">;
  readonly service: Service;
  readonly entitlements: Pick<EntitlementsModel, "recent" | "wantUsage" | "state">;
  readonly connections: Pick<ConnectionsModel, "saw">;
  readonly logins: Pick<Logins, "of" | "onDidChange" | "follow">;
  readonly log: Pick<Log, "fault">;
  readonly clock?: Clock;
}

/** One call of a tool: whom it works as, and what ends it. */
export interface Call {
  readonly parts: ToolParts;
  readonly access: Access;
  readonly signal: AbortSignal;
}

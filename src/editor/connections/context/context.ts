import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Clock } from "../../../api/clock.ts";
import type { CodeLanguage } from "../../../domain/useCode/useCode.ts";
import type { Access, RequiresAccess, Service } from "../../accounts/service.ts";
import type { Session } from "../../accounts/session.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import type { EntitlementsModel } from "../../catalogue/entitlements.ts";
import type { ResourceLists } from "../../catalogue/listModel.ts";
import type { StartCommand } from "../../kit/command.ts";
import type { Log } from "../../kit/log.ts";
import type { LinkOpener } from "../../kit/openExternal.ts";
import type { Logins } from "../../logins/logins.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { Results } from "../../results/store.ts";
import type { Watched } from "../../watching/watched.ts";
import type { Drafts, UnfinishedEdits } from "./drafts.ts";
import type { PendingCreations } from "./pending.ts";
import type { AgreedHosts, Returns } from "./loginPages.ts";
import type { LoginMemory } from "./memory.ts";
import type { CreateNew } from "../settings/createNew.ts";
import type { WeekStrips } from "../week/weekStrips.ts";

/** What this window knows of a connection's login that the connection itself does not tell. */
export interface LoginKnown {
  /** Sentences on it. */
  readonly notes: readonly string[];
  /** Whether this window has opened its page, whose link works once. */
  readonly opened: boolean;
  /** Whether this window follows it; `left` where the user has had it stop. */
  readonly following: "here" | "left" | "no";
}

/** Tells what is known of the login of a connection that was just read; `undefined` where that is nothing. */
export type KnowsLogin = (accountId: string, connection: ManagedAuth) => LoginKnown | undefined;

/** Remembers, for every window, which code was chosen last. */
export interface RememberedCode {
  last(): unknown;
  keep(choice: {
    readonly language?: CodeLanguage | undefined;
    readonly checksLogin: boolean;
  }): PromiseLike<void>;
}

/** What everything that is done with connections works with. */
export interface ConnectionsContext extends RequiresAccess {
  readonly session: Session;
  readonly service: Service;
  readonly connections: ConnectionsModel;
  readonly entitlements: EntitlementsModel;
  readonly listed: ResourceLists;
  readonly logins: Logins;
  readonly watched: Watched;
  readonly pending: PendingCreations;
  readonly drafts: Drafts;
  readonly edits: UnfinishedEdits;
  readonly results: Results;
  readonly panel: ResultPanel;
  readonly weekStrips: WeekStrips;
  readonly memory: LoginMemory;
  readonly agreedHosts: AgreedHosts;
  readonly returns: Returns;
  readonly opener: LinkOpener;
  readonly log: Log;
  readonly rememberedCode: RememberedCode;
  readonly knowsLogin: KnowsLogin;
  readonly start: StartCommand;
  /** Shows the report; the feature that it was asked for is explained on top. */
  readonly showEntitlements: (feature?: string) => Promise<void>;
  /** Selects the row of a connection that was just created, if the view is visible. The focus stays where it is. */
  readonly revealConnection: (id: string) => Promise<void>;
  /** What the questions about a connection can have made, in the account that they are about. */
  readonly createNew: (access: Access) => CreateNew;
  /** Waits a moment before asking again; resolves to whether it was not cancelled. */
  readonly wait?: (signal: AbortSignal) => Promise<boolean>;
  readonly clock?: Clock;
}

import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Clock } from "../../../api/clock.ts";
import type { CodeLanguage } from "../../../domain/useCode/useCode.ts";
import type { AccountAccess, RequiresAccess, ClientFactory } from "../../accounts/clientFactory.ts";
import type { WindowSession } from "../../accounts/session.ts";
import type { ConnectionsModel } from "../../catalogue/connectionsModel.ts";
import type { EntitlementsModel } from "../../catalogue/entitlementsModel.ts";
import type { ResourceLists } from "../../catalogue/listModel.ts";
import type { StartCommand } from "../../kit/command.ts";
import type { Log } from "../../kit/log.ts";
import type { LinkOpener } from "../../kit/openExternal.ts";
import type { LoginManager } from "../../logins/loginManager.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { ResultStore } from "../../results/resultStore.ts";
import type { WatchedConnections } from "../../watching/watchedConnections.ts";
import type { DraftStore, UnfinishedEdits } from "./drafts.ts";
import type { PendingCreations } from "./pendingCreations.ts";
import type { TrustedHosts, LoginCallbacks } from "./loginPages.ts";
import type { LoginMemory } from "./loginMemory.ts";
import type { ResourceCreators } from "../settings/resourceCreators.ts";
import type { WeekStrips } from "../week/weekStrips.ts";

/** This window's knowledge of a login that the service doesn't report. */
export interface LocalLoginInfo {
  /** Sentences about the login. */
  readonly notes: readonly string[];
  /** True if this window has opened the login page. The page's link works only once. */
  readonly opened: boolean;
  /** `here` if this window follows the login, `left` if the user stopped the updates. */
  readonly following: "here" | "left" | "no";
}

/** Returns this window's knowledge of the login of a connection that was just fetched, if there is any. */
export type LoginInfoLookup = (accountId: string, connection: ManagedAuth) => LocalLoginInfo | undefined;

/** Stores the last chosen kind of code, shared by all windows. */
export interface CodeChoiceStore {
  last(): unknown;
  keep(choice: {
    readonly language?: CodeLanguage | undefined;
    readonly checksLogin: boolean;
  }): PromiseLike<void>;
}

/** Dependencies of the commands on connections. */
export interface ConnectionsContext extends RequiresAccess {
  readonly session: WindowSession;
  readonly service: ClientFactory;
  readonly connections: ConnectionsModel;
  readonly entitlements: EntitlementsModel;
  readonly listed: ResourceLists;
  readonly logins: LoginManager;
  readonly watched: WatchedConnections;
  readonly pending: PendingCreations;
  readonly drafts: DraftStore;
  readonly edits: UnfinishedEdits;
  readonly results: ResultStore;
  readonly panel: ResultPanel;
  readonly weekStrips: WeekStrips;
  readonly memory: LoginMemory;
  readonly agreedHosts: TrustedHosts;
  readonly returns: LoginCallbacks;
  readonly opener: LinkOpener;
  readonly log: Log;
  readonly rememberedCode: CodeChoiceStore;
  readonly knowsLogin: LoginInfoLookup;
  readonly start: StartCommand;
  /** Shows the entitlements. A given feature is explained at the top. */
  readonly showEntitlements: (feature?: string) => Promise<void>;
  /** Selects the row of a new connection if the view is visible. The focus doesn't move. */
  readonly revealConnection: (id: string) => Promise<void>;
  /** Returns the callbacks with which a prompt creates resources in the given account. */
  readonly createNew: (access: AccountAccess) => ResourceCreators;
  /** Waits before the next poll. Resolves to false if cancelled. */
  readonly wait?: (signal: AbortSignal) => Promise<boolean>;
  readonly clock?: Clock;
}

import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Clock } from "../../../api/clock.ts";
import type { CodeLanguage } from "../../../domain/code/useCode.ts";
import type { AccountAccess, RequiresAccess, ClientFactory } from "../../accounts/clientFactory.ts";
import type { WindowSession } from "../../accounts/session.ts";
import type { ConnectionsModel } from "../../catalogue/connectionsModel.ts";
import type { EntitlementsModel } from "../../catalogue/entitlementsModel.ts";
import type { DestinationsModel, ResourceLists } from "../../catalogue/listModel.ts";
import type { StartCommand } from "../../kit/command.ts";
import type { Log } from "../../kit/log.ts";
import type { LinkOpener } from "../../kit/openExternal.ts";
import type { LoginManager } from "../../logins/loginManager.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { ResultStore } from "../../results/resultStore.ts";
import type { WatchedConnections } from "../../watching/watchedConnections.ts";
import type { ConnectionEdits, DraftStore } from "./drafts.ts";
import type { PendingCreations } from "./pendingCreations.ts";
import type { TrustedHosts, LoginCallbacks } from "./loginPages.ts";
import type { LoginMemory } from "./loginMemory.ts";
import type { UnfinishedCreations } from "../../resourceEngine/unfinished.ts";
import type { ResourceCreators } from "../settings/resourceCreators.ts";
import type { WeekStrips } from "../week/weekStrips.ts";

/** Facts about a login that only this window knows, because the service doesn't report them. */
export interface LocalLoginInfo {
  /** Notes about the login, shown on the page of its connection, one sentence each. */
  readonly notes: readonly string[];
  /** True if this window has opened the login page. The link to a login page works only once. */
  readonly opened: boolean;
  /** `here` if this window tracks the login, `left` if the user stopped the live updates, `no` otherwise. */
  readonly following: "here" | "left" | "no";
}

/** Returns this window's data about the login of a fetched connection, or undefined if there is none. */
export type LoginInfoLookup = (accountId: string, connection: ManagedAuth) => LocalLoginInfo | undefined;

/** Stores the options with which the user last copied code. All windows share the stored options. */
export interface CodeChoiceStore {
  last(): unknown;
  keep(choice: {
    readonly language?: CodeLanguage | undefined;
    readonly checksLogin: boolean;
  }): PromiseLike<void>;
}

/** Dependencies of the connection commands. */
export interface ConnectionsContext extends RequiresAccess {
  readonly session: WindowSession;
  readonly service: ClientFactory;
  readonly connections: ConnectionsModel;
  readonly entitlements: EntitlementsModel;
  readonly destinations: DestinationsModel;
  readonly listed: ResourceLists;
  readonly logins: LoginManager;
  readonly watched: WatchedConnections;
  readonly pending: PendingCreations;
  readonly drafts: DraftStore;
  readonly edits: ConnectionEdits;
  readonly creations: UnfinishedCreations;
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
  /** Shows the entitlements page. If `feature` is given, the top of the page explains that feature. */
  readonly showEntitlements: (feature?: string) => Promise<void>;
  /** Selects the row of a new connection if the Connections view is visible, without moving the focus. */
  readonly revealConnection: (id: string) => Promise<void>;
  /** Returns the callbacks that let a prompt create resources in the given account. */
  readonly createNew: (access: AccountAccess) => ResourceCreators;
  /** Waits before a create request that got no response is sent again. Resolves to false if aborted. */
  readonly wait?: (signal: AbortSignal) => Promise<boolean>;
  readonly clock?: Clock;
}

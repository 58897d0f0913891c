import type { Account, AccountRegistry } from "../accounts/accounts.ts";
import type { ConnectionsContext, CodeChoiceStore } from "../connections/context/context.ts";
import type { OneTimeCodes } from "../resources/credentials/oneTimeCode.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { DestinationsModel, ResourceLists } from "../catalogue/listModel.ts";
import type { ConnectionsTree } from "../sidebar/connectionsTree.ts";
import type { EntitlementsModel } from "../catalogue/entitlementsModel.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import type { Log } from "../kit/log.ts";
import type { PlanComparisons } from "../files/comparison.ts";
import type { FilePlans } from "../files/filePlans.ts";
import type { LoginManager } from "../logins/loginManager.ts";
import type { McpServer } from "../mcp/server.ts";
import type { PendingCreations } from "../connections/context/pendingCreations.ts";
import type { SandboxRunner } from "../accounts/sandboxRunner.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import type { ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { WatchedConnections } from "../watching/watchedConnections.ts";
import type { EntitlementsTree } from "../sidebar/entitlementsTree.ts";

/** The services that every window needs. Created once per window, in app.ts. */
export interface Core {
  readonly accounts: AccountRegistry;
  readonly session: WindowSession;
  readonly sandbox: SandboxRunner;
  readonly service: ClientFactory;
  readonly entitlements: EntitlementsModel;
  readonly connections: ConnectionsModel;
  readonly destinations: DestinationsModel;
  readonly listed: ResourceLists;
  readonly tree: EntitlementsTree;
  readonly connectionsTree: ConnectionsTree;
  readonly pending: PendingCreations;
  readonly logins: LoginManager;
  readonly watched: WatchedConnections;
  readonly mcpServer: McpServer;
  readonly whoAmI: WhoAmI;
  readonly log: Log;
  readonly tokenReplaced: () => void;
  readonly revealConnection: (id: string) => Promise<void>;
  readonly store: AccountStore;
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly rememberedCode: CodeChoiceStore;
}

/** The dependencies of all commands. Created once per window, in work.ts. */
export interface Parts extends Core, ConnectionsContext {
  readonly signIn: () => Promise<unknown>;
  readonly fetchedName: (id: string) => string | undefined;
  readonly use: (account: Account, title: string) => Promise<unknown>;
  readonly sandboxChanged: () => Promise<unknown>;
  readonly sandboxReset: () => Promise<unknown>;
  readonly oneTimeCodes: OneTimeCodes;
  readonly filePlans: FilePlans;
  readonly comparisons: PlanComparisons;
}

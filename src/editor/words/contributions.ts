import type { DeclaredArguments } from "./declaredArguments.ts";
/** The IDs of all commands. The manifest lists the same commands. */
export const commandIds = [
  "managedAuth.signIn",
  "managedAuth.signOut",
  "managedAuth.replaceToken",
  "managedAuth.switchAccount",
  "managedAuth.showAccount",
  "managedAuth.chooseProject",
  "managedAuth.addMcpServer",
  "managedAuth.removeMcpServer",
  "managedAuth.useSandbox",
  "managedAuth.chooseSandboxPlan",
  "managedAuth.openSandboxTerminal",
  "managedAuth.resetSandbox",
  "managedAuth.createConnection",
  "managedAuth.logIn",
  "managedAuth.followLogin",
  "managedAuth.stopFollowing",
  "managedAuth.ensureLoggedIn",
  "managedAuth.showConnection",
  "managedAuth.showHistory",
  "managedAuth.showOverview",
  "managedAuth.editConnection",
  "managedAuth.duplicateConnection",
  "managedAuth.deleteConnection",
  "managedAuth.watchConnection",
  "managedAuth.stopWatching",
  "managedAuth.copyConnectionId",
  "managedAuth.copyUseCode",
  "managedAuth.insertUseCode",
  "managedAuth.copyConnectionAsJson",
  "managedAuth.copyConnectionAsCurl",
  "managedAuth.copyConnectionAsTypeScript",
  "managedAuth.copyConnectionAsPython",
  "managedAuth.refreshConnections",
  "managedAuth.loadMoreConnections",
  "managedAuth.findConnections",
  "managedAuth.showConnectionsNeedingYou",
  "managedAuth.showAllConnections",
  "managedAuth.groupConnectionsByStatus",
  "managedAuth.groupConnectionsByProfile",
  "managedAuth.ungroupConnections",
  "managedAuth.checkPending",
  "managedAuth.dismissPending",
  "managedAuth.checkEdit",
  "managedAuth.createDestination",
  "managedAuth.editDestination",
  "managedAuth.showDestination",
  "managedAuth.copyDestinationId",
  "managedAuth.refreshDestinations",
  "managedAuth.deleteDestination",
  "managedAuth.deleteDestinations",
  "managedAuth.showProviders",
  "managedAuth.showProvider",
  "managedAuth.createProvider",
  "managedAuth.editProvider",
  "managedAuth.testProvider",
  "managedAuth.deleteProvider",
  "managedAuth.showProfiles",
  "managedAuth.showProfile",
  "managedAuth.createProfile",
  "managedAuth.renameProfile",
  "managedAuth.deleteProfile",
  "managedAuth.showProxies",
  "managedAuth.showProxy",
  "managedAuth.createProxy",
  "managedAuth.renameProxy",
  "managedAuth.deleteProxy",
  "managedAuth.checkProxy",
  "managedAuth.showCredentials",
  "managedAuth.showCredential",
  "managedAuth.createCredential",
  "managedAuth.editCredential",
  "managedAuth.deleteCredential",
  "managedAuth.copyOneTimeCode",
  "managedAuth.showBrowsers",
  "managedAuth.showBrowser",
  "managedAuth.watchLive",
  "managedAuth.endBrowser",
  "managedAuth.launchBrowser",
  "managedAuth.planFile",
  "managedAuth.applyFile",
  "managedAuth.addToFile",
  "managedAuth.addCiWorkflow",
  "managedAuth.addSkill",
  "managedAuth.showEntitlements",
  "managedAuth.refreshEntitlements",
  "managedAuth.refreshResources",
  "managedAuth.editResource",
  "managedAuth.deleteResource",
  "managedAuth.copyResourceId",
  "managedAuth.copyValue",
  "managedAuth.showRecentResult",
  "managedAuth.showLog",
  "managedAuth.reportIssue",
  "managedAuth.getStarted",
  "managedAuth.cancelWait",
  "managedAuth.openWaitingQuestion",
] as const;
export type CommandId = (typeof commandIds)[number];

/** The names of all language model tools. The manifest lists the same tools. */
export const toolNames = [
  "managed_auth_list_connections",
  "managed_auth_show_connection",
  "managed_auth_history",
  "managed_auth_entitlements",
  "managed_auth_list_destinations",
  "managed_auth_list_browsers",
  "managed_auth_wait_for_login",
  "managed_auth_ensure_logged_in",
  "managed_auth_create_connection",
  "managed_auth_update_connection",
  "managed_auth_delete_connection",
  "managed_auth_delete_destination",
  "managed_auth_end_browser",
  "managed_auth_plan_file",
  "managed_auth_apply_file",
] as const;
export type ToolName = (typeof toolNames)[number];

export type CommandArguments = {
  readonly [Id in CommandId]: Id extends keyof DeclaredArguments
    ? DeclaredArguments[Id]
    : Readonly<Record<string, never>>;
};

export const extensionId = "agent-auth-tools.managed-auth";
export const walkthroughId = "start";
export const welcomeViewId = "managedAuth.welcome";
export const connectionsViewId = "managedAuth.connections";
export const destinationsViewId = "managedAuth.destinations";
export const resourcesViewId = "managedAuth.resources";
export const entitlementsViewId = "managedAuth.entitlements";
export const resultPanelType = "managedAuth.result";
/** Glob patterns of connection files. The manifest uses the same patterns for the JSON schema. */
export const connectionFiles = [
  { pattern: "**/managed-auth.jsonc" },
  { pattern: "**/*.managed-auth.jsonc" },
] as const;
export const mcpProviderId = "managedAuth.mcp";

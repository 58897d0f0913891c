/** Every command of the extension; the manifest lists the same. */
export const commandIds = [
  "managedAuth.signIn",
  "managedAuth.signOut",
  "managedAuth.replaceToken",
  "managedAuth.switchAccount",
  "managedAuth.useSandbox",
  "managedAuth.chooseSandboxPlan",
  "managedAuth.resetSandbox",
  "managedAuth.createConnection",
  "managedAuth.showConnection",
  "managedAuth.checkPending",
  "managedAuth.dismissPending",
  "managedAuth.deleteDestinations",
  "managedAuth.showEntitlements",
  "managedAuth.refreshEntitlements",
  "managedAuth.copyValue",
  "managedAuth.showRecentResult",
  "managedAuth.showLog",
  "managedAuth.reportIssue",
  "managedAuth.getStarted",
  "managedAuth.cancelWait",
] as const;
export type CommandId = (typeof commandIds)[number];

export const extensionId = "agent-auth-tools.managed-auth";
export const walkthroughId = "start";
export const entitlementsViewId = "managedAuth.entitlements";
export const resultPanelType = "managedAuth.result";

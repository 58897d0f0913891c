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
  "managedAuth.deleteDestinations",
  "managedAuth.showEntitlements",
  "managedAuth.refreshEntitlements",
  "managedAuth.copyValue",
  "managedAuth.showLog",
] as const;
export type CommandId = (typeof commandIds)[number];

export const entitlementsViewId = "managedAuth.entitlements";
export const resultPanelType = "managedAuth.result";

// A complete window: the extension is activated as in VS Code, and the test answers its requests.
import { join } from "node:path";
import type { TestContext } from "node:test";
import { commands, Uri } from "vscode";
import { AccountRegistry, type ServiceAccount } from "../../src/editor/accounts/accounts.ts";
import { activate, deactivate } from "../../src/extension.ts";
import { Memento, Progress, screen, SecretStorage } from "../doubles/vscode.ts";
import { storedFiles } from "./storedFiles.ts";
import { temporaryDirectory } from "./temporary.ts";
import { Wire } from "./wire.ts";
import { origin } from "./windowParts.ts";

export interface OpenWindow {
  readonly wire: Wire;
  readonly account: ServiceAccount;
  readonly secrets: SecretStorage;
  /** Deactivates the extension and disposes its subscriptions, as VS Code does when a window closes. */
  close(): Promise<void>;
  /** Returns the stored creations. */
  pending(): Promise<readonly { readonly phase?: unknown }[]>;
}

const entitlements = { features: { managed_auth: { enabled: true } }, limits: {}, plan: { id: "p" } };

/**
 * Opens a window with the account "Team". Use `prepare` to store files of earlier windows.
 */
export async function openWindow(
  context: TestContext,
  prepare: (storage: string) => Promise<void> = () => Promise.resolve(),
): Promise<OpenWindow> {
  const subscriptions: { dispose(): unknown }[] = [];
  const wire = new Wire(context);
  wire.serve("GET /org/entitlements", 200, entitlements);
  const close = async (): Promise<void> => {
    await deactivate();
    for (const disposable of subscriptions.splice(0)) disposable.dispose();
  };
  // Close the window before its folder is removed.
  context.after(close);
  const storage = await temporaryDirectory(context);
  await prepare(storage);
  const [secrets, workspaceState] = [new SecretStorage(), new Memento()];
  const accounts = new AccountRegistry(secrets);
  const account = await accounts.add("Team", origin, "sk_token_1");
  accounts.dispose();
  await workspaceState.update("account", account.id);
  activate({
    secrets,
    workspaceState,
    globalState: new Memento(),
    globalStorageUri: Uri.file(storage),
    extensionUri: Uri.file("/extension"),
    extension: { packageJSON: { version: "1.2.3" } },
    subscriptions,
    asAbsolutePath: (path) => path,
  });
  await commands.executeCommand("managedAuth.refreshEntitlements");
  await screen.next(Progress);
  const pending = async (): Promise<readonly { readonly phase?: unknown }[]> =>
    (await storedFiles(join(storage, "pending"))).map(({ text }) => JSON.parse(text) as { phase?: unknown });
  return { wire, account, secrets, close, pending };
}

import { l10n } from "vscode";
import { connected } from "../../accounts/signIn/commands.ts";
import { createConnection } from "./collect.ts";
import type { Beginning } from "./collect.ts";
import type { Parts } from "../../app/parts.ts";
import { showEntitlementsCommand } from "../../entitlements/commands.ts";

/** "Create Connection…", from the start or from given answers. */
export async function createCommand(parts: Parts, beginning?: Beginning): Promise<void> {
  const connection = await connected(parts, l10n.t("Create Connection"));
  if (connection === undefined) return;
  const result = await createConnection(
    { ...parts, showEntitlements: () => showEntitlementsCommand(parts) },
    connection,
    beginning,
  );
  if (result !== undefined) await parts.panel.show(result);
}

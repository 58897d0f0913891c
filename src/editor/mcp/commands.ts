import { l10n } from "vscode";
import { accountLabel, displayHost } from "../accounts/accountLabels.ts";
import type { RequiresAccess } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import { type CommandGroup, plainCommand } from "../kit/command.ts";
import { confirm, inform, warn } from "../kit/notify.ts";
import { isOfPublicService, mcpHost, type McpServer } from "./server.ts";

interface McpParts extends RequiresAccess {
  readonly mcpServer: McpServer;
  readonly session: WindowSession;
}

export function mcpCommands(parts: McpParts) {
  return {
    "managedAuth.addMcpServer": plainCommand(() => addMcpServer(parts)),
    "managedAuth.removeMcpServer": plainCommand(() => removeMcpServer(parts)),
  } satisfies CommandGroup;
}

/** Runs "Add the Service's MCP Server…". A dialog first lists what agents could do and where the token is sent. */
async function addMcpServer(parts: McpParts): Promise<void> {
  const { hindrance } = parts.mcpServer;
  if (hindrance !== undefined) {
    void warn(
      hindrance === "unsupported"
        ? l10n.t("This VS Code can't add the MCP server. Update VS Code.")
        : l10n.t("The MCP server needs VS Code 1.125 or newer. Update VS Code."),
    );
    return;
  }
  const title = l10n.t("Add the Service's MCP Server");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const { account } = access;
  if (!isOfPublicService(account)) {
    void inform(l10n.t("Only accounts at api.onkernel.com have an MCP server."));
    return;
  }
  if (await parts.mcpServer.has(account.id)) {
    showAdded(parts, account.id, l10n.t("{0} already has the service's MCP server.", accountLabel(account)));
    return;
  }
  const detail = [
    l10n.t(
      "Agents in VS Code could then do everything your token allows. That includes running code in browsers, reading one-time codes, and creating, changing and deleting connections, credentials, proxies, projects and tokens.",
    ),
    l10n.t("Only VS Code asks before agents act. This extension doesn't show what agents do."),
    l10n.t(
      "You signed in at {0}. VS Code sends your token to {1} each time the server starts.",
      displayHost(access.baseUrl),
      mcpHost,
    ),
    l10n.t('Agents keep access until you run "Remove the Service\'s MCP Server" or sign out.'),
  ].join("\n\n");
  const question = l10n.t("Add the service's MCP server for {0}?", accountLabel(account));
  if (!(await confirm(question, detail, l10n.t("Add and Send the Token to {0}", mcpHost)))) return;
  if (await parts.mcpServer.add(account))
    showAdded(parts, account.id, l10n.t("Added the service's MCP server for {0}.", accountLabel(account)));
  else void inform(l10n.t("The account was signed out, so the MCP server wasn't added."));
}

function showAdded({ mcpServer }: McpParts, accountId: string, message: string): void {
  void inform(message, { label: l10n.t("Remove"), run: () => mcpServer.remove(accountId) });
}

/** Runs "Remove the Service's MCP Server", which removes the server from the window's account. */
async function removeMcpServer({ mcpServer, session }: McpParts): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") {
    void inform(l10n.t("This window isn't signed in."));
    return;
  }
  if (!(await mcpServer.has(state.account.id))) {
    void inform(l10n.t("This account has no MCP server to remove."));
    return;
  }
  await mcpServer.remove(state.account.id);
  void inform(l10n.t("Removed the service's MCP server."));
}

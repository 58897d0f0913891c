import { l10n } from "vscode";
import { accountLabel } from "../accounts/words.ts";
import type { RequiresAccess } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import { plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { confirm, inform, warn } from "../kit/notify.ts";
import { displayHost } from "../words/addresses.ts";
import { isOfPublicService, mcpHost } from "./server.ts";
import type { McpServer } from "./server.ts";

/** What adding the server and taking it back work with. */
interface McpParts extends RequiresAccess {
  readonly mcpServer: Pick<McpServer, "has" | "add" | "remove" | "hindrance">;
  readonly session: Pick<Session, "state">;
}

/** What people do about the service's own MCP server. */
export function mcpCommands(parts: McpParts) {
  return {
    "managedAuth.addMcpServer": plainCommand(() => addMcpServer(parts)),
    "managedAuth.removeMcpServer": plainCommand(() => removeMcpServer(parts)),
  } satisfies Partial<Commands>;
}

/** "Add the Service's MCP Server…": says what it can do and where the token goes, and asks before anything is added. */
async function addMcpServer(parts: McpParts): Promise<void> {
  const { hindrance } = parts.mcpServer;
  if (hindrance !== undefined) {
    void warn(
      hindrance === "takesNone"
        ? l10n.t("This VS Code supports no MCP servers from extensions.")
        : l10n.t("The MCP server needs VS Code 1.125 to keep your token safe."),
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
    tellAdded(parts, account.id, l10n.t("{0} already has the service's MCP server.", accountLabel(account)));
    return;
  }
  const detail = [
    l10n.t(
      "Agents in VS Code could then do everything your token allows. That includes running code in browsers, reading one-time codes, and creating, changing and deleting connections, credentials, proxies, projects and tokens.",
    ),
    l10n.t("Only VS Code asks before they act, and their actions aren't shown here."),
    l10n.t(
      "You signed in at {0}. The server is at {1}, and VS Code sends your token there at each start.",
      displayHost(access.baseUrl),
      mcpHost,
    ),
    l10n.t("This holds until you run Remove the Service's MCP Server, or sign out."),
  ].join("\n\n");
  const question = l10n.t("Add the service's MCP server for {0}?", accountLabel(account));
  if (!(await confirm(question, detail, l10n.t("Add and Send the Token to {0}", mcpHost)))) return;
  if (await parts.mcpServer.add(account))
    tellAdded(parts, account.id, l10n.t("Added the service's MCP server for {0}.", accountLabel(account)));
  else void inform(l10n.t("The account was signed out, so the MCP server wasn't added."));
}

function tellAdded({ mcpServer }: McpParts, accountId: string, what: string): void {
  void inform(what, { label: l10n.t("Remove It"), run: () => mcpServer.remove(accountId) });
}

/** "Remove the Service's MCP Server": of the window's account. */
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

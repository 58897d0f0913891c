// Calls tools like an agent in the window.
import * as vscode from "vscode";

/** All texts and JSON that tools returned, for searching. */
export const results: string[] = [];

/** Calls a tool and returns the text for the model. */
export async function callTool(
  name: string,
  input: object,
  token?: vscode.CancellationToken,
): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  const parts = content.map((part) => {
    if (part instanceof vscode.LanguageModelTextPart) return part.value;
    return part instanceof vscode.LanguageModelDataPart ? new TextDecoder().decode(part.data) : "";
  });
  results.push(...parts);
  return parts[0] ?? "";
}

/** A valid input for each tool, with IDs that don't exist. */
export const rightInputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  managed_auth_list_connections: {},
  managed_auth_show_connection: { id: "ma_none" },
  managed_auth_history: { id: "ma_none" },
  managed_auth_entitlements: {},
  managed_auth_list_destinations: {},
  managed_auth_list_browsers: {},
  managed_auth_wait_for_login: { id: "ma_none" },
  managed_auth_ensure_logged_in: { id: "ma_none" },
  managed_auth_create_connection: { domain: "shop.example", profile_name: "in-host" },
  managed_auth_update_connection: { id: "ma_none", record_session: true },
  managed_auth_delete_connection: { id: "ma_none" },
  managed_auth_delete_destination: { id_or_name: "otlp_none" },
  managed_auth_end_browser: { handle: "none" },
  managed_auth_plan_file: { path: "tools.managed-auth.jsonc" },
  managed_auth_apply_file: { path: "tools.managed-auth.jsonc" },
};

/** Writes a file with one connection into the workspace. */
export async function writeConnectionFile(name: string, domain: string): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("no folder is open");
  const file = { version: 1, connections: [{ domain, profile_name: "in-host" }] };
  await vscode.workspace.fs.writeFile(
    vscode.Uri.joinPath(folder.uri, name),
    new TextEncoder().encode(JSON.stringify(file)),
  );
}

// What tools say that they are about to do, from what the window knows: nothing is read for it, and nothing is done.
import { l10n } from "vscode";
import type { PreparedToolInvocation } from "vscode";
import { findAmong } from "../../domain/deletion/destinationUse.ts";
import { display } from "../../domain/text/display.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { escapedText } from "../kit/escapedText.ts";
import type { ToolName } from "../words/contributions.ts";
import { checked } from "./inputs.ts";
import type { ToolInput } from "./inputs.ts";
import type { ToolParts } from "./tool.ts";

/** What is known without reading. */
export type Known = Pick<ToolParts, "connections" | "destinations">;

/**
 * Says what a tool is about to do, with an input that anybody may have made up; `undefined` where VS Code's own words do.
 * It asks for no confirmation: what acts asks in a dialog of its own, which nobody can allow for ever.
 */
export function described(known: Known, name: ToolName, input: unknown): PreparedToolInvocation | undefined {
  // An input that is not what the tool takes is refused when it is called.
  const { data } = checked(name, input);
  const text = data && wordsOf(known, name, data);
  return text === undefined ? undefined : { invocationMessage: escapedText(text) };
}

function wordsOf<Name extends ToolName>(
  known: Known,
  name: Name,
  input: ToolInput<Name>,
): string | undefined {
  return doing[name]?.(known, input);
}

const doing: { readonly [Name in ToolName]?: (known: Known, input: ToolInput<Name>) => string } = {
  managed_auth_wait_for_login: (known, { id }) =>
    l10n.t("Waiting for the login of {0}", connection(known, id)),
  managed_auth_ensure_logged_in: (known, { id }) =>
    l10n.t("Making sure that {0} is logged in", connection(known, id)),
  managed_auth_create_connection: (_, { domain, profile_name }) =>
    l10n.t("Asking you to create {0}", display(connectionName({ id: "", domain, profile_name }))),
  managed_auth_update_connection: (known, { id }) =>
    l10n.t("Asking you to change {0}", connection(known, id)),
  managed_auth_delete_connection: (known, { id }) =>
    l10n.t("Asking you to delete {0}", connection(known, id)),
  managed_auth_delete_destination: (known, { id_or_name }) =>
    l10n.t("Asking you to delete {0}", destination(known, id_or_name)),
};

function connection({ connections }: Known, id: string): string {
  const row = connections.state.reading?.rows.find((one) => one.id === id);
  return display(row === undefined ? id : connectionName(row));
}

function destination({ destinations }: Known, idOrName: string): string {
  const row = findAmong(destinations.state.reading?.rows ?? [])(idOrName);
  return display(row?.name ?? idOrName);
}

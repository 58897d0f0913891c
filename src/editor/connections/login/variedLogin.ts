// Logins that differ from the settings of their connection (operations.md §3.5). The connection stays unchanged.
import { l10n } from "vscode";
import type { LoginRequest } from "../../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { proxyField } from "../../../domain/connections/settings.ts";
import { draftFromConnection } from "../../../domain/draft/draft.ts";
import type { LoginVariation } from "../../../domain/login/errorCodes.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { fetchedNames } from "../../catalogue/listModel.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import type { Frame } from "../../kit/inputs/ask.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { askProxy, proxyView } from "../settings/proxy.ts";

interface VariedLogin {
  readonly request: LoginRequest;
  /** A note that explains the options of this login on the connection's page. */
  readonly note: string;
}

/** Prompts for the options of a single login. Returns undefined if the user cancels. */
export async function askVariedLogin(
  parts: ConnectionsContext,
  login: { readonly access: AccountAccess; readonly connection: ManagedAuth; readonly frame: Frame },
  varied: LoginVariation,
): Promise<VariedLogin | undefined> {
  if (varied === "recording")
    return { request: { record_session: true }, note: l10n.t("Only this login is recorded.") };
  const { access, connection, frame } = login;
  const lists = new PickerLists(access.client, fetchedNames(parts));
  const answer = await askProxy({
    createNew: parts.createNew(access),
    draft: draftFromConnection(connection),
    entitlements: undefined,
    frame: { ...frame, title: l10n.t("Log In Once to {0}", display(connection.domain ?? connection.id)) },
    lists,
    typed: undefined,
  });
  const proxy = answer.kind === "answered" ? answer.draft.proxy : undefined;
  if (proxy === undefined) return undefined;
  const name = proxyView.format(proxy, lists.knownNames);
  return {
    request: { browser: { proxy: proxyField(proxy) } },
    note: l10n.t("Only this login uses this proxy: {0}.", name),
  };
}

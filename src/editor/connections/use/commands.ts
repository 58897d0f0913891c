// Commands that copy or insert code that launches browsers with a connection's profile.
import { env, l10n, window } from "vscode";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { display } from "../../../domain/text/display.ts";
import { isLaunchName, generateUseCode, type ProfileUse } from "../../../domain/code/useCode.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { command, type Commands } from "../../kit/command.ts";
import { setContext } from "../../kit/contextKeys.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { inform, warn, type NotifyAction } from "../../kit/notify.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { fetchOrWarn, showAction } from "../shown/fetchConnection.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { chooseLanguage } from "./chooseLanguage.ts";
import { type GeneratedCode, offerNextSteps, openAction, openInNewFile } from "./nextSteps.ts";
import { chooseSite, findIdByName, readProxy } from "./profileUse.ts";

type UseCodeCommandId = "managedAuth.copyUseCode" | "managedAuth.insertUseCode";

export function useCommands(parts: ConnectionsContext): Commands<UseCodeCommandId> {
  const schema = z.strictObject({ id: z.optional(z.string()), profile: z.optional(z.string()) });
  return {
    "managedAuth.copyUseCode": command(schema, async (args) => {
      const title = l10n.t("Copy Code");
      const generated = await generateCode(parts, "managedAuth.copyUseCode", title, args);
      if (generated === undefined) return;
      await env.clipboard.writeText(generated.code);
      void setContext("managedAuth.codeTaken", true);
      offerNextSteps(parts, generated);
    }),
    "managedAuth.insertUseCode": command(schema, async (args) => {
      const title = l10n.t("Insert Code");
      const generated = await generateCode(parts, "managedAuth.insertUseCode", title, args);
      if (generated !== undefined && (await insertCode(generated)))
        void setContext("managedAuth.codeTaken", true);
    }),
  };
}

/**
 * Returns the ID of a connection that uses the profile. If none was found, shows a warning and returns undefined.
 * Also returns undefined if the user cancels.
 */
async function chooseConnectionOfProfile(
  parts: ConnectionsContext,
  retryId: UseCodeCommandId,
  title: string,
  profile: string,
): Promise<string | undefined> {
  const found = await chooseSite(parts, title, profile, (reason, accountId) => {
    void warn(l10n.t("No code: {0}.", reason), {
      label: l10n.t("Try Again"),
      run: () => parts.start(retryId, { profile }, accountId),
    });
  });
  if (found === undefined || found.connection !== undefined) return found?.connection?.id;
  const { id } = found.access.account;
  void warn(l10n.t("No code: no connection uses {0}.", display(profile)), {
    label: l10n.t("Create Connection…"),
    run: () => parts.start("managedAuth.createConnection", { draft: { profile_name: profile } }, id),
  });
  return undefined;
}

/** Replaces the selection with the code, or opens a new file if no editor is active. Resolves to true on success. */
async function insertCode(generated: GeneratedCode): Promise<boolean> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    await openInNewFile(generated);
    return true;
  }
  const isDone = await editor.edit((change) => change.replace(editor.selection, generated.code));
  if (!isDone) void warn(l10n.t("Not inserted: the file can't be changed."), openAction(generated));
  return isDone;
}

/**
 * Prompts for the connection and the language, and generates the code. Returns undefined if the user cancels, or
 * after a warning if no code can be generated.
 */
async function generateCode(
  parts: ConnectionsContext,
  retryId: UseCodeCommandId,
  title: string,
  { id, profile }: CommandArguments[UseCodeCommandId],
): Promise<GeneratedCode | undefined> {
  const chosen = profile === undefined ? id : await chooseConnectionOfProfile(parts, retryId, title, profile);
  // The user cancelled the list of the profile's connections. Don't prompt for another connection.
  if (profile !== undefined && chosen === undefined) return undefined;
  const read = await fetchOrWarn(parts, title, chosen);
  if (read === undefined) return undefined;
  const { access, connection } = read;
  const use = await readProfileUse(access, connection, title, showAction(parts, access, connection));
  if (use === undefined) return undefined;
  const choice = await chooseLanguage(parts.rememberedCode, title);
  if (choice === undefined) return undefined;
  if (connection.browser?.region !== undefined) void inform(l10n.t("The browser region isn't copied."));
  const { checksLogin, language } = choice;
  const { account, baseUrl } = access;
  const target = { baseUrl, isSandbox: account.kind === "sandbox", projectId: account.project?.id };
  const form = language === "python" && window.activeNotebookEditor !== undefined ? "notebook" : language;
  return {
    code: generateUseCode(use, form, target, checksLogin),
    language,
    form,
    access,
    about: display(connectionName(connection)),
  };
}

/**
 * Returns the launch options of the connection's browsers. If they can't be expressed in code, shows a warning and
 * returns undefined. Also returns undefined if the user cancels.
 */
async function readProfileUse(
  access: AccountAccess,
  connection: ManagedAuth,
  title: string,
  show: NotifyAction,
): Promise<ProfileUse | undefined> {
  const { browser, domain, id, profile_name: name } = withFallbacks(connection);
  if (domain === undefined || name === undefined) {
    void warn(l10n.t("No code: the service reports no domain or profile."), show);
    return undefined;
  }
  const refuse = (reason: string): void => void warn(l10n.t("No code: {0}.", reason), show);
  const lists = new PickerLists(access.client);
  // Not every valid profile name can be used to launch a browser. If the name can't be used, find the profile's ID.
  const profile = isLaunchName(name)
    ? { name }
    : await whileLoading({ title, back: false }, l10n.t("Reading the profile…"), async (signal) =>
        findIdByName(name, await lists.profiles(name, () => undefined, signal), refuse),
      );
  const proxy = profile && (await readProxy(access, browser, title, refuse));
  return proxy && { profile, connection: { id, domain }, stealth: browser?.stealth ?? true, proxy };
}

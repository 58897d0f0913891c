// Commands that copy or insert code that launches browsers with a connection's profile.
import { env, l10n, window } from "vscode";
import * as z from "zod/mini";
import type { Listing } from "../../../api/listing.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { profileModel } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import { isLaunchName, generateUseCode, type ProfileUse } from "../../../domain/useCode/useCode.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { connectionPick } from "../../catalogue/picks.ts";
import { command, type Commands } from "../../kit/command.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { setContext } from "../../kit/contextKeys.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { warn, type NotifyAction } from "../../kit/notify.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { fetchOrWarn } from "../shown/fetchConnection.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { chooseLanguage } from "./chooseLanguage.ts";
import { type GeneratedCode, offerNextSteps, openInNewFile } from "./nextSteps.ts";

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
 * Returns the ID of a connection that uses the profile. Prompts if several connections use the profile. Returns
 * undefined if the user cancels, or after a warning if no connection was found.
 */
async function chooseConnectionOfProfile(
  { requireAccess, start }: ConnectionsContext,
  again: UseCodeCommandId,
  title: string,
  profile: string,
): Promise<string | undefined> {
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  const frame = { title, back: false };
  const listing = await whileLoading(frame, l10n.t("Reading the profile's connections…"), (signal) =>
    new PickerLists(access.client).connections("", ignorePartialRows, signal),
  );
  if (listing === undefined || listing.kind === "cancelled") return undefined;
  const sites = profileModel.usedBy({ id: "", name: profile }, listing.rows);
  const [only, ...others] = sites;
  if (only === undefined) {
    if (listing.kind === "failed") {
      void warn(l10n.t("No code: {0}.", describeError(listing.error).headline), {
        label: l10n.t("Try Again"),
        run: () => start(again, { profile }, access.account.id),
      });
      return undefined;
    }
    void warn(l10n.t("No code: no connection uses {0}.", display(profile)), {
      label: l10n.t("Create Connection…"),
      run: () =>
        start("managedAuth.createConnection", { draft: { profile_name: profile } }, access.account.id),
    });
    return undefined;
  }
  if (others.length === 0) return only.id;
  const answer = await pickOne<string>({
    frame: { ...frame, title: `${title}: ${display(profile)}` },
    placeholder: l10n.t("Choose the site whose settings apply"),
    choices: sites.map((connection) => ({
      ...connectionPick(connection),
      label: display(connection.domain ?? connection.id),
    })),
  });
  return answer.value;
}

/** Replaces the selection with the code, or opens a new file if no editor is active. Resolves to true on success. */
async function insertCode(generated: GeneratedCode): Promise<boolean> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    await openInNewFile(generated);
    return true;
  }
  const isDone = await editor.edit((change) => change.replace(editor.selection, generated.code));
  if (!isDone) void warn(l10n.t("Not inserted: the file can't be changed."));
  return isDone;
}

/**
 * Prompts for the connection and the language, and generates the code. Returns undefined if the user cancels, or
 * after a warning if no code can be generated.
 */
async function generateCode(
  parts: ConnectionsContext,
  again: UseCodeCommandId,
  title: string,
  { id, profile }: CommandArguments[UseCodeCommandId],
): Promise<GeneratedCode | undefined> {
  const chosen = profile === undefined ? id : await chooseConnectionOfProfile(parts, again, title, profile);
  // The user cancelled the list of the profile's connections. Don't prompt for another connection.
  if (profile !== undefined && chosen === undefined) return undefined;
  const read = await fetchOrWarn(parts, title, chosen);
  if (read === undefined) return undefined;
  const { access, connection } = read;
  const show: NotifyAction = {
    label: l10n.t("Show Connection"),
    run: () => parts.start("managedAuth.showConnection", { id: connection.id }, access.account.id),
  };
  const use = await readProfileUse(access, connection, title, show);
  if (use === undefined) return undefined;
  const choice = await chooseLanguage(parts.rememberedCode, title);
  if (choice === undefined) return undefined;
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
 * Returns the launch options of the connection's browsers. Returns undefined if the user cancels, or after a warning
 * if no code can be generated.
 */
async function readProfileUse(
  access: AccountAccess,
  connection: ManagedAuth,
  title: string,
  show: NotifyAction,
): Promise<ProfileUse | undefined> {
  const { browser, domain, id, profile_name: name } = withFallbacks(connection);
  if (domain === undefined || name === undefined) {
    void warn(l10n.t("No code: the service reports no domain or profile."));
    return undefined;
  }
  const lists = new PickerLists(access.client);
  const find = (
    profile: string,
    loading: string,
    list: (signal: AbortSignal) => Promise<Listing<NamedItem>>,
  ): Promise<ReturnType<typeof findIdByName>> =>
    whileLoading({ title, back: false }, loading, async (signal) =>
      findIdByName(profile, await list(signal), show),
    );
  // Not every valid profile name can be used to launch a browser. If the name can't be used, find the profile's ID.
  const profile = isLaunchName(name)
    ? { name }
    : await find(name, l10n.t("Reading the profile…"), async (signal) => {
        const listing = await lists.profiles(name, ignorePartialRows, signal);
        return { ...listing, rows: listing.rows.map(({ item }) => item) };
      });
  if (profile === undefined) return undefined;
  const { id: proxyId, mode, name: proxyName } = browser?.proxy ?? {};
  let proxy: ProfileUse["proxy"] = { kind: mode === "direct" ? "direct" : "default" };
  if (proxyId !== undefined) proxy = { kind: "id", id: proxyId };
  else if (proxyName !== undefined) {
    const found = await find(proxyName, l10n.t("Reading the proxy…"), (signal) =>
      lists.proxies(proxyName, ignorePartialRows, signal),
    );
    if (found === undefined) return undefined;
    proxy = { kind: "id", ...found };
  }
  return { profile, connection: { id, domain }, stealth: browser?.stealth ?? true, proxy };
}

const ignorePartialRows = (): undefined => undefined;

interface NamedItem {
  readonly id?: string | undefined;
  readonly name?: string | null | undefined;
}

/**
 * Returns the ID of the only row with a name. Returns undefined if the user cancels, or after a warning if no row or
 * several rows have this name.
 */
function findIdByName(
  name: string,
  listing: Listing<NamedItem>,
  show: NotifyAction,
): { readonly id: string } | undefined {
  if (listing.kind === "cancelled") return undefined;
  const [only, ...others] = listing.rows.flatMap((row) =>
    row.name === name && row.id !== undefined ? [{ id: row.id }] : [],
  );
  if (only !== undefined && others.length === 0) return only;
  let why = l10n.t("several share the name {0}", display(name));
  if (listing.kind === "failed") why = describeError(listing.error).headline;
  else if (only === undefined) why = l10n.t("{0} wasn't found", display(name));
  void warn(l10n.t("No code: {0}.", why), show);
  return undefined;
}

// Code for the browsers that a connection keeps logged in: copied, or put into the file that is open.
import { env, l10n, window } from "vscode";
import * as z from "zod/mini";
import type { Listing } from "../../../api/listing.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { profileModel } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import { isLaunchName, useCode, type ProfileUse, type UsePlace } from "../../../domain/useCode/useCode.ts";
import type { Access } from "../../accounts/service.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { Lists } from "../../catalogue/lists.ts";
import { connectionRow } from "../../catalogue/rows.ts";
import { command, type Commands } from "../../kit/command.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { setContext } from "../../kit/contextKeys.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { warn, type NotifyAction } from "../../kit/notify.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { readOrSay } from "../shown/read.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { chooseLanguage } from "./language.ts";
import { type MadeCode, offerNext, openInNewFile } from "./next.ts";

type Id = "managedAuth.copyUseCode" | "managedAuth.insertUseCode";

/** What people do with a profile that is logged in. */
export function useCommands(parts: ConnectionsContext): Commands<Id> {
  const takes = z.strictObject({ id: z.optional(z.string()), profile: z.optional(z.string()) });
  return {
    "managedAuth.copyUseCode": command(takes, async (wanted) => {
      const title = l10n.t("Copy Code");
      const made = await makeCode(parts, { command: "managedAuth.copyUseCode", title }, wanted);
      if (made === undefined) return;
      await env.clipboard.writeText(made.code);
      void setContext("managedAuth.codeTaken", true);
      offerNext(parts, made);
    }),
    "managedAuth.insertUseCode": command(takes, async (wanted) => {
      const title = l10n.t("Insert Code");
      const made = await makeCode(parts, { command: "managedAuth.insertUseCode", title }, wanted);
      if (made !== undefined && (await insert(made))) void setContext("managedAuth.codeTaken", true);
    }),
  };
}

/** What was asked for: the title of its questions, and the command that asks again. */
interface Asking {
  readonly command: Id;
  readonly title: string;
}

async function connectionOf(
  { requireAccess, start }: ConnectionsContext,
  { command: again, title }: Asking,
  profile: string,
): Promise<string | undefined> {
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  const frame = { title, back: false };
  const listing = await whileLoading(frame, l10n.t("Reading the profile's connections…"), (signal) =>
    new Lists(access.client).connections("", ignored, signal),
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
      ...connectionRow(connection),
      label: display(connection.domain ?? connection.id),
    })),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

/** Replaces the selection by the code, or opens a new file if no editor is active. Resolves to true on success. */
async function insert(made: MadeCode): Promise<boolean> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    await openInNewFile(made);
    return true;
  }
  const isDone = await editor.edit((change) => change.replace(editor.selection, made.code));
  if (!isDone) void warn(l10n.t("Not inserted: the file can't be changed."));
  return isDone;
}

/** `undefined` when the user left, or it was said why there is none. */
async function makeCode(
  parts: ConnectionsContext,
  asking: Asking,
  { id, profile }: CommandArguments[Id],
): Promise<MadeCode | undefined> {
  const { title } = asking;
  const chosen = profile === undefined ? id : await connectionOf(parts, asking, profile);
  // Of a profile whose list was left, no other connection is asked for.
  if (profile !== undefined && chosen === undefined) return undefined;
  const read = await readOrSay(parts, title, chosen);
  if (read === undefined) return undefined;
  const { access, connection } = read;
  const show: NotifyAction = {
    label: l10n.t("Show Connection"),
    run: () => parts.start("managedAuth.showConnection", { id: connection.id }, access.account.id),
  };
  const use = await useOf(access, connection, title, show);
  if (use === undefined) return undefined;
  const wanted = await chooseLanguage(parts.rememberedCode, title);
  if (wanted === undefined) return undefined;
  const { checksLogin, language } = wanted;
  const { account, baseUrl } = access;
  const project = account.project?.id;
  const place: UsePlace = {
    baseUrl,
    isSandbox: account.kind === "sandbox",
    ...(project !== undefined && { projectId: project }),
  };
  const form = language === "python" && window.activeNotebookEditor !== undefined ? "notebook" : language;
  return {
    code: useCode(use, form, place, checksLogin),
    language,
    form,
    access,
    about: display(connectionName(connection)),
  };
}

/** How its browsers are launched; `undefined` where the user left, or it was said why not. */
async function useOf(
  access: Access,
  connection: ManagedAuth,
  title: string,
  show: NotifyAction,
): Promise<ProfileUse | undefined> {
  const { browser, domain, id, profile_name: name } = withFallbacks(connection);
  if (domain === undefined || name === undefined) {
    void warn(l10n.t("No code: the service reports no domain or profile."));
    return undefined;
  }
  const lists = new Lists(access.client);
  const frame = { title, back: false };
  const named = { id, domain };
  const stealth = browser?.stealth ?? true;
  // A browser can't be launched by every name that a profile can have.
  const profile = isLaunchName(name)
    ? { name }
    : await whileLoading(frame, l10n.t("Reading the profile…"), async (signal) =>
        idNamed(name, await lists.profiles(name, ignored, signal), ({ item }) => item, show),
      );
  if (profile === undefined) return undefined;
  const { id: proxyId, mode, name: proxyName } = browser?.proxy ?? {};
  const proxy: ProfileUse["proxy"] | undefined =
    proxyId !== undefined
      ? { kind: "id", id: proxyId }
      : proxyName === undefined
        ? { kind: mode === "direct" ? "direct" : "default" }
        : await whileLoading(frame, l10n.t("Reading the proxy…"), async (signal) => {
            const found = idNamed(
              proxyName,
              await lists.proxies(proxyName, ignored, signal),
              (proxy) => proxy,
              show,
            );
            return found && { kind: "id", ...found };
          });
  return proxy && { profile, connection: named, stealth, proxy };
}

const ignored = (): undefined => undefined;

/** The one that has a name; `undefined` where the user left, or it was said why none is known. */
function idNamed<Row>(
  name: string,
  listing: Listing<Row>,
  of: (row: Row) => { readonly id?: string | undefined; readonly name?: string | null | undefined },
  show: NotifyAction,
): { readonly id: string } | undefined {
  if (listing.kind === "cancelled") return undefined;
  const ids = listing.rows
    .map(of)
    .flatMap((one) => (one.name === name && one.id !== undefined ? [one.id] : []));
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return { id: only };
  const why =
    listing.kind === "failed"
      ? describeError(listing.error).headline
      : only === undefined
        ? l10n.t("{0} wasn't found", display(name))
        : l10n.t("several share the name {0}", display(name));
  void warn(l10n.t("No code: {0}.", why), show);
  return undefined;
}

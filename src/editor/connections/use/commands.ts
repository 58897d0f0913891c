// Code for the browsers that a connection keeps logged in: copied, or put into the file that is open.
import { env, l10n, window, workspace } from "vscode";
import * as z from "zod/mini";
import type { Listing } from "../../../api/listing.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { profileModel } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import {
  checkedUseCode,
  codeLanguages,
  isLaunchName,
  useCode,
  type CodeLanguage,
  type ProfileUse,
  type UsePlace,
} from "../../../domain/useCode/useCode.ts";
import type { Access } from "../../accounts/service.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { Lists } from "../../catalogue/lists.ts";
import { connectionRow } from "../../catalogue/rows.ts";
import { command, type Commands } from "../../kit/command.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { setContext } from "../../kit/contextKeys.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { showStatus, warn, type NotifyAction } from "../../kit/notify.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { readOrSay } from "../shown/read.ts";
import type { ConnectionsContext, KeptLanguage } from "../context/context.ts";

type Id = "managedAuth.copyUseCode" | "managedAuth.insertUseCode";

/** What people do with a profile that is logged in. */
export function useCommands(parts: ConnectionsContext): Commands<Id> {
  const takes = z.strictObject({ id: z.optional(z.string()), profile: z.optional(z.string()) });
  return {
    "managedAuth.copyUseCode": command(takes, async (wanted) => {
      const title = l10n.t("Copy Code to Use It");
      const made = await makeCode(parts, { command: "managedAuth.copyUseCode", title }, wanted);
      if (made === undefined) return;
      await env.clipboard.writeText(made.code);
      void setContext("managedAuth.codeTaken", true);
      showStatus(l10n.t("Code copied: {0}", made.about));
    }),
    "managedAuth.insertUseCode": command(takes, async (wanted) => {
      const title = l10n.t("Insert Code to Use It");
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

interface MadeCode {
  readonly code: string;
  readonly language: CodeLanguage;
  /** Whom it is for. */
  readonly about: string;
}

const languageIds: Readonly<Record<CodeLanguage, string>> = {
  typescript: "typescript",
  python: "python",
  bash: "shellscript",
  powershell: "powershell",
};

/** Puts it in place of what is selected; where no file is open, into a new one. Resolves to whether it did. */
async function insert({ code, language }: MadeCode): Promise<boolean> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    const document = await workspace.openTextDocument({ content: code, language: languageIds[language] });
    await window.showTextDocument(document);
    return true;
  }
  const isDone = await editor.edit((change) => change.replace(editor.selection, code));
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
  const wanted = await chooseLanguage(parts.codeLanguage, title);
  if (wanted === undefined) return undefined;
  const { checked, language } = wanted;
  const { account, baseUrl } = access;
  const project = account.project?.id;
  const place: UsePlace = {
    baseUrl,
    isSandbox: account.kind === "sandbox",
    ...(project !== undefined && { projectId: project }),
  };
  const form = language === "python" && window.activeNotebookEditor !== undefined ? "notebook" : language;
  return {
    code: (checked ? checkedUseCode : useCode)(use, form, place),
    language,
    about: display(connectionName(connection)),
  };
}

interface Chosen {
  readonly checked: boolean;
  readonly language: CodeLanguage;
}

/** Asks for a language: that of the active editor first, else the one that was chosen last. */
async function chooseLanguage(kept: KeptLanguage, title: string): Promise<Chosen | undefined> {
  const here = window.activeTextEditor?.document.languageId
    .replace("react", "")
    .replace("javascript", "typescript");
  const first =
    codeLanguages.find((language) => languageIds[language] === here) ??
    codeLanguages.find((language) => language === kept.last());
  const languages = codeLanguages.toSorted((one, other) => Number(other === first) - Number(one === first));
  const answer = await pickOne<Chosen>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a language"),
    choices: languages.flatMap((language) => [
      { label: languageLabel(language), value: { checked: false, language } },
      {
        label: l10n.t("{0}, with a check", languageLabel(language)),
        description: l10n.t("Checks the login first"),
        value: { checked: true, language },
      },
    ]),
  });
  if (answer.kind !== "accepted") return undefined;
  await kept.keep(answer.value.language);
  return answer.value;
}

function languageLabel(language: CodeLanguage): string {
  return {
    typescript: l10n.t("TypeScript"),
    python: l10n.t("Python"),
    bash: l10n.t("Command line (bash)"),
    powershell: l10n.t("Command line (PowerShell)"),
  }[language];
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

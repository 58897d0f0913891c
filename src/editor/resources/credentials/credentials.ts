// Defines stored credentials for `resourceEngine`, which prompts for values, sends requests and renders pages.
import { compact } from "../../../domain/compact.ts";
import { l10n } from "vscode";
import * as z from "zod/mini";
import {
  createCredential,
  deleteCredential,
  getCredential,
  updateCredential,
} from "../../../api/operations.ts";
import type { Credential } from "../../../api/resourceSchemas.ts";
import type { CardRow } from "../../../card/card.ts";
import { parseDomain } from "../../../domain/draft/domainName.ts";
import { prepareLoginValue } from "../../../domain/login/loginValue.ts";
import { credentialModel, totpSettingsOf } from "../../../domain/resources/credentials.ts";
import type { CredentialValues } from "../../../domain/resources/credentials.ts";
import { display } from "../../../domain/text/display.ts";
import { credentialPick } from "../../catalogue/picks.ts";
import { command, type CommandGroup } from "../../kit/command.ts";
import type { Choosing } from "../../resourceEngine/choose.ts";
import { resourceCommands } from "../../resourceEngine/commands.ts";
import { choice } from "../../resourceEngine/fields/choice.ts";
import { keyed } from "../../resourceEngine/fields/keyed.ts";
import { masked, secret } from "../../resourceEngine/fields/secret.ts";
import { text } from "../../resourceEngine/fields/text.ts";
import { refreshCallbacks, requestsOf } from "../../resourceEngine/resource.ts";
import type { FieldViews, ListedParts, RemovableResource } from "../../resourceEngine/resource.ts";
import { type ButtonAction, commandButton } from "../../results/buttons.ts";
import { codeRow, dateRow, plainValue } from "../../results/cardParts.ts";
import type { EditingContext } from "../../resourceEngine/unfinished.ts";
import {
  checkTotpSecret,
  parseTotpSecret,
  totpReplacementRefusal,
} from "../../words/authenticatorSecrets.ts";
import type { EntitlementsModel } from "../../catalogue/entitlementsModel.ts";
import { vaultItemWarning } from "../../connections/settings/settingWords.ts";
import { checkDomain } from "../../words/inputChecks.ts";
import { joinSentences, joinWithCommas } from "../../words/sentences.ts";
import { checkCredentialName, checkKey, checkProvider, checkValue, valueKind } from "./checks.ts";

interface StoredParts extends ListedParts<"credentials"> {
  readonly entitlements: EntitlementsModel;
}

interface CredentialParts extends StoredParts, EditingContext {
  readonly oneTimeCodes: { readonly copy: (args: { readonly id?: string | undefined }) => Promise<void> };
}

export function credentialCommands(parts: CredentialParts) {
  const { create, edit, list, remove, show } = resourceCommands(credentials(parts), parts);
  return {
    "managedAuth.showCredentials": list,
    "managedAuth.showCredential": show,
    "managedAuth.createCredential": create,
    "managedAuth.editCredential": edit,
    "managedAuth.deleteCredential": remove,
    "managedAuth.copyOneTimeCode": command(z.strictObject({ id: z.optional(z.string()) }), (args) =>
      parts.oneTimeCodes.copy(args),
    ),
  } satisfies CommandGroup;
}

export const choosingCredential: Choosing<Credential> = {
  placeholder: () => l10n.t("Choose or type a credential"),
  emptyText: () => l10n.t("No credentials yet."),
  typed: () => l10n.t("The ID or name"),
  load: (lists) => lists.credentials,
  idOf: ({ id }) => id,
  row: credentialPick,
};

export function credentials(parts: StoredParts): RemovableResource<Credential, CredentialValues> {
  return {
    model: credentialModel,
    operations: { get: getCredential, remove: deleteCredential },
    requests: requestsOf(credentialModel, createCredential, updateCredential),
    addressedBy: "id_or_name",
    icon: "gist-secret",
    unfinished: (creations) => creations.credential,
    nameOf: ({ name }) => name,
    choosing: choosingCredential,
    ...refreshCallbacks(parts, "credentials"),
    commands: {
      list: "managedAuth.showCredentials",
      show: "managedAuth.showCredential",
      edit: "managedAuth.editCredential",
      remove: "managedAuth.deleteCredential",
    },
    fields: credentialFields(),
    page: {
      summary: () => [l10n.t("Used to log in. Values are never shown.")],
      lastRows: ({ created_at, updated_at }) => [
        dateRow(l10n.t("Created"), created_at),
        dateRow(l10n.t("Changed"), updated_at),
      ],
      next: ({ has_totp_secret, id }) =>
        has_totp_secret === true
          ? commandButton(l10n.t("Copy One-Time Code"), "managedAuth.copyOneTimeCode", { id })
          : undefined,
    },
    text: {
      singular: l10n.t("Credential"),
      plural: l10n.t("Credentials"),
      titles: {
        list: l10n.t("Show Credentials…"),
        show: l10n.t("Show Credential"),
        create: l10n.t("Create Credential"),
        edit: l10n.t("Edit Credential"),
        remove: l10n.t("Delete Credential"),
      },
      reading: l10n.t("Reading the credential…"),
      notRead: l10n.t("Couldn't read the credential"),
      unused: l10n.t("No connection uses this credential."),
      created: l10n.t("Choose the credential in a connection's credential setting."),
      found: l10n.t("Saved values can't be read back. Set the values again to be sure."),
      saved: ({ after, before, users: { usedBy } }) => [
        after.name !== before.name && usedBy.length > 0
          ? l10n.t("Connections that use the old name may need the credential again.")
          : l10n.t("The next login uses the changes."),
      ],
      unseen: l10n.t(
        "Values and secrets can't be read back. Set all of the values and secrets again to be sure.",
      ),
      remove: (name) => l10n.t('Delete credential "{0}"?', name),
      usersLose: async (users) => {
        const lost =
          users === 1
            ? l10n.t("1 connection uses this credential and will need you to log in.")
            : l10n.t("{0} connections use this credential and will need you to log in.", users);
        const { reading } = await parts.entitlements.fetchedState();
        return reading?.value.features["vaults"]?.enabled === true
          ? joinSentences([lost, vaultItemWarning()])
          : lost;
      },
      irreversible: l10n.t("Stored values can't be recovered. You can't undo this."),
      removed: l10n.t("These connections need another credential to log in automatically."),
      affectedUsersTitle: l10n.t("Without a credential"),
    },
  };
}

/** Maps the service's identifiers for SSO providers to display names. Brand names aren't translated. */
const knownProviders: ReadonlyMap<string, string> = new Map([
  ["google", "Google"],
  ["github", "GitHub"],
  ["microsoft", "Microsoft"],
]);

function providerWords(id = ""): string {
  return id === "" ? l10n.t("None") : (knownProviders.get(id) ?? display(id));
}

function credentialFields(): FieldViews<Credential, CredentialValues> {
  const { fields } = credentialModel;
  return {
    name: text(fields.name, {
      label: l10n.t("Name"),
      prompt: ({ live, users: { usedBy } }) =>
        live === undefined
          ? l10n.t("Credential name, used by connections.")
          : joinSentences(
              compact(
                l10n.t("New credential name."),
                usedBy.length > 0 && l10n.t("Connections using the old name: {0}.", usedBy.length),
              ),
            ),
      placeholder: () => "shop-login",
      suggest: ({ domain }) => (domain === undefined ? "" : `${domain.replaceAll(".", "-")}-login`),
      check: (name, { otherReplies, refused }) =>
        checkCredentialName(name, [...otherReplies().map((credential) => credential.name), ...refused]),
      parse: (name) => name,
    }),
    domain: text(fields.domain, {
      label: l10n.t("Domain"),
      prompt: () => l10n.t("The website's domain."),
      placeholder: () => "example.com",
      check: checkDomain,
      parse(typed) {
        return parseDomain(typed).domain ?? typed;
      },
      row: ({ domain }) =>
        domain === undefined
          ? { label: l10n.t("Domain"), value: plainValue(l10n.t("Not reported")) }
          : codeRow(l10n.t("Domain"), display(domain)),
    }),
    values: keyed(fields.values, {
      label: l10n.t("Values"),
      placeholder: l10n.t("Values for the website's login form"),
      keyPrompt: l10n.t("The key, such as password. The value comes next."),
      keyPlaceholder: "email",
      checkKey,
      checkValue,
      prepare: (value, key) => prepareLoginValue(valueKind(key), value),
      usual: () => [
        { value: "username", label: l10n.t("Add User Name…") },
        { value: "password", label: l10n.t("Add Password…") },
      ],
      another: l10n.t("Add Another Value…"),
      emptyText: l10n.t("without values"),
      choose: l10n.t("Choose a value to replace or remove"),
      unnamed: ({ has_values }) => (has_values === true ? l10n.t("Some") : l10n.t("None")),
      row: valuesRow,
    }),
    totp_secret: secret(fields.totp_secret, {
      label: l10n.t("One-time codes"),
      prompt: l10n.t("The website's authenticator secret. VS Code never shows the secret."),
      placeholder: "JBSW Y3DP EHPK 3PXP",
      typedBefore: l10n.t("Keep the secret you entered?"),
      whatBecomes: l10n.t("Replace or remove the authenticator secret?"),
      removal: l10n.t("you type one-time codes yourself"),
      check: checkTotpSecret,
      parse: parseTotpSecret,
      refuseReplacement: (live) =>
        live.has_totp_secret === false ? undefined : totpReplacementRefusal(totpSettingsOf(live)),
      words: {
        typed: l10n.t("From the secret {0}", masked),
        there: l10n.t("From a stored secret"),
        removed: l10n.t("None: the secret is removed"),
      },
    }),
    sso_provider: choice(fields.sso_provider, {
      label: l10n.t("Logs in with"),
      placeholder: l10n.t("Choose an identity provider"),
      options: () => [
        { label: l10n.t("None"), description: l10n.t("the website's own login form"), value: "" },
        ...[...knownProviders].map(([value, label]) => ({ label, value })),
      ],
      other: {
        row: l10n.t("Another Provider…"),
        prompt: l10n.t("Identity provider, as on the website's button."),
        placeholder: "okta",
        check: checkProvider,
        parse: (name) => name,
      },
      words: providerWords,
      row: ({ sso_provider }) =>
        sso_provider === undefined
          ? undefined
          : {
              label: l10n.t("Logs in with"),
              value: plainValue(providerWords(sso_provider)),
              note: l10n.t("Pressed first, on the website's login page."),
            },
    }),
  };
}

/** Renders the stored keys. If the keys are unknown, only shows whether the credential has values. */
function valuesRow({ has_values, value_keys }: Credential, keys: readonly string[]): CardRow<ButtonAction> {
  const label = l10n.t("Values");
  if (keys.length > 0) return { label, value: plainValue(joinWithCommas(keys.map(display))) };
  if (has_values === true) return { label, value: plainValue(l10n.t("Some; not named by the service")) };
  if (has_values === undefined && value_keys === undefined)
    return { label, value: plainValue(l10n.t("Not reported")) };
  return { label, value: plainValue(l10n.t("None")), note: l10n.t("You type what the website asks for.") };
}

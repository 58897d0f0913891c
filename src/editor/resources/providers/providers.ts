// Defines credential providers for `resourceEngine`, which prompts for their values, sends the requests and renders
// the pages. `commands.ts` tests a provider.
import { l10n } from "vscode";
import type { ApiClient } from "../../../api/client.ts";
import {
  createCredentialProvider,
  deleteCredentialProvider,
  getCredentialProvider,
  updateCredentialProvider,
} from "../../../api/operations.ts";
import type { CredentialProvider } from "../../../api/resourceSchemas.ts";
import type { CardValue } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import { sortProviders, providerModel, type ProviderValues } from "../../../domain/resources/providers.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { summarizeNames, providerPick, providerTypeLabel } from "../../catalogue/picks.ts";
import { choice } from "../../resourceEngine/fields/choice.ts";
import { askHidden, masked } from "../../resourceEngine/fields/secret.ts";
import { text } from "../../resourceEngine/fields/text.ts";
import { refreshCallbacks, requestsOf } from "../../resourceEngine/resource.ts";
import type {
  FieldView,
  FieldViews,
  ListedParts,
  ReadOutcome,
  RemovableResource,
  Saved,
} from "../../resourceEngine/resource.ts";
import type { Users } from "../../resourceEngine/usedBy.ts";
import { type ResultCard, commandButton, moreMenu } from "../../results/buttons.ts";
import {
  cardFrame,
  codeValue,
  codeRow,
  dateRow,
  plainValue,
  rowsBlock,
  textRow,
  verdictHead,
} from "../../results/cardParts.ts";
import type { ResultContext } from "../../results/cardParts.ts";
import { formatCount } from "../../words/formatting.ts";
import { capitalize } from "../../words/labels.ts";
import { joinSentences, joinWithCommas, withParentheses } from "../../words/sentences.ts";
import { checkPriority, checkProviderName, checkProviderToken, priorityOf } from "./checks.ts";

export function providers(
  parts: ListedParts<"providers">,
): RemovableResource<CredentialProvider, ProviderValues> {
  return {
    model: providerModel,
    operations: { get: getCredentialProvider, remove: deleteCredentialProvider },
    requests: requestsOf(providerModel, createCredentialProvider, updateCredentialProvider),
    addressedBy: "id",
    icon: "lock",
    unfinished: (creations) => creations.provider,
    nameOf: ({ name }) => name,
    named: {
      read: readProviderByName,
      noneCard: providerNotFoundCard,
      button: (label, name, resultId) =>
        commandButton(label, "managedAuth.showProviders", { name, resultId }),
    },
    choosing: {
      placeholder: () => l10n.t("Choose or type a provider ID"),
      emptyText: () => l10n.t("No providers yet."),
      typed: () => l10n.t("The provider ID"),
      load: (lists) => lists.providers,
      inOrder: sortProviders,
      idOf: ({ id }) => id,
      row: providerPick,
    },
    ...refreshCallbacks(parts, "providers"),
    commands: {
      list: "managedAuth.showProviders",
      show: "managedAuth.showProviders",
      edit: "managedAuth.editProvider",
      remove: "managedAuth.deleteProvider",
    },
    fields: providerFields(),
    page: {
      state: ({ enabled }) => enabledValue(enabled),
      summary: ({ enabled }) =>
        compact(
          enabled !== false && l10n.t("Connections using this provider get their credential at each login."),
        ),
      firstRows: ({ provider_type }) => [
        textRow(l10n.t("Type"), provider_type && display(providerTypeLabel(provider_type))),
      ],
      lastRows: ({ created_at, updated_at }) => [
        dateRow(l10n.t("Created"), created_at),
        dateRow(l10n.t("Changed"), updated_at),
      ],
      column: {
        title: l10n.t("Item"),
        of: ({ credential: { path } = {} }) =>
          path === undefined ? plainValue(l10n.t("Matched by domain")) : codeValue(display(path)),
      },
      next: ({ id }, resultId) =>
        commandButton(l10n.t("Test Provider"), "managedAuth.testProvider", { id, resultId }),
    },
    text: {
      singular: l10n.t("Provider"),
      plural: l10n.t("Providers"),
      titles: {
        list: l10n.t("Show Providers…"),
        show: l10n.t("Providers"),
        create: l10n.t("Create Provider"),
        edit: l10n.t("Edit Provider"),
        remove: l10n.t("Delete Provider"),
      },
      reading: l10n.t("Reading the provider…"),
      notRead: l10n.t("Couldn't read the provider"),
      unused: l10n.t("Not used yet. Choose it in a connection's credential setting."),
      deletable: l10n.t("No connection uses this provider."),
      created: l10n.t("Test the provider, then choose it in a connection's credential setting."),
      found: l10n.t("The token can't be read back. Test the provider to be sure."),
      saved: savedWords,
      unseen: l10n.t("The token can't be read back. Test the provider to be sure."),
      remove: (name) => l10n.t('Delete provider "{0}"?', name),
      usersLose: (users) =>
        users === 1
          ? l10n.t("1 connection uses this provider and will no longer get a credential.")
          : l10n.t("{0} connections use this provider and will no longer get credentials.", users),
      irreversible: l10n.t("Items in 1Password stay. You can't undo this."),
      removed: l10n.t("Without another credential, these connections will need you at the next login."),
      affectedUsersTitle: l10n.t("Without a credential"),
    },
  };
}

function providerFields(): FieldViews<CredentialProvider, ProviderValues> {
  const { fields } = providerModel;
  return {
    name: text(fields.name, {
      label: l10n.t("Name"),
      prompt({ live, users }) {
        if (live === undefined) return l10n.t("Provider name, used by connections.");
        if (users.usedBy.length === 0) return l10n.t("New provider name, used by connections.");
        return l10n.t("After renaming, check the connections using this name: {0}.", userNames(users));
      },
      placeholder: () => "my-1password",
      check: (name, { otherReplies, refused }) =>
        checkProviderName(name, [...otherReplies().map((provider) => provider.name), ...refused]),
      parse: (name) => name.trim(),
    }),
    enabled: choice(fields.enabled, {
      label: l10n.t("Enabled"),
      placeholder: l10n.t("Can connections use this provider?"),
      options: ({ users }) => [
        { label: l10n.t("Yes"), value: true },
        {
          label: l10n.t("No"),
          ...(users.usedBy.length > 0 && {
            description: l10n.t("{0} would get no credential", userNames(users)),
          }),
          value: false,
        },
      ],
      words: (enabled) => {
        if (enabled === undefined) return l10n.t("Not reported");
        return enabled ? l10n.t("Yes") : l10n.t("No");
      },
      // No row, because the provider's status already shows the value.
      row: () => undefined,
    }),
    priority: text(fields.priority, {
      label: l10n.t("Order"),
      prompt({ otherReplies }) {
        const priorities = sortProviders(otherReplies()).flatMap(({ name, priority }) =>
          priority === undefined ? [] : [withParentheses(display(name), formatCount(priority))],
        );
        return joinSentences(
          compact(
            l10n.t("A whole number. Lower numbers are tried first."),
            priorities.length > 0 && l10n.t("The others: {0}.", joinWithCommas(priorities)),
          ),
        );
      },
      placeholder: () => "10",
      check: checkPriority,
      parse: (typed) => priorityOf(typed) ?? 0,
      row: ({ priority }) =>
        priority === undefined
          ? undefined
          : {
              label: l10n.t("Order"),
              value: plainValue(formatCount(priority)),
              note: l10n.t("Lower numbers are tried first."),
            },
    }),
    token: tokenView(),
  };
}

/** Prompts for the token, which is never shown. An empty answer keeps a token that was typed before. */
function tokenView(): FieldView<string, CredentialProvider, ProviderValues> {
  return {
    label: l10n.t("Token"),
    async ask({ frame, value: current }) {
      const answer = await askHidden({
        frame,
        prompt:
          current === undefined
            ? l10n.t("1Password service account token. VS Code doesn't store the token.")
            : l10n.t("1Password service account token. Leave empty to keep what you typed."),
        placeholder: "ops_…",
        check: (typed) => (typed === "" && current !== undefined ? undefined : checkProviderToken(typed)),
      });
      if (answer.kind !== "accepted") return answer;
      return { kind: "accepted", value: answer.value.trim() || current };
    },
    summary: (value, live) =>
      live !== undefined && value !== undefined ? l10n.t("{0} replaced", masked) : masked,
    row: () => textRow(l10n.t("Token"), l10n.t("Never shown")),
  };
}

function enabledValue(enabled: boolean | undefined): CardValue {
  if (enabled === undefined) return { text: l10n.t("Not reported"), tone: "neutral" };
  if (enabled) return { text: l10n.t("Enabled"), tone: "info" };
  return { text: capitalize(l10n.t("disabled")), tone: "neutral" };
}

function savedWords({
  before,
  users,
  values: { enabled, name, priority, token },
}: Saved<CredentialProvider, ProviderValues>): readonly string[] {
  return compact(
    enabled === true && l10n.t("The provider is enabled."),
    enabled === false && l10n.t("The provider is disabled: connections get no credential."),
    priority !== undefined && l10n.t("The provider's order is {0}.", formatCount(priority)),
    token !== undefined && l10n.t("Token replaced. Test the provider."),
    name !== undefined && l10n.t("The old name was {0}.", display(before.name)),
    name !== undefined &&
      users.usedBy.length > 0 &&
      l10n.t("Check the connections using the old name: {0}.", userNames(users)),
  );
}

/** Lists the first three connections that use a provider and the number of further connections. */
function userNames({ usedBy }: Users): string {
  return summarizeNames(usedBy.map((user) => display(connectionName(user))));
}

/** Fetches a provider by name, because connections store only the name (interface.md §2.5). */
async function readProviderByName(
  client: ApiClient,
  name: string,
  signal: AbortSignal,
): Promise<ReadOutcome<CredentialProvider>> {
  const listing = await new PickerLists(client).providers("", () => undefined, signal);
  const value = listing.rows.find((provider) => provider.name === name);
  if (value !== undefined) return { kind: "ok", value };
  if (listing.kind === "cancelled") return { kind: "cancelled" };
  return listing.kind === "failed" ? { kind: "failed", error: listing.error } : { kind: "none" };
}

function providerNotFoundCard(context: ResultContext, name: string): ResultCard {
  return {
    ...cardFrame(context),
    head: verdictHead("warning"),
    title: l10n.t("No provider has this name"),
    summary: [l10n.t("Connections using this name get no credential. Was the provider renamed or deleted?")],
    blocks: [rowsBlock(l10n.t("Provider"), codeRow(l10n.t("Name"), name))],
    actions: {
      next: commandButton(l10n.t("Show Providers…"), "managedAuth.showProviders", {}),
      other: commandButton(l10n.t("Try Again"), "managedAuth.showProviders", { name, resultId: context.id }),
      ...moreMenu(),
    },
  };
}

import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import type { ConnectionDraft } from "../../../domain/draft/draft.ts";
import type { CredentialAnswer } from "../../../domain/connections/settings.ts";
import { isEnabled, type KnownFeature } from "../../../domain/entitlements/entitlements.ts";
import type { CredentialSource, PickerLists } from "../../catalogue/pickerLists.ts";
import { credentialPick, providerItemPick, providerPick } from "../../catalogue/picks.ts";
import { typedNamePick } from "../../catalogue/typedName.ts";
import { type Answer, type Choice, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { type LiveRow, pickLive, pickTyped, type Typed } from "../../kit/inputs/livePick.ts";
import { ownProperty } from "../../words/labels.ts";
import { createResourceChoice, createFromPicker, withChosenRow } from "./resourceCreators.ts";
import type { SettingPrompt, QuotedAnswer, SettingView } from "./settingView.ts";
import { otherSiteWarning, reportedCredential } from "./settingWords.ts";
import type { Credential, CredentialProviderItem } from "../../../api/resourceSchemas.ts";
import { byVault, isAmbiguousPath } from "../../../domain/resources/providerItems.ts";

type CredentialRow =
  CredentialSelection | { readonly kind: "newCredential" } | { readonly kind: "newProvider" };
type CredentialSelection =
  | CredentialAnswer
  | { readonly kind: "typeName" }
  | { readonly kind: "typeProvider" }
  | { readonly kind: "provider"; readonly provider: string }
  | { readonly kind: "items"; readonly provider: string };

/**
 * Prompts for the connection's credential (interface.md §2.5): none, a stored credential or a credential from a
 * provider. An edit can't remove a credential, so "none" is only offered if the connection has no credential.
 */
const askCredential: SettingPrompt = async (context) => {
  const { before, createNew, draft, entitlements, frame, lists, typed } = context;
  const mayHaveNone = before === undefined || before.credential?.kind === "none";
  const none: CredentialAnswer | undefined = mayHaveNone ? { kind: "none" } : undefined;
  const current = draft.credential ?? none;
  let active: CredentialRow | undefined = current;
  let chosenNow = current;
  let value = typed ?? "";
  for (;;) {
    const shown = chosenNow;
    const answer: Answer<CredentialRow> = await pickLive<CredentialSource, CredentialRow>({
      frame,
      placeholder: l10n.t("Choose a credential"),
      emptyText: l10n.t("No credentials yet."),
      load: lists.credentialSources,
      prompt: mayHaveNone ? undefined : l10n.t("You can replace the credential, not remove it."),
      rows: (sources) => {
        const rows = [...credentialSourceRows(sources, draft, entitlements)];
        if (mayHaveNone) rows.unshift(noCredentialRow());
        if (shown === undefined) return rows;
        return withChosenRow<CredentialRow>(shown, describeCredential(shown), rows);
      },
      trailing: [
        ...createResourceChoice<CredentialRow>(createNew.credential, {
          label: l10n.t("Create Credential…"),
          value: { kind: "newCredential" },
        }),
        ...createResourceChoice<CredentialRow>(createNew.provider, {
          label: l10n.t("Create Provider…"),
          value: { kind: "newProvider" },
        }),
      ],
      typed: typedCredentialName,
      value,
      active,
    });
    if (answer.kind !== "accepted") return answer;
    active = answer.value;
    if (answer.value.kind === "newCredential") {
      const created = await createFromPicker(createNew.credential, "credentials", context);
      if (created !== undefined) active = chosenNow = { kind: "stored", name: created.name };
      value = "";
      continue;
    }
    if (answer.value.kind === "newProvider") {
      const created = await createFromPicker(createNew.provider, "providers", context);
      if (created !== undefined) active = chosenNow = { kind: "lookup", provider: created.name };
      value = "";
      continue;
    }
    const selection = { domain: draft.domain, frame: { ...frame, back: true }, lists };
    const chosen = await resolveSelection(answer.value, selection);
    if (chosen.kind === "accepted")
      return { kind: "answered", draft: { ...draft, credential: chosen.value } };
    if (chosen.kind === "cancelled") return chosen;
  }
};

/** Describes a credential. Each name is shortened separately, so that a long name doesn't hide the others. */
function describeCredential({ kind, ...names }: CredentialAnswer): string {
  if (kind === "none") return noCredentialLabel();
  const shown = Object.entries(names).map(([part, name]) => [part, display(name)] as const);
  return reportedCredential({ credential: { ...Object.fromEntries(shown), auto: kind === "lookup" } });
}

function credentialSourceRows(
  sources: readonly CredentialSource[],
  draft: ConnectionDraft,
  entitlements: Entitlements | undefined,
): readonly LiveRow<CredentialRow>[] {
  const stored = sources.filter((source) => source.kind === "stored");
  const providers = sources.filter((source) => source.kind === "provider");
  const lacking = (feature: KnownFeature, words: string): string =>
    isEnabled(entitlements, feature) === false ? l10n.t("{0} (not in your plan)", words) : words;
  return [
    { separator: lacking("credentials", l10n.t("Stored")) },
    ...stored.map(({ item }): LiveRow<CredentialRow> => ({
      ...storedCredentialRow(item, draft),
      listed: true,
    })),
    { label: l10n.t("Enter a Name…"), icon: "edit", value: { kind: "typeName" } },
    { separator: lacking("credential_providers", l10n.t("From a provider")) },
    ...providers.map(({ item }): LiveRow<CredentialRow> =>
      providerPick<CredentialRow>(item, { kind: "provider", provider: item.name }),
    ),
    { label: l10n.t("Enter a Provider…"), icon: "edit", value: { kind: "typeProvider" } },
  ];
}

/** Builds the row of a stored credential, with a warning if the credential is stored for another site. */
function storedCredentialRow(item: Credential, draft: ConnectionDraft): Choice<CredentialRow> {
  const answer = { kind: "stored", name: item.name } as const;
  const warning = otherSiteWarning({ ...draft, credential: answer }, [item]);
  const row = credentialPick<CredentialRow>(item, answer);
  return warning === undefined ? row : { ...row, icon: "warning", detail: warning };
}

function noCredentialRow(): LiveRow<CredentialRow> {
  return {
    label: noCredentialLabel(),
    icon: "person",
    detail: l10n.t("Typed at the first login, saved for later logins"),
    value: { kind: "none" },
  };
}

/** Resolves a picked row to an answer. Some rows open a second list first. */
async function resolveSelection(
  row: CredentialSelection,
  context: SelectionContext,
): Promise<Answer<CredentialAnswer>> {
  const { frame } = context;
  switch (row.kind) {
    case "typeName":
      return pickTyped({
        frame,
        placeholder: l10n.t("Name of a stored credential"),
        prompt: l10n.t("The service looks up the credential at each login."),
        typed: typedCredentialName,
        value: "",
      });
    case "typeProvider":
      return askProviderName(context);
    case "provider":
      return askProviderLookup(row.provider, context);
    case "items":
      return askProviderItem(row.provider, context);
    case "none":
    case "stored":
    case "item":
    case "lookup":
      return { kind: "accepted", value: row };
  }
}

async function askProviderName(context: SelectionContext): Promise<Answer<CredentialAnswer>> {
  const { frame } = context;
  let entered = "";
  for (;;) {
    const name = await pickTyped({
      frame,
      placeholder: l10n.t("Name of a credential provider"),
      prompt: l10n.t("Enter the provider's name exactly."),
      typed: typedNamePick(l10n.t("The provider name"), (name) => name),
      value: entered,
    });
    if (name.kind !== "accepted") return name;
    entered = name.value;
    const chosen = await askProviderLookup(entered, context);
    if (chosen.kind !== "back") return chosen;
  }
}

/** Asks how a provider should find the credential: by matching the domain or as a specific item. */
async function askProviderLookup(
  provider: string,
  context: SelectionContext,
): Promise<Answer<CredentialAnswer>> {
  let active: CredentialSelection | undefined;
  for (;;) {
    const lookup = await pickOne<CredentialSelection>({
      frame: context.frame,
      placeholder: l10n.t("Choose how {0} finds the credential", display(provider)),
      choices: [
        { label: l10n.t("Match by Domain"), value: { kind: "lookup", provider } },
        { label: l10n.t("Choose an Item…"), value: { kind: "items", provider } },
      ],
      active: (row) => row.kind === active?.kind,
    });
    if (lookup.kind !== "accepted") return lookup;
    active = lookup.value;
    const chosen = await resolveSelection(lookup.value, context);
    if (chosen.kind !== "back") return chosen;
  }
}

const typedCredentialName: Typed<CredentialAnswer> = (text, isListed) =>
  typedNamePick(
    l10n.t("The credential name"),
    (name): CredentialAnswer => ({ kind: "stored", name }),
    () => l10n.t("stored credential"),
  )(text, isListed);

function noCredentialLabel(): string {
  return l10n.t("None: a person types the values");
}

interface SelectionContext {
  readonly frame: Frame;
  readonly lists: PickerLists;
  /** The connection's domain. Items for this domain are listed first. */
  readonly domain: string | undefined;
}

/** Prompts for an item of a provider, or for the path of an item (interface.md §2.5). Items are grouped by vault. */
function askProviderItem(
  provider: string,
  { domain, frame, lists }: SelectionContext,
): Promise<Answer<CredentialAnswer>> {
  const item = (path: string): CredentialAnswer => ({ kind: "item", provider, path });
  const row = (listed: CredentialProviderItem): LiveRow<CredentialAnswer> => {
    const choice = providerItemPick(listed, item(listed.path));
    if (!isAmbiguousPath(listed)) return { ...choice, listed: true };
    const detail = l10n.t("{0} · a name with / may not be found at login", display(listed.path));
    return { ...choice, icon: "warning", detail, listed: true };
  };
  const group = (
    title: string,
    items: readonly CredentialProviderItem[],
  ): readonly LiveRow<CredentialAnswer>[] =>
    items.length === 0 ? [] : [{ separator: title }, ...items.map(row)];
  return pickLive<CredentialProviderItem, CredentialAnswer>({
    frame,
    placeholder: l10n.t("Choose or type an item of {0}", display(provider)),
    emptyText: l10n.t("No items yet."),
    load: lists.items(provider),
    rows: (items) => {
      const { matching, vaults } = byVault(items, domain);
      return [
        ...group(l10n.t("For {0}", domain ?? ""), matching),
        ...vaults.flatMap(({ items: vaultItems, name }) =>
          group(name === undefined ? l10n.t("Vault not reported") : display(name), vaultItems),
        ),
      ];
    },
    typed: typedNamePick(l10n.t("The path"), item),
    value: "",
  });
}

function quoteCredential({ kind, ...names }: CredentialAnswer): QuotedAnswer | undefined {
  if (kind === "none") return undefined;
  const labels = { provider: l10n.t("Provider"), path: l10n.t("Item") };
  return {
    words: {
      stored: l10n.t("Stored"),
      lookup: l10n.t("Looked up by domain"),
      item: l10n.t("Item of a provider"),
    }[kind],
    names: Object.entries(names).map(([part, name]) => ({ label: ownProperty(labels, part), name })),
  };
}

export const credentialView: SettingView<CredentialAnswer> = {
  label: () => l10n.t("Credential"),
  group: "login",
  format: describeCredential,
  quote: quoteCredential,
  unreported: "unknown",
  ask: askCredential,
};

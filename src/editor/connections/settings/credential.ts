import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import type { CredentialAnswer } from "../../../domain/connections/settings.ts";
import { isEnabled, type KnownFeature } from "../../../domain/entitlements/entitlements.ts";
import type { CredentialSource, Lists } from "../../catalogue/lists.ts";
import { credentialRow, itemRow, providerLabel } from "../../catalogue/rows.ts";
import { typedName } from "../../catalogue/typedName.ts";
import { type Answer, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { type LiveRow, pickLive, pickTyped, type Typed } from "../../kit/inputs/livePick.ts";
import { among } from "../../words/labels.ts";
import { createNewRow, makeNew, withChosen } from "./createNew.ts";
import type { Ask, Quoted, SettingView } from "./settingView.ts";
import { reportedCredential } from "./words.ts";
import type { CredentialProviderItem } from "../../../api/otherResources.ts";
import { byVault, isAmbiguous } from "../../../domain/providers/items.ts";

type Row = Way | { readonly kind: "newCredential" } | { readonly kind: "newProvider" };
type Way =
  | CredentialAnswer
  | { readonly kind: "typeName" }
  | { readonly kind: "typeProvider" }
  | { readonly kind: "items"; readonly provider: string };

/**
 * Asks which credential the connection refers to (§2.5): none, a stored one, or what a provider has. No change can take
 * one away, so a connection that has one is not asked for none.
 */
const askCredential: Ask = async (context) => {
  const { before, createNew, draft, entitlements, frame, lists, typed } = context;
  const mayHaveNone = before === undefined || before.credential?.kind === "none";
  const none: CredentialAnswer | undefined = mayHaveNone ? { kind: "none" } : undefined;
  const current = draft.credential ?? none;
  let active: Row | undefined = current;
  let chosenNow = current;
  let value = typed ?? "";
  for (;;) {
    const shown = chosenNow;
    const answer: Answer<Row> = await pickLive<CredentialSource, Row>({
      frame,
      placeholder: l10n.t("Choose a credential"),
      none: l10n.t("No credentials yet."),
      load: lists.credentialSources,
      ...(!mayHaveNone && {
        prompt: l10n.t("You can replace the credential, not remove it."),
      }),
      rows: (sources) => {
        const rows = [...(mayHaveNone ? [nobodyRow()] : []), ...rowsOf(sources, entitlements)];
        return shown === undefined ? rows : withChosen<Row>(shown, credentialWords(shown), rows);
      },
      below: [
        ...createNewRow<Row>(createNew.credential, {
          label: l10n.t("Create Credential…"),
          value: { kind: "newCredential" },
        }),
        ...createNewRow<Row>(createNew.provider, {
          label: l10n.t("Create Provider…"),
          value: { kind: "newProvider" },
        }),
      ],
      typed: storedName,
      value,
      ...(active !== undefined && { active }),
    });
    if (answer.kind !== "accepted") return answer;
    active = answer.value;
    if (answer.value.kind === "newCredential") {
      const made = await makeNew(createNew.credential, "credentials", context);
      if (made !== undefined) active = chosenNow = { kind: "stored", name: made.name };
      value = "";
      continue;
    }
    if (answer.value.kind === "newProvider") {
      const made = await makeNew(createNew.provider, "providers", context);
      if (made !== undefined) active = chosenNow = { kind: "lookup", provider: made.name };
      value = "";
      continue;
    }
    const chosen = await followed(answer.value, {
      domain: draft.domain,
      frame: { ...frame, back: true },
      lists,
    });
    if (chosen.kind === "accepted")
      return { kind: "answered", draft: { ...draft, credential: chosen.value } };
    if (chosen.kind === "cancelled") return chosen;
  }
};

/** A credential in words; each name is cut by itself: a long one leaves the others to be seen. */
function credentialWords({ kind, ...names }: CredentialAnswer): string {
  if (kind === "none") return nobody();
  const shown = Object.entries(names).map(([part, name]) => [part, display(name)] as const);
  return reportedCredential({ credential: { ...Object.fromEntries(shown), auto: kind === "lookup" } });
}

function rowsOf(
  sources: readonly CredentialSource[],
  entitlements: Entitlements | undefined,
): readonly LiveRow<Row>[] {
  const [stored, providers] = [
    sources.filter((source) => source.kind === "stored"),
    sources.filter((source) => source.kind === "provider"),
  ];
  const lacking = (feature: KnownFeature, words: string): string =>
    isEnabled(entitlements, feature) === false ? l10n.t("{0} (not in your plan)", words) : words;
  return [
    { separator: lacking("credentials", l10n.t("Stored")) },
    ...stored.map(({ item }): LiveRow<Row> => {
      return { ...credentialRow<Row>(item, { kind: "stored", name: item.name }), listed: true };
    }),
    { label: l10n.t("Enter a Name…"), value: { kind: "typeName" } },
    ...providers.flatMap(({ item }): readonly LiveRow<Row>[] => [
      { separator: lacking("credential_providers", providerLabel(item)) },
      ...ofProvider(item.name),
    ]),
    { separator: lacking("credential_providers", l10n.t("Another provider")) },
    { label: l10n.t("Enter a Provider…"), value: { kind: "typeProvider" } },
  ];
}

function nobodyRow(): LiveRow<Row> {
  return {
    label: nobody(),
    detail: l10n.t("Typed at the first login, saved for later logins"),
    value: { kind: "none" },
  };
}

/** The two ways to use a provider; each is found, and heard, by the provider's name. */
function ofProvider(
  provider: string,
): readonly { readonly label: string; readonly description: string; readonly value: Way }[] {
  const description = display(provider);
  return [
    { label: l10n.t("Match by Domain"), description, value: { kind: "lookup", provider } },
    { label: l10n.t("Choose an Item…"), description, value: { kind: "items", provider } },
  ];
}

/** What a row comes to: itself, or what is chosen where it leads. */
async function followed(row: Way, context: ItemContext): Promise<Answer<CredentialAnswer>> {
  const { frame } = context;
  switch (row.kind) {
    case "typeName":
      return pickTyped({
        frame,
        placeholder: l10n.t("Name of a stored credential"),
        prompt: l10n.t("The service looks up the credential at each login."),
        typed: storedName,
        value: "",
      });
    case "typeProvider":
      return enterProvider(context);
    case "items":
      return pickItem(row.provider, context);
    case "none":
    case "stored":
    case "item":
    case "lookup":
      return { kind: "accepted", value: row };
  }
}

async function enterProvider(context: ItemContext): Promise<Answer<CredentialAnswer>> {
  const { frame } = context;
  let entered = "";
  for (;;) {
    const name = await pickTyped({
      frame,
      placeholder: l10n.t("Name of a credential provider"),
      prompt: l10n.t("Enter the provider's name exactly."),
      typed: typedName(l10n.t("The provider name"), (name) => name),
      value: entered,
    });
    if (name.kind !== "accepted") return name;
    entered = name.value;
    let active: Way | undefined;
    for (;;) {
      const way = await pickOne<Way>({
        frame,
        placeholder: l10n.t("Choose how {0} finds the credential", display(entered)),
        choices: ofProvider(entered),
        active: (row) => row.kind === active?.kind,
      });
      if (way.kind === "back") break;
      if (way.kind === "cancelled") return way;
      active = way.value;
      const chosen = await followed(way.value, context);
      if (chosen.kind !== "back") return chosen;
    }
  }
}

const storedName: Typed<CredentialAnswer> = (text, known) =>
  typedName(
    l10n.t("The credential name"),
    (name): CredentialAnswer => ({ kind: "stored", name }),
    () => l10n.t("stored credential"),
  )(text, known);

function nobody(): string {
  return l10n.t("None: a person types the values");
}

interface ItemContext {
  readonly frame: Frame;
  readonly lists: Lists;
  /** Of the connection; items for it come first. */
  readonly domain: string | undefined;
}

/** Asks for an item of a provider, vault by vault, or for its path (§2.5). */
function pickItem(
  provider: string,
  { domain, frame, lists }: ItemContext,
): Promise<Answer<CredentialAnswer>> {
  const item = (path: string): CredentialAnswer => ({ kind: "item", provider, path });
  const row = (one: CredentialProviderItem): LiveRow<CredentialAnswer> => ({
    ...itemRow(one, item(one.path)),
    ...(isAmbiguous(one) && {
      icon: "warning",
      detail: l10n.t("{0} · a name with / may not be found at login", display(one.path)),
    }),
    listed: true,
  });
  const group = (
    title: string,
    items: readonly CredentialProviderItem[],
  ): readonly LiveRow<CredentialAnswer>[] =>
    items.length === 0 ? [] : [{ separator: title }, ...items.map(row)];
  return pickLive<CredentialProviderItem, CredentialAnswer>({
    frame,
    placeholder: l10n.t("Choose or type an item of {0}", display(provider)),
    none: l10n.t("No items yet."),
    load: lists.items(provider),
    rows: (items) => {
      const { matching, vaults } = byVault(items, domain);
      return [
        ...group(l10n.t("For {0}", domain ?? ""), matching),
        ...vaults.flatMap(({ items: those, name }) =>
          group(name === undefined ? l10n.t("Vault not reported") : display(name), those),
        ),
      ];
    },
    typed: typedName(l10n.t("The path"), item),
    value: "",
  });
}

function quoted({ kind, ...names }: CredentialAnswer): Quoted | undefined {
  if (kind === "none") return undefined;
  const labels = { provider: l10n.t("Provider"), path: l10n.t("Item") };
  return {
    words: {
      stored: l10n.t("Stored"),
      lookup: l10n.t("Looked up by domain"),
      item: l10n.t("Item of a provider"),
    }[kind],
    names: Object.entries(names).map(([part, name]) => ({ label: among(labels, part), name })),
  };
}

/** Which credential the connection refers to. */
export const credential: SettingView<CredentialAnswer> = {
  label: () => l10n.t("Credential"),
  group: "login",
  words: credentialWords,
  quoted,
  unreported: "unknown",
  ask: askCredential,
};

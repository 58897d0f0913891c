import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { CredentialProvider, CredentialProviderTest } from "../../api/otherResources.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Block, Value } from "../../card/card.ts";
import { display } from "../../domain/text/display.ts";
import { maskedText } from "../../domain/text/secrets.ts";
import { providerType } from "../catalogue/rows.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Effect, ResultButton, ResultCard } from "../results/buttonEffect.ts";
import {
  cardFrame,
  code,
  codeRow,
  dateRow,
  plain,
  rows,
  serviceSays,
  textRow,
  verdict,
} from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { notReadCard } from "../results/notReadCard.ts";
import { usersBlock } from "../resourceEngine/usedBy.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { describeError } from "../words/errors.ts";
import { count } from "../words/numbers.ts";

/** Which provider is meant: by its id, or by its name. */
export interface Asked {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** How trying a token ended. */
export type Tested =
  | { readonly kind: "answered"; readonly test: CredentialProviderTest }
  | { readonly kind: "failed"; readonly error: ApiError };

/** A credential provider: what it is, what depends on it, and what a test said; `said` is what was just done. */
export function providerCard(
  occasion: Occasion,
  provider: CredentialProvider,
  users: Users,
  { said = [], tested }: { readonly said?: readonly string[]; readonly tested?: Tested | undefined } = {},
): ResultCard {
  const { id, name } = provider;
  const test = button(l10n.t("Test Provider"), "managedAuth.testProvider", { id, resultId: occasion.id });
  const edit = button(l10n.t("Edit…"), "managedAuth.editProvider", { id, resultId: occasion.id });
  const { others = [], ...inSight } = offered(tested, test, edit);
  return {
    ...cardFrame(occasion),
    head: { kind: "header", state: stateOf(provider, tested) },
    title: display(name),
    summary: [
      ...said,
      ...(tested === undefined ? [] : testedWords(tested)),
      ...(isRefused(tested) || provider.enabled === false
        ? []
        : [l10n.t("Connections can take their credential from it at each login.")]),
    ],
    blocks: [...testBlocks(tested), ...providerBlocks(provider, users)],
    actions: {
      ...inSight,
      refresh: button(l10n.t("Refresh"), "managedAuth.showProviders", { id, resultId: occasion.id }),
      ...more(...others, button(l10n.t("Delete…"), "managedAuth.deleteProvider", { id }), copyIdButton(id)),
    },
  };
}

/** What comes next: a test, and once that was refused another token; one that went well needs no other. */
function offered(
  tested: Tested | undefined,
  test: ResultButton,
  edit: ResultButton,
): Pick<ResultCard["actions"], "next" | "other"> & { readonly others?: readonly ResultButton[] } {
  if (tested === undefined) return { next: test, other: edit };
  if (isRefused(tested)) return { next: edit, other: test };
  return tested.kind === "failed" ? { next: test, other: edit } : { other: edit, others: [test] };
}

function isRefused(tested: Tested | undefined): boolean {
  return tested?.kind === "answered" && !tested.test.success;
}

function stateOf({ enabled }: CredentialProvider, tested: Tested | undefined): Value {
  if (enabled === false) return { text: l10n.t("Disabled"), tone: "neutral" };
  if (tested?.kind === "answered")
    return tested.test.success
      ? { text: l10n.t("Works"), tone: "success" }
      : { text: l10n.t("Does not work"), tone: "error" };
  return enabled === undefined
    ? { text: l10n.t("Not reported"), tone: "neutral" }
    : { text: l10n.t("Enabled"), tone: "info" };
}

function testedWords(tested: Tested): readonly string[] {
  if (tested.kind === "failed") {
    const { advice, headline } = describeError(tested.error);
    return [l10n.t("It could not be tested: {0}.", headline), ...advice];
  }
  const { success, vaults = [] } = tested.test;
  if (!success) return [l10n.t("The test failed: its token opens nothing. Edit it to replace the token.")];
  if (vaults.length === 0)
    return [l10n.t("The token works, but opens no vault. Give its service account one in 1Password.")];
  return [
    vaults.length === 1
      ? l10n.t("The token works and opens 1 vault.")
      : l10n.t("The token works and opens {0} vaults.", count(vaults.length)),
  ];
}

/** What the test found, or why not, in the service's words. */
function testBlocks(tested: Tested | undefined): readonly Block<Effect>[] {
  if (tested === undefined) return [];
  if (tested.kind === "failed") return serviceSays(tested.error);
  const { error, success, vaults = [] } = tested.test;
  const why: readonly Block<Effect>[] =
    error === undefined
      ? []
      : [
          {
            kind: "list",
            title: l10n.t("The service says"),
            lead: { text: display(maskedText(error)) },
            items: [],
          },
        ];
  if (!success || vaults.length === 0) return why;
  const items = vaults.map(({ name }) => ({ text: display(name) }));
  return [...why, { kind: "list", title: l10n.t("Vaults found"), items }];
}

/** All that is told of a provider. Nobody tells its token. */
export function providerBlocks(provider: CredentialProvider, users: Users): readonly Block<Effect>[] {
  const { created_at, enabled, id, priority, provider_type, updated_at } = provider;
  return [
    rows<Effect>(
      l10n.t("Provider"),
      textRow(l10n.t("Type"), provider_type && display(providerType(provider_type))),
      enabled === undefined ? undefined : textRow(l10n.t("Enabled"), enabled ? l10n.t("Yes") : l10n.t("No")),
      priority === undefined
        ? undefined
        : {
            label: l10n.t("Order"),
            value: plain(count(priority)),
            note: l10n.t("Where there are several, the lowest is asked first."),
          },
      textRow(l10n.t("Token"), l10n.t("Never shown, only replaced")),
      dateRow(l10n.t("Created"), created_at),
      dateRow(l10n.t("Changed"), updated_at),
      codeRow(l10n.t("ID"), id),
    ),
    usersBlock(users, {
      none: l10n.t("No connection. One takes its credential here once its credential setting says so."),
      beside: { title: l10n.t("Item"), of: itemOf },
    }),
  ];
}

function itemOf({ credential }: ManagedAuth): Value {
  return credential?.path === undefined
    ? plain(l10n.t("Found by its domain"))
    : code(display(credential.path));
}

/** A provider that could not be read, or that nobody is called. */
export function noProviderCard(occasion: Occasion, asked: Asked, error: ApiError | undefined): ResultCard {
  const again = button(l10n.t("Try Again"), "managedAuth.showProviders", { ...asked, resultId: occasion.id });
  const all = button(l10n.t("Show Providers…"), "managedAuth.showProviders", {});
  const which = rows<Effect>(
    l10n.t("Provider"),
    asked.name === undefined ? undefined : codeRow(l10n.t("Name"), asked.name),
    asked.id === undefined ? undefined : codeRow(l10n.t("ID"), asked.id),
  );
  if (error === undefined)
    return {
      ...cardFrame(occasion),
      head: verdict("warning"),
      title: l10n.t("No provider has this name"),
      summary: [
        l10n.t(
          "It may have been renamed or deleted. Connections that name it cannot take a credential there.",
        ),
      ],
      blocks: [which],
      actions: { next: all, other: again, ...more() },
    };
  return notReadCard(occasion, error, { title: l10n.t("Provider not read"), which, again, other: all });
}

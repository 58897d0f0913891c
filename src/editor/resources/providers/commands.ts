// Commands for credential providers, including the token test.
import { l10n } from "vscode";
import * as z from "zod/mini";
import type { SettledOutcome } from "../../../api/errors.ts";
import { testCredentialProvider } from "../../../api/operations.ts";
import type { CredentialProviderTest } from "../../../api/resourceSchemas.ts";
import type { CardBlock, CardValue } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import type { ResourceLists } from "../../catalogue/listModel.ts";
import { command, type CommandGroup } from "../../kit/command.ts";
import { withCancel } from "../../kit/progress.ts";
import { listResources, resourceCommands } from "../../resourceEngine/commands.ts";
import { resourceEditor } from "../../resourceEngine/edit.ts";
import { resourcePage } from "../../resourceEngine/pages.ts";
import { findResource, showResource, type Wanted } from "../../resourceEngine/read.ts";
import { removeResource } from "../../resourceEngine/remove.ts";
import type { ListedParts } from "../../resourceEngine/resource.ts";
import type { ButtonAction, ResultCard } from "../../results/buttons.ts";
import { serviceMessageBlocks } from "../../results/cardParts.ts";
import type { EditingContext } from "../../resourceEngine/unfinished.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { describeError } from "../../words/errors.ts";
import { formatCount } from "../../words/formatting.ts";
import { providers } from "./providers.ts";

type ProviderParts = EditingContext &
  ListedParts<"providers"> & { readonly listed: { readonly providers: ResourceLists["providers"] } };

export function providerCommands(parts: ProviderParts) {
  const resource = providers(parts);
  const { create, show } = resourceCommands(resource, parts);
  const idOrName = { id: z.optional(z.string()), name: z.optional(z.string()) };
  const InPlace = z.strictObject({ ...idOrName, resultId: z.optional(z.uuid()) });
  const Shown = z.extend(InPlace, { preserveFocus: z.optional(z.literal(true)) });
  return {
    "managedAuth.showProviders": command(Shown, (args) =>
      args.id === undefined && args.name === undefined
        ? listResources(resource, parts)
        : showResource(resource, parts, args),
    ),
    "managedAuth.showProvider": show,
    "managedAuth.createProvider": create,
    "managedAuth.editProvider": command(InPlace, resourceEditor(resource, parts)),
    "managedAuth.testProvider": command(InPlace, (args) => testProvider(parts, args)),
    "managedAuth.deleteProvider": command(z.strictObject(idOrName), (args) =>
      removeResource(resource, parts, args),
    ),
  } satisfies CommandGroup;
}

type ProviderTestOutcome = SettledOutcome<CredentialProviderTest>;

/**
 * Runs "Test Provider". The service tests the token, and the provider's page then shows the vaults that the token can
 * open, or the reason for a failure.
 */
export async function testProvider(parts: ProviderParts, args: Wanted): Promise<void> {
  const resource = providers(parts);
  const found = await findResource(resource, parts, l10n.t("Test Provider"), args);
  if (found === undefined) return;
  const { access, live } = found;
  const { id, name } = live;
  const tested = await withCancel(l10n.t("Testing {0}", display(name)), (_, signal) =>
    access.client.call(testCredentialProvider, { path: { id } }, signal),
  );
  // A cancelled test needs no message, because testing changes nothing.
  if (tested.kind === "cancelled") return;
  if (tested.kind === "ok") parts.listed.providers.recordTest(id, tested.value.success);
  const context = newResultContext(access, args.resultId ?? parts.results.newId());
  const page = resourcePage(resource, context, found);
  await parts.panel.show({ ...page, card: testedCard(page.card, tested, live.enabled === false) });
}

function testedCard(card: ResultCard, tested: ProviderTestOutcome, isDisabled: boolean): ResultCard {
  const isRefused = tested.kind === "ok" && !tested.value.success;
  const state: CardValue = isRefused
    ? { text: l10n.t("Doesn't work"), tone: "error" }
    : { text: l10n.t("Works"), tone: "success" };
  return {
    ...card,
    head: isDisabled || tested.kind === "failed" ? card.head : { kind: "header", state },
    summary: [...testedWords(tested), ...(isRefused ? [] : card.summary)],
    blocks: [...testBlocks(tested), ...card.blocks],
    actions: tested.kind === "failed" ? card.actions : testedActions(card.actions, isRefused),
  };
}

/**
 * After a failed test, makes replacing the token the primary button. After a successful test, moves the test button
 * to the menu.
 */
function testedActions(
  { more, next: test, other: edit, ...others }: ResultCard["actions"],
  isRefused: boolean,
): ResultCard["actions"] {
  if (test === undefined || edit === undefined || more === undefined)
    return { ...others, ...(more && { more }) };
  if (isRefused) return { ...others, next: edit, other: test, more };
  return { ...others, other: edit, more: { ...more, items: [test, ...more.items] } };
}

function testedWords(tested: ProviderTestOutcome): readonly string[] {
  if (tested.kind === "failed") {
    const { advice, headline } = describeError(tested.error);
    return [l10n.t("Couldn't test the provider: {0}.", headline), ...advice];
  }
  const { success, vaults = [] } = tested.value;
  if (!success) return [l10n.t("Test failed. Replace the token.")];
  if (vaults.length === 0)
    return [l10n.t("The token can't open any vault. Give the token's service account access in 1Password.")];
  return [
    vaults.length === 1
      ? l10n.t("The token works and opens 1 vault.")
      : l10n.t("The token works and opens {0} vaults.", formatCount(vaults.length)),
  ];
}

/** Renders the outcome of the test with the service's own error message. */
function testBlocks(tested: ProviderTestOutcome): readonly CardBlock<ButtonAction>[] {
  if (tested.kind === "failed") return serviceMessageBlocks(tested.error);
  const { error, success, vaults = [] } = tested.value;
  const lead = error !== undefined && { text: display(maskedText(error)) };
  const messageBlocks = compact<CardBlock<ButtonAction>>(
    lead && { kind: "list", title: l10n.t("The service says"), lead, items: [] },
  );
  if (!success || vaults.length === 0) return messageBlocks;
  const items = vaults.map(({ name }) => ({ text: display(name) }));
  return [...messageBlocks, { kind: "list", title: l10n.t("Vaults found"), items }];
}

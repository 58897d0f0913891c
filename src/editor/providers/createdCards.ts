import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import { run } from "../results/buttonEffect.ts";
import { cardFrame, serviceSays, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { describeError } from "../words/errors.ts";
import { sentence } from "../words/sentences.ts";
import { providerBlocks, providerTab } from "./shownCard.ts";

/** How sending ended. */
export type CreateEnd =
  | { readonly kind: "created"; readonly provider: CredentialProvider; readonly lost: boolean }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notSent" }
  | { readonly kind: "unknown"; readonly name: string; readonly error?: ApiError };

/** The result of a provider that exists now. */
export function createdResult(
  id: string,
  { account, baseUrl }: Access,
  { lost, provider }: Extract<CreateEnd, { kind: "created" }>,
): Result {
  const name = display(provider.name);
  return {
    card: {
      ...cardFrame({ id, account, baseUrl, at: new Date() }),
      head: verdict(lost ? "warning" : "success"),
      title: lost
        ? l10n.t("{0} exists, most likely from your attempt", name)
        : l10n.t("{0} is created", name),
      summary: [
        ...(lost
          ? [l10n.t("The answer was lost; reading found it. Whether its token is yours, a test shows.")]
          : []),
        l10n.t(
          "Test it to see which vaults its token opens. Connections then take their credential from it.",
        ),
      ],
      blocks: providerBlocks(provider, { usedBy: [], whole: !lost }),
      actions: {
        next: button(l10n.t("Test Provider"), run("managedAuth.testProvider", { id: provider.id })),
        other: button(l10n.t("Show Provider"), run("managedAuth.showProviders", { id: provider.id })),
        ...more(copyIdButton(provider.id)),
      },
    },
    accountId: account.id,
    about: provider.name,
    tab: providerTab(provider.name),
  };
}

/** The result of an attempt whose end nobody knows. It can be looked up; it is never sent again. */
export function unknownResult(
  id: string,
  { account, baseUrl }: Access,
  name: string,
  error: ApiError | undefined,
): Result {
  return {
    card: {
      ...cardFrame({ id, account, baseUrl, at: new Date() }),
      head: verdict("warning"),
      title: l10n.t("Not sure whether {0} was created", display(name)),
      summary: [
        error === undefined
          ? l10n.t("You canceled while the request was under way.")
          : sentence(describeError(error).headline),
        l10n.t("It may still come. Check Now looks for it by its name; nothing is sent again."),
      ],
      blocks: error === undefined ? [] : serviceSays(error),
      actions: {
        next: button(l10n.t("Check Now"), run("managedAuth.showProviders", { name, resultId: id })),
        ...more(),
      },
    },
    accountId: account.id,
    about: name,
    tab: providerTab(name),
  };
}

import { l10n } from "vscode";
import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";
import type { ApiError } from "../../api/errors.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { providerBlocks, providerTab } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<CredentialProvider, CredentialProviderCreateRequest>;

/** The result of a provider that exists now. */
export function createdResult(
  id: string,
  { account, baseUrl }: Access,
  { lost, made: provider }: Extract<CreatedOrUnknown, { kind: "created" }>,
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
        next: button(l10n.t("Test Provider"), "managedAuth.testProvider", { id: provider.id }),
        other: button(l10n.t("Show Provider"), "managedAuth.showProviders", { id: provider.id }),
        ...more(copyIdButton(provider.id)),
      },
    },
    accountId: account.id,
    about: provider.name,
    tab: providerTab(provider.name),
  };
}

/** The result of an attempt whose end nobody knows. */
export function unknownResult(id: string, access: Access, name: string, error: ApiError | undefined): Result {
  return unknownCreation(id, access, error, {
    called: display(name),
    about: name,
    tab: providerTab(name),
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showProviders", { name, resultId: id }),
  });
}

import { l10n } from "vscode";
import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { providers } from "./providers.ts";
import { providerBlocks } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<CredentialProvider, CredentialProviderCreateRequest>;

/** The result of creating a provider. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created")
    return createdResult(providers, access, occasionOf(access, id), {
      ...told,
      doubt: l10n.t("The answer was lost; reading found it. Whether its token is yours, a test shows."),
      advice: l10n.t(
        "Test it to see which vaults its token opens. Connections then take their credential from it.",
      ),
      blocks: providerBlocks,
      actions: {
        next: button(l10n.t("Test Provider"), "managedAuth.testProvider", { id: told.made.id }),
        other: button(l10n.t("Show Provider"), "managedAuth.showProviders", { id: told.made.id }),
        ...more(copyIdButton(told.made.id)),
      },
    });
  const { name } = told.body;
  return unknownCreation(id, access, told.error, {
    called: display(name),
    about: name,
    icon: providers.icon,
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showProviders", { name, resultId: id }),
  });
}

import { l10n } from "vscode";
import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";
import type { Credential } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { credentials } from "./credentials.ts";
import { credentialActions, credentialBlocks } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<Credential, CredentialCreateRequest>;

/** The result of creating a credential. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created") {
    const occasion = occasionOf(access, id);
    return createdResult(credentials, access, occasion, {
      ...told,
      doubt: l10n.t("The answer was lost; reading found it. Whether its values are yours, nobody shows."),
      advice: l10n.t("A connection logs in with it once it refers to it: choose it there as its credential."),
      blocks: credentialBlocks,
      actions: credentialActions(occasion, told.made),
    });
  }
  const { name } = told.body;
  return unknownCreation(id, access, told.error, {
    called: display(name),
    about: name,
    icon: credentials.icon,
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showCredential", { id: name, resultId: id }),
  });
}

import { l10n } from "vscode";
import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";
import type { ApiError } from "../../api/errors.ts";
import type { Credential } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button } from "../results/buttons.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { credentialActions, credentialBlocks, credentialTab } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<Credential, CredentialCreateRequest>;

/** The result of a credential that exists by then. */
export function createdResult(
  id: string,
  { account, baseUrl }: Access,
  { lost, made: credential }: Extract<CreatedOrUnknown, { kind: "created" }>,
): Result {
  const name = display(credential.name);
  const occasion = { id, account, baseUrl, at: new Date() };
  return {
    card: {
      ...cardFrame(occasion),
      head: verdict(lost ? "warning" : "success"),
      title: lost
        ? l10n.t("{0} exists, most likely from your attempt", name)
        : l10n.t("{0} is created", name),
      summary: [
        ...(lost
          ? [l10n.t("The answer was lost; reading found it. Whether its values are yours, nobody shows.")]
          : []),
        l10n.t("A connection logs in with it once it refers to it: choose it there as its credential."),
      ],
      blocks: credentialBlocks(credential, { usedBy: [], whole: !lost }),
      actions: credentialActions(occasion, credential),
    },
    accountId: account.id,
    about: credential.name,
    tab: credentialTab(credential),
  };
}

/** The result of an attempt whose end nobody knows. */
export function unknownResult(id: string, access: Access, name: string, error: ApiError | undefined): Result {
  return unknownCreation(id, access, error, {
    called: display(name),
    about: name,
    tab: credentialTab({ name }),
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showCredential", { id: name, resultId: id }),
  });
}

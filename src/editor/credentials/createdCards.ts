import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Credential } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { button, more } from "../results/buttons.ts";
import { run } from "../results/buttonEffect.ts";
import { cardFrame, serviceSays, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { describeError } from "../words/errors.ts";
import { sentence } from "../words/sentences.ts";
import { credentialActions, credentialBlocks, credentialTab } from "./shownCard.ts";

/** How sending ended. */
export type CreateEnd =
  | { readonly kind: "created"; readonly credential: Credential; readonly lost: boolean }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notSent" }
  | { readonly kind: "unknown"; readonly error?: ApiError };

/** The result of a credential that exists by then. */
export function createdResult(
  id: string,
  { account, baseUrl }: Access,
  { credential, lost }: Extract<CreateEnd, { kind: "created" }>,
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
        next: button(l10n.t("Check Now"), run("managedAuth.showCredential", { id: name, resultId: id })),
        ...more(),
      },
    },
    accountId: account.id,
    about: name,
    tab: credentialTab({ name }),
  };
}

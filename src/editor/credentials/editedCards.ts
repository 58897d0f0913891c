import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Credential } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import { button, more } from "../results/buttons.ts";
import { cardFrame, serviceSays, verdict } from "../results/cardParts.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { whyUnknown } from "../results/unknownCreation.ts";
import { pageOf } from "../things/kind.ts";
import type { Found } from "../things/read.ts";
import { credentials } from "./credentials.ts";
import { credentialActions, credentialBlocks } from "./shownCard.ts";

/** How a change ended. */
export type EditEnd =
  | { readonly kind: "saved"; readonly after: Credential }
  /** `after`: as it was read then, with all of the change that can be seen. */
  | { readonly kind: "unknown"; readonly error?: ApiError; readonly after?: Credential };

/** The result of a change: the credential as it is then, as far as that is known. */
export function editedResult(
  id: string,
  { access, thing: credential, users }: Found<Credential>,
  end: EditEnd,
): Result {
  const occasion = occasionOf(access, id);
  const after = end.after ?? credential;
  const isRenamed = after.name !== credential.name && users.usedBy.length > 0;
  const frame = cardFrame(occasion, display(credential.name));
  const card: ResultCard =
    end.kind === "saved"
      ? {
          ...frame,
          head: verdict("success"),
          title: l10n.t("Changes saved"),
          summary: isRenamed
            ? [l10n.t("Connections that referred to it by its old name may need it chosen again.")]
            : [l10n.t("The next login uses them.")],
          blocks: credentialBlocks(after, users),
          actions: credentialActions(occasion, after),
        }
      : {
          ...frame,
          head: verdict("warning"),
          title: l10n.t("Not sure whether the changes were saved"),
          summary: [
            whyUnknown(end.error),
            end.after === undefined
              ? l10n.t("They may still come. Check Now reads the credential; nothing is sent again.")
              : l10n.t("What can be seen of them is there. Set values and secrets again to be sure."),
          ],
          blocks: end.error === undefined ? [] : serviceSays(end.error),
          actions: {
            next: button(l10n.t("Check Now"), "managedAuth.showCredential", {
              id: credential.id,
              resultId: id,
            }),
            other: button(l10n.t("Edit…"), "managedAuth.editCredential", { id: credential.id }),
            ...more(),
          },
        };
  return pageOf(credentials, access, card, after);
}

import { l10n } from "vscode";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { inOrder } from "../../domain/providers/use.ts";
import { providerRow } from "../catalogue/rows.ts";
import type { Kind } from "../things/kind.ts";

/** Credential providers: how one is chosen, and called. */
export const providers: Pick<Kind<CredentialProvider>, "icon" | "called" | "choosing"> = {
  icon: "lock",
  called: ({ name }) => name,
  choosing: {
    placeholder: () => l10n.t("Choose a provider, or type its ID"),
    typed: () => l10n.t("The provider ID"),
    load: (lists) => lists.providers,
    inOrder,
    idOf: ({ id }) => id,
    row: providerRow,
  },
};

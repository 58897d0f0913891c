import { l10n } from "vscode";
import { getCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import { referringAmong } from "../../domain/credentials/use.ts";
import { credentialRow } from "../catalogue/rows.ts";
import type { Kind } from "../things/kind.ts";
import { credentialCard, noCredentialCard } from "./shownCard.ts";

/** Stored credentials: how one is chosen, read and shown. */
export const credentials: Kind<Credential> = {
  icon: "gist-secret",
  called: ({ name }) => name,
  choosing: {
    placeholder: () => l10n.t("Choose a credential, or type its ID or name"),
    typed: () => l10n.t("The ID or name"),
    load: (lists) => lists.credentials,
    idOf: ({ id }) => id,
    row: credentialRow,
  },
  reading: () => l10n.t("Reading the credential…"),
  read: (client, id, signal) => client.call(getCredential, { path: { id_or_name: id } }, signal),
  usedBy: (credential, connections) => referringAmong(connections, credential),
  card: credentialCard,
  notReadCard: noCredentialCard,
};

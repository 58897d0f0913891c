import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { getCredentialProvider } from "../../api/operations.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { inOrder, namingProvider } from "../../domain/providers/use.ts";
import { Lists } from "../catalogue/lists.ts";
import { providerRow } from "../catalogue/rows.ts";
import type { Kind, Read } from "../things/kind.ts";
import { noProviderCard, providerCard } from "./shownCard.ts";
import type { Asked } from "./shownCard.ts";

/** Credential providers: how one is chosen, read and shown. */
export const providers: Kind<CredentialProvider> = {
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
  reading: () => l10n.t("Reading the provider…"),
  read: (client, id, signal) => client.call(getCredentialProvider, { path: { id } }, signal),
  usedBy: ({ name }, connections) => namingProvider(connections, name),
  card: providerCard,
  notReadCard: (occasion, id, error) => noProviderCard(occasion, { id }, error),
};

/** What it comes to where the list has no provider of a name. */
const nobodysName: ApiError = { kind: "notFound", sent: "no" };

/** The same, read by their name, which is all that a connection knows (§2.5). */
const namedProviders: Kind<CredentialProvider> = {
  ...providers,
  read: async (client, name, signal): Promise<Read<CredentialProvider>> => {
    const listing = await new Lists(client).providers("", () => undefined, signal);
    const value = listing.rows.find((one) => one.name === name);
    if (value !== undefined) return { kind: "ok", value };
    if (listing.kind === "cancelled") return { kind: "cancelled" };
    return { kind: "failed", error: listing.kind === "failed" ? listing.error : nobodysName };
  },
  notReadCard: (occasion, name, error) =>
    noProviderCard(occasion, { name }, error === nobodysName ? undefined : error),
};

/** The one that is meant: by its id, or else by its name. */
export function meant<Told extends Asked>({ id, name, ...told }: Told) {
  const isNamed = id === undefined && name !== undefined;
  return { kind: isNamed ? namedProviders : providers, told: { ...told, id: id ?? name } };
}

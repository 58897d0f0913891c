import { l10n } from "vscode";
import { getDestination } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { selectingAmong } from "../../domain/deletion/destinationUse.ts";
import type { Used } from "../catalogue/lists.ts";
import { destinationRow } from "../catalogue/rows.ts";
import type { Kind } from "../things/kind.ts";
import { destinationCard, noDestinationCard } from "./shownCard.ts";

/** Telemetry destinations: how one is chosen, read and shown. */
export const destinations: Kind<OtlpDestination, Used<OtlpDestination>> = {
  icon: "broadcast",
  called: ({ id, name }) => name ?? id,
  choosing: {
    placeholder: () => l10n.t("Choose a destination, or type its ID or name"),
    typed: () => l10n.t("The ID or name"),
    load: (lists) => lists.destinations,
    idOf: ({ item }) => item.id,
    row: destinationRow,
  },
  reading: () => l10n.t("Reading the destination…"),
  read: (client, id, signal) => client.call(getDestination, { path: { id_or_name: id } }, signal),
  usedBy: (destination, connections) => selectingAmong(connections)(destination),
  card: destinationCard,
  notReadCard: noDestinationCard,
};

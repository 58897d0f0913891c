import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Block } from "../../card/card.ts";
import { healthOf } from "../../domain/destinations/health.ts";
import { display } from "../../domain/text/display.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Effect, ResultButton, ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, codeRow, dateRow, plain, rows, textRow } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { notReadCard } from "../results/notReadCard.ts";
import { usersBlock } from "../resourceEngine/usedBy.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { series } from "../words/sentences.ts";
import { healthFacts, healthValue } from "./healthWords.ts";

/** A telemetry destination: where it leads to, how exporting goes, and what selects it. */
export function destinationCard(occasion: Occasion, destination: OtlpDestination, users: Users): ResultCard {
  const { id, name } = destination;
  const failing = healthOf(destination).kind === "failing";
  return {
    ...cardFrame(occasion),
    head: { kind: "header", state: healthValue(destination) },
    title: display(name ?? id),
    summary: [
      failing
        ? l10n.t("What browser sessions export does not arrive. Check its address and headers.")
        : l10n.t("Browser sessions can export their telemetry to it."),
    ],
    blocks: destinationBlocks(destination, users),
    actions: {
      refresh: readButton(l10n.t("Refresh"), id, occasion),
      ...(failing ? { next: editButton(id) } : { other: editButton(id) }),
      ...more(
        (destination.headers ?? []).length === 0
          ? undefined
          : button(l10n.t("Rotate a Header…"), "managedAuth.editDestination", { id, rotate: true }),
        button(l10n.t("Delete…"), "managedAuth.deleteDestinations", { targets: [{ idOrName: id, name }] }),
        copyIdButton(id),
      ),
    },
  };
}

/** All that is told of a destination. Its headers by their names: nobody tells their values. */
export function destinationBlocks(destination: OtlpDestination, users: Users): readonly Block<Effect>[] {
  const { created_at, description, endpoint, headers, id, updated_at } = destination;
  return [
    rows<Effect>(
      l10n.t("Destination"),
      endpoint === undefined
        ? undefined
        : // An address is not kept.
          { ...codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint))), volatile: true },
      textRow(l10n.t("Description"), description && display(description)),
      headersRow(headers),
      dateRow(l10n.t("Created"), created_at),
      dateRow(l10n.t("Changed"), updated_at),
      codeRow(l10n.t("ID"), id),
    ),
    rows(
      l10n.t("Exports"),
      ...healthFacts(destination).map(([label, value]) => ({ label, value: plain(value) })),
    ),
    usersBlock(users, { none: l10n.t("No connection. Sessions may export to it all the same.") }),
  ];
}

function headersRow(
  names: OtlpDestination["headers"],
): { label: string; value: { text: string } } | undefined {
  if (names === undefined) return undefined;
  return {
    label: l10n.t("Headers"),
    value:
      names.length === 0
        ? plain(l10n.t("None"))
        : plain(l10n.t("{0}, with values that are never shown", series(names.map(display)))),
  };
}

/** A destination that could not be read. */
export function noDestinationCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  return notReadCard(occasion, error, {
    title: l10n.t("Destination not read"),
    which: rows(l10n.t("Destination"), codeRow(l10n.t("ID or name"), id)),
    again: readButton(l10n.t("Try Again"), id, occasion),
    id,
  });
}

/** Leads to a change of a destination. */
export function editButton(id: string): ResultButton {
  return button(l10n.t("Edit…"), "managedAuth.editDestination", { id });
}

/** Reads the destination again, in the place of this result. */
function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showDestination", { id, resultId });
}

import { l10n } from "vscode";
import type { OtlpDestinationCreateRequest } from "../../api/destinationRequests.ts";
import type { ApiError } from "../../api/errors.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { destinationBlocks, destinationTab } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<OtlpDestination, OtlpDestinationCreateRequest>;

/** The result of a destination that exists now. */
export function createdResult(
  id: string,
  { account, baseUrl }: Access,
  { lost, made: destination }: Extract<CreatedOrUnknown, { kind: "created" }>,
): Result {
  const name = display(destination.name ?? destination.id);
  return {
    card: {
      ...cardFrame({ id, account, baseUrl, at: new Date() }),
      head: verdict(lost ? "warning" : "success"),
      title: lost
        ? l10n.t("{0} exists, most likely from your attempt", name)
        : l10n.t("{0} is created", name),
      summary: [
        ...(lost
          ? [l10n.t("The answer was lost; reading found it. Whether its headers are yours, nobody shows.")]
          : []),
        l10n.t("A connection exports to it once its telemetry setting selects it."),
      ],
      blocks: destinationBlocks(destination, { usedBy: [], whole: !lost }),
      actions: {
        other: button(l10n.t("Show Destination"), "managedAuth.showDestination", { id: destination.id }),
        ...more(copyIdButton(destination.id)),
      },
    },
    accountId: account.id,
    about: destination.name ?? destination.id,
    tab: destinationTab(destination),
  };
}

/** The result of an attempt whose end nobody knows. */
export function unknownResult(id: string, access: Access, name: string, error: ApiError | undefined): Result {
  return unknownCreation(id, access, error, {
    called: display(name),
    about: name,
    tab: destinationTab({ id: name, name }),
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showDestination", { id: name, resultId: id }),
  });
}

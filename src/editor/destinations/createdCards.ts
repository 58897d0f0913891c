import { l10n } from "vscode";
import type { OtlpDestinationCreateRequest } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { destinations } from "./destinations.ts";
import { destinationBlocks } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<OtlpDestination, OtlpDestinationCreateRequest>;

/** The result of creating a destination. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created")
    return createdResult(destinations, access, occasionOf(access, id), {
      ...told,
      doubt: l10n.t("The answer was lost; reading found it. Whether its headers are yours, nobody shows."),
      advice: l10n.t("A connection exports to it once its telemetry setting selects it."),
      blocks: destinationBlocks,
      actions: {
        other: button(l10n.t("Show Destination"), "managedAuth.showDestination", { id: told.made.id }),
        ...more(copyIdButton(told.made.id)),
      },
    });
  const { name } = told.body;
  return unknownCreation(id, access, told.error, {
    called: display(name),
    about: name,
    icon: destinations.icon,
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showDestination", { id: name, resultId: id }),
  });
}

import { l10n } from "vscode";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { moment } from "../../words/numbers.ts";
import { copyIdButton, more } from "../../results/buttons.ts";
import { cardFrame, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { ResultCard } from "../../results/buttonEffect.ts";
import { showConnectionButton } from "../shown/actions.ts";
import { checkButton, dismissButton } from "./buttons.ts";
import { aboutBlock } from "./requestBlocks.ts";

type Asked = Pick<ManagedAuthCreateRequest, "domain" | "profile_name">;

/** The account lists a connection that an attempt of an earlier sign-in may have created. */
export function foundCard(occasion: Occasion, asked: Asked, id: string, startedAt: Date): ResultCard {
  return {
    ...cardFrame(occasion),
    head: verdict("info"),
    title: l10n.t("{0} exists, maybe from your attempt", display(asked.domain)),
    summary: [
      l10n.t(
        "It may be the one that your attempt of {0} created, under an earlier sign-in at this address.",
        moment(startedAt),
      ),
      l10n.t("If somebody created it earlier, its settings may differ from yours: look at the connection."),
    ],
    blocks: [aboutBlock(asked, id)],
    actions: { next: showConnectionButton(id), ...more(copyIdButton(id)) },
  };
}

/** The account lists no such connection; whether it is the account of the attempt, nobody can tell. */
export function notListedCard(
  occasion: Occasion,
  asked: Asked,
  pendingId: string,
  startedAt: Date,
): ResultCard {
  return {
    ...cardFrame(occasion),
    head: verdict("neutral"),
    title: l10n.t("No such connection here"),
    summary: [
      l10n.t(
        "Your attempt of {0} belongs to an earlier sign-in at this address. This account lists no connection for its profile and domain.",
        moment(startedAt),
      ),
      l10n.t("If both are the same organization and project, the attempt created nothing: dismiss it."),
    ],
    blocks: [aboutBlock(asked)],
    actions: { next: dismissButton(pendingId), other: checkButton(pendingId, occasion), ...more() },
  };
}

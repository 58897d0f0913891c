import { l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import { foundCard, notListedCard } from "./earlierCards.ts";
import { lookUp } from "./lookUp.ts";
import { warn } from "../../kit/notify.ts";
import type { PendingCreation } from "./pending.ts";
import type { CreationParts } from "./send.ts";
import type { Result } from "../../results/result.ts";
import { occasionOf } from "../../results/showingParts.ts";
import type { Access } from "../../accounts/service.ts";
import { withCancel } from "../../kit/progress.ts";
import { describeError } from "../../words/errors.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionTab } from "../../results/connectionTab.ts";

/**
 * Looks for what an attempt of an account that is gone may have created. It only reads: this account may be another
 * organization's, where the request was never meant to be carried out. `undefined` where the list did not tell.
 */
export async function lookUpEarlier(
  { log, pending: attempts, results }: CreationParts,
  access: Access,
  pending: PendingCreation,
  resultId: string | undefined,
): Promise<Result | undefined> {
  const { domain, profile_name } = pending.request;
  const doing = l10n.t("Looking for the connection for {0}", display(domain));
  const found = await withCancel(doing, (_progress, signal) => lookUp(access, pending.request, signal));
  const occasion = occasionOf(access, resultId ?? results.newId());
  const about = connectionName({ id: "", domain, profile_name });
  const of = { accountId: access.account.id, about, tab: connectionTab(pending.request) };
  const startedAt = new Date(pending.startedAt);
  switch (found.kind) {
    case "found":
      await log.tidied("pendingCreations", attempts.settle(pending));
      return { ...of, card: foundCard(occasion, pending.request, found.id, startedAt) };
    case "absent":
      return {
        ...of,
        card: notListedCard(occasion, pending.request, pending.id, startedAt),
        pendingId: pending.id,
      };
    case "unclear":
      if (found.error !== undefined)
        void warn(l10n.t("The connections could not be read: {0}.", describeError(found.error).headline), {
          label: l10n.t("Show Log"),
          run: () => log.show(),
        });
      return undefined;
  }
}

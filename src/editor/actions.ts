import { env, l10n } from "vscode";
import type { ActionId } from "../page/protocol.ts";
import { replaceTokenCommand } from "./accountCommands.ts";
import { cardText } from "./cards/text.ts";
import { createCommand } from "./createCommand.ts";
import { inform, mention } from "./notify.ts";
import type { Parts } from "./parts.ts";
import type { Result } from "./results.ts";
import { showEntitlementsCommand } from "./showEntitlements.ts";

/** Does what a button of a result says. */
export async function act(parts: Parts, action: ActionId, { card, context }: Result): Promise<void> {
  switch (action) {
    case "copyId":
      if (context.copyId === undefined) return;
      await env.clipboard.writeText(context.copyId);
      mention(l10n.t("ID copied"));
      return;
    case "copyDetails":
      await env.clipboard.writeText(cardText(card));
      mention(l10n.t("Details copied"));
      return;
    case "createAnother":
      await again(parts, context, "domain");
      return;
    case "backToWizard":
      await again(parts, context, "review");
      return;
    case "signInAgain":
      if (isActive(parts, context.accountId)) await replaceTokenCommand(parts);
      return;
    case "showEntitlements":
      await showEntitlementsCommand(parts);
      return;
    case "retry":
    case "refresh":
      await showEntitlementsCommand(parts, true);
      return;
    case "showLog":
      parts.log.show();
      return;
    // No card has these buttons yet.
    case "openHosted":
    case "openLiveView":
    case "openExisting":
    case "openConnection":
    case "showConnection":
    case "retryFailed":
    case "watch":
    case "explainFeature":
    case "copyJson":
    case "copyCurl":
    case "copyTypescript":
    case "copyPython":
      return;
  }
}

async function again(parts: Parts, context: Result["context"], start: "domain" | "review"): Promise<void> {
  if (context.draft !== undefined && isActive(parts, context.accountId)) {
    await createCommand(parts, { draft: context.draft, start });
  }
}

/** Whether the window still works as the account of a result; says so if not, and nothing is done then. */
function isActive({ session }: Parts, accountId: string | undefined): boolean {
  const { state } = session;
  if (state.kind === "signedIn" && state.account.id === accountId) return true;
  void inform(l10n.t("This result belongs to another account. Switch to that account first."));
  return false;
}

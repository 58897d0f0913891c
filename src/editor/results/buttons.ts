import { env, l10n } from "vscode";
import { visibleLine } from "../../domain/visible.ts";
import type { ActionId } from "../../card/protocol.ts";
import { replaceTokenCommand, signInCommand, use } from "../accounts/signIn/commands.ts";
import { cardText } from "../../card/text.ts";
import { checkPendingCommand } from "../connections/creation/check.ts";
import { createCommand } from "../connections/creation/commands.ts";
import { retryDeletion, watchDeletion } from "../destinations/commands.ts";
import { dismissPending } from "../connections/creation/dismiss.ts";
import { inform, mention, warn } from "../kit/notify.ts";
import type { Parts } from "../app/parts.ts";
import type { Result } from "./store.ts";
import { showConnectionCommand } from "../connections/shown/commands.ts";
import { showEntitlementsCommand } from "../entitlements/commands.ts";
import { accountLabel } from "../accounts/words.ts";

/** What needs nothing but the result itself. Everything else works on its account. */
const ofResult: ReadonlySet<ActionId> = new Set([
  "copyId",
  "copyDetails",
  "copyJson",
  "copyCurl",
  "copyTypescript",
  "copyPython",
  "openHosted",
  "openLiveView",
  "showLog",
  // An attempt whose account is gone has to be ended, too.
  "dismiss",
]);

/** Does what a button of a result says. */
export async function act(
  parts: Parts,
  action: ActionId,
  result: Result,
  item: number | undefined,
): Promise<void> {
  const { card, context, secrets } = result;
  if (!ofResult.has(action) && !(await isActive(parts, context.accountId))) return;
  switch (action) {
    case "copyId":
      if (context.copyId !== undefined) await copyId(parts, context.copyId);
      return;
    case "copyDetails":
      await env.clipboard.writeText(cardText(card));
      await told(parts, l10n.t("Details copied"));
      return;
    case "createAnother":
      await again(parts, context, "domain");
      return;
    case "backToWizard":
      await again(parts, context, "review");
      return;
    case "signInAgain":
      await signInAgain(parts, card);
      return;
    case "showEntitlements":
      await showEntitlementsCommand(parts);
      return;
    case "retry":
    case "refresh":
      if (context.connectionId === undefined) await showEntitlementsCommand(parts, true, undefined, result);
      else await showConnectionCommand(parts, context.connectionId, result);
      return;
    case "showLog":
      parts.log.show();
      return;
    case "openHosted":
      await open(parts, secrets?.hosted_url);
      return;
    case "openLiveView":
      await open(parts, secrets?.live_view_url);
      return;
    case "openExisting":
    case "showConnection":
      await showAgain(parts, context.connectionId);
      return;
    case "openConnection":
      await showAgain(parts, item === undefined ? undefined : context.connections?.[item]);
      return;
    case "retryFailed":
      await retryDeletion(parts, context.destinations ?? []);
      return;
    case "watch":
      await watchDeletion(parts, context.destinations ?? []);
      return;
    case "explainFeature":
      await showEntitlementsCommand(parts, false, context.feature);
      return;
    case "checkNow":
      await checkPendingCommand(parts, context.pendingId, result);
      return;
    case "dismiss":
      if (context.pendingId !== undefined) await dismissPending(parts, context.pendingId);
      return;
    case "copyJson":
    case "copyCurl":
    case "copyTypescript":
    case "copyPython":
      await copyBlock(parts, card, action);
      return;
  }
}

/** Says what was done where it is seen, and on the page, where it is heard: nobody reads the status bar out. */
async function told({ panel }: Parts, what: string): Promise<void> {
  mention(what);
  await panel.say(what);
}

/** An ID is pasted into shells, so one that would press Enter there, or hide what it holds, is not copied. */
async function copyId(parts: Parts, id: string): Promise<void> {
  if (visibleLine(id) !== id) {
    void warn(l10n.t("This ID holds hidden characters. It was not copied."));
    return;
  }
  await env.clipboard.writeText(id);
  await told(parts, l10n.t("ID copied"));
}

/** Has the token replaced; where the result only tells that nothing could be read without, that is read then. */
async function signInAgain(parts: Parts, { actions }: Result["card"]): Promise<void> {
  const replaced = await replaceTokenCommand(parts);
  if (replaced && actions.some(({ id }) => id === "retry")) await showEntitlementsCommand(parts, true);
}

async function showAgain(parts: Parts, id: string | undefined): Promise<void> {
  if (id !== undefined) await showConnectionCommand(parts, id);
}

/** The address of a running flow is known only to the window that read it. */
async function open({ opener }: Parts, address: string | undefined): Promise<void> {
  if (address === undefined)
    void inform(l10n.t("The address is not kept. Refresh the connection to read it again."));
  else await opener.open(address);
}

async function copyBlock(parts: Parts, { blocks }: Result["card"], action: ActionId): Promise<void> {
  const block = blocks.find((one) => one.kind === "code" && one.copy === action);
  if (block?.kind !== "code") return;
  await env.clipboard.writeText(block.text);
  await told(parts, l10n.t("Request copied"));
}

async function again(parts: Parts, context: Result["context"], start: "domain" | "review"): Promise<void> {
  const { draft, loginPageLeftOut } = context;
  if (draft !== undefined)
    await createCommand(parts, { draft, start, loginPageLeftOut: loginPageLeftOut === true });
}

/** Whether the window still works as the account of a result; says what to do if not, and nothing is done then. */
async function isActive(parts: Parts, accountId: string | undefined): Promise<boolean> {
  const { session } = parts;
  if (session.state.kind === "signedIn" && session.state.account.id === accountId) return true;
  const account = accountId === undefined ? undefined : await session.find(accountId);
  if (account === undefined) {
    // Signing in makes another account, so its buttons stay without effect.
    const signIn = { label: l10n.t("Sign In"), run: () => signInCommand(parts) };
    void inform(
      l10n.t("The account of this result is signed out. Run the command again for a new result."),
      ...(session.state.kind === "signedOut" ? [signIn] : []),
    );
  } else {
    void inform(l10n.t("This result belongs to {0}. Switch to that account first.", accountLabel(account)), {
      label: l10n.t("Switch Account"),
      run: () => use(parts, account, l10n.t("Switch Account")),
    });
  }
  return false;
}

import { commands, l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { compact } from "../../domain/compact.ts";
import type { DeletionOutcome } from "../../domain/resources/deletionOutcome.ts";
import { display } from "../../domain/text/display.ts";
import { accountLabel } from "../accounts/accountLabels.ts";
import { connectionName } from "../catalogue/connectionLabels.ts";
import { deleteAll } from "../kit/deleteAll.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { confirm, bulletLines, showStatusOrInform } from "../kit/notify.ts";
import {
  commandButton,
  moreMenu,
  type ResultButton,
  type VisibleButtons,
  type ResultBlock,
} from "../results/buttons.ts";
import { cardFrame, type ResultContext, verdictHead } from "../results/cardParts.ts";
import { deletionRemedy, deletionNotes, deletionTone, deletionResultTitle } from "../results/deletions.ts";
import type { CommandResult } from "../results/result.ts";
import { newResultContext, type ShowingContext } from "../results/showingContext.ts";
import { showButton } from "./buttons.ts";
import { findResource, type Wanted } from "./read.ts";
import { pathTo, type Found, type Identified, type RemovableResource } from "./resource.ts";
import { connectionRows, connectionsOf, type Users, usersAmong, usersBlock } from "./usedBy.ts";

/**
 * Shows which connections lose the resource, asks for confirmation once and deletes the resource by its ID. A
 * successful deletion is only shown in the status bar, unless connections used the resource.
 */
export async function removeResource<Reply extends Identified, Values>(
  resource: RemovableResource<Reply, Values>,
  parts: ShowingContext,
  request: Wanted,
): Promise<void> {
  const { nameOf, operations, text } = resource;
  const found = await findResource(resource, parts, text.titles.remove, request);
  if (found === undefined || resource.refuseRemoval?.(found) === true) return;
  if (!(await confirmRemoval(resource, found))) return;
  const { access, live } = found;
  const name = display(nameOf(live));
  const options = { failOnRateLimit: true };
  const { deletion, users } = await deleteAll(
    l10n.t("Deleting {0}", name),
    [live.id],
    (id, signal) => access.client.call(operations.remove, { path: pathTo(id) }, signal, options),
    async ([deletion = { kind: "notTried" }], signal) => ({
      deletion,
      // Fetch the connections again after a refusal, because more connections may use the resource than when the user
      // confirmed the deletion.
      users:
        deletion.kind === "inUse"
          ? usersAmong(await connectionsOf(access, signal), (rows) => resource.model.usedBy(live, rows))
          : found.users,
    }),
  );
  if (deletion.kind === "cancelled") return;
  void resource.changed();
  if (isResourceGone(deletion)) await parts.panel.markDeleted(access.account.id, live.id);
  if (isResourceGone(deletion) && users.usedBy.length === 0) {
    showStatusOrInform(
      deletion.kind === "gone" ? l10n.t("{0} was already deleted", name) : l10n.t("Deleted {0}", name),
      { label: text.titles.list, run: () => commands.executeCommand(resource.commands.list) },
    );
    return;
  }
  const context = newResultContext(access, parts.results.newId());
  await parts.panel.show(removedPage(resource, context, { access, live, users }, deletion));
}

async function confirmRemoval<Reply extends Identified, Values>(
  { nameOf, text }: RemovableResource<Reply, Values>,
  { access, live, users: { usedBy, isComplete } }: Found<Reply>,
): Promise<boolean> {
  const isUsed = usedBy.length > 0;
  const loss = await whileLoading(
    { title: text.titles.remove, back: false },
    l10n.t("Reading the entitlements…"),
    async () => isUsed && text.usersLose(usedBy.length),
  );
  if (loss === undefined) return false;
  return confirm(
    text.remove(display(nameOf(live))),
    compact(
      text.destroys,
      loss,
      !isUsed && isComplete && (text.deletable ?? text.unused),
      !isComplete && l10n.t("Some connections couldn't be read and may be affected."),
      text.irreversible,
      "",
      ...(isUsed ? [...bulletLines(usedBy.map((user) => display(connectionName(user)))), ""] : []),
      l10n.t("{0} · {1}", display(live.id), accountLabel(access.account)),
    ).join("\n"),
    l10n.t("Delete"),
  );
}

/** True if the resource no longer exists, regardless of who deleted it. */
function isResourceGone({ kind }: DeletionOutcome): boolean {
  return kind === "deleted" || kind === "gone";
}

function removedPage<Reply extends Identified, Values>(
  resource: RemovableResource<Reply, Values>,
  context: ResultContext,
  { live, users }: Found<Reply>,
  deletion: DeletionOutcome,
): CommandResult {
  const { commands, nameOf, text } = resource;
  const isSure = deletion.kind !== "unknown" && deletion.kind !== "accepted";
  const retry = isSure
    ? commandButton(l10n.t("Try Again"), commands.remove, { id: live.id })
    : showButton(resource, l10n.t("Check Now"), live.id);
  const isRefused = deletion.kind === "inUse";
  const isHeld = isRefused && users.usedBy.length > 0;
  const usedByBlock = isHeld
    ? withFixes(l10n.t("Used by"), users, resource.fixUser)
    : usersBlock(users, { unused: text.unused });
  const help = deletionRemedy([deletion]);
  const name = nameOf(live);
  const about: Omit<CommandResult, "card"> = {
    accountId: context.account.id,
    about: name,
    tab: { icon: "trash", title: display(name) },
  };
  const card = { ...cardFrame(context), title: deletionResultTitle(display(name), deletion) };
  if (isResourceGone(deletion))
    return {
      ...about,
      card: {
        ...card,
        head: verdictHead("success"),
        summary: [text.removed],
        blocks: [withFixes(text.affectedUsersTitle, users, resource.fixUser)],
        actions: moreMenu(),
      },
    };
  return {
    ...about,
    card: {
      ...card,
      head: verdictHead(deletionTone([deletion])),
      summary: compact(...deletionNotes(deletion, { missing: "" }), isRefused && text.inUse),
      blocks: isRefused ? [usedByBlock] : [],
      // Move "Try Again" to the menu while connections use the resource, because the service would refuse again.
      actions: { ...visibleActions(help, !isHeld && retry), ...moreMenu(isHeld && retry) },
    },
  };
}

function visibleActions(...buttons: readonly (ResultButton | false | undefined)[]): VisibleButtons {
  const [next, other] = compact(...buttons);
  return { ...(next && { next }), ...(other && { other }) };
}

/** Lists the connections that use or used the resource, each with a button that fixes the connection. */
function withFixes(
  title: string,
  { usedBy }: Users,
  fix = ({ id }: ManagedAuth): ResultButton =>
    commandButton(l10n.t("Edit…"), "managedAuth.editConnection", { id }),
): ResultBlock {
  return {
    kind: "table",
    title,
    columns: [l10n.t("Connection")],
    rows: connectionRows(usedBy, (user) => ({ actions: [fix(user)] })),
  };
}

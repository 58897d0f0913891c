// Pages that show a resource or the outcome of one of its commands.
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { compact } from "../../domain/compact.ts";
import { differingFields } from "../../domain/resources/fieldRequests.ts";
import type { DraftOf } from "../../domain/resources/resourceModel.ts";
import type { SaveOutcome } from "../../domain/resources/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import {
  type ButtonAction,
  type ResultButton,
  type ResultCard,
  commandButton,
  copyIdButton,
  moreMenu,
  type ResultBlock,
  type ResultRow,
} from "../results/buttons.ts";
import {
  cardFrame,
  codeRow,
  rowsBlock,
  serviceMessageBlocks,
  verdictHead,
  unknownOutcomeReason,
  type ResultContext,
} from "../results/cardParts.ts";
import { changeResult, changesTable } from "../results/changesTable.ts";
import type { CommandResult } from "../results/result.ts";
import { newResultContext } from "../results/showingContext.ts";
import { joinWithCommas } from "../words/sentences.ts";
import { editButton, listButton, showButton } from "./buttons.ts";
import { nameIn, type Found, type Identified, type Resource, type ShownResource } from "./resource.ts";
import { usersBlock, type Users } from "./usedBy.ts";

/** The outcome of a creation request, if it is shown on a page of its own. */
export type CreateOutcome<Reply, Values> =
  /** `lost` is true if the response was lost and a later read found the resource. */
  | { readonly kind: "created"; readonly reply: Reply; readonly lost: boolean }
  | { readonly kind: "unknown"; readonly values: DraftOf<Values>; readonly error?: ApiError };

export function resourcePage<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  context: ResultContext,
  { live, users }: Omit<Found<Reply>, "access">,
): CommandResult {
  const { page } = resource;
  const state = page.state?.(live, users);
  return pageOf(resource, context, live, {
    ...cardFrame(context),
    head: { kind: "header", ...(state && { state }) },
    title: display(resource.nameOf(live)),
    summary: page.summary(live, users),
    blocks: blocksOf(resource, context, live, users),
    actions: resourceActions(resource, context, live, users),
  });
}

export function createdPage<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: AccountAccess,
  id: string,
  outcome: CreateOutcome<Reply, Values>,
): CommandResult {
  const { icon, nameOf, named, text } = resource;
  const context = newResultContext(access, id);
  if (outcome.kind === "unknown") {
    const [about, checkNow] = [nameIn(resource, outcome.values), l10n.t("Check Now")];
    const title = display(about);
    // The button only looks for the resource. The creation request is never sent again.
    const next =
      text.unfindable === undefined
        ? (named?.button(checkNow, about, id) ?? showButton(resource, checkNow, about, id))
        : listButton(resource);
    const advice = text.unfindable ?? [
      l10n.t("The request may still arrive. Check Now only reads the current state."),
    ];
    return {
      card: {
        ...cardFrame(context),
        head: verdictHead("warning"),
        title: l10n.t("Couldn't confirm that {0} was created", title),
        summary: [unknownOutcomeReason(outcome.error), ...advice],
        blocks: serviceMessageBlocks(outcome.error),
        actions: { next, ...moreMenu() },
      },
      accountId: access.account.id,
      about,
      tab: { icon, title },
    };
  }
  const { lost, reply } = outcome;
  const users = { usedBy: [], isComplete: !lost };
  const name = display(nameOf(reply));
  return pageOf(resource, context, reply, {
    ...cardFrame(context),
    head: verdictHead(lost ? "warning" : "success"),
    title: lost ? l10n.t("{0} exists, likely from your attempt", name) : l10n.t("{0} created", name),
    summary: compact(lost && text.found, text.created),
    blocks: blocksOf(resource, context, reply, users, true),
    actions: resourceActions(resource, context, reply, users),
  });
}

export function savedPage<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  id: string,
  { access, live, users }: Found<Reply>,
  outcome: Extract<SaveOutcome<Reply, Values>, { readonly kind: "gone" | "notTaken" | "saved" | "unknown" }>,
  values: DraftOf<Values>,
): CommandResult {
  const { fields, nameOf, text } = resource;
  const context = newResultContext(access, id);
  const current = "after" in outcome ? outcome.after : live;
  const frame = cardFrame(context, display(nameOf(current)));
  const about = blocksOf(resource, context, current, users, true);
  const edit = editButton(resource, live);
  const page = (card: Omit<ResultCard, keyof typeof frame>): CommandResult =>
    pageOf(resource, context, current, { ...frame, ...card });
  switch (outcome.kind) {
    case "saved":
      return page({
        head: verdictHead("success"),
        title: l10n.t("Changes saved"),
        summary: text.saved({ before: live, after: current, values, users }),
        blocks: [changesBlock(resource, live, values, []), ...about],
        actions: resourceActions(resource, context, current, users),
      });
    case "notTaken": {
      const { error, isAnswered, unapplied } = outcome;
      if (!isAnswered) return unconfirmed(error, !unapplied.some(({ isCertain }) => isCertain));
      const missing = unapplied.map(({ field }) => field);
      return page({
        head: verdictHead("warning"),
        title: l10n.t("Some changes not applied"),
        summary: [
          l10n.t("The service didn't apply: {0}.", joinWithCommas(missing.map((key) => fields[key].label))),
        ],
        blocks: [changesBlock(resource, live, values, missing), ...about],
        actions: { next: edit, ...moreMenu() },
      });
    }
    case "gone":
      return page({
        head: verdictHead("warning"),
        title: l10n.t("{0} no longer exists", display(nameOf(live))),
        summary: [l10n.t("Deleted before the changes were saved.")],
        blocks: [],
        actions: moreMenu(copyIdButton(live.id)),
      });
    case "unknown":
      return unconfirmed(outcome.error, false);
  }

  function unconfirmed(error: ApiError | undefined, isVisiblyApplied: boolean): CommandResult {
    const usual = l10n.t("The changes may still arrive. Check Now only reads the current state.");
    const advice = isVisiblyApplied ? text.unseen : (text.mayComeYet ?? usual);
    const next = showButton(resource, l10n.t("Check Now"), live.id, id);
    return page({
      head: verdictHead("warning"),
      title: l10n.t("Couldn't confirm the changes"),
      summary: [unknownOutcomeReason(error), advice],
      blocks: [changesBlock(resource, live, values), ...serviceMessageBlocks(error)],
      actions: { next, ...secondaryActions(resource, edit) },
    });
  }
}

/** Lists each change with the old value, the requested value and, if known, the outcome. */
function changesBlock<Reply extends Identified, Values>(
  { fields, model }: Resource<Reply, Values>,
  live: Reply,
  values: DraftOf<Values>,
  missing?: readonly (keyof Values & string)[],
): ResultBlock {
  const changes = differingFields(model.fields, live, values).map((key) => {
    const { label, summary, volatile } = fields[key];
    return {
      label,
      before: summary(undefined, live, {}),
      wanted: summary(values[key], live, values),
      result: missing && changeResult(!missing.includes(key)),
      volatile,
    };
  });
  return changesTable(l10n.t("Part"), changes);
}

/** Wraps a card in a page about a resource, with the resource's name, icon and account. */
export function pageOf<Reply extends Identified, Values>(
  { icon, nameOf }: ShownResource<Reply, Values>,
  { account }: ResultContext,
  live: Reply,
  card: ResultCard,
): CommandResult {
  const [{ id }, name] = [live, nameOf(live)];
  return {
    card,
    accountId: account.id,
    about: name,
    tab: { icon, title: display(name) },
    ...(id !== "" && { resourceId: id }),
  };
}

function blocksOf<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  { account }: ResultContext,
  live: Reply,
  users: Users,
  /**
   * If true, adds a row with the state, because the page's header shows the outcome of a command instead of the
   * state.
   */
  withState = false,
): readonly ResultBlock[] {
  const { page, text } = resource;
  const state = withState ? page.state?.(live, users) : undefined;
  const facts = factsOf(resource, live, state && { label: l10n.t("Status"), value: state });
  if (page.users !== undefined) return [...page.users(users, account.id), ...facts];
  return [...facts, usersBlock(users, { unused: text.unused, ...(page.column && { column: page.column }) })];
}

/** Returns the blocks with all facts about a resource except the connections that use it. */
export function factsOf<Reply extends Identified, Values>(
  { commands, fields, page, text }: ShownResource<Reply, Values>,
  live: Reply,
  status?: ResultRow,
): readonly ResultBlock[] {
  const views: readonly Pick<(typeof fields)[keyof typeof fields], "row">[] = Object.values(fields);
  return [
    rowsBlock<ButtonAction>(
      text.singular,
      status,
      ...(page.firstRows?.(live) ?? []),
      ...views.map(({ row }) => row?.(live)),
      ...page.lastRows(live),
      live.id !== "" && commands.edit !== undefined && codeRow(l10n.t("ID"), live.id),
    ),
    ...(page.blocks?.(live) ?? []),
  ];
}

function resourceActions<Reply extends Identified, Values>(
  resource: ShownResource<Reply, Values>,
  context: ResultContext,
  live: Reply,
  users: Users,
): ResultCard["actions"] {
  const [{ commands, page, text }, { id }] = [resource, live];
  if (id === "") return { next: listButton(resource), ...moreMenu() };
  const remove = commands.remove
    ? commandButton(l10n.t("Delete…"), commands.remove, { id })
    : page.remove?.(live);
  const edit = commands.edit && editButton({ commands: { edit: commands.edit }, text }, live);
  const next = page.next(live, context.id, edit, users);
  return {
    ...(next !== undefined && { next }),
    refresh: showButton(resource, l10n.t("Refresh"), id, context.id),
    ...secondaryActions(
      resource,
      next !== undefined && next === edit ? undefined : (edit ?? remove),
      ...(page.more?.(live, users) ?? []),
      ...(edit === undefined ? [] : [remove, copyIdButton(id)]),
    ),
  };
}

/**
 * Returns the second button, which edits the resource, and the menu. If only the name can be edited, the edit button
 * is in the menu instead.
 */
function secondaryActions(
  { text }: { readonly text: { readonly edit?: string } },
  edit: ResultButton | undefined,
  ...items: readonly (ResultButton | undefined)[]
): Pick<ResultCard["actions"], "more" | "other"> {
  if (edit === undefined || text.edit !== undefined) return moreMenu(edit, ...items);
  return { other: edit, ...moreMenu(...items) };
}

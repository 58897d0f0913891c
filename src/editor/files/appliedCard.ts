import { l10n, type Uri } from "vscode";
import * as z from "zod/mini";
import { mapButtons } from "../../card/buttons.ts";
import type { CardTone, CardValue } from "../../card/card.ts";
import { isTaskDone, type PlanTaskOutcome, taskSubject } from "../../domain/file/apply.ts";
import {
  commandButton,
  moreMenu,
  remedyButton,
  commandAction,
  type ButtonAction,
  type ResultButton,
  type ResultCard,
} from "../results/buttons.ts";
import { cardFrame, verdictHead, type ResultContext } from "../results/cardParts.ts";
import { describeError, refusalText } from "../words/errors.ts";
import { fileLabel } from "./commandFile.ts";
import type { TaskOutcome } from "./sendPlan.ts";
import { displayConnectionName, settingNames } from "./planDescriptions.ts";
import { compact } from "../../domain/compact.ts";

const ConnectionIds = z.array(z.string());

/** Builds the result card for a connection file that was applied. Tasks that weren't completed come first. */
export function appliedCard(
  context: ResultContext,
  { uri }: { readonly uri: Uri },
  outcomes: readonly TaskOutcome[],
): ResultCard {
  const unfinished = outcomes.filter(({ outcome }) => !isTaskDone(outcome));
  const created = outcomes.flatMap(({ outcome }) =>
    outcome.kind === "created" ? outcome.connection.id : [],
  );
  const errors = compact(...unfinished.map(({ outcome }) => "error" in outcome && outcome.error));
  const remedy = remedyButton(errors.flatMap((error) => describeError(error).remedies));
  const planAgain = commandButton(l10n.t("Plan Again"), "managedAuth.planFile", { uri: uri.toString() });
  const logIn = commandButton(l10n.t("Log In New Connections"), "managedAuth.ensureLoggedIn", {
    ids: created,
  });
  const offers = compact(remedy, unfinished.length > 0 && planAgain, created.length > 0 && logIn);
  const [next] = offers;
  const other =
    next && [planAgain, logIn].find((offer) => offer !== next && (offer === planAgain || created.length > 0));
  return {
    ...cardFrame(context, fileLabel(uri)),
    head: verdictHead(appliedTone(outcomes)),
    title: l10n.t("{0} of {1} applied", outcomes.length - unfinished.length, outcomes.length),
    summary: unfinished.length > 0 ? [l10n.t("Plan again to see what is left.")] : [],
    blocks: [
      {
        kind: "table",
        title: l10n.t("Connections"),
        columns: [l10n.t("Connection"), l10n.t("Result")],
        rows: outcomes
          .toSorted((a, b) => Number(isTaskDone(a.outcome)) - Number(isTaskDone(b.outcome)))
          .map((taskOutcome) => {
            const { outcome, task } = taskOutcome;
            const actions = taskActions(taskOutcome);
            const { notes, value } = describeTaskOutcome(outcome);
            return {
              cells: [{ text: displayConnectionName(taskSubject(task)) }, value],
              notes,
              ...(actions.length > 0 && { actions }),
            };
          }),
      },
    ],
    actions: { ...(next && { next }), ...(other && { other }), ...moreMenu() },
  };
}

/** Removes the login buttons of connections that are already logged in. */
export function withoutLoginOffers(card: ResultCard, loggedIn: ReadonlySet<unknown>): ResultCard {
  const isDone = ({ press }: ResultButton): boolean =>
    press.does === "run" && press.command === "managedAuth.logIn" && loggedIn.has(press.args["id"]);
  const blocks = card.blocks.map((block) => {
    if (block.kind !== "table") return block;
    const rows = block.rows.map((row) => {
      const { actions = [] } = row;
      if (actions.some(isDone))
        return { ...row, notes: [], actions: actions.filter((action) => !isDone(action)) };
      return row;
    });
    return { ...block, rows };
  });
  return mapButtons({ ...card, blocks }, (press): ButtonAction | undefined => {
    if (press.does !== "run" || press.command !== "managedAuth.ensureLoggedIn") return press;
    const ids = ConnectionIds.parse(press.args["ids"]).filter((id) => !loggedIn.has(id));
    if (ids.length === 0) return undefined;
    return commandAction("managedAuth.ensureLoggedIn", { ids });
  });
}

function appliedTone(outcomes: readonly TaskOutcome[]): CardTone {
  if (outcomes.every(({ outcome }) => isTaskDone(outcome))) return "success";
  if (outcomes.some(({ outcome: { kind } }) => kind === "refused" || kind === "notSent")) return "error";
  return "warning";
}

/** Describes the outcome of a plan's task. `value` is a short result, and `notes` contains the reasons. */
export function describeTaskOutcome(outcome: PlanTaskOutcome): {
  readonly value: CardValue;
  readonly notes: readonly string[];
} {
  const settings = "settings" in outcome ? settingNames(outcome.settings) : "";
  const other = outcome.kind === "otherConnection" ? displayConnectionName(outcome.connection) : "";
  const reasons = "error" in outcome ? [refusalText(outcome.error)] : [];
  const words: Record<
    PlanTaskOutcome["kind"],
    readonly [text: string, tone: CardTone, ...notes: readonly string[]]
  > = {
    created: [l10n.t("Created"), "success", l10n.t("Log in once, and agents can use the connection.")],
    saved: [l10n.t("Changed"), "success"],
    deleted: [l10n.t("Deleted"), "success"],
    alreadyDone: [l10n.t("Already done"), "neutral"],
    exists: [
      l10n.t("Not created"),
      "warning",
      settings === ""
        ? l10n.t("The connection exists, but its settings couldn't be read.")
        : l10n.t("Someone else created this connection with different settings: {0}.", settings),
    ],
    conflict: [l10n.t("Left unchanged"), "warning", l10n.t("Someone else changed {0}.", settings)],
    notTaken: [
      l10n.t("Not applied"),
      "warning",
      l10n.t("The service accepted the change, but doesn't show {0}.", settings),
    ],
    otherConnection: [
      l10n.t("Not created"),
      "error",
      l10n.t("The service returned another connection: {0}.", other),
    ],
    heldBack: [
      l10n.t("Kept"),
      "warning",
      l10n.t("A creation or change failed. Correct the failure, then apply again."),
    ],
    gone: [l10n.t("No longer exists"), "warning", l10n.t("Someone deleted the connection.")],
    refused: [l10n.t("Refused"), "error", ...reasons],
    notSent: [l10n.t("Not sent"), "error", ...reasons],
    unknown: [l10n.t("Unknown"), "warning", l10n.t("We couldn't confirm the result."), ...reasons],
    notTried: [l10n.t("Not tried"), "neutral"],
  };
  const [text, tone, ...notes] = words[outcome.kind];
  return { value: { text, tone }, notes };
}

function taskActions({ outcome, pendingId, task }: TaskOutcome): readonly ResultButton[] {
  if (pendingId !== undefined)
    return [commandButton(l10n.t("Check Now"), "managedAuth.checkPending", { id: pendingId })];
  const existing =
    task.kind !== "create" && !isTaskDone(outcome) && outcome.kind !== "gone" ? task.connection : undefined;
  const connection = ("connection" in outcome ? outcome.connection : undefined) ?? existing;
  if (connection === undefined) return [];
  const { id } = connection;
  const show = commandButton(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
  if (outcome.kind === "created")
    return [commandButton(l10n.t("Log In…"), "managedAuth.logIn", { id }), show];
  return [show];
}

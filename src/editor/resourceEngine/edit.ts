import { l10n } from "vscode";
import type { ChangeOutcome } from "../../domain/resources/applyChange.ts";
import {
  conflictingFields,
  differingFields,
  editableFields,
  type FieldKey,
  withValue,
} from "../../domain/resources/fieldRequests.ts";
import type { DraftOf } from "../../domain/resources/resourceModel.ts";
import { isNameTaken, saveResource } from "../../domain/resources/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { disposeIdleInput } from "../kit/inputs/ask.ts";
import { askConflicts, type ConflictRow } from "../kit/inputs/reviewEdit.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { loadInBackground } from "../kit/inputs/liveListing.ts";
import { inform } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import { describeError, refusalText } from "../words/errors.ts";
import { joinSentences, withFullStop } from "../words/sentences.ts";
import { savedPage } from "./pages.ts";
import { promptForField, editSteps, reviewChanges, subjectOf } from "./questions.ts";
import { findResource, type Wanted } from "./read.ts";
import { pathTo, type Found, type Identified, type QuestionSession, type Resource } from "./resource.ts";
import { askToContinue, type EditingContext, type EditState, UnfinishedEdits } from "./unfinished.ts";

interface EditSteps<Reply, Answers, Field, Body> {
  readonly nameOf: (base: Reply) => string;
  /** Returns the answers of an edit without changes. */
  readonly unchanged: (base: Reply) => Answers;
  /** Prompts for changes and shows a review. Calls `keep` after each answer. Returns undefined if the user cancels. */
  readonly ask: (
    edit: EditState<Reply, Answers>,
    keep: (answers: Answers) => void,
  ) => Promise<Answers | undefined>;
  /** Returns the labels of the changed fields. */
  readonly changes: (edit: EditState<Reply, Answers>) => readonly string[];
  /** Applies an unfinished edit's changes to a newer version of the resource. Returns `edit` if there is a conflict. */
  readonly resumed: (edit: EditState<Reply, Answers>, now: Reply) => EditState<Reply, Answers>;
  /** Sends the changes. Returns undefined if the user decides not to send them. */
  readonly save: (edit: EditState<Reply, Answers>) => Promise<ChangeOutcome<Reply, Field, Body> | undefined>;
  readonly conflicts: (
    edit: EditState<Reply, Answers>,
    now: Reply,
    fields: readonly Field[],
  ) => readonly ConflictRow<Field>[];
  /** Applies the changes to a newer version of the resource, except for the fields in `dropped`. */
  readonly rebase: (edit: EditState<Reply, Answers>, now: Reply, dropped: readonly Field[]) => Answers;
  /** Returns the answers with which the review reopens, or undefined after a final outcome. Default: always final. */
  readonly retry?: (
    outcome: ChangeOutcome<Reply, Field, Body>,
    answers: Answers,
  ) => Promise<Answers | undefined>;
}

/** An account's unfinished edits. If `resume` is true, an unfinished edit continues without asking the user. */
interface EditStorage<Reply, Answers> {
  readonly edits: Map<string, EditState<Reply, Answers>>;
  readonly resume?: boolean;
}

/**
 * Prompts for changes and sends them, and repeats this until the outcome is final. Returns undefined if the user
 * cancels before anything is sent. Unsent changes are kept, and the next edit offers to continue them.
 */
export async function runEdit<Reply extends Identified, Answers, Field, Body>(
  steps: EditSteps<Reply, Answers, Field, Body>,
  live: Reply,
  storage: EditStorage<Reply, Answers>,
) {
  const { edits } = storage;
  const begun = await chooseInitialEdit(steps, live, storage);
  if (begun === undefined) return undefined;
  let { answers, base } = begun;
  // True if the user has just resolved every conflict. The changes are then saved without another review.
  let isDecided = false;
  for (;;) {
    const shown = base;
    const keep = (draft: Answers): void => {
      const edit = { base: shown, answers: draft };
      if (steps.changes(edit).length === 0) edits.delete(shown.id);
      else edits.set(shown.id, edit);
    };
    const newAnswers = isDecided ? answers : await steps.ask({ base, answers }, keep);
    if (newAnswers === undefined) return undefined;
    answers = newAnswers;
    isDecided = false;
    const edit = { base, answers };
    const outcome = await steps.save(edit);
    if (outcome === undefined) continue;
    if (outcome.kind === "conflict") {
      const { fields, now } = outcome;
      const overwritten = await askConflicts(display(steps.nameOf(now)), steps.conflicts(edit, now, fields));
      if (overwritten.kind === "cancelled") return undefined;
      isDecided = overwritten.kind === "accepted";
      const dropped = fields.filter((field) => overwritten.value?.includes(field) === false);
      answers = steps.rebase(edit, now, dropped);
      base = now;
      continue;
    }
    if (outcome.kind === "saved" || outcome.kind === "nothing" || outcome.kind === "gone")
      edits.delete(base.id);
    const corrected = await steps.retry?.(outcome, answers);
    if (corrected === undefined) return { ...edit, outcome };
    answers = corrected;
  }
}

/**
 * Returns an edit without changes, or an unfinished edit if the user chooses to continue that edit. Returns undefined
 * if the user cancels.
 */
async function chooseInitialEdit<Reply extends Identified, Answers, Field, Body>(
  { changes, nameOf, resumed, unchanged }: EditSteps<Reply, Answers, Field, Body>,
  live: Reply,
  { edits, resume }: EditStorage<Reply, Answers>,
): Promise<EditState<Reply, Answers> | undefined> {
  const fresh = { base: live, answers: unchanged(live) };
  const stored = edits.get(live.id);
  const unfinished = stored && resumed(stored, live);
  const changed = unfinished === undefined ? [] : changes(unfinished);
  if (unfinished === undefined || changed.length === 0) {
    // No changes are left. Either an earlier request saved them despite an error, or another client made them, too.
    edits.delete(live.id);
    return fresh;
  }
  if (resume === true) return unfinished;
  const frame = { title: l10n.t("Edit {0}", display(nameOf(live))), back: false };
  const answer = await askToContinue(frame, l10n.t("You have unsaved changes."), changed);
  if (answer === undefined) return undefined;
  if (answer === "continue") return unfinished;
  edits.delete(live.id);
  return fresh;
}

type EditRequest<Values> = Wanted & {
  /** The field to prompt for before the review. */
  readonly first?: FieldKey<Values> | undefined;
};

/**
 * Returns the function of the command that edits a resource. The function prompts for changes, shows a review and
 * saves exactly the reviewed changes.
 */
export function resourceEditor<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: EditingContext,
): (request: EditRequest<Values>) => Promise<void> {
  const edits = new UnfinishedEdits<Reply, DraftOf<Values>>(parts.store);
  return async (request) => {
    const found = await findResource(resource, parts, resource.text.titles.edit, request);
    if (found === undefined) return;
    const stop = new AbortController();
    const steps = resourceEdit(resource, found, request.first, stop.signal);
    const accountId = found.access.account.id;
    const edited = await runEdit(steps, found.live, { edits: edits.of(accountId) }).finally(() => {
      stop.abort();
      disposeIdleInput();
    });
    if (edited === undefined) return;
    const { answers, base: live, outcome } = edited;
    // The review has already shown these outcomes to the user.
    if (outcome.kind === "cancelled" || outcome.kind === "notRead" || outcome.kind === "refused") return;
    void resource.changed();
    if (outcome.kind === "nothing") {
      void inform(l10n.t("No changes to save."));
      return;
    }
    if (outcome.kind === "gone") await parts.panel.markDeleted(accountId, live.id);
    const id = request.resultId ?? parts.results.newId();
    await parts.panel.show(savedPage(resource, id, { ...found, live }, outcome, answers));
  };
}

function resourceEdit<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  found: Found<Reply>,
  first: FieldKey<Values> | undefined,
  signal: AbortSignal,
): EditSteps<Reply, DraftOf<Values>, FieldKey<Values>, unknown> {
  const { choosing, fields, model, nameOf, operations, requests } = resource;
  const { access, users } = found;
  const listed = loadInBackground(choosing.load(new PickerLists(access.client)), signal);
  const refused: string[] = [];
  const session: QuestionSession<Reply> = {
    access,
    users,
    otherReplies: () => listed().filter(({ id }) => id !== found.live.id),
    refused,
  };
  const [only, ...otherKeys] = editableFields(model.fields);
  let askedFirst = first;
  let refusal: string | undefined;
  return {
    nameOf,
    unchanged: () => ({}),
    async ask({ answers, base }, keep) {
      // If only one field can be changed, prompt for that field immediately.
      if (otherKeys.length === 0 && only !== undefined && answers[only] === undefined) askedFirst ??= only;
      const [steps, message] = [editSteps<Values>(askedFirst), refusal];
      askedFirst = undefined;
      refusal = undefined;
      return runWizard(steps, {
        title: l10n.t("Edit {0}", display(nameOf(base))),
        subject: subjectOf(resource),
        draft: answers,
        keep,
        promptFor: (step) =>
          step === "review"
            ? (context) => reviewChanges(resource, context, message, base)
            : promptForField(resource, step, base),
        environment: session,
      });
    },
    changes: ({ answers, base }) =>
      differingFields(model.fields, base, answers).map((key) => fields[key].label),
    resumed: ({ answers, base }, now) =>
      conflictingFields(model, base, now, answers).length === 0 ? { base: now, answers } : { base, answers },
    async save({ answers, base: live }) {
      if ((await resource.confirmChange?.({ ...found, live }, answers)) === false) return undefined;
      const doing = l10n.t("Saving the changes to {0}", display(nameOf(live)));
      const path = pathTo(live.id);
      return saveResource(model, live, answers, {
        read: () => withCancel(doing, (_, stop) => access.client.call(operations.get, { path }, stop)),
        request: (now) => requests.update(live.id, now, answers),
        send: (sendRequest) => withCancel(doing, (_, stop) => sendRequest(access.client, stop)),
      });
    },
    conflicts: ({ answers }, now, changed) =>
      changed.map((field) => ({
        field,
        label: fields[field].label,
        theirs: fields[field].summary(undefined, now, {}),
        mine: fields[field].summary(answers[field], now, answers),
      })),
    rebase: ({ answers }, _, dropped) =>
      dropped.reduce((values, key) => withValue(values, key, undefined), answers),
    async retry(outcome, answers) {
      if (outcome.kind === "cancelled") {
        refusal = l10n.t("You canceled before anything was sent.");
        return answers;
      }
      if (outcome.kind === "notRead") {
        refusal = joinSentences([
          l10n.t("Not sent: reading the latest version failed."),
          withFullStop(describeError(outcome.error).headline),
        ]);
        return answers;
      }
      if (outcome.kind !== "refused") return undefined;
      const { uniqueField: unique } = model;
      // Only a conflict with an error code proves that the name is taken. Without a code, the reason may be different,
      // such as connections that use the old name.
      const isTaken = isNameTaken(outcome.error) && "code" in outcome.error;
      if (unique !== undefined && isTaken && answers[unique] !== undefined) {
        refused.push(String(answers[unique]));
        askedFirst = unique;
        return withValue(answers, unique, undefined);
      }
      refusal = await (resource.refusal?.(outcome.error, access, answers) ?? refusalText(outcome.error));
      return answers;
    },
  };
}

import { l10n } from "vscode";
import type { ChangeOutcome } from "../../domain/resource/applyChange.ts";
import { editableFields, type FieldKey, withValue } from "../../domain/resource/fieldRequests.ts";
import type { DraftOf } from "../../domain/resource/resourceModel.ts";
import { isNameTaken, saveResource } from "../../domain/resource/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { disposeIdleInput } from "../kit/inputs/ask.ts";
import { askConflicts, type ConflictRow } from "../kit/inputs/reviewEdit.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { soFar } from "../kit/inputs/liveListing.ts";
import { inform } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ShowingContext } from "../results/showingContext.ts";
import { describeError, refusalText } from "../words/errors.ts";
import { joinSentences, withFullStop } from "../words/sentences.ts";
import { savedPage } from "./pages.ts";
import { askField, editSteps, reviewChanges, subjectOf } from "./questions.ts";
import { findResource, type Wanted } from "./read.ts";
import type { Found, Identified, QuestionSession, Resource } from "./resource.ts";

/** Changes to a resource, and the version of the resource that the user saw. */
export interface EditState<Reply, Answers> {
  readonly base: Reply;
  readonly answers: Answers;
}

interface EditSteps<Reply, Answers, Field, Body> {
  readonly nameOf: (base: Reply) => string;
  /** Prompts for changes and shows them for review. Returns undefined if the user cancels. */
  readonly ask: (edit: EditState<Reply, Answers>) => Promise<Answers | undefined>;
  /** Sends the changes. Returns undefined if the user decides against it. */
  readonly save: (edit: EditState<Reply, Answers>) => Promise<ChangeOutcome<Reply, Field, Body> | undefined>;
  readonly conflicts: (
    edit: EditState<Reply, Answers>,
    now: Reply,
    fields: readonly Field[],
  ) => readonly ConflictRow<Field>[];
  /** Applies the changes to a newer version, except for the fields in `dropped`. */
  readonly rebase: (edit: EditState<Reply, Answers>, now: Reply, dropped: readonly Field[]) => Answers;
  /**
   * Returns the answers with which to open the review again, or undefined if the outcome is final. Default: always
   * final.
   */
  readonly retry?: (
    outcome: ChangeOutcome<Reply, Field, Body>,
    answers: Answers,
  ) => Promise<Answers | undefined>;
}

/**
 * Prompts for changes and sends them, and repeats this until the outcome is final. Returns undefined if the user
 * cancels before anything is sent.
 */
export async function runEdit<Reply, Answers, Field, Body>(
  { ask, conflicts, nameOf, rebase, retry, save }: EditSteps<Reply, Answers, Field, Body>,
  begun: EditState<Reply, Answers>,
) {
  let { answers, base } = begun;
  // True if the user has just resolved every conflict. The changes are then saved without another review.
  let isDecided = false;
  for (;;) {
    const asked = isDecided ? answers : await ask({ base, answers });
    if (asked === undefined) return undefined;
    answers = asked;
    isDecided = false;
    const edit = { base, answers };
    const outcome = await save(edit);
    if (outcome === undefined) continue;
    if (outcome.kind === "conflict") {
      const { fields, now } = outcome;
      const mine = await askConflicts(display(nameOf(now)), conflicts(edit, now, fields));
      if (mine.kind === "cancelled") return undefined;
      isDecided = mine.kind === "accepted";
      answers = rebase(
        edit,
        now,
        fields.filter((field) => mine.value?.includes(field) === false),
      );
      base = now;
      continue;
    }
    const corrected = await retry?.(outcome, answers);
    if (corrected === undefined) return { ...edit, outcome };
    answers = corrected;
  }
}

/**
 * Prompts for changes, shows a review and saves exactly the reviewed changes. `first` is the field to prompt for
 * before the review.
 */
export async function editResource<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: ShowingContext,
  request: Wanted & { readonly first?: FieldKey<Values> | undefined },
): Promise<void> {
  const found = await findResource(resource, parts, resource.text.titles.edit, request);
  if (found === undefined) return;
  const stop = new AbortController();
  const steps = resourceEdit(resource, found, request.first, stop.signal);
  const end = await runEdit(steps, { base: found.live, answers: {} }).finally(() => {
    stop.abort();
    disposeIdleInput();
  });
  if (end === undefined) return;
  const { answers, base: live, outcome } = end;
  // The review reports the other outcomes.
  if (outcome.kind === "cancelled" || outcome.kind === "notRead" || outcome.kind === "refused") return;
  void resource.changed();
  if (outcome.kind === "nothing") {
    void inform(l10n.t("No changes to save."));
    return;
  }
  if (outcome.kind === "gone") await parts.panel.markDeleted(found.access.account.id, live.id);
  const id = request.resultId ?? parts.results.newId();
  await parts.panel.show(savedPage(resource, id, { ...found, live }, outcome, answers));
}

function resourceEdit<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  found: Found<Reply>,
  first: FieldKey<Values> | undefined,
  signal: AbortSignal,
): EditSteps<Reply, DraftOf<Values>, FieldKey<Values>, object> {
  const { addressedBy, choosing, fields, model, nameOf, operations } = resource;
  const { access, users } = found;
  const listed = soFar(choosing.load(new PickerLists(access.client)), signal);
  const refused: string[] = [];
  const session: QuestionSession<Reply> = {
    access,
    users,
    otherReplies: () => listed().filter(({ id }) => id !== found.live.id),
    refused,
  };
  // If only one field can be changed, prompt for that field immediately.
  const [only, ...more] = editableFields(model.fields);
  let askedFirst = first ?? (more.length === 0 ? only : undefined);
  let refusal: string | undefined;
  return {
    nameOf,
    async ask({ answers, base }) {
      const [steps, message] = [editSteps<Values>(askedFirst), refusal];
      askedFirst = undefined;
      refusal = undefined;
      return runWizard(steps, {
        title: l10n.t("Edit {0}", display(nameOf(base))),
        subject: subjectOf(resource),
        draft: answers,
        ask: (step, context) =>
          step === "review"
            ? reviewChanges(resource, session, { ...context, message }, base)
            : askField(resource, step, context, session, base),
      });
    },
    async save({ answers, base: live }) {
      if ((await resource.confirmChange?.({ ...found, live }, answers)) === false) return undefined;
      const doing = l10n.t("Saving the changes to {0}", display(nameOf(live)));
      const path = { [addressedBy]: live.id };
      return saveResource(model, live, answers, {
        read: () => withCancel(doing, (_, stop) => access.client.call(operations.get, { path }, stop)),
        send: (body) =>
          withCancel(doing, (_, stop) => access.client.call(operations.update, { path, body }, stop)),
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

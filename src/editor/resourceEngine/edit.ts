import { l10n } from "vscode";
import { editableFields, type FieldKey, withValue } from "../../domain/resource/fieldRequests.ts";
import type { DraftOf } from "../../domain/resource/resourceModel.ts";
import { isNameTaken, saveResource, type SaveOutcome } from "../../domain/resource/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { disposeIdleInput } from "../kit/inputs/ask.ts";
import { askConflicts } from "../kit/inputs/reviewEdit.ts";
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

/**
 * Prompts for changes, shows a review and saves exactly the reviewed changes. `first` is the field to prompt for
 * before the review.
 */
export async function editResource<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: ShowingContext,
  wanted: Wanted & { readonly first?: FieldKey<Values> | undefined },
): Promise<void> {
  const found = await findResource(resource, parts, resource.text.titles.edit, wanted);
  if (found === undefined) return;
  const stop = new AbortController();
  const end = await askAndSave(resource, found, wanted.first, stop.signal).finally(() => {
    stop.abort();
    disposeIdleInput();
  });
  if (end === undefined) return;
  const { live, outcome, values } = end;
  void resource.changed();
  if (outcome.kind === "nothing") {
    void inform(l10n.t("No changes to save."));
    return;
  }
  if (outcome.kind === "gone") await parts.panel.markDeleted(found.access.account.id, live.id);
  const id = wanted.resultId ?? parts.results.newId();
  await parts.panel.show(savedPage(resource, id, { ...found, live }, outcome, values));
}

/**
 * Prompts for changes and sends them, and repeats this until the outcome is final. Returns the outcome and the
 * version of the resource with which the answers were compared. Returns undefined if the user cancels before anything
 * is sent.
 */
async function askAndSave<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  found: Found<Reply>,
  first: FieldKey<Values> | undefined,
  signal: AbortSignal,
) {
  const { choosing, fields, model } = resource;
  const { access, users } = found;
  const listed = soFar(choosing.load(new PickerLists(access.client)), signal);
  const refused: string[] = [];
  const session: QuestionSession<Reply> = {
    access,
    users,
    others: () => listed().filter(({ id }) => id !== found.live.id),
    refused,
  };
  let { live } = found;
  let values: DraftOf<Values> = {};
  let refusal: string | undefined;
  // If only one field can be changed, prompt for that field immediately.
  const [only, ...more] = editableFields(model.fields);
  let askedFirst = first ?? (more.length === 0 ? only : undefined);
  // True if the user has just resolved every conflict. The changes are then saved without another review.
  let isDecided = false;
  for (;;) {
    const about = { live, said: refusal };
    const title = l10n.t("Edit {0}", display(resource.nameOf(live)));
    const review = (): Promise<DraftOf<Values> | undefined> =>
      runWizard(editSteps<Values>(askedFirst), {
        title,
        subject: subjectOf(resource),
        draft: values,
        ask: (step, context) =>
          step === "review"
            ? reviewChanges(resource, session, { ...context, said: about.said }, about.live)
            : askField(resource, step, context, session, about.live),
      });
    const answers: DraftOf<Values> | undefined = isDecided ? values : await review();
    if (answers === undefined) return undefined;
    values = answers;
    askedFirst = undefined;
    isDecided = false;
    if ((await resource.confirmChange?.({ ...found, live }, values)) === false) continue;
    const outcome = await saveResourceChanges(resource, { ...found, live }, values);
    switch (outcome.kind) {
      case "conflict": {
        const { fields: changed, now } = outcome;
        const mine = await askConflicts(
          {
            title: l10n.t("Edit {0}: changed elsewhere", display(resource.nameOf(now))),
            back: true,
            stays: true,
          },
          changed.map((field) => ({
            field,
            label: fields[field].label,
            theirs: fields[field].summary(undefined, now, {}),
            mine: fields[field].summary(values[field], now, values),
          })),
        );
        if (mine.kind === "cancelled") return undefined;
        live = now;
        refusal = undefined;
        isDecided = mine.kind === "accepted";
        if (mine.kind === "accepted")
          for (const key of changed)
            if (!mine.value.includes(key)) values = withValue(values, key, undefined);
        break;
      }
      case "cancelled":
        refusal = l10n.t("You canceled before anything was sent.");
        break;
      case "notRead":
        refusal = joinSentences([
          l10n.t("Not sent: reading the latest version failed."),
          withFullStop(describeError(outcome.error).headline),
        ]);
        break;
      case "refused": {
        const { uniqueField: unique } = model;
        // Only a conflict with an error code proves that the name is taken. Without a code, the reason may be
        // different, such as connections that use the old name.
        const isTaken = isNameTaken(outcome.error) && "code" in outcome.error;
        if (unique !== undefined && isTaken && values[unique] !== undefined) {
          refused.push(String(values[unique]));
          askedFirst = unique;
          values = withValue(values, unique, undefined);
          refusal = undefined;
        } else
          refusal = await (resource.refusal?.(outcome.error, access, values) ?? refusalText(outcome.error));
        break;
      }
      case "nothing":
      case "saved":
      case "notTaken":
      case "unknown":
      case "gone":
        return { outcome, values, live };
    }
  }
}

function saveResourceChanges<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { access, live }: Found<Reply>,
  values: DraftOf<Values>,
): Promise<SaveOutcome<Reply, Values>> {
  const { addressedBy, model, nameOf, operations } = resource;
  const doing = l10n.t("Saving the changes to {0}", display(nameOf(live)));
  const path = { [addressedBy]: live.id };
  return saveResource(model, live, values, {
    read: () => withCancel(doing, (_, signal) => access.client.call(operations.get, { path }, signal)),
    send: (body) =>
      withCancel(doing, (_, signal) => access.client.call(operations.update, { path, body }, signal)),
  });
}

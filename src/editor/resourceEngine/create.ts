import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import { compareFields, creatableFields, withValue } from "../../domain/resources/fieldRequests.ts";
import type { DraftOf } from "../../domain/resources/resourceModel.ts";
import { requestEnd, type UnsuccessfulEnd } from "../../domain/resources/requestEnd.ts";
import { isNameTaken } from "../../domain/resources/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { disposeIdleInput, type Frame } from "../kit/inputs/ask.ts";
import { loadInBackground } from "../kit/inputs/liveListing.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { inform, warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ShowingContext } from "../results/showingContext.ts";
import { refusalText } from "../words/errors.ts";
import { createdPage, type CreateOutcome } from "./pages.ts";
import { promptForField, creationSteps, reviewAnswers, subjectOf } from "./questions.ts";
import { readNamed } from "./read.ts";
import {
  nameIn,
  type Identified,
  type QuestionSession,
  type Resource,
  type SendRequest,
} from "./resource.ts";
import type { ResultPanel } from "../results/panel.ts";
import {
  askToContinue,
  type CreatingContext,
  type UnfinishedCreation,
  type UnfinishedCreations,
} from "./unfinished.ts";

/** Prompts for a resource's values, shows a review and sends exactly the reviewed values. */
export async function createResource<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { creations, panel, requireAccess, results }: CreatingContext,
): Promise<void> {
  const access = await requireAccess(resource.text.titles.create);
  if (access === undefined) return;
  const created = await askAndCreate(resource, creations, access, {}).finally(disposeIdleInput);
  if (created !== undefined) await panel.show(createdPage(resource, access, results.newId(), created));
}

interface WithinContext {
  readonly creations: UnfinishedCreations;
  readonly results: ShowingContext["results"];
  readonly panel: Pick<ResultPanel, "show" | "store">;
}

/**
 * Creates a resource while another wizard waits for the result. Uses that wizard's account and the values that are
 * already known. The last prompt stays open until that wizard shows its next question. Returns the new resource.
 * Stores the resource's page without showing it.
 */
export async function createWithin<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { creations, panel, results }: WithinContext,
  access: AccountAccess,
  frame: Frame,
  values: DraftOf<Values>,
): Promise<Reply | undefined> {
  const created = await askAndCreate(resource, creations, access, values, frame);
  if (created === undefined) return undefined;
  const result = createdPage(resource, access, results.newId(), created);
  await panel.store(result);
  if (created.kind === "unknown") {
    void warn(result.card.title, { label: l10n.t("Show"), run: () => panel.show(result) });
    return undefined;
  }
  if (created.reply.id !== "") return created.reply;
  void inform(l10n.t("Created. Choose the new entry from the list."));
  return undefined;
}

/**
 * Prompts for values, shows a review and sends the values. Repeats these steps until the outcome is final. Unsent
 * answers are kept, and the next creation offers to continue with them. Returns undefined if the user cancels before
 * anything is sent.
 */
async function askAndCreate<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  creations: UnfinishedCreations,
  access: AccountAccess,
  values: DraftOf<Values>,
  within?: Frame,
): Promise<CreateOutcome<Reply, Values> | undefined> {
  const { model, text } = resource;
  const unfinished = resource.unfinished(creations.of(access.account.id));
  const initial = await offerUnsentAnswers(resource, unfinished, values, within);
  if (initial === undefined) return undefined;
  const keep = (now: DraftOf<Values>): void => {
    unfinished.answers = isDeepStrictEqual(now, values) ? undefined : now;
  };
  const stop = new AbortController();
  try {
    const refused: string[] = [];
    const session: QuestionSession<Reply> = {
      access,
      users: { usedBy: [], isComplete: true },
      otherReplies: loadInBackground(resource.choosing.load(new PickerLists(access.client)), stop.signal),
      refused,
    };
    const sequence = creationSteps(model, refused);
    let draft = initial;
    let refusal: string | undefined;
    for (;;) {
      const refusalBefore = refusal;
      const answers = await runWizard(sequence, {
        title: text.titles.create,
        subject: subjectOf(resource),
        draft,
        start: refusalBefore === undefined ? undefined : "review",
        promptFor: (step) =>
          step === "review"
            ? (context) => reviewAnswers(resource, context, refusalBefore)
            : promptForField(resource, step),
        environment: session,
        keep,
        within,
      });
      const send = answers && resource.requests.create(answers);
      if (answers === undefined || send === undefined) return undefined;
      draft = answers;
      // Forget the answers before sending them. Otherwise, a command that starts during the request could offer the
      // same answers again and create a second resource.
      unfinished.answers = undefined;
      const outcome = await sendResourceCreation(resource, access, send, answers);
      switch (outcome.kind) {
        case "created":
        case "unknown":
          void resource.created?.();
          return outcome;
        case "cancelled":
          refusal = l10n.t("You canceled before anything was sent.");
          break;
        case "gone":
        case "refused": {
          const { error } = outcome;
          const { uniqueField: unique } = model;
          if (unique === undefined || !isNameTaken(error))
            refusal = await (resource.refusal?.(error, access) ?? refusalText(error));
          else {
            refused.push(String(answers[unique]));
            draft = withValue(answers, unique, undefined);
            refusal = undefined;
          }
        }
      }
      keep(draft);
    }
  } finally {
    stop.abort();
  }
}

/**
 * Returns the known values, or the answers of an unfinished creation if the user chooses to continue with them. Answers
 * that contradict a known value, such as the domain of the connection, aren't offered. Returns undefined if the user
 * cancels.
 */
async function offerUnsentAnswers<Reply extends Identified, Values>(
  { fields, model, text }: Resource<Reply, Values>,
  unfinished: UnfinishedCreation<Values>,
  prefilled: DraftOf<Values>,
  within: Frame | undefined,
): Promise<DraftOf<Values> | undefined> {
  const { answers } = unfinished;
  if (answers === undefined || !isDeepStrictEqual({ ...answers, ...prefilled }, answers)) return prefilled;
  const answered = creatableFields(model.fields, answers).filter(
    (key) => answers[key] !== undefined && prefilled[key] === undefined,
  );
  const labels = answered.map((key) => fields[key].label);
  const frame = { title: text.titles.create, back: within !== undefined, until: within?.until };
  const answer = await askToContinue(frame, l10n.t("You have unsaved answers."), labels);
  if (answer === undefined) return undefined;
  if (answer === "continue") return answers;
  unfinished.answers = undefined;
  return prefilled;
}

/**
 * Sends the creation request once. If the response is lost or the user cancels the request, looks for a resource that
 * only this request can have created.
 */
async function sendResourceCreation<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: AccountAccess,
  send: SendRequest<Reply>,
  values: DraftOf<Values>,
): Promise<CreateOutcome<Reply, Values> | Exclude<UnsuccessfulEnd, { readonly kind: "unknown" }>> {
  const { fields, identifyingFields: foundBy, uniqueField: unique } = resource.model;
  const name = nameIn(resource, values);
  const doing = l10n.t("Creating {0}", display(name));
  const outcome = await withCancel(doing, (_, signal) => send(access.client, signal));
  const result = requestEnd(outcome);
  if (result.kind === "ok") return { kind: "created", reply: result.value, lost: false };
  if (result.kind !== "unknown") return result;
  const found =
    unique === undefined
      ? undefined
      : await withCancel(doing, (_, signal) => readNamed(resource, access, name, signal));
  const isAsSent =
    found?.kind === "ok" &&
    compareFields(fields, values, found.value).every(
      ([key, comparison]) => comparison === "same" || !foundBy.includes(key),
    );
  return isAsSent ? { kind: "created", reply: found.value, lost: true } : { ...result, values };
}

import { l10n } from "vscode";
import { compareFields, createRequest, withValue } from "../../domain/resource/fieldRequests.ts";
import type { DraftOf } from "../../domain/resource/resourceModel.ts";
import { requestEnd, type UnsuccessfulEnd } from "../../domain/resource/requestEnd.ts";
import { isNameTaken } from "../../domain/resource/saveResource.ts";
import { display } from "../../domain/text/display.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { disposeIdleInput, type Frame } from "../kit/inputs/ask.ts";
import { soFar } from "../kit/inputs/liveListing.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { inform, warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ShowingContext } from "../results/showingContext.ts";
import { refusalText } from "../words/errors.ts";
import { createdPage, type CreateOutcome } from "./pages.ts";
import { askField, creationSteps, reviewAnswers, subjectOf } from "./questions.ts";
import { readNamed } from "./read.ts";
import { nameIn, type Identified, type QuestionSession, type Resource } from "./resource.ts";
import type { ResultPanel } from "../results/panel.ts";

/**
 * Prompts for a resource's values, shows a review and sends exactly the reviewed values. The answers are only kept
 * until they are sent.
 */
export async function createResource<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: ShowingContext,
): Promise<void> {
  const access = await parts.requireAccess(resource.text.titles.create);
  if (access !== undefined) await createAs(resource, parts, access);
}

export async function createAs<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { panel, results }: ShowingContext,
  access: AccountAccess,
): Promise<void> {
  const created = await askAndCreate(resource, access, {}).finally(disposeIdleInput);
  if (created !== undefined) await panel.show(createdPage(resource, access, results.newId(), created));
}

/**
 * Creates a resource while another wizard waits for the result. Uses that wizard's account and the values that are
 * already known. The last prompt stays open until that wizard shows its next question. Returns the new resource.
 * Stores the resource's page without showing it.
 */
export async function createWithin<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  {
    panel,
    results,
  }: Pick<ShowingContext, "results"> & { readonly panel: Pick<ResultPanel, "show" | "store"> },
  access: AccountAccess,
  frame: Frame,
  values: DraftOf<Values>,
): Promise<Reply | undefined> {
  const created = await askAndCreate(resource, access, values, frame);
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
 * Prompts for values, shows a review and sends the values. Repeats these steps until the outcome is final. After a
 * refusal, the user can correct the answers, which are only kept while the wizard is open. Returns undefined if the
 * user cancels before anything is sent.
 */
async function askAndCreate<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: AccountAccess,
  values: DraftOf<Values>,
  within?: Frame,
): Promise<CreateOutcome<Reply, Values> | undefined> {
  const { model, text } = resource;
  const stop = new AbortController();
  try {
    const refused: string[] = [];
    const session: QuestionSession<Reply> = {
      access,
      users: { usedBy: [], whole: true },
      otherReplies: soFar(resource.choosing.load(new PickerLists(access.client)), stop.signal),
      refused,
    };
    const course = creationSteps(model, refused);
    let draft = values;
    let refusal: string | undefined;
    for (;;) {
      const refusalBefore = refusal;
      const answers = await runWizard(course, {
        title: text.titles.create,
        subject: subjectOf(resource),
        draft,
        start: refusalBefore === undefined ? undefined : "review",
        ask: (step, context) =>
          step === "review"
            ? reviewAnswers(resource, session, { ...context, message: refusalBefore })
            : askField(resource, step, context, session),
        within,
      });
      const body = answers && createRequest(model.fields, answers);
      if (answers === undefined || body === undefined) return undefined;
      draft = answers;
      const end = await sendResourceCreation(resource, access, body, answers);
      switch (end.kind) {
        case "created":
        case "unknown":
          void resource.created?.();
          return end;
        case "cancelled":
          refusal = l10n.t("You canceled before anything was sent.");
          break;
        case "gone":
        case "refused": {
          const { error } = end;
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
    }
  } finally {
    stop.abort();
  }
}

/**
 * Sends the creation request once. If the response is lost or the user cancels the request, looks for a resource that
 * only this request can have created.
 */
async function sendResourceCreation<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: AccountAccess,
  body: object,
  values: DraftOf<Values>,
): Promise<CreateOutcome<Reply, Values> | Exclude<UnsuccessfulEnd, { readonly kind: "unknown" }>> {
  const { fields, identifyingFields: foundBy, uniqueField: unique } = resource.model;
  const name = nameIn(resource, values);
  const doing = l10n.t("Creating {0}", display(name));
  const outcome = await withCancel(doing, (_, signal) =>
    access.client.call(resource.operations.create, { body }, signal),
  );
  const end = requestEnd(outcome);
  if (end.kind === "ok") return { kind: "created", reply: end.value, lost: false };
  if (end.kind !== "unknown") return end;
  const found =
    unique === undefined
      ? undefined
      : await withCancel(doing, (_, signal) => readNamed(resource, access, name, signal));
  const isAsSent =
    found?.kind === "ok" &&
    compareFields(fields, values, found.value).every(([key, is]) => is === "same" || !foundBy.includes(key));
  return isAsSent ? { kind: "created", reply: found.value, lost: true } : { ...end, values };
}

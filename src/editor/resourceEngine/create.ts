import { l10n } from "vscode";
import { compared, createRequest, withValue } from "../../domain/resource/requests.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { endQuestions, type Frame } from "../kit/inputs/ask.ts";
import { askAndSend, isNameTaken, sendOnce, type Sent } from "../kit/inputs/askAndSend.ts";
import { soFar } from "../kit/inputs/liveListing.ts";
import { inform, warn } from "../kit/notify.ts";
import type { PageParts, ShowingParts } from "../results/showingParts.ts";
import { refusalWords } from "../words/errors.ts";
import { createdPage, type CreateOutcome, type CreateRequest, nameIn } from "./pages.ts";
import { askField, countedOf, creationSteps, reviewAnswers, subjectOf } from "./questions.ts";
import { readNamed } from "./read.ts";
import type { Identified, QuestionSession, Resource } from "./resource.ts";
import type { ResultPanel } from "../results/panel.ts";

/** Asks for a resource, shows all answers, and creates exactly that. Answers live until they are sent. */
export async function createResource<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: PageParts,
): Promise<void> {
  const access = await parts.requireAccess(resource.text.titles.create);
  if (access !== undefined) await createAs(resource, parts, access);
}

/** The same in an account that is known. */
export async function createAs<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { panel, results }: ShowingParts,
  access: Access,
): Promise<void> {
  try {
    const created = await ask(resource, access, {});
    endQuestions();
    if (created !== undefined) await panel.show(createdPage(resource, access, results.newId(), created));
  } finally {
    endQuestions();
  }
}

/**
 * The same from a question of another flow, in whose account it is, with what is known there: the next question of that
 * flow takes the place of the last one here. Returns what is there then; its page is kept for later, not shown.
 */
export async function createWithin<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  { panel, results }: Pick<ShowingParts, "results"> & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  access: Access,
  frame: Frame,
  values: Partial<Values>,
): Promise<Reply | undefined> {
  const created = await ask(resource, access, values, frame);
  if (created === undefined) return undefined;
  const result = createdPage(resource, access, results.newId(), created);
  await panel.keep(result);
  if (created.kind === "unknown") {
    void warn(result.card.title, { label: l10n.t("Show"), run: () => panel.show(result) });
    return undefined;
  }
  if (created.made.id !== "") return created.made;
  void inform(l10n.t("Created. Choose the new entry from the list."));
  return undefined;
}

/** Asks and sends; `undefined` when the user left before anything was sent. */
async function ask<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: Access,
  values: Partial<Values>,
  within?: Frame,
): Promise<CreateOutcome<Reply, Values> | undefined> {
  const { model, text } = resource;
  const stop = new AbortController();
  try {
    const refused: string[] = [];
    const session: QuestionSession<Reply> = {
      access,
      users: { usedBy: [], whole: true },
      others: soFar(resource.choosing.load(new Lists(access.client)), stop.signal),
      refused,
    };
    const outcome = await askAndSend({
      course: creationSteps(model, refused),
      title: text.titles.create,
      subject: subjectOf(resource),
      draft: values,
      ask(step, { frame, ...asked }) {
        const context = { ...asked, frame: { ...frame, ...countedOf(model.fields, step, asked.draft) } };
        return step === "review"
          ? reviewAnswers(resource, session, context)
          : askField(resource, step, context, session);
      },
      requestOf(answers): CreateRequest<Values> | undefined {
        const body = createRequest(model.fields, answers);
        return body && { body, values: answers };
      },
      send: (request) => send(resource, access, request),
      async refused(error, request, draft: Partial<Values>) {
        const { unique } = model;
        if (unique === undefined || !isNameTaken(error))
          return { said: await (resource.refusal?.(error, access) ?? refusalWords(error)) };
        refused.push(String(request.values[unique]));
        return { draft: withValue(draft, unique, undefined) };
      },
      within,
    });
    if (outcome !== undefined) void resource.created?.();
    return outcome;
  } finally {
    stop.abort();
  }
}

/** Sends it once. Where its answer is lost, it is looked for by reading what only it can be. */
function send<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  access: Access,
  { body, values }: CreateRequest<Values>,
): Promise<Sent<Reply>> {
  const { fields, foundBy, unique } = resource.model;
  const name = nameIn(resource, values);
  return sendOnce(
    l10n.t("Creating {0}", display(name)),
    (signal) => access.client.call(resource.operations.create, { body }, signal),
    async (signal) => {
      if (unique === undefined) return undefined;
      const found = await readNamed(resource, access, name, signal);
      if (found.kind !== "ok") return undefined;
      const isAsSent = compared(fields, values, found.value).every(
        ([key, is]) => is === "same" || !foundBy.includes(key),
      );
      return isAsSent ? found.value : undefined;
    },
  );
}

import { l10n } from "vscode";
import type { CredentialUpdateRequest } from "../../api/credentialRequests.ts";
import type { ApiError } from "../../api/errors.ts";
import { getCredential, updateCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import { isVisible, shows, updateRequestOf, withoutField } from "../../domain/credentials/changes.ts";
import type { CredentialEdit, EditedField } from "../../domain/credentials/changes.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import { Lists } from "../catalogue/lists.ts";
import { takenNames } from "../catalogue/takenNames.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import { isNameTaken, withNameRefused } from "../kit/inputs/askAndSend.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import type { Move, Position } from "../../domain/draft/course.ts";
import { withCancel } from "../kit/progress.ts";
import type { PageParts } from "../results/showingParts.ts";
import { findThing } from "../things/read.ts";
import type { Found } from "../things/read.ts";
import { refusalWords } from "../words/errors.ts";
import { editedResult } from "./editedCards.ts";
import type { EditEnd } from "./editedCards.ts";
import { editQuestions } from "./editQuestions.ts";
import { credentials } from "./credentials.ts";
import { subjectOf } from "./subject.ts";

export interface EditCredentialParts extends PageParts {
  readonly connections: Pick<ConnectionsModel, "changed">;
}

type Step = EditedField | "review";

/** Everything is asked from the review. */
const course = {
  steps: [] as readonly Step[],
  review: "review" as const,
  firstOpen: ({ refusedName }: CredentialEdit): Position<Step, EditedField> =>
    refusedName === undefined ? { step: "review" } : { step: "name", editing: "name" },
  move: (
    _: Position<Step, EditedField>,
    __: CredentialEdit,
    to: Move<EditedField>,
  ): Position<Step, EditedField> =>
    to.kind === "edit" ? { step: to.field, editing: to.field } : { step: "review" },
  without: withoutField,
};

/** "Edit Credential…": one that is named or asked for; changes exactly what differs, after a review. */
export async function editCredential(
  parts: EditCredentialParts,
  { id }: { readonly id?: string | undefined },
): Promise<void> {
  const found = await findThing(credentials, parts, l10n.t("Edit Credential"), { id });
  if (found === undefined) return;
  const stop = new AbortController();
  try {
    const end = await converse(found, stop.signal);
    if (end === undefined) return;
    void parts.connections.changed();
    endQuestions();
    await parts.panel.show(editedResult(parts.results.newId(), found, end));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/** Asks and sends until it is told how that ended; `undefined` when the user left before anything was sent. */
async function converse(
  { access, thing: credential, users }: Found<Credential>,
  signal: AbortSignal,
): Promise<EditEnd | undefined> {
  const taken = takenNames(new Lists(access.client).credentials, signal);
  let edit: CredentialEdit = {};
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(course, {
      title: l10n.t("Edit {0}", display(credential.name)),
      subject: subjectOf,
      draft: edit,
      ask: (step, asked) =>
        editQuestions[step]({
          ...asked,
          credential,
          users,
          taken: () => taken.names().filter((name) => name !== credential.name),
          place: accountPlace(access.account, access.baseUrl),
          said: told,
        }),
      keep: () => Promise.resolve(),
    });
    const body = finished && updateRequestOf(credential, finished);
    if (finished === undefined || body === undefined) return undefined;
    edit = finished;
    const end = await send(access, credential, body);
    if (end.kind === "notSent") said = l10n.t("You canceled before anything was sent.");
    else if (end.kind !== "refused") return end;
    else if (isNameTaken(end.error) && body.name !== undefined) {
      taken.add(body.name);
      edit = withNameRefused(finished);
      said = undefined;
    } else said = refusalWords(end.error);
  }
}

/** Sends a change once. Where its answer is lost, what can be seen of it is looked for by reading alone. */
async function send(
  access: Access,
  credential: Credential,
  body: CredentialUpdateRequest,
): Promise<EditEnd | { readonly kind: "notSent" } | { readonly kind: "refused"; readonly error: ApiError }> {
  const doing = l10n.t("Saving the changes to {0}", display(credential.name));
  const path = { id_or_name: credential.id };
  const outcome = await withCancel(doing, (_, signal) =>
    access.client.call(updateCredential, { path, body }, signal),
  );
  if (outcome.kind === "ok") return { kind: "saved", after: outcome.value };
  if (outcome.kind === "cancelled") return outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown" };
  const { error } = outcome;
  if (error.sent !== "unknown") return { kind: "refused", error };
  const found = await withCancel(doing, (_, signal) => access.client.call(getCredential, { path }, signal));
  if (found.kind !== "ok" || !shows(found.value, body)) return { kind: "unknown", error };
  return isVisible(credential, body)
    ? { kind: "saved", after: found.value }
    : { kind: "unknown", error, after: found.value };
}

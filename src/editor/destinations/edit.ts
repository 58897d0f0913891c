import { l10n } from "vscode";
import type { ApiError, Outcome } from "../../api/errors.ts";
import type { OtlpDestinationUpdateRequest } from "../../api/destinationRequests.ts";
import { getDestination, updateDestination } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { isGone } from "../../domain/deletion/deletion.ts";
import { selectedDestination } from "../../domain/deletion/destinationUse.ts";
import {
  changedMeanwhile,
  changeRequestOf,
  editCourse,
  lookedFor,
  notTakenOf,
} from "../../domain/destinations/edit.ts";
import type { DestinationEdit, EditStep, Meanwhile } from "../../domain/destinations/edit.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import { endQuestions, pickOne } from "../kit/inputs/ask.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { inform } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { describeError } from "../words/errors.ts";
import { labelled, paragraph, sentence, series } from "../words/sentences.ts";
import { known } from "./create.ts";
import type { DestinationParts } from "./create.ts";
import { editedResult } from "./editedCard.ts";
import type { EditEnd } from "./editedCard.ts";
import { askAboutChange } from "./editQuestions.ts";
import { refusalWords } from "./refusal.ts";
import { subjectOf } from "./subject.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { findThing } from "../things/read.ts";
import { destinations } from "./destinations.ts";

/**
 * "Edit Destination…": one that is named or asked for. Asks for what is to change, shows it, and changes exactly that; a
 * refusal leads back to the answers, which live as long as the questions: headers are secrets. `rotate` begins with
 * another value of a header.
 */
export async function editDestination(
  parts: DestinationParts & PageParts,
  { id, rotate }: CommandArguments["managedAuth.editDestination"],
): Promise<void> {
  const found = await findThing(destinations, parts, l10n.t("Edit Destination"), { id });
  if (found === undefined) return;
  // What is sent, and for whom, is settled here: the window may work as another account by the time it is.
  const { access, thing, users } = found;
  const stop = new AbortController();
  try {
    const end = await converse({ parts, access, users }, thing, rotate === true, stop.signal);
    if (end === undefined) return;
    void parts.destinations.changed();
    endQuestions();
    if (end.kind === "nothing") void inform(l10n.t("Nothing to save: it is as you want it already."));
    else await parts.panel.show(editedResult(parts.results.newId(), access, end, users));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/** One edit, from its first question to its end. */
interface Session {
  readonly parts: DestinationParts;
  readonly access: Access;
  readonly users: Users;
}

/** Asks and sends until it is told how that ended; `undefined` when the user left before anything was sent. */
async function converse(
  { access, parts, users }: Session,
  read: OtlpDestination,
  rotates: boolean,
  signal: AbortSignal,
): Promise<EditEnd | { readonly kind: "nothing" } | undefined> {
  const { existing, take } = known(access, signal);
  const title = l10n.t("Edit {0}", display(read.name ?? read.id));
  let base = read;
  let edit: DestinationEdit = { headers: [] };
  let start = rotates ? await headerToRotate(base, title) : "review";
  let said: string | undefined;
  while (start !== undefined) {
    const asked = { base, said, rotates: start !== "review" };
    const finished: DestinationEdit | undefined = await runWizard(editCourse, {
      title,
      subject: subjectOf,
      draft: edit,
      start: edit.refusedName === undefined ? start : undefined,
      ask: (step, about) =>
        askAboutChange(step, {
          ...about,
          ...asked,
          existing: () => {
            const { ids, names } = existing();
            return { ids, names: names.filter((one) => one !== base.name) };
          },
          selectedByName: users.usedBy.filter((one) => selectedDestination(one)?.id === undefined),
          place: accountPlace(access.account, access.baseUrl),
        }),
      keep: () => Promise.resolve(),
    });
    if (finished === undefined) return undefined;
    edit = finished;
    start = "review";
    const end = await save(access, base, edit);
    switch (end.kind) {
      case "meanwhile":
        base = end.now;
        said = meanwhileWords(end.meanwhile);
        break;
      case "notSent":
        said = end.said;
        break;
      case "refused":
        if (end.error.kind === "conflict" && end.error.code === "already_exists" && edit.name !== undefined) {
          take(edit.name);
          const { name: refusedName, ...others } = edit;
          edit = { ...others, refusedName };
          said = undefined;
        } else {
          const isHeld = end.error.kind === "conflict" && edit.name !== undefined;
          said = paragraph([
            ...(isHeld
              ? [l10n.t("It can't be renamed while a connection selects it by its name: have it use the ID.")]
              : []),
            await refusalWords(parts.whoAmI, access, end.error),
          ]);
        }
        break;
      case "nothing":
      case "saved":
      case "notTaken":
      case "unknown":
      case "gone":
        return end;
    }
  }
  return undefined;
}

/** The question for another value of a header: of the one there is, or of one of several. */
async function headerToRotate(
  { headers = [] }: OtlpDestination,
  title: string,
): Promise<EditStep | undefined> {
  const [only, ...others] = headers;
  if (only === undefined) return "newHeader";
  if (others.length === 0) return `header ${only}`;
  const answer = await pickOne<string>({
    frame: { title: labelled(title, subjectOf("newHeader")), back: false, stays: true },
    placeholder: l10n.t("Which header should have another value?"),
    choices: headers.map((name) => ({ label: display(name), value: name })),
  });
  return answer.kind === "accepted" ? `header ${answer.value}` : undefined;
}

type SaveEnd =
  | EditEnd
  | { readonly kind: "nothing" }
  | { readonly kind: "meanwhile"; readonly now: OtlpDestination; readonly meanwhile: Meanwhile }
  | { readonly kind: "notSent"; readonly said: string }
  | { readonly kind: "refused"; readonly error: ApiError };

/**
 * Reads it, and sends what differs once; where somebody else has changed the same meanwhile, nothing. Where the answer is
 * lost, what became of it is looked for by reading alone.
 */
async function save(access: Access, base: OtlpDestination, edit: DestinationEdit): Promise<SaveEnd> {
  const path = { id_or_name: base.id };
  const doing = l10n.t("Saving the changes to {0}", display(base.name ?? base.id));
  const read = (): Promise<Outcome<OtlpDestination>> =>
    withCancel(doing, (report, signal) => {
      report(l10n.t("Reading the destination…"));
      return access.client.call(getDestination, { path }, signal);
    });
  const current = await read();
  if (current.kind === "cancelled") return { kind: "notSent", said: canceled() };
  if (current.kind === "failed") {
    const { error } = current;
    if (isGone(error)) return { kind: "gone", before: base };
    const why = l10n.t("It is read right before it is changed. That failed, so nothing was sent.");
    return { kind: "notSent", said: paragraph([why, sentence(describeError(error).headline)]) };
  }
  const before = current.value;
  const meanwhile = changedMeanwhile(base, before, edit);
  if (meanwhile !== undefined) return { kind: "meanwhile", now: before, meanwhile };
  const sent = changeRequestOf(before, edit);
  if (sent === undefined) return { kind: "nothing" };
  const outcome = await withCancel(doing, (_, signal) =>
    access.client.call(updateDestination, { path, body: sent }, signal),
  );
  switch (outcome.kind) {
    case "ok":
      return answeredEnd(sent, before, outcome.value);
    case "cancelled":
      return outcome.sent === "no"
        ? { kind: "notSent", said: canceled() }
        : { kind: "unknown", sent, before };
    case "failed": {
      const { error } = outcome;
      if (error.sent !== "unknown")
        return isGone(error) ? { kind: "gone", before } : { kind: "refused", error };
      const found = await read();
      if (found.kind === "failed" && isGone(found.error)) return { kind: "gone", before };
      return found.kind === "ok"
        ? lostEnd(sent, before, found.value, error)
        : { kind: "unknown", sent, before, error };
    }
  }
}

function answeredEnd(
  sent: OtlpDestinationUpdateRequest,
  before: OtlpDestination,
  after: OtlpDestination,
): EditEnd {
  const left = notTakenOf(sent, after);
  return left.length === 0
    ? { kind: "saved", sent, before, after, known: "answered" }
    : { kind: "notTaken", sent, before, after, left, answered: true };
}

function lostEnd(
  sent: OtlpDestinationUpdateRequest,
  before: OtlpDestination,
  after: OtlpDestination,
  error: ApiError,
): EditEnd {
  const looked = lookedFor(sent, before, after);
  switch (looked) {
    case "there":
    case "likely":
      return { kind: "saved", sent, before, after, known: looked };
    case "missing":
      return { kind: "notTaken", sent, before, after, left: notTakenOf(sent, after), answered: false };
    case "unknown":
      return { kind: "unknown", sent, before, error };
  }
}

function canceled(): string {
  return l10n.t("You canceled before anything was sent.");
}

/** What somebody else has changed, above the answers: what is there today stands there, and yours. */
function meanwhileWords({ headers, maybeValues, texts }: Meanwhile): string {
  if (maybeValues)
    return l10n.t(
      "It was changed meanwhile, maybe the value of a header: nobody shows. Save again to set yours.",
    );
  return l10n.t(
    "Changed meanwhile by somebody else: {0}. See what is there, then save again.",
    series([...texts.map(subjectOf), ...headers.map(display)]),
  );
}

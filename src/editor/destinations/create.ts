import { l10n } from "vscode";
import type { ApiError, Outcome } from "../../api/errors.ts";
import { createDestination, getDestination } from "../../api/operations.ts";
import type { OtlpDestinationCreateRequest } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { createRequestOf, destinationCourse } from "../../domain/destinations/draft.ts";
import type { DestinationDraft, DestinationStep } from "../../domain/destinations/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import type { DestinationsModel } from "../catalogue/destinations.ts";
import { Lists } from "../catalogue/lists.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Result } from "../results/result.ts";
import type { Results } from "../results/store.ts";
import type { Existing } from "./checks.ts";
import { createdResult, unknownResult } from "./createdCards.ts";
import type { CreateEnd } from "./createdCards.ts";
import { questions } from "./questions.ts";
import { refusalWords } from "./refusal.ts";

/** What creating a destination works with. */
interface CreateParts {
  readonly destinations: Pick<DestinationsModel, "changed">;
  readonly results: Pick<Results, "newId">;
  readonly whoAmI: Pick<WhoAmI, "read">;
}

export interface CreateDestinationParts extends CreateParts, RequiresAccess {
  readonly panel: Pick<ResultPanel, "show">;
}

/**
 * "Create Destination…": asks, shows all answers, and creates exactly that; a refusal leads back to the answers. They
 * live as long as the questions: headers are secrets.
 */
export async function createDestinationCommand(parts: CreateDestinationParts): Promise<void> {
  const access = await parts.requireAccess(l10n.t("Create Destination"));
  if (access === undefined) return;
  const stop = new AbortController();
  try {
    const end = await converse(parts, access, stop.signal);
    if (end !== undefined) await parts.panel.show(resultOf(parts, access, end));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/**
 * The same from a question of another flow, in whose account it is, and whose next question takes the place of the last
 * one here. Returns what is there then; its page is kept for later, not shown.
 */
export async function createDestinationWithin(
  parts: CreateParts & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  access: Access,
  frame: Frame,
): Promise<OtlpDestination | undefined> {
  const stop = new AbortController();
  try {
    const end = await converse(parts, access, stop.signal, frame);
    if (end === undefined) return undefined;
    const result = resultOf(parts, access, end);
    await parts.panel.keep(result);
    if (end.kind === "created") return end.destination;
    void warn(result.card.title, { label: l10n.t("Show"), run: () => parts.panel.show(result) });
    return undefined;
  } finally {
    stop.abort();
  }
}

/** An end that is told in a page. */
type Told =
  | Extract<CreateEnd, { kind: "created" }>
  | { readonly kind: "unknown"; readonly name: string; readonly error?: ApiError };

function resultOf({ results }: CreateParts, access: Access, end: Told): Result {
  return end.kind === "created"
    ? createdResult(results.newId(), access, end)
    : unknownResult(results.newId(), access, end.name, end.error);
}

/** Asks and sends until it is told how that ended; `undefined` when the user left before anything was sent. */
async function converse(
  parts: CreateParts,
  access: Access,
  signal: AbortSignal,
  within?: Frame,
): Promise<Told | undefined> {
  const existing = known(access, signal);
  /** Names that the service says are taken. */
  const taken: string[] = [];
  let draft: DestinationDraft = {};
  let start: DestinationStep | undefined;
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(destinationCourse, {
      title: () => l10n.t("Create Destination"),
      draft,
      start,
      ask: (step, asked) =>
        questions[step]({
          ...asked,
          existing: () => ({ ids: existing().ids, names: [...existing().names, ...taken] }),
          place: accountPlace(access.account, access.baseUrl),
          said: told,
        }),
      keep: () => Promise.resolve(),
      within,
    });
    const body = finished && createRequestOf(finished);
    if (finished === undefined || body === undefined) return undefined;
    draft = finished;
    const end = await send(access, body);
    switch (end.kind) {
      case "created":
        void parts.destinations.changed();
        return end;
      case "unknown":
        void parts.destinations.changed();
        return { ...end, name: body.name };
      case "notSent":
        start = "review";
        said = l10n.t("You canceled before anything was sent.");
        break;
      case "refused":
        // Only the name can be in the way of another; a conflict of another code is about something else.
        if (end.error.kind === "conflict" && (end.error.code ?? "already_exists") === "already_exists") {
          taken.push(body.name);
          const { name: refusedName, ...others } = finished;
          draft = { ...others, ...(refusedName !== undefined && { refusedName }) };
          start = undefined;
          said = undefined;
        } else {
          start = "review";
          said = await refusalWords(parts.whoAmI, access, end.error);
        }
        break;
    }
  }
}

/** Sends a request once. Where its answer is lost, what became of it is looked for by reading alone. */
async function send(access: Access, body: OtlpDestinationCreateRequest): Promise<CreateEnd> {
  endQuestions();
  const title = l10n.t("Creating {0}", display(body.name));
  const outcome = await withCancel(title, (_, signal) =>
    access.client.call(createDestination, { body }, signal),
  );
  if (outcome.kind === "ok") return { kind: "created", destination: outcome.value, lost: false };
  if (outcome.kind === "cancelled") return { kind: outcome.sent === "no" ? "notSent" : "unknown" };
  const { error } = outcome;
  if (error.sent !== "unknown") return { kind: "refused", error };
  const found = await withCancel(title, (_, signal) =>
    access.client.call(getDestination, { path: { id_or_name: body.name } }, signal),
  );
  return isOurs(found, body)
    ? { kind: "created", destination: found.value, lost: true }
    : { kind: "unknown", error };
}

/** Whether what was found is most likely what was asked for: somebody else's leads elsewhere. */
function isOurs(
  found: Outcome<OtlpDestination>,
  { endpoint, name }: OtlpDestinationCreateRequest,
): found is Extract<Outcome<OtlpDestination>, { readonly kind: "ok" }> {
  if (found.kind !== "ok" || found.value.name !== name) return false;
  const trimmed = (address: string): string => address.replace(/\/+$/, "");
  return trimmed(found.value.endpoint ?? "") === trimmed(endpoint);
}

/** What is there already, as far as it could be read by then. */
export function known(access: Access, signal: AbortSignal): () => Existing {
  let existing: Existing = { ids: [], names: [] };
  const take = ({ rows }: { readonly rows: readonly { readonly item: OtlpDestination }[] }): void => {
    existing = {
      ids: rows.map(({ item }) => item.id),
      names: rows.map(({ item }) => item.name).filter((name) => name !== undefined),
    };
  };
  void new Lists(access.client).destinations("", take, signal).then(take);
  return () => existing;
}

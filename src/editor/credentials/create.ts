import { l10n } from "vscode";
import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";
import type { ApiError } from "../../api/errors.ts";
import { createCredential, getCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import { createRequestOf, credentialCourse } from "../../domain/credentials/draft.ts";
import type { CredentialDraft, CredentialStep } from "../../domain/credentials/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Result } from "../results/result.ts";
import type { Results } from "../results/store.ts";
import { createdResult, unknownResult } from "./createdCards.ts";
import type { CreateEnd } from "./createdCards.ts";
import { isNameTaken, refusalWords, takenNames } from "./taken.ts";
import { questions } from "./questions.ts";

/** What creating a credential works with. */
interface CreateParts {
  readonly results: Pick<Results, "newId">;
}

export interface CreateCredentialParts extends CreateParts, RequiresAccess {
  readonly panel: Pick<ResultPanel, "show">;
}

/**
 * "Create Credential…": asks, shows all answers, and creates exactly that; a refusal leads back to the answers. They live
 * as long as the questions: most of them are secrets.
 */
export async function createCredentialCommand(parts: CreateCredentialParts): Promise<void> {
  const title = l10n.t("Create Credential");
  const access = await parts.requireAccess(title);
  if (access !== undefined) await createCredentialFor(parts, access);
}

/** The same in an account that is known. */
export async function createCredentialFor(
  parts: CreateParts & Pick<CreateCredentialParts, "panel">,
  access: Access,
): Promise<void> {
  const stop = new AbortController();
  try {
    const end = await converse(access, {}, stop.signal);
    if (end !== undefined) await parts.panel.show(resultOf(parts, access, end));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/**
 * The same from a question of another flow, in whose account it is, for the domain that is known there, and whose next
 * question takes the place of the last one here. Returns what is there then; its page is kept for later, not shown.
 */
export async function createCredentialWithin(
  parts: CreateParts & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  access: Access,
  frame: Frame,
  domain: string | undefined,
): Promise<Credential | undefined> {
  const stop = new AbortController();
  try {
    const draft = domain === undefined ? {} : { domain };
    const end = await converse(access, draft, stop.signal, frame);
    if (end === undefined) return undefined;
    const result = resultOf(parts, access, end);
    await parts.panel.keep(result);
    if (end.kind === "created") return end.credential;
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
  access: Access,
  first: CredentialDraft,
  signal: AbortSignal,
  within?: Frame,
): Promise<Told | undefined> {
  const title = l10n.t("Create Credential");
  const taken = takenNames(access, signal);
  let draft = first;
  let start: CredentialStep | undefined;
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(credentialCourse, {
      title: () => title,
      draft,
      start,
      ask: (step, asked) =>
        questions[step]({
          ...asked,
          taken: taken.names,
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
        return end;
      case "unknown":
        return { ...end, name: body.name };
      case "notSent":
        start = "review";
        said = l10n.t("You canceled before anything was sent.");
        break;
      case "refused":
        if (isNameTaken(end.error)) {
          taken.add(body.name);
          const { name: refusedName, ...others } = finished;
          draft = { ...others, ...(refusedName !== undefined && { refusedName }) };
          start = undefined;
          said = undefined;
        } else {
          start = "review";
          said = refusalWords(end.error);
        }
        break;
    }
  }
}

/** Sends a request once. Where its answer is lost, what became of it is looked for by reading alone. */
async function send(access: Access, body: CredentialCreateRequest): Promise<CreateEnd> {
  endQuestions();
  const title = l10n.t("Creating {0}", display(body.name));
  const outcome = await withCancel(title, (_, signal) =>
    access.client.call(createCredential, { body }, signal),
  );
  if (outcome.kind === "ok") return { kind: "created", credential: outcome.value, lost: false };
  if (outcome.kind === "cancelled") return { kind: outcome.sent === "no" ? "notSent" : "unknown" };
  const { error } = outcome;
  if (error.sent !== "unknown") return { kind: "refused", error };
  const found = await withCancel(title, (_, signal) =>
    access.client.call(getCredential, { path: { id_or_name: body.name } }, signal),
  );
  // Somebody else's of that name is most likely for another domain.
  return found.kind === "ok" && found.value.name === body.name && found.value.domain === body.domain
    ? { kind: "created", credential: found.value, lost: true }
    : { kind: "unknown", error };
}

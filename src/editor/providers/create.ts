import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { createCredentialProvider } from "../../api/operations.ts";
import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { createRequestOf, providerCourse } from "../../domain/providers/draft.ts";
import type { ProviderDraft, ProviderStep } from "../../domain/providers/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import { Lists } from "../catalogue/lists.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Result } from "../results/result.ts";
import type { Results } from "../results/store.ts";
import { describeError, serviceWords } from "../words/errors.ts";
import { paragraph, sentence } from "../words/sentences.ts";
import { createdResult, unknownResult } from "./createdCards.ts";
import type { CreateEnd } from "./createdCards.ts";
import { questions } from "./questions.ts";

/** What creating a provider works with. */
interface CreateParts {
  readonly results: Pick<Results, "newId">;
}

interface CreateProviderParts extends CreateParts, RequiresAccess {
  readonly panel: Pick<ResultPanel, "show">;
}

/**
 * "Create Provider…": asks, shows all answers, creates exactly that, and shows what became of it; a refusal leads back to
 * the answers. They live as long as the questions: the token is a secret.
 */
export async function createProviderCommand(parts: CreateProviderParts): Promise<void> {
  const access = await parts.requireAccess(l10n.t("Create Provider"));
  if (access === undefined) return;
  const stop = new AbortController();
  try {
    const end = await converse(access, stop.signal);
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
export async function createProviderWithin(
  parts: CreateParts & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  access: Access,
  frame: Frame,
): Promise<CredentialProvider | undefined> {
  const stop = new AbortController();
  try {
    const end = await converse(access, stop.signal, frame);
    if (end === undefined) return undefined;
    const result = resultOf(parts, access, end);
    await parts.panel.keep(result);
    if (end.kind === "created") return end.provider;
    void warn(result.card.title, { label: l10n.t("Show"), run: () => parts.panel.show(result) });
    return undefined;
  } finally {
    stop.abort();
  }
}

/** An end that is told in a page. */
type Told = Extract<CreateEnd, { kind: "created" | "unknown" }>;

function resultOf({ results }: CreateParts, access: Access, end: Told): Result {
  return end.kind === "created"
    ? createdResult(results.newId(), access, end)
    : unknownResult(results.newId(), access, end.name, end.error);
}

/** Asks and sends until it is told how that ended; `undefined` when the user left before anything was sent. */
async function converse(access: Access, signal: AbortSignal, within?: Frame): Promise<Told | undefined> {
  const existing = namesOf(access, signal);
  /** Names that the service says are taken. */
  const refused: string[] = [];
  let draft: ProviderDraft = {};
  let start: ProviderStep | undefined;
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(providerCourse, {
      title: () => l10n.t("Create Provider"),
      draft,
      start,
      ask: (step, asked) =>
        questions[step]({
          ...asked,
          taken: () => [...existing(), ...refused],
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
      case "unknown":
        return end;
      case "notSent":
        start = "review";
        said = l10n.t("You canceled before anything was sent.");
        break;
      case "refused":
        if (isNameTaken(end.error)) {
          refused.push(body.name);
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
async function send(access: Access, body: CredentialProviderCreateRequest): Promise<CreateEnd> {
  endQuestions();
  const title = l10n.t("Creating {0}", display(body.name));
  const outcome = await withCancel(title, (_, signal) =>
    access.client.call(createCredentialProvider, { body }, signal),
  );
  if (outcome.kind === "ok") return { kind: "created", provider: outcome.value, lost: false };
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown", name: body.name };
  const { error } = outcome;
  if (error.sent !== "unknown") return { kind: "refused", error };
  const found = await withCancel(title, (_, signal) => providerNamed(access, body.name, signal));
  return found === undefined
    ? { kind: "unknown", name: body.name, error }
    : { kind: "created", provider: found, lost: true };
}

/** The provider of a name, which no two have; `undefined` where there is none, or it could not be looked for. */
async function providerNamed(
  { client }: Access,
  name: string,
  signal: AbortSignal,
): Promise<CredentialProvider | undefined> {
  const { rows } = await new Lists(client).providers("", () => undefined, signal);
  return rows.find((one) => one.name === name);
}

/** The names that are there already, as far as they could be read by then. */
function namesOf({ client }: Access, signal: AbortSignal): () => readonly string[] {
  let names: readonly string[] = [];
  const take = ({ rows }: { readonly rows: readonly CredentialProvider[] }): void => {
    names = rows.map(({ name }) => name);
  };
  void new Lists(client).providers("", take, signal).then(take);
  return () => names;
}

/** Only the name can be in the way of another; a conflict of another code is about something else. */
export function isNameTaken(error: ApiError): boolean {
  return error.kind === "conflict" && (error.code ?? "already_exists") === "already_exists";
}

/** Why it was refused, and what to do, above the answers. */
export function refusalWords(error: ApiError): string {
  const { advice, headline } = describeError(error);
  return paragraph([sentence(headline), ...advice, ...serviceWords(error).map(display)]);
}

import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { createProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import type { ProxyCreateRequest } from "../../api/proxyRequests.ts";
import type { Entitlements } from "../../api/schemas.ts";
import { createRequestOf, proxyCourse, proxySteps } from "../../domain/proxies/draft.ts";
import type { ProxyDraft, ProxyStep } from "../../domain/proxies/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import { Lists } from "../catalogue/lists.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { runWizard } from "../kit/inputs/wizard.ts";
import { warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Results } from "../results/store.ts";
import { describeError, serviceWords } from "../words/errors.ts";
import { paragraph, sentence } from "../words/sentences.ts";
import { creationResult } from "./createdCards.ts";
import type { Told } from "./createdCards.ts";
import { questions } from "./questions.ts";

/** What creating a proxy works with. */
interface CreateParts {
  readonly entitlements: Pick<EntitlementsModel, "state">;
  readonly results: Pick<Results, "newId">;
}

export interface CreateProxyParts extends CreateParts, RequiresAccess {
  readonly panel: Pick<ResultPanel, "show">;
}

/**
 * "Create Proxy…": asks, shows all answers, and creates exactly that; a refusal leads back to the answers. They live as
 * long as the questions: a password is among them.
 */
export async function createProxyCommand(parts: CreateProxyParts): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  if (access === undefined) return;
  const stop = new AbortController();
  try {
    const told = await converse(parts, access, stop.signal);
    if (told !== undefined) await parts.panel.show(creationResult(parts.results.newId(), access, told));
  } finally {
    stop.abort();
    endQuestions();
  }
}

/**
 * The same from a question of another flow, in whose account it is, and whose next question takes the place of the last
 * one here. Returns what is there then; its page is kept for later, not shown.
 */
export async function createProxyWithin(
  parts: CreateParts & { readonly panel: Pick<ResultPanel, "show" | "keep"> },
  access: Access,
  frame: Frame,
): Promise<Proxy | undefined> {
  const stop = new AbortController();
  try {
    const told = await converse(parts, access, stop.signal, frame);
    if (told === undefined) return undefined;
    const result = creationResult(parts.results.newId(), access, told);
    await parts.panel.keep(result);
    if (told.kind === "created") return told.proxy;
    void warn(result.card.title, { label: l10n.t("Show"), run: () => parts.panel.show(result) });
    return undefined;
  } finally {
    stop.abort();
  }
}

/** Asks and sends until it is told how that ended; `undefined` when the user left before anything was sent. */
async function converse(
  { entitlements }: CreateParts,
  access: Access,
  signal: AbortSignal,
  within?: Frame,
): Promise<Told | undefined> {
  const taken = namesOf(access, signal);
  const plan = planOf(entitlements, access);
  let draft: ProxyDraft = {};
  let start: ProxyStep | undefined;
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(proxyCourse, {
      title: commandTitle,
      draft,
      start,
      ask: (step, asked) =>
        questions[step]({
          ...asked,
          frame: { ...asked.frame, ...countedOf(step, asked.draft) },
          taken,
          entitlements: plan,
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
    if (end.kind === "created" || end.kind === "unknown") return end;
    start = "review";
    said =
      end.kind === "notSent" ? l10n.t("You canceled before anything was sent.") : refusalWords(end.error);
  }
}

function commandTitle(): string {
  return l10n.t("Create Proxy");
}

/** Where a question stands among those of its type; how many there are is known once that is chosen. */
function countedOf(step: ProxyStep, draft: ProxyDraft): Pick<Frame, "step" | "totalSteps"> {
  const all = proxySteps(draft);
  return { step: all.indexOf(step) + 1, totalSteps: draft.type === undefined ? 5 : all.length };
}

type End = Told | { readonly kind: "refused"; readonly error: ApiError } | { readonly kind: "notSent" };

/** Sends a request once. */
async function send(access: Access, body: ProxyCreateRequest): Promise<End> {
  endQuestions();
  const what =
    body.name === undefined ? l10n.t("Creating the proxy") : l10n.t("Creating {0}", display(body.name));
  const outcome = await withCancel(what, (_, signal) => access.client.call(createProxy, { body }, signal));
  if (outcome.kind === "ok") return { kind: "created", proxy: outcome.value };
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown", body };
  const { error } = outcome;
  return error.sent === "unknown" ? { kind: "unknown", body, error } : { kind: "refused", error };
}

/** The names of the proxies that there are, as far as they could be read by then. */
function namesOf(access: Access, signal: AbortSignal): () => readonly (string | undefined)[] {
  let names: readonly (string | undefined)[] = [];
  const take = ({ rows }: { readonly rows: readonly Proxy[] }): void => {
    names = rows.map(({ name }) => name);
  };
  void new Lists(access.client).proxies("", take, signal).then(take);
  return () => names;
}

/** What the plan allows, where that was read of this account: the window may have changed it meanwhile. */
function planOf(
  { state: { reading } }: Pick<EntitlementsModel, "state">,
  { account }: Access,
): Entitlements | undefined {
  return reading?.account.id === account.id ? reading.value : undefined;
}

/** Why it was refused, and what to do, above the answers. */
function refusalWords(error: ApiError): string {
  const { advice, headline } = describeError(error);
  return paragraph([sentence(headline), ...advice, ...serviceWords(error).map(display)]);
}

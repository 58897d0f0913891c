import { compact } from "../../../domain/compact.ts";
import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { type ConnectionDraft, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import { isEnabled } from "../../../domain/entitlements/entitlements.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import { creationSequence, type StepId } from "../../../domain/draft/steps.ts";
import { creationResult, type CreationContext } from "./creationResult.ts";
import type { SavedDraft } from "../context/drafts.ts";
import { fetchedNames } from "../../catalogue/listModel.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { warn, showLogAction } from "../../kit/notify.ts";
import { disposeIdleInput, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { updateAfterCreation, sendCreation, type CreationAttempt } from "./sendCreation.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { promptForStep, stepLabel } from "../settings/settings.ts";
import type { SettingPrompt, PromptEnvironment } from "../settings/settingView.ts";
import { reviewCreation } from "./reviewCreation.ts";
import { knownEntitlements } from "../../catalogue/entitlementsModel.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import { accountWithAddress } from "../../accounts/accountLabels.ts";
import { codeTarget } from "./requestCode.ts";
import type { ConnectionsContext } from "../context/context.ts";

export interface WizardStart {
  readonly draft: ConnectionDraft;
  readonly start: StepId;
  /** Fields that have a value in the source of the draft, such as a duplicated connection, but couldn't be copied. */
  readonly notKept?: readonly FieldId[] | undefined;
  /** True if the answers are complete and already confirmed. The wizard is then skipped. */
  readonly send?: true | undefined;
}

/**
 * Prompts for all settings of a connection, creates the connection (interface.md §4.1) and shows the result. If the
 * user cancels before the request is sent, the answers stay stored as a draft.
 */
export async function runCreation(
  parts: ConnectionsContext,
  beginning?: WizardStart,
  resultId?: string,
): Promise<void> {
  const title = l10n.t("Create Connection");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  let answers: ConfirmedAnswers;
  let attempt: CreationAttempt;
  try {
    // Skip the wizard if the user has already confirmed exactly this request. If some values couldn't be copied into
    // the draft, the request differs and needs another confirmation.
    if (beginning?.send === true && (beginning.notKept ?? []).length === 0) {
      const entitlements = knownEntitlements(parts.entitlements.state, access);
      answers = { draft: beginning.draft, entitlements, thenLogIn: false };
    } else {
      const frame = { title, back: false, stays: true };
      const environment = await preparePrompts(parts, access, frame);
      if (environment === undefined) return;
      const { entitlements, lists } = environment;
      if (beginning === undefined && !(await mayCreate(frame, entitlements, parts.showEntitlements))) return;
      const savedDraft = await parts.drafts.load(access.account.id);
      const initial = await chooseInitialAnswers(frame, savedDraft, beginning);
      if (initial === undefined) return;
      const stop = new AbortController();
      // Fetch the connections early, so that the review can warn about an existing connection for the same domain and
      // profile.
      void lists.connections("", () => undefined, stop.signal);
      void lists.fetchNames([initial.draft], stop.signal);
      let thenLogIn = false;
      // Returns the fields that couldn't be copied into the draft and that the user hasn't answered in this wizard.
      const notKeptIn = (latest: ConnectionDraft): readonly FieldId[] =>
        (initial.notKept ?? []).filter((field) => isDeepStrictEqual(latest[field], initial.draft[field]));
      const review: SettingPrompt = (context) =>
        reviewCreation(context, { notKeptIn, onFinish: (followUp) => ({ thenLogIn } = followUp) });
      const save = draftSaver(parts, access.account.id);
      const draft = await runWizard(creationSequence, {
        title,
        subject: stepLabel,
        draft: initial.draft,
        start: initial.start,
        keep: (latest) => save(latest, notKeptIn(latest)),
        promptFor: (step) => promptForStep(step, review),
        environment,
      }).finally(() => stop.abort());
      if (draft === undefined) return;
      answers = { draft, entitlements, named: lists.knownNames, thenLogIn };
    }
    const request = toRequest(answers.draft);
    if (request === undefined) return;
    // The last prompt stays open while the request is sent.
    attempt = await sendCreation(parts, access, request);
    await updateAfterCreation(parts, access, attempt);
  } finally {
    disposeIdleInput();
  }
  const { verdict } = attempt;
  const id = verdict.kind === "created" ? verdict.value.id : undefined;
  if (id !== undefined) void parts.revealConnection(id);
  const result = creationResult({ results: parts.results, access, resultId, ...answers }, attempt);
  if (result === undefined) return;
  const { done, title: outcome } = result.card;
  await parts.panel.show(result, done ? { awayMessage: labelWithValue(done.text, outcome) } : {});
  // Log in with the account that created the connection, because the window may have switched accounts in the
  // meantime.
  if (answers.thenLogIn && id !== undefined)
    await parts.start("managedAuth.logIn", { id }, access.account.id);
}

interface ConfirmedAnswers extends Pick<CreationContext, "entitlements" | "named"> {
  readonly draft: ConnectionDraft;
  readonly thenLogIn: boolean;
}

/** Collects the entitlements, lists and actions for the prompts of settings. Returns undefined if the user cancels. */
export async function preparePrompts(
  parts: ConnectionsContext,
  access: AccountAccess,
  frame: Frame,
): Promise<PromptEnvironment | undefined> {
  const plan = await whileLoading(frame, l10n.t("Reading your plan…"), () =>
    parts.entitlements.fetchedState(),
  );
  return (
    plan && {
      entitlements: knownEntitlements(plan, access),
      accountName: accountWithAddress(access),
      codeTarget: codeTarget(access),
      lists: new PickerLists(access.client, fetchedNames(parts)),
      createNew: parts.createNew(access),
    }
  );
}

/**
 * Warns before the first question if the organization's subscription lacks Managed Auth. The user can continue anyway,
 * because the service makes the final decision.
 */
async function mayCreate(
  frame: Frame,
  entitlements: Entitlements | undefined,
  showEntitlements: (feature: string) => Promise<void>,
): Promise<boolean> {
  if (isEnabled(entitlements, "managed_auth") !== false) return true;
  const answer = await pickOne<"go" | "show">({
    frame,
    placeholder: l10n.t("Choose how to continue"),
    prompt: l10n.t("Your plan doesn't include Managed Auth."),
    choices: [
      { label: l10n.t("Show Entitlements"), detail: l10n.t("See what your plan includes"), value: "show" },
      { label: l10n.t("Continue Anyway"), detail: l10n.t("The service decides at the end"), value: "go" },
    ],
  });
  if (answer.kind !== "accepted") return false;
  if (answer.value === "show") {
    disposeIdleInput();
    await showEntitlements("managed_auth");
  }
  return answer.value === "go";
}

/** Returns a function that stores each draft. If storing fails, the wizard continues and the user is warned once. */
function draftSaver(
  { drafts, log }: ConnectionsContext,
  accountId: string,
): (draft: ConnectionDraft, notKept: readonly FieldId[]) => Promise<void> {
  let isReported = false;
  return async (draft, notKept) => {
    try {
      await drafts.save(accountId, draft, notKept);
    } catch (fault) {
      log.fault("draft", fault);
      if (isReported) return;
      isReported = true;
      const words = l10n.t("Your answers can't be saved. Finish now, or enter them again later.");
      void warn(words, showLogAction(log));
    }
  };
}

type InitialAnswers = Omit<WizardStart, "start" | "send"> & Partial<Pick<WizardStart, "start">>;

/**
 * Returns the initial answers: the given answers, if any, or the stored draft if the user chooses to continue it.
 * Returns undefined if the user cancels.
 */
async function chooseInitialAnswers(
  frame: Frame,
  savedDraft: SavedDraft | undefined,
  beginning: WizardStart | undefined,
): Promise<InitialAnswers | undefined> {
  const initial: InitialAnswers = beginning ?? { draft: {} };
  const { draft } = initial;
  const isSame =
    savedDraft !== undefined && isDeepStrictEqual(savedDraft.draft, withDefault(draft, "login_url"));
  if (savedDraft?.draft.domain === undefined || isSame) return initial;
  const answer = await pickOne<InitialAnswers>({
    frame,
    placeholder: l10n.t("Choose how to continue"),
    prompt: beginning
      ? l10n.t("You have another unfinished connection.")
      : l10n.t("You have an unfinished connection."),
    choices: [
      {
        label: beginning ? l10n.t("Continue Other Connection") : l10n.t("Continue"),
        description: draftSummary(savedDraft.draft),
        value: savedDraft,
      },
      {
        label: l10n.t("Discard and Start New"),
        ...(beginning && { description: draftSummary(draft) }),
        value: initial,
      },
    ],
  });
  return answer.value;
}

function draftSummary({ domain, profile_name }: ConnectionDraft): string {
  return compact(domain, profile_name).map(display).join(" · ");
}

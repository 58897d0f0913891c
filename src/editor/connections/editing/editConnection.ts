import { l10n } from "vscode";
import { getConnection, updateConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../../api/updateRequest.ts";
import { draftFromConnection, withDefault, type ConnectionDraft } from "../../../domain/draft/draft.ts";
import { rebaseAnswers, settingChanges, resumeEdit } from "../../../domain/connections/settingChanges.ts";
import { display } from "../../../domain/text/display.ts";
import { applyEdit, type ConnectionEditOutcome } from "../../../domain/connections/applyEdit.ts";
import { type ConnectionCourse, creationCourse, movePosition } from "../../../domain/draft/steps.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { disposeIdleInput, pickOne } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { labelWithValue, withFullStop, joinWithCommas } from "../../words/sentences.ts";
import { conflictRows, rowsByGroup, promptForStep, formatSetting, stepLabel } from "../settings/settings.ts";
import { breaksVaultItems } from "../../../domain/connections/vaultItems.ts";
import { otherSiteWarning, vaultItemWarning } from "../settings/settingWords.ts";
import { preparePrompts } from "../creation/runCreation.ts";
import { fetchOrWarn } from "../shown/fetchConnection.ts";
import { editResult } from "./editResult.ts";
import type { UnfinishedEdit } from "../context/drafts.ts";
import { type FieldId, isSetting, type SettingId } from "../../../domain/connections/settings.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import { reviewEdit } from "../../kit/inputs/reviewEdit.ts";
import { runEdit } from "../../resourceEngine/edit.ts";
import type { AskStep } from "../settings/settingView.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Runs "Edit Connection…" for the given connection, or prompts for a connection. Prompts for the changes, shows them
 * for review and sends only the changed settings. The outcome is shown on the connection's page. If `resume` is true,
 * continues an unfinished edit without asking. `setting` is the first setting to prompt for.
 */
export async function editConnection(
  parts: ConnectionsContext,
  { id, resume, setting }: CommandArguments["managedAuth.editConnection"],
): Promise<void> {
  const read = await fetchOrWarn(parts, l10n.t("Edit Connection"), id);
  if (read === undefined) return;
  const { access, connection } = read;
  // Bind the edit to the current account, because the window may switch accounts before the changes are sent.
  const session: EditSession = { parts, access, name: display(connectionName(connection)) };
  const stop = new AbortController();
  try {
    await askAndSave(session, connection, { resume: resume === true, setting }, stop.signal);
  } finally {
    stop.abort();
    disposeIdleInput();
  }
}

interface EditSession {
  readonly parts: ConnectionsContext;
  readonly access: AccountAccess;
  /** The display name of the connection. */
  readonly name: string;
}

async function askAndSave(
  session: EditSession,
  connection: ManagedAuth,
  { resume, setting }: { readonly resume: boolean; readonly setting: FieldId | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { access, name, parts } = session;
  const title = l10n.t("Edit {0}", name);
  const environment = await preparePrompts(parts, access, { title, back: false, stays: true });
  const from = environment && (await chooseInitialEdit(session, connection, resume));
  if (environment === undefined || from === undefined) return;
  const { lists } = environment;
  void lists.fetchNames([from.answers], signal);
  const doing = l10n.t("Saving the changes to {0}", name);
  const path = { id: connection.id };
  let first = setting;
  const end = await runEdit<ManagedAuth, ConnectionDraft, SettingId, ManagedAuthUpdateRequest>(
    {
      nameOf: connectionName,
      async ask({ answers, base }) {
        const course = editCourse(first);
        first = undefined;
        const [before, review] = [draftFromConnection(base), editReview(base)];
        return runWizard(course, {
          title,
          subject: stepLabel,
          draft: answers,
          ask: (step, asked) =>
            promptForStep(step, review)({ ...environment, ...asked, before, notKept: [] }),
          keep: (draft) => parts.edits.save(access.account.id, { base, answers: draft }),
        });
      },
      save: ({ answers, base }) =>
        applyEdit(base, answers, {
          read: () =>
            withCancel(doing, (report, stop) => {
              report(l10n.t("Reading the connection…"));
              return access.client.call(getConnection, { path }, stop);
            }),
          send: (body) =>
            withCancel(doing, (_, stop) => access.client.call(updateConnection, { path, body }, stop)),
        }),
      conflicts: ({ answers }, now, settings) =>
        conflictRows({ ...settingChanges(now, answers), settings }, lists.knownNames),
      rebase: ({ answers, base }, now, dropped) => rebaseAnswers(base, now, answers, dropped),
    },
    from,
  );
  disposeIdleInput();
  if (end !== undefined) await reportEdit(session, end, end.outcome, lists.knownNames);
}

/** Returns the order of steps for an edit: the question for `first`, if given, and then the review. */
function editCourse(first: FieldId | undefined): ConnectionCourse {
  return {
    ...creationCourse,
    steps: () => [],
    firstOpen: () => (first === undefined ? { step: "review" } : { step: first, editing: first }),
    move: (position, draft, to) => {
      const next = movePosition(position, draft, to);
      return next.editing === undefined ? { step: "review" } : next;
    },
  };
}

/**
 * Returns the initial answers: the current settings, or the answers of an unfinished edit if the user chooses to
 * continue that edit. Returns undefined if the user cancels.
 */
async function chooseInitialEdit(
  { access, name, parts }: EditSession,
  connection: ManagedAuth,
  resume: boolean,
): Promise<UnfinishedEdit | undefined> {
  const fresh = { base: connection, answers: draftFromConnection(connection) };
  const unfinished = parts.edits.find(access.account.id, connection.id);
  const resumed = unfinished && resumeEdit(unfinished.base, connection, unfinished.answers);
  const settings = resumed === undefined ? [] : settingChanges(resumed.base, resumed.answers).settings;
  if (resumed === undefined || settings.length === 0) return fresh;
  if (resume) return resumed;
  const answer = await pickOne<UnfinishedEdit>({
    frame: { title: l10n.t("Edit {0}", name), back: false, stays: true },
    placeholder: l10n.t("Choose how to continue"),
    prompt: l10n.t("You have unsaved changes."),
    choices: [
      { label: l10n.t("Continue"), description: joinWithCommas(settings.map(stepLabel)), value: resumed },
      { label: l10n.t("Discard and Start New"), value: fresh },
    ],
  });
  return answer.value;
}

async function reportEdit(
  { access, name, parts }: EditSession,
  { answers, base }: UnfinishedEdit,
  end: ConnectionEditOutcome,
  named: readonly NamedResource[],
): Promise<void> {
  const { edits, panel } = parts;
  const { account } = access;
  if (end.kind === "cancelled" || end.kind === "conflict") return;
  if (end.kind === "saved" || end.kind === "nothing" || end.kind === "gone")
    edits.remove(account.id, base.id);
  await updateAfterEdit(parts, account, base.id, end);
  if (end.kind === "nothing") {
    void inform(l10n.t("No changes to save."));
    return;
  }
  const before = ("before" in end && end.before) || base;
  const { settings, wanted: then } = settingChanges(before, rebaseAnswers(base, before, answers));
  const summary = { connection: before, before, settings, then, named };
  const toAway = end.kind === "saved" ? { toAway: labelWithValue(l10n.t("Saved"), name) } : {};
  await panel.show(editResult(parts, access, summary, end), toAway);
}

/** Updates the Connections view after an edit, and records a successful edit as a user action. */
export async function updateAfterEdit(
  { connections, logins }: ConnectionsContext,
  account: Account,
  id: string,
  end: ConnectionEditOutcome,
): Promise<void> {
  // The edit may have fixed the cause of a failed login.
  if (end.kind === "saved") await logins.times.noteUserAction(account.id, id);
  if ("after" in end) connections.updateRow(account, end.after);
  void connections.refreshIfLoaded();
}

/** Returns the review step of an edit, which shows every setting, and the old and new value of each change. */
function editReview(base: ManagedAuth): AskStep {
  return (context) => {
    const { draft, lists, place } = context;
    const { current: now, settings, wanted: then } = settingChanges(base, draft);
    return reviewEdit(context, {
      accountName: place,
      problem: () => {
        const words = otherSiteWarning(draft, lists.knownCredentials.values());
        if (words !== undefined) return withFullStop(words);
        const { credential } = draftFromConnection(base);
        return breaksVaultItems(context.entitlements, credential, draft.credential)
          ? vaultItemWarning()
          : undefined;
      },
      names: (signal) => lists.fetchNames([now, draft], signal),
      rows: () =>
        rowsByGroup((field) => ({
          field,
          label: stepLabel(field),
          ...(isSetting(field)
            ? {
                now: formatSetting(field, now, lists.knownNames),
                then: settings.includes(field) ? formatSetting(field, then, lists.knownNames) : undefined,
              }
            : {
                now: l10n.t("{0} · can't be changed", formatSetting(field, draft, [])),
                fixed: l10n.t("Domain and profile can't change. Duplicate the connection instead."),
              }),
        })),
      undone: (field: FieldId) =>
        now[field] === undefined ? withDefault(draft, field) : { ...draft, [field]: now[field] },
    });
  };
}

import { l10n } from "vscode";
import { getConnection, updateConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../../api/updateRequest.ts";
import { draftFromConnection, withDefault, type ConnectionDraft } from "../../../domain/draft/draft.ts";
import { rebaseAnswers, settingChanges, resumeEdit } from "../../../domain/connections/settingChanges.ts";
import { display } from "../../../domain/text/display.ts";
import { applyEdit, type ConnectionEditOutcome } from "../../../domain/connections/applyEdit.ts";
import { type ConnectionSequence, creationSequence, movePosition } from "../../../domain/draft/steps.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { disposeIdleInput } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { labelWithValue, withFullStop } from "../../words/sentences.ts";
import { conflictRows, rowsByGroup, promptForStep, formatSetting, stepLabel } from "../settings/settings.ts";
import { breaksVaultItems } from "../../../domain/connections/vaultItems.ts";
import { otherSiteWarning, vaultItemWarning } from "../settings/settingWords.ts";
import { preparePrompts } from "../creation/runCreation.ts";
import { fetchOrWarn } from "../shown/fetchConnection.ts";
import { editResult } from "./editResult.ts";
import { type FieldId, isSetting, type SettingId } from "../../../domain/connections/settings.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import { reviewEdit } from "../../kit/inputs/reviewEdit.ts";
import { runEdit } from "../../resourceEngine/edit.ts";
import type { EditState } from "../../resourceEngine/unfinished.ts";
import type { SettingPrompt } from "../settings/settingView.ts";
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
  // Bind the edit to the current account, because the window may switch accounts before the changes are sent.
  const { access, connection } = read;
  const name = display(connectionName(connection));
  const stop = new AbortController();
  try {
    const frame = { title: l10n.t("Edit {0}", name), back: false, stays: true };
    const environment = await preparePrompts(parts, access, frame);
    if (environment === undefined) return;
    const { lists } = environment;
    void lists.fetchNames([draftFromConnection(connection)], stop.signal);
    const doing = l10n.t("Saving the changes to {0}", name);
    const path = { id: connection.id };
    let firstSetting = setting;
    const edit = await runEdit<ManagedAuth, ConnectionDraft, SettingId, ManagedAuthUpdateRequest>(
      {
        nameOf: connectionName,
        unchanged: draftFromConnection,
        async ask({ answers, base }, keep) {
          const sequence = editSequence(firstSetting);
          firstSetting = undefined;
          const [before, review] = [draftFromConnection(base), editReview(base)];
          return runWizard(sequence, {
            title: frame.title,
            subject: stepLabel,
            draft: answers,
            keep,
            promptFor: (step) => promptForStep(step, review),
            environment: { ...environment, before },
          });
        },
        changes: ({ answers, base }) => settingChanges(base, answers).settings.map(stepLabel),
        resumed: ({ answers, base }, now) => resumeEdit(base, now, answers),
        save: ({ answers, base }) =>
          applyEdit(base, answers, {
            read: () =>
              withCancel(doing, (report, signal) => {
                report(l10n.t("Reading the connection…"));
                return access.client.call(getConnection, { path }, signal);
              }),
            send: (body) =>
              withCancel(doing, (_, signal) => access.client.call(updateConnection, { path, body }, signal)),
          }),
        conflicts: ({ answers }, now, settings) =>
          conflictRows({ ...settingChanges(now, answers), settings }, lists.knownNames),
        rebase: ({ answers, base }, now, dropped) => rebaseAnswers(base, now, answers, dropped),
      },
      connection,
      { edits: parts.edits.of(access.account.id), resume: resume === true },
    );
    disposeIdleInput();
    if (edit !== undefined) await reportEdit(parts, access, edit, edit.outcome, lists.knownNames);
  } finally {
    stop.abort();
    disposeIdleInput();
  }
}

/** Returns the order of steps for an edit: the question for `first`, if given, and then the review. */
function editSequence(first: FieldId | undefined): ConnectionSequence {
  return {
    ...creationSequence,
    steps: () => [],
    firstOpen: () => (first === undefined ? { step: "review" } : { step: first, editing: first }),
    move: (position, draft, to) => {
      const next = movePosition(position, draft, to);
      return next.editing === undefined ? { step: "review" } : next;
    },
  };
}

async function reportEdit(
  parts: ConnectionsContext,
  access: AccountAccess,
  { answers, base }: EditState<ManagedAuth, ConnectionDraft>,
  outcome: ConnectionEditOutcome,
  named: readonly NamedResource[],
): Promise<void> {
  if (outcome.kind === "cancelled" || outcome.kind === "conflict") return;
  await updateAfterEdit(parts, access.account, base.id, outcome);
  if (outcome.kind === "nothing") {
    void inform(l10n.t("No changes to save."));
    return;
  }
  const before = ("before" in outcome && outcome.before) || base;
  const { settings, wanted } = settingChanges(before, rebaseAnswers(base, before, answers));
  const summary = { connection: before, before, settings, wanted, named };
  const name = display(connectionName(base));
  const options = outcome.kind === "saved" ? { awayMessage: labelWithValue(l10n.t("Saved"), name) } : {};
  await parts.panel.show(editResult(parts, access, summary, outcome), options);
}

/** Updates the Connections view after an edit, and records the time of a successful edit. */
export async function updateAfterEdit(
  { connections, logins }: ConnectionsContext,
  account: Account,
  id: string,
  outcome: ConnectionEditOutcome,
): Promise<void> {
  // Record the edit as an action of the user, because it may have fixed the cause of a failed login.
  if (outcome.kind === "saved") await logins.times.noteUserAction(account.id, id);
  if ("after" in outcome) connections.updateRow(account, outcome.after);
  void connections.refreshIfLoaded();
}

/** Returns the review step of an edit, which shows every setting, with the old and new value of each change. */
function editReview(base: ManagedAuth): SettingPrompt {
  return (context) => {
    const { draft, lists, accountName } = context;
    const { current, settings, wanted } = settingChanges(base, draft);
    return reviewEdit(context, {
      accountName,
      problem: () => {
        const words = otherSiteWarning(draft, lists.knownCredentials.values());
        if (words !== undefined) return withFullStop(words);
        const { credential } = draftFromConnection(base);
        if (breaksVaultItems(context.entitlements, credential, draft.credential)) return vaultItemWarning();
        return undefined;
      },
      names: (signal) => lists.fetchNames([current, draft], signal),
      rows: () =>
        rowsByGroup((field) => ({
          field,
          label: stepLabel(field),
          ...(isSetting(field)
            ? {
                currentValue: formatSetting(field, current, lists.knownNames),
                newValue: settings.includes(field)
                  ? formatSetting(field, wanted, lists.knownNames)
                  : undefined,
              }
            : {
                currentValue: l10n.t("{0} · can't be changed", formatSetting(field, draft, [])),
                fixed: l10n.t("Domain and profile can't change. Duplicate the connection instead."),
              }),
        })),
      undone: (field: FieldId) =>
        current[field] === undefined ? withDefault(draft, field) : { ...draft, [field]: current[field] },
    });
  };
}

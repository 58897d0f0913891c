import { l10n } from "vscode";
import { getConnection, updateConnection as change } from "../../api/operations.ts";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import {
  settingsInUpdate,
  expectedAnswers,
  settingChanges,
} from "../../domain/connections/settingChanges.ts";
import { findInListing, type CreationOutcome } from "../../domain/connections/creationOutcome.ts";
import {
  draftFromReported,
  draftFromConnection,
  toRequest,
  type ConnectionDraft,
} from "../../domain/draft/draft.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { breaksVaultItems } from "../../domain/connections/vaultItems.ts";
import { fetchedEntitlements } from "../catalogue/entitlementsModel.ts";
import { otherSiteWarning, vaultItemWarning } from "../connections/settings/settingWords.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { domainAndProfileLines } from "../catalogue/connectionLabels.ts";
import { listSimilar } from "../../api/projectReading.ts";
import { describeEarlierAttempt } from "../connections/creation/notCreatedCards.ts";
import { updateAfterCreation, sendCreation } from "../connections/creation/sendCreation.ts";
import { formatChange } from "../files/planDescriptions.ts";
import { confirm, bulletLines } from "../kit/notify.ts";
import { compact } from "../../domain/compact.ts";
import { prependSentences, errorAnswer, notDone, type ToolAnswer } from "./answer.ts";
import { connectionAnswer, showConnectionInstruction, noSuchConnection } from "./connectionAnswer.ts";
import { requestConsent, type ToolCall } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import { serviceNow, fetchConnection } from "./readTools.ts";
import { applyEdit, type ConnectionEditOutcome } from "../../domain/connections/applyEdit.ts";
import { display, maxFullLength, displayFull } from "../../domain/text/display.ts";
import { stepLabel, quoteSetting } from "../connections/settings/settings.ts";
import { updateAfterEdit } from "../connections/editing/editConnection.ts";
import { joinWithCommas, labelWithValue, withFullStop } from "../words/sentences.ts";
import type { SettingId } from "../../domain/connections/settings.ts";

/**
 * Creates a connection (interface.md §4.1) after the user has confirmed. If the profile already has a connection for
 * the domain, returns that connection.
 */
export async function createConnectionTool(
  call: ToolCall,
  input: ToolInput<"managed_auth_create_connection">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const login_url = input.login_url && readLoginUrl(input.login_url);
  const answers = draftFromReported({ ...input, login_url });
  const request = toRequest(answers);
  if (request === undefined) return notDone(l10n.t("Not done: the input is incomplete."));
  // Don't prompt the user if the connection already exists or if the list can't be fetched.
  const found = findInListing(await listSimilar(access.client, request, signal), request);
  signal.throwIfAborted();
  if (found.kind === "found") return existingConnectionAnswer(call, found.id, alreadyExistsText());
  if (found.kind === "unclear" && found.error !== undefined) return errorAnswer(found.error);
  const warning = await siteWarning(call, answers);
  const refused = await requestConsent(call, (asker) =>
    confirm(
      l10n.t("Create a connection?"),
      [
        ...asker,
        l10n.t(
          "A connection keeps the profile logged in to the domain. A profile that doesn't exist is created.",
        ),
        "",
        ...domainAndProfileLines(request),
        ...settingLines(settingsInUpdate(request), answers),
        ...warning,
        accountWithAddress(access),
      ].join("\n"),
      l10n.t("Create"),
    ),
  );
  if (refused !== undefined) return refused;
  const attempt = await sendCreation(parts, access, request, signal);
  await updateAfterCreation(parts, access, attempt);
  return { ...(await creationAnswer(call, attempt.verdict, request)), sent: true };
}

async function creationAnswer(
  call: ToolCall,
  verdict: CreationOutcome,
  request: ManagedAuthCreateRequest,
): Promise<ToolAnswer> {
  switch (verdict.kind) {
    case "created":
      return prependSentences(
        [l10n.t("The connection was created.")],
        connectionAnswer(verdict.value, serviceNow(verdict.answeredAt)),
      );
    case "exists": {
      let message = alreadyExistsText();
      if (verdict.isOurs) message = l10n.t("The connection exists, most likely from this call.");
      const found =
        verdict.id === undefined
          ? findInListing(await listSimilar(call.access.client, request, call.signal), request)
          : { ...verdict, kind: "found" };
      if ("id" in found && found.id !== undefined) return existingConnectionAnswer(call, found.id, message);
      return notDone(message, l10n.t("Next: find the connection with managed_auth_list_connections."));
    }
    case "refused": {
      const earlier = verdict.earlier && describeEarlierAttempt(verdict.earlier);
      return prependSentences(
        compact(l10n.t("The connection wasn't created."), earlier),
        errorAnswer(verdict.error, "create"),
      );
    }
    case "cancelled":
      return notDone(l10n.t("The user canceled before anything was sent."));
    case "unknown":
      return notDone(
        l10n.t("We couldn't confirm the creation."),
        l10n.t(
          "Next: look for the connection with managed_auth_list_connections. If the connection is missing, call this tool again. A profile has at most one connection for a domain.",
        ),
      );
  }
}

function alreadyExistsText(): string {
  return l10n.t("Not created: a connection for this profile and domain already exists.");
}

async function existingConnectionAnswer(call: ToolCall, id: string, message: string): Promise<ToolAnswer> {
  const read = await fetchConnection(call, id);
  if ("sentences" in read)
    return { ...notDone(message, showConnectionInstruction()), serviceData: { connection: { id } } };
  return prependSentences([message], connectionAnswer(read.connection, read.now));
}

/** Changes a connection's settings after the user has confirmed each value. Omitted settings stay unchanged. */
export async function updateConnectionTool(
  call: ToolCall,
  { id, login_url, ...given }: ToolInput<"managed_auth_update_connection">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const read = await fetchConnection(call, id);
  if ("sentences" in read) return read;
  const base = read.connection;
  const page = login_url !== undefined && { login_url: readLoginUrl(login_url) ?? "" };
  const answers = expectedAnswers(base, { ...given, ...page });
  const changes = settingChanges(base, answers);
  if (changes.unsendable.includes("telemetry"))
    return notDone(
      l10n.t("Not changed: this version can change only the telemetry categories that it fully knows."),
      l10n.t("Next: ask the user which other category to turn on."),
    );
  if (changes.settings.length === 0)
    return prependSentences(
      [l10n.t("Not changed: the connection already has these values.")],
      connectionAnswer(base, read.now),
    );
  const isSiteAffected = changes.settings.some(
    (setting) => setting === "credential" || setting === "allowed_domains",
  );
  const warning = isSiteAffected ? await siteWarning(call, answers) : [];
  const plan = await fetchedEntitlements(parts.entitlements, access, signal);
  const stopsItems = breaksVaultItems(plan, draftFromConnection(base).credential, answers.credential);
  const refused = await requestConsent(call, (asker) =>
    confirm(
      l10n.t("Change a connection?"),
      [
        ...asker,
        "",
        ...domainAndProfileLines(base),
        ...settingLines(changes.settings, changes.wanted, changes.current),
        ...warning,
        ...(stopsItems ? [vaultItemWarning(), ""] : []),
        l10n.t("{0} · {1}", display(base.id), accountWithAddress(access)),
      ].join("\n"),
      l10n.t("Change"),
    ),
  );
  if (refused !== undefined) return refused;
  const path = { id };
  // A conflict ends the edit, because the values that the user saw in the confirmation have changed in the meantime.
  const outcome = await applyEdit(base, answers, {
    read: () => access.client.call(getConnection, { path }, signal),
    send: (body) => access.client.call(change, { path, body }, signal),
  });
  await updateAfterEdit(parts, access.account, id, outcome);
  return { ...editAnswer(outcome), sent: true };
}

function editAnswer(edit: ConnectionEditOutcome): ToolAnswer {
  switch (edit.kind) {
    case "nothing":
      return prependSentences(
        [l10n.t("The connection has these values now.")],
        connectionAnswer(edit.after, new Date()),
      );
    case "saved":
      return prependSentences([l10n.t("The changes were saved.")], connectionAnswer(edit.after, new Date()));
    case "notTaken": {
      const question = l10n.t(
        "The connection doesn't show all sent values: {0}.",
        joinWithCommas(edit.unapplied.map(({ field }) => stepLabel(field))),
      );
      const explanation = edit.isAnswered
        ? l10n.t("The service accepted the changes anyway.")
        : l10n.t("The changes may still take effect. Check before you send anything again.");
      return {
        ...connectionAnswer(edit.after, new Date()),
        done: false,
        sentences: [question, explanation, showConnectionInstruction()],
      };
    }
    case "unknown":
      return notDone(
        l10n.t("We couldn't confirm the changes. Check before you send anything again."),
        showConnectionInstruction(),
      );
    case "gone":
      return noSuchConnection();
    case "refused":
    case "notRead":
      return prependSentences([l10n.t("Not changed.")], errorAnswer(edit.error, "change"));
    case "cancelled":
    case "conflict":
      return notDone(
        l10n.t("Not changed: someone else changed the same settings."),
        showConnectionInstruction(),
      );
  }
}

async function siteWarning({ access, signal }: ToolCall, draft: ConnectionDraft): Promise<readonly string[]> {
  const lists = new PickerLists(access.client);
  await lists.fetchNames([{ domain: draft.domain, credential: draft.credential }], signal);
  signal.throwIfAborted();
  const words = otherSiteWarning(draft, lists.knownCredentials.values());
  return words === undefined ? [] : [withFullStop(words), ""];
}

/**
 * Formats settings for a confirmation, each on its own line with the new value and, if given, the current value. Ends
 * with an empty line.
 */
export function settingLines(
  settings: readonly SettingId[],
  draft: ConnectionDraft,
  base?: ConnectionDraft,
): readonly string[] {
  const lines = settings.flatMap((setting) => {
    const subject = stepLabel(setting);
    const [wanted, old] = [settingText(setting, draft), base && settingText(setting, base)];
    if (wanted.names.length + (old?.names.length ?? 0) === 0) {
      const words = old === undefined ? wanted.words : formatChange(old.words, wanted.words);
      return [labelWithValue(subject, words)];
    }
    const next = [labelWithValue(subject, wanted.words), ...bulletLines(wanted.names)];
    if (old === undefined) return next;
    return [labelWithValue(l10n.t("{0} so far", subject), old.words), ...bulletLines(old.names), ...next];
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

function settingText(
  setting: SettingId,
  draft: ConnectionDraft,
): { readonly words: string; readonly names: readonly string[] } {
  const { names, words } = quoteSetting(setting, draft);
  return {
    words,
    names: names.map(({ label, name }) =>
      label === undefined ? readableName(name) : labelWithValue(label, readableName(name)),
    ),
  };
}

/**
 * Escapes unusual characters in a name. Shortens a name that is too long to read. Only names that the service already
 * stores can be that long.
 */
const readableName = (name: string): string =>
  name.length > maxFullLength ? display(name) : displayFull(name);

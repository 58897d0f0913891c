import { fetchedEntitlements } from "../catalogue/entitlementsModel.ts";
import {
  CancellationError,
  l10n,
  type CancellationToken,
  type LanguageModelToolResult,
  type PreparedToolInvocation,
} from "vscode";
import type * as z from "zod/mini";
import { untilAborted } from "../../api/untilAborted.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { ToolName } from "../words/contributions.ts";
import { runForAgent } from "../kit/userAttention.ts";
import { sandboxStartFailure } from "../words/errors.ts";
import { notDone, replaceTokenInstruction, toToolResult, type ToolAnswer } from "./answer.ts";
import { endBrowserTool, listBrowsersTool } from "./browserTools.ts";
import { applyFileTool, planFileTool } from "./fileTools.ts";
import { createConnectionTool, updateConnectionTool } from "./changeTools.ts";
import { deleteDestinationTool, deletionAnswer } from "./deleteDestination.ts";
import { ensureLoggedInTool } from "./ensureLoggedIn.ts";
import {
  entitlementsTool,
  historyTool,
  listConnectionsTool,
  listDestinationsTool,
  fetchConnection,
  showConnectionTool,
  waitForLoginTool,
} from "./readTools.ts";
import { validateInput, type InputValidation, type ToolInput } from "./inputs.ts";
import { hasAccountChanged, type ToolCall, requestConsent } from "./consent.ts";
import type { FilesContext } from "../files/planFile.ts";
import { quoteData } from "./quoted.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import {
  confirmConnectionDeletion,
  deleteConfirmedConnections,
} from "../connections/listed/deleteConnections.ts";
import { connectionListEntry, connectionSecrets } from "./connectionAnswer.ts";
import { connectionView } from "../../domain/connections/connectionView.ts";
import { indexByIdOrName } from "../../domain/resources/destinationUse.ts";
import { display } from "../../domain/text/display.ts";
import { connectionName } from "../catalogue/connectionLabels.ts";
import { escapeMarkdown } from "../kit/escapedText.ts";

const toolFunctions: {
  readonly [Name in ToolName]: (call: ToolCall, input: ToolInput<Name>) => Promise<ToolAnswer>;
} = {
  managed_auth_list_connections: listConnectionsTool,
  managed_auth_show_connection: showConnectionTool,
  managed_auth_history: historyTool,
  managed_auth_entitlements: entitlementsTool,
  managed_auth_list_destinations: listDestinationsTool,
  managed_auth_list_browsers: listBrowsersTool,
  managed_auth_wait_for_login: waitForLoginTool,
  managed_auth_ensure_logged_in: ensureLoggedInTool,
  managed_auth_create_connection: createConnectionTool,
  managed_auth_update_connection: updateConnectionTool,
  managed_auth_delete_connection: deleteConnectionTool,
  managed_auth_delete_destination: deleteDestinationTool,
  managed_auth_end_browser: endBrowserTool,
  managed_auth_plan_file: planFileTool,
  managed_auth_apply_file: applyFileTool,
};

/**
 * Calls a tool with the window's account. The input is untrusted. Never signs in and never prompts the user to sign
 * in. Rejects only if the call is cancelled, and does so immediately.
 */
export async function callTool(
  parts: FilesContext,
  name: ToolName,
  input: unknown,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const stop = new AbortController();
  const listening = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) stop.abort();
  try {
    stop.signal.throwIfAborted();
    return await runForAgent(() =>
      untilAborted(runTool(parts, name, validateInput(name, input), stop.signal), stop.signal),
    );
  } catch (fault) {
    if (stop.signal.aborted || fault instanceof CancellationError) throw new CancellationError();
    parts.log.fault(name, fault);
    return toToolResult(
      notDone(l10n.t('Unexpected error in Managed Auth. For details, run "Managed Auth: Show Log".')),
      undefined,
    );
  } finally {
    listening.dispose();
  }
}

async function runTool<Name extends ToolName>(
  parts: FilesContext,
  name: Name,
  read: InputValidation<Name>,
  signal: AbortSignal,
): Promise<LanguageModelToolResult> {
  if (!read.success) return toToolResult(notDone(...describeInputErrors(read.error)), undefined);
  const access = await windowAccess(parts, signal);
  if ("sentences" in access) return toToolResult(access, undefined);
  const answer = await toolFunctions[name]({ parts, access, signal, name }, read.data);
  // If the user has switched accounts, don't return data of the previous account. Completed changes are still
  // reported.
  if (hasAccountChanged(parts, access)) return toToolResult(switchedAccountAnswer(answer), undefined);
  return toToolResult(answer, access);
}

function switchedAccountAnswer({ done, sentences, sent }: ToolAnswer): ToolAnswer {
  if (sent !== true) return notDone(l10n.t("The account changed. Next: call this tool again."));
  return { done, sentences: [l10n.t("The account changed. In the previous account:"), ...sentences] };
}

/**
 * Returns access to the window's account. If the window is signed out, returns an answer that asks the user to sign
 * in, because a tool can't do that.
 */
async function windowAccess(
  { service, session }: FilesContext,
  signal: AbortSignal,
): Promise<AccountAccess | ToolAnswer> {
  const { state } = session;
  if (state.kind === "signedOut")
    return notDone(
      l10n.t("Not signed in. Tools can't sign in."),
      l10n.t('Next: ask the user to run "Managed Auth: Sign In…", then try again.'),
    );
  if (await service.isTokenRejected(state.account))
    return notDone(l10n.t("The service refused this account's token."), replaceTokenInstruction());
  try {
    return await service.access(state.account, signal);
  } catch (fault) {
    if (state.account.kind !== "sandbox" || signal.aborted) throw fault;
    return notDone(l10n.t("The sandbox didn't start. {0}", sandboxStartFailure(fault)));
  }
}

const maxReportedErrors = 5;

function describeInputErrors({ issues }: z.core.$ZodError): readonly string[] {
  return [
    l10n.t("Not done: the input is invalid."),
    ...issues.slice(0, maxReportedErrors).map(describeInputError),
    l10n.t("Next: correct the input, then call this tool again."),
  ];
}

function describeInputError(issue: z.core.$ZodIssue): string {
  const location =
    issue.path.length === 0 ? l10n.t("the input") : quoteCallerText(issue.path.map(String).join("."));
  switch (issue.code) {
    case "unrecognized_keys": {
      const names = issue.keys.slice(0, maxReportedErrors).join(", ");
      return l10n.t("Unknown in {0}: {1}.", location, quoteCallerText(names));
    }
    case "invalid_type":
      return l10n.t("Wrong or missing: {0} must be of type {1}.", location, issue.expected);
    case "too_big":
      return l10n.t("Too large or too long: {0}, at most {1}.", location, String(issue.maximum));
    case "too_small":
      return l10n.t("Too small or too short: {0}, at least {1}.", location, String(issue.minimum));
    case "invalid_value":
      return l10n.t("Value not allowed in {0}.", location);
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
      return l10n.t("Invalid: {0}.", location);
  }
}

/** Quotes text from the caller, which may be long and contain arbitrary characters. */
const quoteCallerText = (text: string): string => JSON.stringify(quoteData(text));

async function deleteConnectionTool(
  call: ToolCall,
  { id }: ToolInput<"managed_auth_delete_connection">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const read = await fetchConnection(call, id);
  if ("sentences" in read) return read;
  const { connection, now } = read;
  const accountName = accountWithAddress(access);
  const plan = await fetchedEntitlements(parts.entitlements, access, signal);
  const refused = await requestConsent(call, (asker) =>
    confirmConnectionDeletion([connection], accountName, plan, asker),
  );
  if (refused !== undefined) return refused;
  const [{ deletion } = { deletion: { kind: "notTried" as const } }] = await deleteConfirmedConnections(
    parts,
    access,
    [connection],
    signal,
  );
  const answer = deletionAnswer(
    deletion,
    "delete",
    l10n.t("The connection was deleted. The profile, its cookies and a stored credential stay."),
    l10n.t("Next: check with managed_auth_show_connection."),
  );
  const subject = { connection: connectionListEntry(connectionView(connection, now)) };
  return {
    ...answer,
    serviceData: { ...subject, ...answer.serviceData },
    secrets: connectionSecrets(connection),
    sent: true,
  };
}

/**
 * Returns the progress message of a tool call, or `undefined` to use VS Code's own message. The input is untrusted.
 * Doesn't make VS Code ask for confirmation, because the user could confirm all later calls at once. Tools that change
 * something show their own dialog.
 */
export function describeToolCall(
  context: FilesContext,
  name: ToolName,
  input: unknown,
): PreparedToolInvocation | undefined {
  // Ignore an invalid input, because the tool itself rejects it.
  const { data } = validateInput(name, input);
  const text = data && progressMessage(context, name, data);
  if (text === undefined) return undefined;
  return { invocationMessage: escapeMarkdown(text) };
}

function progressMessage<Name extends ToolName>(
  context: FilesContext,
  name: Name,
  input: ToolInput<Name>,
): string | undefined {
  return progressMessages[name]?.(context, input);
}

const progressMessages: {
  readonly [Name in ToolName]?: (context: FilesContext, input: ToolInput<Name>) => string;
} = {
  managed_auth_wait_for_login: (context, { id }) =>
    l10n.t("Waiting for the login for {0}", displayConnection(context, id)),
  managed_auth_ensure_logged_in: (context, { id }) =>
    l10n.t("Checking the login for {0}", displayConnection(context, id)),
  managed_auth_create_connection: (_, { domain, profile_name }) =>
    l10n.t("Asking you to create {0}", display(connectionName({ id: "", domain, profile_name }))),
  managed_auth_update_connection: (context, { id }) =>
    l10n.t("Asking you to change {0}", displayConnection(context, id)),
  managed_auth_delete_connection: (context, { id }) =>
    l10n.t("Asking you to delete {0}", displayConnection(context, id)),
  managed_auth_delete_destination: (context, { id_or_name }) =>
    l10n.t("Asking you to delete {0}", displayDestination(context, id_or_name)),
  managed_auth_end_browser: () => l10n.t("Asking you to end a browser"),
  managed_auth_plan_file: (_, { path }) => l10n.t("Planning {0}", display(path)),
  managed_auth_apply_file: (_, { path }) => l10n.t("Asking you to apply {0}", display(path)),
};

function displayConnection({ connections }: FilesContext, id: string): string {
  const row = connections.state.reading?.rows.find((connection) => connection.id === id);
  return display(row === undefined ? id : connectionName(row));
}

function displayDestination({ destinations }: FilesContext, idOrName: string): string {
  const row = indexByIdOrName(destinations.state.reading?.rows ?? [])(idOrName);
  return display(row?.name ?? idOrName);
}

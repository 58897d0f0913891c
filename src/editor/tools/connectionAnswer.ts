import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionView, type ConnectionView } from "../../domain/connections/connectionView.ts";
import { withFallbacks } from "../../domain/connections/deprecatedFields.ts";
import { isLaunchName } from "../../domain/code/useCode.ts";
import { isResourceGone } from "../../domain/resources/requestEnd.ts";
import { selectedDestination } from "../../domain/resources/destinationUse.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { reauthRow } from "../connections/shown/reauthRow.ts";
import { flowSummary } from "../connections/shown/loginProgress.ts";
import { awaitedName } from "../connections/shown/words/awaitedWords.ts";
import { reportedFlags } from "../connections/settings/booleanSettings.ts";
import { ownProperty } from "../words/labels.ts";
import { labelWithValue, joinSentences, withFullStop } from "../words/sentences.ts";
import { type ToolAnswer, errorAnswer, notDone } from "./answer.ts";
import type { ToolData } from "./quoted.ts";

/** Describes a connection to a model: its state, automatic logins, the next step and the connection's data. */
export function connectionAnswer(connection: ManagedAuth, now: Date): ToolAnswer {
  const view = connectionView(connection, now);
  return {
    done: true,
    sentences: [...stateSentences(view), reauthSentence(view), nextStep(view)],
    serviceData: { connection: connectionFacts(view), ...browserLaunch(connection) },
    secrets: connectionSecrets(connection),
  };
}

/** Returns the arguments of `browsers.create` for a logged-in browser, or nothing if the connection isn't logged in. */
function browserLaunch(connection: ManagedAuth): { readonly launch?: ToolData } {
  const { browser, profile_name: name = "", status } = withFallbacks(connection);
  if (status !== "AUTHENTICATED" || !isLaunchName(name)) return {};
  const proxy_id = browser?.proxy?.id;
  return { launch: { profile: { name }, stealth: browser?.stealth ?? true, proxy_id } };
}

export function notReadAnswer(error: ApiError): ToolAnswer {
  const answer = errorAnswer(error);
  return isResourceGone(error) ? { ...answer, ...noSuchConnection() } : answer;
}

export function noSuchConnection(): ToolAnswer {
  return notDone(
    l10n.t("This account has no connection with this ID."),
    l10n.t("Next: find the ID with managed_auth_list_connections."),
  );
}

export function showConnectionInstruction(): string {
  return l10n.t("Next: read the connection with managed_auth_show_connection.");
}

/** Minimum length of a secret to mask. Shorter values give no access, and masking them would garble other text. */
const minSecretLength = 8;

/** Returns the values that give access to a login. They must be masked wherever they occur in the service's text. */
export function connectionSecrets({
  browser_session_id,
  external_action_message,
  hosted_url,
  live_view_url,
}: ManagedAuth): readonly string[] {
  const opening = [hosted_url, live_view_url, browser_session_id].filter(
    (secret) => secret !== undefined && secret.length >= minSecretLength,
  );
  // Mask the message about the external action regardless of its length, because it may contain a code that only the
  // user may see.
  return [...opening, external_action_message].filter((secret) => secret !== undefined);
}

/** Maximum number of connections to list for a destination. */
const maxListedUsers = 10;

/** Returns the ID, domain and profile of the first connections that use a destination. */
export function listDestinationUsers(users: readonly ManagedAuth[]): ToolData {
  return users.slice(0, maxListedUsers).map((user) => pickFields(user, "id", "domain", "profile_name"));
}

export function connectionListEntry({ connection, flow }: ConnectionView): ToolData {
  const { can_reauth, domain, error_code, id, profile_name, status } = connection;
  return { id, domain, profile_name, status, login: flow?.status, error_code, can_reauth };
}

/**
 * Returns the fields of a connection that a model may see: the settings and the progress of logins. Excludes all
 * values that give access to a login.
 */
function connectionFacts({ connection: reported, flow }: ConnectionView): ToolData {
  const connection = withFallbacks(reported);
  const { browser, credential, flow_expires_at, login_url } = connection;
  return {
    ...pickFields(connection, "id", "domain", "profile_name", "status"),
    login: flow && {
      ...pickFields(flow, "status", "step", "type"),
      expires_at: flow_expires_at,
      waits_for: flow.awaited.map(awaitedName),
    },
    ...pickFields(
      connection,
      "error_code",
      "error_message",
      "website_error",
      "can_reauth",
      "can_reauth_reason",
    ),
    ...reportedFlags(connection),
    ...pickFields(connection, "health_check_interval", "last_auth_check_at", "allowed_domains"),
    credential: credential && pickFields(credential, "name", "provider", "path", "auto"),
    login_url: login_url && maskedAddress(login_url),
    sso_provider: connection.sso_provider,
    proxy: browser?.proxy && pickFields(browser.proxy, "mode", "id", "name"),
    exports_to: selectedDestination(connection),
  };
}

export function pickFields<Key extends string>(
  from: Partial<Readonly<Record<Key, ToolData>>>,
  ...keys: readonly Key[]
): Readonly<Record<string, ToolData>> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

/** Describes the status and the last login in fixed sentences, without text from the service. */
function stateSentences(view: ConnectionView): readonly string[] {
  // Omit the fields that the website requests. Only the answer's JSON has them, because their labels come from the
  // website and must not appear in this extension's sentences.
  return [statusSentence(view.connection.status), ...flowSummary(view, [])];
}

function statusSentence(status: string | undefined): string {
  if (status === undefined) return l10n.t("The service doesn't report if the connection is logged in.");
  const words = {
    AUTHENTICATED: l10n.t("Logged in, as far as the service knows."),
    NEEDS_AUTH: withFullStop(l10n.t("Not logged in")),
  };
  return ownProperty(words, status) ?? l10n.t("This version doesn't know this status.");
}

function reauthSentence(view: ConnectionView): string {
  const { label, note, value, volatile } = reauthRow(view);
  const words = withFullStop(labelWithValue(label, value.text));
  // If this version doesn't know the reason, the note quotes text from the service. Omit such a note.
  if (note === undefined || volatile === true) return words;
  return joinSentences([words, note]);
}

function nextStep({ connection, state }: ConnectionView): string {
  const logIn = l10n.t("Next: log the connection in with managed_auth_ensure_logged_in.");
  return {
    running: l10n.t(
      "Next: wait for the login with managed_auth_wait_for_login, or ask the user with managed_auth_ensure_logged_in.",
    ),
    loggedIn:
      browserLaunch(connection).launch === undefined
        ? l10n.t("Agents can now use the profile.")
        : l10n.t(
            "Next: create a browser with the values under launch. Use its first context, and delete the browser when done.",
          ),
    needsLogin: logIn,
    failed: logIn,
    unknown: logIn,
  }[state.kind];
}

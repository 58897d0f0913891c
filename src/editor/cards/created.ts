import { l10n } from "vscode";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { Block, Card, Row, Value } from "../../page/protocol.ts";
import {
  flowStatus,
  flowStep,
  flowType,
  reportedCredential,
  reportedHealthChecks,
  reportedMoment,
  reportedProxy,
  unknownValue,
  yesNo,
} from "../words/connection.ts";
import { reauthReason } from "../words/reauth.ts";
import { action, cardFrame, code, plain, rawReply, rows, sentRequest } from "./common.ts";
import type { Occasion } from "./common.ts";

/** A connection that was just created (§4.1, 201). */
export function createdCard(
  occasion: Occasion,
  request: ManagedAuthCreateRequest,
  connection: ManagedAuth,
  raw: unknown,
): Card {
  return {
    ...cardFrame(occasion),
    tone: "success",
    title: l10n.t("Connection Created"),
    summary: [nextStep(connection), ...echoChanges(request, connection)],
    blocks: [...connectionBlocks(connection), sentRequest(request), rawReply(raw)],
    actions: [action("copyId", true), action("createAnother"), action("copyDetails")],
  };
}

function connectionBlocks(connection: ManagedAuth): readonly Block[] {
  return [
    rows(
      l10n.t("Connection"),
      { label: l10n.t("Status"), ...status(connection.status) },
      reported(l10n.t("Domain"), connection.domain),
      reported(l10n.t("Profile"), connection.profile_name),
      { label: l10n.t("ID"), value: code(connection.id) },
      connection.login_url === undefined
        ? undefined
        : { label: l10n.t("Login page"), value: code(connection.login_url), volatile: true },
    ),
    rows(
      l10n.t("Staying logged in"),
      reauthentication(connection),
      healthChecks(connection),
      { label: l10n.t("Credential"), value: plain(reportedCredential(connection)) },
      {
        label: l10n.t("Saves credentials"),
        value: plain(yesNo(connection.save_credentials)),
        note: l10n.t("One-time codes are never saved."),
      },
    ),
    rows(
      l10n.t("Browser"),
      proxy(connection),
      { label: l10n.t("Stealth"), value: plain(yesNo(connection.browser?.stealth)) },
      { label: l10n.t("Records sessions"), value: plain(yesNo(connection.record_session)) },
    ),
    ...flow(connection),
  ];
}

function status(value: string | undefined): Pick<Row, "value" | "volatile"> {
  switch (value) {
    case "AUTHENTICATED":
      return { value: { text: l10n.t("Authenticated"), tone: "success" } };
    case "NEEDS_AUTH":
      return { value: { text: l10n.t("Needs a login"), tone: "warning" } };
    case undefined:
      return { value: { text: l10n.t("Not reported"), tone: "neutral" } };
    default:
      return { value: { text: unknownValue(value), tone: "neutral" }, volatile: true };
  }
}

function proxy(connection: ManagedAuth): Row {
  const mode = connection.browser?.proxy?.mode;
  const known = mode === undefined || mode === "default" || mode === "direct";
  return {
    label: l10n.t("Proxy"),
    value: plain(reportedProxy(connection)),
    ...(!known && { volatile: true }),
  };
}

function reported(label: string, value: string | undefined): Row {
  return { label, value: value === undefined ? plain(l10n.t("Not reported")) : code(value) };
}

function reauthentication({ auto_reauth, can_reauth, can_reauth_reason }: ManagedAuth): Row {
  const reason = can_reauth_reason === undefined ? undefined : reauthReason(can_reauth_reason);
  const optedOut = auto_reauth === false ? l10n.t("Automatic re-authentication is turned off.") : undefined;
  const note = [reason?.sentence, optedOut].filter((sentence) => sentence !== undefined).join(" ");
  return {
    label: l10n.t("Can log in again by itself"),
    value: possible(can_reauth),
    ...(note !== "" && { note }),
    ...(reason?.known === false && { volatile: true }),
  };
}

function possible(can: boolean | undefined): Value {
  if (can === undefined) return { text: l10n.t("Not reported"), tone: "neutral" };
  return can ? { text: l10n.t("Yes"), tone: "success" } : { text: l10n.t("Not yet"), tone: "neutral" };
}

function healthChecks(connection: ManagedAuth): Row {
  const { health_checks, last_auth_check_at } = connection;
  const notes = [
    health_checks === false
      ? l10n.t("Nothing verifies the login by itself, and automatic re-authentication has no effect.")
      : undefined,
    last_auth_check_at === undefined
      ? undefined
      : l10n.t("Last check: {0}.", reportedMoment(last_auth_check_at)),
  ].filter((sentence) => sentence !== undefined);
  return {
    label: l10n.t("Health checks"),
    value: plain(reportedHealthChecks(connection)),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
}

function flow(connection: ManagedAuth): readonly Block[] {
  const { error_message, external_action_message, flow_expires_at, flow_status, flow_step, website_error } =
    connection;
  if (flow_status === undefined && flow_step === undefined) return [];
  // A flow moves on, and its messages may hold addresses: it is shown once.
  const optional = (label: string, text: string | undefined): Row | undefined =>
    text === undefined ? undefined : { label, value: plain(text), volatile: true };
  return [
    rows(
      flowType(connection.flow_type),
      optional(l10n.t("State"), flow_status === undefined ? undefined : flowStatus(flow_status)),
      optional(l10n.t("Step"), flow_step === undefined ? undefined : flowStep(flow_step)),
      optional(
        l10n.t("Expires"),
        flow_expires_at === undefined ? undefined : reportedMoment(flow_expires_at),
      ),
      optional(l10n.t("What to do"), external_action_message),
      optional(l10n.t("Error"), error_message),
      optional(l10n.t("The website says"), website_error),
    ),
  ];
}

function nextStep({ status }: ManagedAuth): string {
  return status === "AUTHENTICATED"
    ? l10n.t("The profile is logged in.")
    : l10n.t(
        "What comes next: a new connection usually needs a first login before agents can use the profile.",
      );
}

/** The service may store something else than was asked for; say so rather than show what was typed. */
function echoChanges(request: ManagedAuthCreateRequest, connection: ManagedAuth): readonly string[] {
  return [
    connection.domain !== undefined && connection.domain !== request.domain
      ? l10n.t("The service changed the domain from {0} to {1}.", request.domain, connection.domain)
      : undefined,
    connection.profile_name !== undefined && connection.profile_name !== request.profile_name
      ? l10n.t(
          "The service changed the profile from {0} to {1}.",
          request.profile_name,
          connection.profile_name,
        )
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

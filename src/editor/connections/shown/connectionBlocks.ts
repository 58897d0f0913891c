import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
import { deprecatedFields, withFallbacks } from "../../../domain/connections/deprecatedFields.ts";
import { nameAmong, type NamedResource } from "../../../domain/text/names.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import type { CardBlock, GridCell, CardRow, CardTone, CardValue } from "../../../card/card.ts";
import { connectionStatusLabel } from "../../catalogue/connectionLabels.ts";
import { showConnectionButton } from "./connectionActions.ts";
import { reauthRow } from "./reauthRow.ts";
import { describeState, statePill } from "./words/stateWords.ts";
import type { StripFrame } from "../week/weekStrip.ts";
import { flagRows, flagViews } from "../settings/booleanSettings.ts";
import {
  codeValue,
  codeRow,
  copyButton,
  plainValue,
  rowsBlock,
  rawReplyBlock,
} from "../../results/cardParts.ts";
import { commandButton, type ResultBlock, type ResultRow } from "../../results/buttons.ts";
import { capitalize, ownProperty } from "../../words/labels.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { selectedDestination } from "../../../domain/resources/destinationUse.ts";
import { categoryFacts } from "../../../domain/draft/telemetry.ts";
import {
  categoryLabel,
  categoryMeaning,
  onOff,
  reportedCredential,
  reportedHealthChecks,
  formatReportedTime,
  reportedProxy,
} from "../settings/settingWords.ts";

/**
 * Builds the blocks with a connection's reported values (interface.md §2.1). Leaves out the login and the status, which
 * are shown at the top of the page.
 */
export function connectionBlocks(
  view: ConnectionView,
  named: readonly NamedResource[] = [],
): readonly ResultBlock[] {
  const connection = withFallbacks(view.connection);
  return [
    rowsBlock(
      l10n.t("Connection"),
      reportedRow(l10n.t("Domain"), connection.domain),
      reportedRow(l10n.t("Profile"), connection.profile_name),
      codeRow(l10n.t("ID"), connection.id),
    ),
    rowsBlock(
      l10n.t("Staying logged in"),
      reauthRow(view),
      healthChecksRow(connection),
      optionalRow(
        l10n.t("Last health check"),
        connection.last_auth_check_at && formatReportedTime(connection.last_auth_check_at),
      ),
      connectionCredentialRow(connection),
      ...flagRows("staying", connection),
    ),
    rowsBlock(
      l10n.t("Login"),
      maskedAddressRow(l10n.t("Login page"), connection.login_url),
      maskedAddressRow(l10n.t("Page after login"), connection.post_login_url),
      optionalRow(l10n.t("Logs in with"), connection.sso_provider),
      optionalRow(
        l10n.t("Allowed domains"),
        connection.allowed_domains && joinWithCommas(connection.allowed_domains),
        { note: l10n.t("Common identity providers are always allowed.") },
      ),
    ),
    rowsBlock(
      l10n.t("Browser"),
      connectionProxyRow(connection, named),
      optionalRow(l10n.t("Region"), connection.browser?.region),
      ...flagRows("browser", connection),
      // Don't show the session's ID, because anyone who has the ID and a token can access the browser.
      optionalRow(l10n.t("Browser session"), connection.browser_session_id && l10n.t("Running"), {
        volatile: true,
      }),
    ),
    ...telemetryBlocks(connection, named),
  ].filter((block) => block.kind !== "rows" || block.rows.length > 0);
}

/**
 * Builds a block with the response as received, except that secrets are masked and deprecated fields have notes. The
 * block isn't persisted.
 */
export function rawConnection(connection: ManagedAuth, raw: unknown): CardBlock {
  const notes = deprecatedFields(connection).map(([field, successor]) =>
    l10n.t("// {0} is deprecated: read {1}", field, successor),
  );
  return rawReplyBlock(raw, notes);
}

/** Returns the name, state and link of a connection's strip, which is a row in the chart of the last seven days. */
export function stripFrame(view: ConnectionView): StripFrame {
  const { domain, id } = view.connection;
  return {
    name: display(domain ?? id),
    state: { ...statePill(view), text: capitalize(display(describeState(view))) },
    leads: showConnectionButton(id),
  };
}

export function connectionStatusPill(status: string | undefined): CardValue {
  return { text: connectionStatusLabel(status), tone: statusTone(status) ?? "neutral" };
}

export function statusTone(status: string | undefined): CardTone | undefined {
  return ownProperty<CardTone>({ AUTHENTICATED: "success", NEEDS_AUTH: "warning" }, status ?? "");
}

function reportedRow(label: string, value: string | undefined): ResultRow {
  return value === undefined ? { label, value: plainValue(l10n.t("Not reported")) } : codeRow(label, value);
}

function maskedAddressRow(label: string, value: string | undefined): CardRow | undefined {
  return value === undefined ? undefined : { label, value: codeValue(maskedAddress(value)), volatile: true };
}

function optionalRow(label: string, value: string | undefined, more?: Partial<CardRow>): CardRow | undefined {
  return value ? { label, value: plainValue(value), ...more } : undefined;
}

/**
 * Builds the row of the proxy (interface.md §2.3). If the service reports only the proxy's name, the row links to the
 * list of proxies, because several proxies may have the same name.
 */
function connectionProxyRow(connection: ManagedAuth, proxies: readonly NamedResource[]): ResultRow {
  const { id, mode, name } = connection.browser?.proxy ?? {};
  const row = { label: l10n.t("Proxy"), value: plainValue(reportedProxy(connection, proxies)) };
  if (id !== undefined) {
    const leads = commandButton(l10n.t("Show Proxy"), "managedAuth.showProxy", { id });
    return { ...row, value: { ...row.value, hint: id }, copy: copyButton(id), leads };
  }
  if (name !== undefined)
    return { ...row, leads: commandButton(l10n.t("Show Proxies…"), "managedAuth.showProxies", { name }) };
  return mode === undefined || mode === "default" || mode === "direct" ? row : { ...row, volatile: true };
}

/** Builds the row of the credential (interface.md §2.5), with a link to the credential or its provider. */
function connectionCredentialRow(connection: ManagedAuth): ResultRow {
  const { name, provider } = connection.credential ?? {};
  const row = { label: l10n.t("Credential"), value: plainValue(reportedCredential(connection)) };
  if (provider !== undefined) {
    const leads = commandButton(l10n.t("Show Provider"), "managedAuth.showProviders", { name: provider });
    return { ...row, leads };
  }
  if (name === undefined) return row;
  const leads = commandButton(l10n.t("Show Credential"), "managedAuth.showCredential", { id: name });
  return { ...row, leads };
}

function healthChecksRow(connection: ManagedAuth): CardRow {
  return {
    label: flagViews.health_checks.label(),
    value: plainValue(reportedHealthChecks(connection)),
    ...(connection.health_checks === false && { note: l10n.t("No automatic health checks.") }),
  };
}

type ConnectionTelemetry = NonNullable<NonNullable<ManagedAuth["browser"]>["telemetry"]>;

/**
 * Builds the blocks with the telemetry categories that a connection's browsers record and with the export destination
 * (interface.md §2.6).
 */
export function telemetryBlocks(
  connection: ManagedAuth,
  named: readonly NamedResource[] = [],
): readonly ResultBlock[] {
  const telemetry = connection.browser?.telemetry;
  const title = l10n.t("Telemetry");
  if (telemetry === undefined) return [];
  if (telemetry.enabled === false)
    return [rowsBlock(title, { label: l10n.t("Recording"), value: plainValue(l10n.t("Off")) })];
  return [
    { kind: "grid", title, cells: telemetryCells(telemetry) },
    rowsBlock(l10n.t("Telemetry export"), exportRow(connection, named)),
  ];
}

function exportRow(connection: ManagedAuth, named: readonly NamedResource[]): ResultRow {
  const { id, name = id && nameAmong(id, named) } = selectedDestination(connection) ?? {};
  const label = l10n.t("Destination");
  const idOrName = id ?? name;
  if (idOrName === undefined) return { label, value: plainValue(l10n.t("Not exported")) };
  return {
    label,
    value: name === undefined ? codeValue(idOrName) : { ...plainValue(name), hint: idOrName },
    copy: copyButton(idOrName),
    leads: commandButton(l10n.t("Show Destination"), "managedAuth.showDestination", { id: idOrName }),
  };
}

function telemetryCells({ browser = {} }: ConnectionTelemetry): readonly GridCell[] {
  const knownCells = categoryFacts.map(({ byDefault, category }): GridCell => {
    // interface.md §2.6: categories override the default set. Omitted categories keep their defaults.
    const on = browser[category]?.enabled ?? byDefault;
    return { label: categoryLabel(category), on, state: onOff(on), note: categoryMeaning(category) };
  });
  const reportedOnly = { platform: l10n.t("Off by default"), monitor: l10n.t("Can't be set") };
  const otherCells = Object.entries(browser)
    .filter(([name]) => !categoryFacts.some(({ category }) => category === name))
    .map(([name, { enabled: on }]): GridCell => ({
      label: categoryLabel(name),
      on,
      state: onOff(on),
      note: ownProperty(reportedOnly, name) ?? l10n.t("Unknown to this version"),
    }));
  return [...knownCells, ...otherCells];
}

import { l10n } from "vscode";
import type {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OtlpDestination,
  Profile,
  Proxy,
} from "../../api/neighbours.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { display } from "../../domain/display.ts";
import { maskedText } from "../../domain/secrets.ts";
import type { Used } from "./lists.ts";
import type { Choice } from "../kit/ask.ts";
import { connectionName, statusWords } from "./connectionWords.ts";
import { proxyStatus, proxyType } from "./proxyWords.ts";
import { count } from "../words/numbers.ts";
import { all, series } from "../words/sentences.ts";

/** How a row of a list is shown. A name of the service is text: it draws no icon and no link. */
type Shown = Omit<Choice<unknown>, "value" | "button">;

/** A profile, with the domains it already has connections for; none without a name. */
export function profileRow({ item, usedBy }: Used<Profile>): Choice<string> | undefined {
  if (item.name === undefined) return undefined;
  const domains = usedBy.map(({ domain }) => domain ?? "?");
  return {
    ...shown(
      item.name,
      domains.length === 0 ? undefined : l10n.t("has a connection for {0}", listed(domains)),
    ),
    value: item.name,
  };
}

/** A proxy, with its type, place and health; it is chosen by id, for names are not unique. */
export function proxyRow({ config, id, name, status, type }: Proxy): Choice<string> {
  const place = [config?.city, config?.state, config?.country, config?.host].filter(
    (part) => part !== undefined,
  );
  const facts = [
    type === undefined ? undefined : proxyType(type),
    series(place),
    status === undefined ? undefined : proxyStatus(status),
  ].filter((part) => part !== undefined && part !== "");
  return { ...shown(name ?? id, facts.join(" · "), name === undefined ? undefined : id), value: id };
}

/** A stored credential, with its domain. */
export function credentialRow({ domain, has_totp_secret, name, sso_provider }: Credential): Choice<string> {
  const facts = [
    domain,
    sso_provider === undefined ? undefined : l10n.t("logs in with {0}", sso_provider),
    has_totp_secret === true ? l10n.t("with one-time codes") : undefined,
  ].filter((part) => part !== undefined);
  return { ...shown(name, facts.join(" · ")), value: name };
}

/** A credential provider. */
export function providerRow({ enabled, name, provider_type }: CredentialProvider): Choice<string> {
  const facts = [
    provider_type === name ? undefined : provider_type,
    enabled === false ? l10n.t("disabled") : undefined,
  ].filter((part) => part !== undefined);
  return { ...shown(name, facts.join(" · ")), value: name };
}

/** An item of a credential provider; it is chosen by its path. */
export function itemRow({ path, title, urls, vault_name }: CredentialProviderItem): Choice<string> {
  const facts = [vault_name, urls?.[0]].filter((part) => part !== undefined).map(maskedText);
  return { ...shown(title ?? path, facts.join(" · "), title === undefined ? undefined : path), value: path };
}

/** A destination, with what selects it. */
export function destinationRow<V>({ item, usedBy }: Used<OtlpDestination>, value: V): Choice<V> {
  const failing = (item.consecutive_failures ?? 0) > 0 ? l10n.t("its last export failed") : undefined;
  const users = usedBy.map((connection) => connectionName(connection));
  const usage = users.length === 0 ? undefined : l10n.t("selected by {0}", listed(users));
  const facts = [item.endpoint, usage, failing].filter((part) => part !== undefined).map(maskedText);
  return {
    ...shown(item.name ?? item.id, facts.join(" · "), item.name === undefined ? undefined : item.id),
    value,
  };
}

/** An auth connection, with its status. */
export function connectionRow(connection: ManagedAuth): Choice<string> {
  return {
    ...shown(connectionName(connection), statusWords(connection.status), connection.id),
    value: connection.id,
  };
}

function listed(names: readonly string[]): string {
  const shownNames = 3;
  const more = names.length - shownNames;
  return all(more > 0 ? [...names.slice(0, shownNames), l10n.t("{0} more", count(more))] : names);
}

function shown(label: string, description?: string, detail?: string): Shown {
  return {
    label: display(label),
    ...(description !== undefined && description !== "" && { description: display(description) }),
    ...(detail !== undefined && { detail: display(detail) }),
  };
}

import type { ManagedAuth } from "../../api/schemas.ts";
import type { ReceivedTelemetry } from "../../api/telemetry.ts";
import { withFallbacks } from "./deprecatedFields.ts";
import type { CredentialAnswer, Draft, ProxyAnswer } from "../draft/draft.ts";
import { categoryFacts, type ExportAnswer, type TelemetryAnswer } from "../draft/telemetry.ts";
import type { BrowserTelemetryUpdate } from "../../api/updateRequest.ts";

/** A part of §2.6 that may be missing. */
interface Telemetry {
  readonly enabled?: boolean | undefined;
  readonly browser?:
    Readonly<Partial<Record<string, { readonly enabled?: boolean | undefined }>>> | undefined;
  readonly export?: Pick<NonNullable<ReceivedTelemetry["export"]>, "otlp"> | undefined;
}

/** What answers are about, as a connection reports it and as a change sends it. */
interface Told extends Pick<
  ManagedAuth,
  | "allowed_domains"
  | "auto_reauth"
  | "credential"
  | "domain"
  | "health_check_interval"
  | "health_checks"
  | "login_url"
  | "profile_name"
  | "record_session"
  | "save_credentials"
> {
  readonly browser?:
    | {
        readonly proxy?: Proxy;
        readonly stealth?: boolean | undefined;
        readonly telemetry?: Telemetry | undefined;
      }
    | undefined;
}

type Proxy = NonNullable<ManagedAuth["browser"]>["proxy"];

/**
 * The answers that would make a connection as this one is (§2.1): what its change begins with, and its duplicate. What it
 * does not report, or what no answer stands for, is a missing field; values are not checked, for they are its own.
 */
export function answersOf(connection: ManagedAuth): Draft {
  return answersIn(withFallbacks(connection));
}

/** The answers that stand for what is told, as {@link answersOf} reads them of a connection. */
export function answersIn({ allowed_domains, browser, credential, login_url, ...told }: Told): Draft {
  const answers: Draft = {
    domain: told.domain,
    profile_name: told.profile_name,
    proxy: proxyAnswer(browser?.proxy),
    credential: credentialAnswer(credential),
    allowed_domains: allowed_domains?.length === 0 ? undefined : allowed_domains,
    login_url: login_url === "" ? undefined : login_url,
    stealth: browser?.stealth,
    record_session: told.record_session,
    telemetry: telemetryAnswer(browser?.telemetry),
    save_credentials: told.save_credentials,
    health_checks: told.health_checks,
    health_check_interval: told.health_check_interval,
    auto_reauth: told.auto_reauth,
  };
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
}

function proxyAnswer(proxy: Proxy): ProxyAnswer | undefined {
  if (proxy?.id !== undefined) return { kind: "id", id: proxy.id };
  if (proxy?.name !== undefined) return { kind: "name", name: proxy.name };
  switch (proxy?.mode) {
    case undefined:
    case "default":
      return { kind: "default" };
    case "direct":
      return { kind: "direct" };
    default:
      return undefined;
  }
}

function credentialAnswer(credential: ManagedAuth["credential"]): CredentialAnswer | undefined {
  if (credential === undefined) return { kind: "none" };
  const { auto, name, path, provider } = credential;
  if (name !== undefined) return { kind: "stored", name };
  if (provider === undefined) return undefined;
  if (path !== undefined) return { kind: "item", provider, path };
  return auto === true ? { kind: "lookup", provider } : undefined;
}

/** §2.6: categories are layered onto the default set; what leaves nothing on captures nothing. */
function telemetryAnswer(telemetry: Telemetry | undefined): TelemetryAnswer | undefined {
  if (telemetry === undefined) return undefined;
  const { browser = {}, enabled, export: exported } = telemetry;
  const on = categoryFacts.filter(({ byDefault, category }) => browser[category]?.enabled ?? byDefault);
  const unknown = Object.keys(browser).filter((name) => !isKnown(name) && browser[name]?.enabled === true);
  if (enabled === false || (on.length === 0 && unknown.length === 0)) return { kind: "off" };
  const too = { export: exportAnswer(exported), ...(unknown.length > 0 && { unknown }) };
  return on.every(({ byDefault }) => byDefault) && on.length === usual
    ? { kind: "default", ...too }
    : { kind: "categories", categories: on.map(({ category }) => category), ...too };
}

const isKnown = (name: string): boolean => categoryFacts.some(({ category }) => category === name);

/**
 * Telemetry once a change of it is carried out. Without `enabled` it is merged onto what is captured (§2.6); else only
 * what this version does not know stays, as {@link telemetryChange} never ends that.
 */
export function telemetryAfter(connection: ManagedAuth, change: BrowserTelemetryUpdate): Telemetry {
  if ("enabled" in change && !change.enabled) return change;
  const reported = withFallbacks(connection).browser?.telemetry;
  const running = (telemetryAnswer(reported)?.kind ?? "off") === "off" ? undefined : reported;
  const merges = !("enabled" in change);
  const kept = Object.entries(running?.browser ?? {}).filter(([name]) => merges || !isKnown(name));
  return {
    enabled: true,
    browser: { ...Object.fromEntries(kept), ...change.browser },
    export: change.export ?? (merges ? running?.export : undefined),
  };
}

const usual = categoryFacts.filter(({ byDefault }) => byDefault).length;

/** Where what is captured is exported to (§2.6). */
export function exportAnswer(exported: Telemetry["export"]): ExportAnswer {
  const { destination, enabled } = exported?.otlp ?? {};
  if (enabled === false) return { kind: "none" };
  if (destination?.id !== undefined) return { kind: "id", destination: destination.id };
  if (destination?.name !== undefined) return { kind: "name", destination: destination.name };
  return { kind: "none" };
}

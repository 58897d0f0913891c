import type { Draft, ProxyAnswer } from "../draft/draft.ts";
import { optionFields, type FieldId } from "../draft/steps.ts";
import { capturedBy, destinationOf, exportOf } from "../draft/telemetry.ts";
import type { ExportAnswer, TelemetryAnswer } from "../draft/telemetry.ts";

/** What of a connection can be changed: everything that is asked for, but for domain and profile. */
export type Setting = Exclude<FieldId, "domain" | "profile_name">;

/** Every setting, in the order of the review. */
export const settings: readonly Setting[] = ["proxy", "credential", ...optionFields];

/** Whether two drafts say something else of a setting. What one of them does not say is unlike all that can be said. */
export function differs(setting: Setting, one: Draft, other: Draft): boolean {
  return meaning(setting, one) !== meaning(setting, other);
}

/**
 * How what was asked for stands beside what is reported: `unclear` where that may be the same thing said otherwise, such
 * as by its id and not its name, and where nothing is reported.
 */
export function comparison(
  setting: Setting,
  asked: Draft,
  reported: Draft,
): "same" | "different" | "unclear" {
  switch (setting) {
    case "proxy": {
      // §2.3: the default is direct egress where there is no stealth.
      const isDirect = asked.proxy?.kind === "default" && reported.proxy?.kind === "direct";
      return orUnclear(isDirect || maybeSame(asked.proxy, reported.proxy), setting, asked, reported);
    }
    case "telemetry": {
      // What reports no telemetry captures nothing.
      const found = reported.telemetry ?? { kind: "off" };
      const wanted = asked.telemetry ?? { kind: "off" };
      if (captured(wanted) !== captured(found)) return "different";
      if (maybeSame(exportOf(wanted), exportOf(found))) return "unclear";
      return plainly(setting, { telemetry: wanted }, { telemetry: found });
    }
    case "stealth":
      // §2.2: the default, where it is left out.
      return plainly(setting, asked, { stealth: reported.stealth ?? true });
    case "credential": {
      // What a lookup has found may be reported with it.
      const { credential: one } = asked;
      const { credential: other } = reported;
      const isFound = one?.kind === "lookup" && other?.kind === "item" && one.provider === other.provider;
      return orUnclear(isFound, setting, asked, reported);
    }
    case "allowed_domains":
      return plainly(setting, rooted(asked), rooted(reported));
    case "login_url":
      return plainly(setting, asked, reported);
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
      return reported[setting] === undefined ? "unclear" : plainly(setting, asked, reported);
  }
}

function plainly(setting: Setting, one: Draft, other: Draft): "same" | "different" {
  return differs(setting, one, other) ? "different" : "same";
}

function orUnclear(
  isUnclear: boolean,
  setting: Setting,
  asked: Draft,
  reported: Draft,
): "same" | "different" | "unclear" {
  return isUnclear ? "unclear" : plainly(setting, asked, reported);
}

/** With allowed domains as the service may write them: a domain stands for its subdomains. */
function rooted({ allowed_domains: domains, ...draft }: Draft): Draft {
  const roots = domains?.map((domain) => domain.toLowerCase().replace(/^(?:\*|www)\./, ""));
  return { ...draft, ...(roots && { allowed_domains: roots }) };
}

type Named = ProxyAnswer | ExportAnswer | undefined;

function maybeSame(one: Named, other: Named): boolean {
  return [one?.kind, other?.kind].sort().join() === "id,name";
}

/** A text that is the same for two drafts that mean the same. */
function meaning(setting: Setting, draft: Draft): string {
  return JSON.stringify([said(setting, draft)]);
}

function said(setting: Setting, draft: Draft): unknown {
  const { allowed_domains: domains, credential, login_url: url, proxy, telemetry } = draft;
  switch (setting) {
    case "proxy":
      return proxy && [proxy.kind, "id" in proxy && proxy.id, "name" in proxy && proxy.name];
    case "credential":
      return (
        credential && [
          credential.kind,
          "name" in credential && credential.name,
          "provider" in credential && credential.provider,
          "path" in credential && credential.path,
        ]
      );
    case "telemetry":
      return (
        telemetry && [captured(telemetry), exportOf(telemetry)?.kind ?? "none", destinationOf(telemetry)]
      );
    case "allowed_domains":
      // A set: the order says nothing.
      return [...new Set(domains)].sort();
    case "login_url":
      return url === undefined ? undefined : (URL.parse(url)?.href ?? url);
    case "stealth":
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
      return draft[setting];
  }
}

/** §2.6: what is captured, whichever way it is said; `off` where nothing is, not even what this version does not know. */
function captured(telemetry: TelemetryAnswer): string {
  return telemetry.kind === "off" ? "off" : [...(capturedBy(telemetry) ?? [])].sort().join();
}

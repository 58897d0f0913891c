import type { Draft, ProxyAnswer } from "../draft/draft.ts";
import { optionFields, type FieldId } from "../draft/steps.ts";
import { categoryFacts, destinationOf, exportOf } from "../draft/telemetry.ts";
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
 * How what was asked for stands beside what is reported: `unclear` where a name was asked for and an id is reported, or
 * the other way round, which may be the same thing, and where nothing is reported.
 */
export function comparison(
  setting: Setting,
  asked: Draft,
  reported: Draft,
): "same" | "different" | "unclear" {
  switch (setting) {
    case "proxy":
      return maybeSame(asked.proxy, reported.proxy) ? "unclear" : plainly(setting, asked, reported);
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
    case "credential":
    case "login_url":
    case "allowed_domains":
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

/** §2.6: what is captured, whichever way it is said; empty where nothing is. */
function captured(telemetry: TelemetryAnswer): string {
  switch (telemetry.kind) {
    case "off":
      return "";
    case "default":
      return categories(({ byDefault }) => byDefault);
    case "categories":
      return categories(({ category }) => telemetry.categories?.includes(category) === true);
  }
}

function categories(are: (fact: (typeof categoryFacts)[number]) => boolean): string {
  return categoryFacts
    .filter(are)
    .map(({ category }) => category)
    .join();
}

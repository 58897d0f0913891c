import { l10n } from "vscode";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { readDate } from "../../domain/dates.ts";
import { healthOf } from "../../domain/destinations/health.ts";
import type { Health } from "../../domain/destinations/health.ts";
import { display } from "../../domain/text/display.ts";
import type { Value } from "../../card/card.ts";
import { count, moment } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

/** How exporting goes, as a pill. */
export function healthValue(destination: OtlpDestination): Value {
  const values: Record<Health["kind"], Value> = {
    failing: { text: l10n.t("Exports fail"), tone: "error" },
    fine: { text: l10n.t("Exports arrive"), tone: "success" },
    idle: { text: l10n.t("Nothing exported yet"), tone: "neutral" },
    unknown: { text: l10n.t("Not reported"), tone: "neutral" },
  };
  return values[healthOf(destination).kind];
}

/** How many deliveries failed in a row, and of what kind the last answer was, in the few words of a row. */
export function failuresWords({ last_error }: OtlpDestination, failures: number): string {
  const words = failures === 1 ? l10n.t("1 failure") : l10n.t("{0} failures", count(failures));
  const status = /\b[1-5]xx\b/.exec(last_error ?? "")?.[0];
  return status === undefined ? words : `${words} · ${status}`;
}

/** What was told of exports, as label and value. What an older service does not tell is said to be so. */
export function healthFacts(destination: OtlpDestination): readonly (readonly [string, string])[] {
  const { consecutive_failures: failures, last_error, last_error_at, last_export_at } = destination;
  const unknown = healthOf(destination).kind === "unknown";
  const unsaid = unknown ? l10n.t("Not reported") : l10n.t("None yet");
  return [
    [l10n.t("Last export"), time(last_export_at) ?? unsaid],
    [l10n.t("Failures in a row"), failures === undefined ? l10n.t("Not reported") : count(failures)],
    [l10n.t("Last error"), errorWords(last_error, last_error_at) ?? unsaid],
  ];
}

function errorWords(error: string | undefined, at: string | undefined): string | undefined {
  const when = time(at);
  if (error === undefined) return when;
  return when === undefined ? display(error) : labelled(when, display(error));
}

function time(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = readDate(text);
  return date === undefined ? display(text) : moment(date);
}

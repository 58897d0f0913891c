const timestampPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Parses an RFC 3339 timestamp from the service. Returns `undefined` for any other text. A timestamp without a time
 * zone is in UTC, because the service doesn't know this computer's time zone.
 */
export function parseDate(text: string | undefined): Date | undefined {
  const [, day = "", time = "00:00", zone = "Z"] = timestampPattern.exec(text ?? "") ?? [];
  // Reject dates that don't exist. The Date constructor interprets 31 February as 3 March.
  if (new Date(`${day}T00:00Z`).getUTCDate() !== Number(day.slice(8))) return undefined;
  const date = new Date(`${day}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Parses a timestamp as {@link parseDate} does, but returns milliseconds since 1970. */
export const parseTime = (text: string | undefined): number | undefined => parseDate(text)?.getTime();

const timestampPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Parses an RFC 3339 timestamp of the service. Returns `undefined` for any other text. A timestamp without a zone is
 * UTC, because the service doesn't know this computer's zone.
 */
export function parseDate(text: string | undefined): Date | undefined {
  const [, day = "", time = "00:00", zone = "Z"] = timestampPattern.exec(text ?? "") ?? [];
  // A Date takes a 31 February for 3 March.
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const date = new Date(`${day}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The same in milliseconds since 1970. */
export function parseTime(text: string | undefined): number | undefined {
  return parseDate(text)?.getTime();
}

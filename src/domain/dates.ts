const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The moment that a text of the service names (RFC 3339), or `undefined` where it names none. Without a zone it is UTC:
 * where this computer is says nothing of the service.
 */
export function readDate(text: string | undefined): Date | undefined {
  const [, day = "", time = "00:00", zone = "Z"] = moment.exec(text ?? "") ?? [];
  // A Date takes a 31 February for 3 March.
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const date = new Date(`${day}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The same in milliseconds since 1970. */
export function readTime(text: string | undefined): number | undefined {
  return readDate(text)?.getTime();
}

/** The moment that a text of the service names, or `undefined` where it names none. */
export function readDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The same in milliseconds since 1970. */
export function readTime(text: string | undefined): number | undefined {
  return readDate(text)?.getTime();
}

/** The moment that a text of the service names, or `undefined` where it names none. */
export function readDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** How many connections a service of the bench has. */
export type Total = 1_000 | 10_000;

const fewer = "/thousand";

/** The path below which the bench's service has so many connections. */
export function of(total: Total): string {
  return total === 1_000 ? fewer : "";
}

/** Which connections are asked for, and what of them. */
export function totalOf(target: string): { readonly total: Total; readonly target: string } {
  return target.startsWith(fewer)
    ? { total: 1_000, target: target.slice(fewer.length) }
    : { total: 10_000, target };
}

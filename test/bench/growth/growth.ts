import type { Effort, Row } from "../row.ts";
import { curveOf } from "./curve.ts";
import { batch, card, list, picker, preview, tree } from "./subjects.ts";

/** How time grows with 1 to 10,000 items, for everything whose size a service decides. */
export async function growth({ short }: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const subject of [list, picker, tree, card, batch, preview])
    rows.push(await curveOf(subject, short ? 3 : 15));
  return rows;
}

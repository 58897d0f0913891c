import { asked } from "../../ui/flows.ts";
import { until } from "../../host/until.ts";
import type { Row } from "../row.ts";
import { exactly } from "../statistics.ts";
import type { Session } from "./session.ts";

/** A service with 10,000 connections behind "Show Connection…". */
export async function tenThousand({ workbench, probe }: Session): Promise<readonly Row[]> {
  const { page, quickInput } = workbench;
  const before = await probe<number>("heap");
  await probe("watchStalls");
  const begin = performance.now();
  await workbench.runCommand("Managed Auth: Show Connection…");
  await asked(workbench, "Choose a connection or type its ID");
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  const first = performance.now() - begin;
  // A list renders only what is on screen, and says of each row how many there are.
  const shown = page.locator(".quick-input-list .monaco-list-row").first();
  const rows = await until("the list to have come", async () => {
    const count = Number(await shown.getAttribute("aria-setsize"));
    return count >= 1_000 && count;
  });
  const stall = await probe<number>("longestStall");
  const grown = (await probe<number>("heap")) - before;
  await quickInput.escape();
  return [
    {
      title: "10,000 connections: longest stall of the extension host",
      unit: "ms",
      contenders: [{ name: "ours", figure: exactly(stall) }],
      goals: [
        { words: "no frame over 50 ms", value: stall, limit: 50, kind: "time" },
        { words: "at most 1,000 rows shown", value: rows, limit: 1_000, kind: "size" },
      ],
      notes: [
        `First rows ${Math.round(first)} ms after the command was called for, palette and all; ${rows} rows are shown.`,
        `${(grown / rows / 1_000).toFixed(1)} KB of heap for each entry while the list is open.`,
      ],
    },
  ];
}

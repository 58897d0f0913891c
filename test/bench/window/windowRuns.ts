import { createConnection, ended } from "../../ui/flows.ts";
import { resultCard } from "../../ui/resultCard.ts";
import type { Effort, Row } from "../row.ts";
import { exactly } from "../statistics.ts";
import type { Session } from "./session.ts";

/** Wizard runs and their results in a real window: what grows with each is kept by somebody. */
export async function windowRuns({ workbench, probe }: Session, { short }: Effort): Promise<Row> {
  const runs = short ? 2 : 15;
  const once = async (): Promise<void> => {
    await createConnection(workbench, "shop.example", "buyer");
    await resultCard(workbench, "Connection created");
    await ended(workbench);
  };
  for (let run = 0; run < 2; run++) await once();
  const before = await probe<number>("heap");
  for (let run = 0; run < runs; run++) await once();
  const grown = ((await probe<number>("heap")) - before) / 1e6;
  return {
    title: `heap growth of the extension host over ${runs} wizard runs in a window`,
    unit: "MB",
    contenders: [{ name: "ours", figure: exactly(grown) }],
    goals: [{ words: "flat within 2 MB", value: grown, limit: 2, kind: "leak" }],
    notes: ["Everything else that lives in the extension host is in it; the row above has more runs."],
  };
}

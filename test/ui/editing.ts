import type { Workbench } from "../host/workbench.ts";
import { choose, editQuestions, editRows, waitForCommandEnd } from "./flows.ts";
import { resultCard } from "./resultCard.ts";

/** Starts editing a connection without waiting for the review. */
export async function startEdit(workbench: Workbench, row: string): Promise<void> {
  // In the palette the command would act on the selected row, such as a connection that was created before.
  await workbench.connections.contextMenu("Edit Connection…", row);
}

/** Sets the health check interval from the review of an edit. */
export async function answerInterval(workbench: Workbench, interval: string): Promise<void> {
  await choose(workbench, editQuestions.review, editRows.interval);
  await choose(workbench, editQuestions.interval, interval);
}

/** Saves the changes of the review without waiting for the result. */
export async function sendEdit(workbench: Workbench): Promise<void> {
  await choose(workbench, editQuestions.review, editRows.save);
}

/** Changes the health check interval of a connection and waits for the result. */
export async function saveInterval(workbench: Workbench, row: string, interval: string): Promise<void> {
  await startEdit(workbench, row);
  await answerInterval(workbench, interval);
  await sendEdit(workbench);
  await resultCard(workbench, "Connection saved");
  await waitForCommandEnd(workbench);
}

import type { Workbench } from "../host/workbench.ts";
import { choose, editQuestions, editRows, ended } from "./flows.ts";
import { resultCard } from "./resultCard.ts";

/** Has a connection asked for that is to be edited, and waits for nothing more. */
export async function startEdit(workbench: Workbench, name: string): Promise<void> {
  // From the palette the command would act on the selected row, such as that of a connection created before.
  await workbench.connections.contextMenu("Edit Connection…", name);
}

/** Answers, from the review of an edit, how often the login is to be checked. */
export async function answerInterval(workbench: Workbench, interval: string): Promise<void> {
  await choose(workbench, editQuestions.review, editRows.interval);
  await choose(workbench, editQuestions.interval, interval);
}

/** Sends what the review of an edit has, without waiting for what becomes of it. */
export async function sendEdit(workbench: Workbench): Promise<void> {
  await choose(workbench, editQuestions.review, editRows.save);
}

/** Changes how often a connection's login is checked, to its end. */
export async function saveInterval(workbench: Workbench, name: string, interval: string): Promise<void> {
  await startEdit(workbench, name);
  await answerInterval(workbench, interval);
  await sendEdit(workbench);
  await resultCard(workbench, "Connection saved");
  await ended(workbench);
}

// The complete catalogue of faults, in order.
import { bodyFaults } from "./body.ts";
import { connectionFaults } from "./connection.ts";
import type { Row } from "./row.ts";
import { semanticFaults } from "./semantics.ts";
import { sendingFaults } from "./sending.ts";
import { speakerFaults } from "./speaker.ts";
import { statusFaults } from "./statuses.ts";

/** Sections with the numbers of their cases. */
export const sections: readonly {
  readonly file: string;
  readonly first: number;
  readonly last: number;
  readonly rows: readonly Row[];
}[] = [
  { file: "sending", first: 1, last: 19, rows: sendingFaults },
  { file: "connection", first: 20, last: 35, rows: connectionFaults },
  { file: "body", first: 36, last: 64, rows: bodyFaults },
  { file: "speaker", first: 65, last: 70, rows: speakerFaults },
  { file: "statuses", first: 71, last: 89, rows: statusFaults },
  { file: "semantics", first: 90, last: 95, rows: semanticFaults },
];

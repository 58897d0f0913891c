import type { Card } from "../../src/page/protocol.ts";
import * as results from "./pageCards.ts";
import * as connections from "./pageConnection.ts";
import * as reports from "./pageReport.ts";

/** Every sample card. */
export const samples: readonly Card[] = [
  ...Object.values(results),
  ...Object.values(connections),
  ...Object.values(reports),
];

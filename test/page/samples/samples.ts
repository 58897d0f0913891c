import type { PageCard } from "../../../src/card/protocol.ts";
import * as results from "./cards.ts";
import * as connections from "./connection.ts";
import { history } from "./history.ts";
import { overview } from "./overview.ts";
import * as reports from "./report.ts";

/** Every sample card. */
export const samples: readonly PageCard[] = [
  ...Object.values(results),
  ...Object.values(connections),
  ...Object.values(reports),
  history,
  overview,
];

import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { BrowserTelemetryRequestConfig } from "../../api/telemetry.ts";
import { answersIn, exportAnswer } from "../connections/answersOf.ts";
import type { Draft } from "./draft.ts";
import { categoryFacts } from "./telemetry.ts";
import type { TelemetryAnswer } from "./telemetry.ts";

/** The draft that stands for a request (§4.1), with every question answered: what it says nothing of was left open. */
export function draftOf(request: ManagedAuthCreateRequest): Draft {
  const telemetry = request.browser?.telemetry;
  return {
    ...answersIn(request),
    ...(telemetry !== undefined && { telemetry: telemetryAnswer(telemetry) }),
  };
}

/** A request names each category that was chosen, so that a choice of the default set is told from none. */
function telemetryAnswer(telemetry: BrowserTelemetryRequestConfig): TelemetryAnswer {
  if (!telemetry.enabled) return { kind: "off" };
  const { browser, export: exported } = telemetry;
  const answer = exportAnswer(exported);
  if (browser === undefined) return { kind: "default", export: answer };
  const categories = categoryFacts
    .map(({ category }) => category)
    .filter((category) => browser[category]?.enabled === true);
  return { kind: "categories", categories, export: answer };
}

import { l10n } from "vscode";
import { display } from "../../domain/display.ts";
import type { ReadingFailure } from "./reading.ts";
import { describeError } from "../words/errors.ts";
import type { ErrorWords } from "../words/errors.ts";

/** Why something could not be read, in words. */
export function describeFailure(failure: ReadingFailure): ErrorWords {
  if (failure.kind !== "sandboxFailed") return describeError(failure);
  return {
    headline: l10n.t("The sandbox did not start"),
    advice: [display(failure.reason), l10n.t("Try again, or reload the window.")],
    remedies: ["retry"],
  };
}

/** What a failure is for a narrow side bar, where its headline is longer than that. */
export function shortFailure(failure: ReadingFailure): string | undefined {
  if (failure.kind === "offline" || failure.kind === "timeout")
    return l10n.t("Can't reach {0}", display(failure.host));
  return failure.kind === "unauthorized" && failure.reason === undefined
    ? l10n.t("Token refused")
    : undefined;
}

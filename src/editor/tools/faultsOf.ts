import { l10n } from "vscode";
import type * as z from "zod/mini";
import { quoted } from "./quoted.ts";

/** How many faults of one input are told. */
const mostTold = 5;

/** What is wrong with the input of a tool, for the model that made it. */
export function faultsOf({ issues }: z.core.$ZodError): readonly string[] {
  return [
    l10n.t("Nothing was done: the input is not what this tool takes."),
    ...issues.slice(0, mostTold).map(faultOf),
    l10n.t("Next: correct the input, then call this again."),
  ];
}

function faultOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? l10n.t("the input") : said(issue.path.map(String).join("."));
  switch (issue.code) {
    case "unrecognized_keys":
      return l10n.t("Not known in {0}: {1}.", place, said(issue.keys.slice(0, mostTold).join(", ")));
    case "invalid_type":
      return l10n.t("Wrong or missing: {0} must be of type {1}.", place, issue.expected);
    case "too_big":
      return l10n.t("Too large or too long: {0}, at most {1}.", place, String(issue.maximum));
    case "too_small":
      return l10n.t("Too small or too short: {0}, at least {1}.", place, String(issue.minimum));
    case "invalid_value":
      return l10n.t("Not one of the values that it may have: {0}.", place);
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
      return l10n.t("Not valid: {0}.", place);
  }
}

/** What the caller wrote may be as long and as strange as it likes. */
function said(text: string): string {
  return JSON.stringify(quoted(text));
}

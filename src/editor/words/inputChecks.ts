import { l10n } from "vscode";
import { firstInvisible } from "../../domain/text/invisible.ts";
import { hasOuterSpace, maxNameLength, nameFault } from "../../domain/text/names.ts";
import { visibleLine } from "../../domain/text/visible.ts";
import { formatCount } from "./formatting.ts";
import { parseDomain } from "../../domain/draft/domainName.ts";

/** The result of checking typed text. An error keeps the input open. */
export interface InputCheck {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
}

/** An error, which keeps the input open. */
export const inputError = (message: string): InputCheck => ({ severity: "error", message });
/** A warning, which doesn't stop the user from continuing. */
export const inputWarning = (message: string): InputCheck => ({ severity: "warning", message });
/** Information, such as the value that will be used. */
export const inputInfo = (message: string): InputCheck => ({ severity: "info", message });

/** Checks a typed name or ID. `fieldName` is the subject of the message, such as "The profile name". */
export function checkName(fieldName: string, name: string): InputCheck | undefined {
  const fault = nameFault(name);
  const words = {
    empty: l10n.t("{0} is required.", fieldName),
    control: l10n.t("{0} has a control character. Type the value instead of pasting.", fieldName),
    surrogate: l10n.t("{0} contains an invalid character. Type the value instead of pasting.", fieldName),
    tooLong: l10n.t("{0} is longer than {1} characters.", fieldName, formatCount(maxNameLength)),
  };
  if (fault === undefined) return checkCopyMistakes(fieldName, name);
  return inputError(words[fault]);
}

function checkCopyMistakes(fieldName: string, name: string): InputCheck | undefined {
  const invisible = firstInvisible(name);
  if (invisible !== undefined)
    return inputWarning(
      l10n.t("{0} has an invisible character ({1}), which is sent.", fieldName, visibleLine(invisible)),
    );
  return checkOuterSpace(fieldName, name);
}

/**
 * Returns a warning if the text has leading or trailing spaces, because these spaces are sent, too. `fieldName` is the
 * subject of the message.
 */
export function checkOuterSpace(fieldName: string, text: string): InputCheck | undefined {
  if (!hasOuterSpace(text)) return undefined;
  return inputWarning(l10n.t("{0} begins or ends with a space, which is sent.", fieldName));
}

/** Checks a typed domain. Returns a note with the domain that will be used if it differs from the typed text. */
export function checkDomain(text: string): InputCheck | undefined {
  const read = parseDomain(text);
  if (!read.ok) return inputError(domainProblemText(read.reason));
  if (!read.reduced) return undefined;
  return inputInfo(l10n.t("Press Enter to use the domain {0}", read.domain));
}

function domainProblemText(reason: Extract<ReturnType<typeof parseDomain>, { ok: false }>["reason"]): string {
  return {
    empty: l10n.t("Enter a domain like example.com."),
    space: l10n.t("A domain has no spaces."),
    scheme: l10n.t("Enter a domain or an https or http address."),
    notADomain: l10n.t("Enter a domain like example.com."),
    tooLong: l10n.t("A domain has at most 253 characters, with at most 63 between dots."),
  }[reason];
}

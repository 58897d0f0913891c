// Validates the typed parts of a destination.
import { l10n } from "vscode";
import {
  destinationNameProblem,
  endpointProblem,
  headerBytes,
  isHeaderName,
  isHeaderValue,
  maxDescriptionLength,
  maxEndpointLength,
  maxHeaderBytes,
} from "../../../api/destinationRequests.ts";
import { isShapedLikeId } from "../../../domain/resources/destinations.ts";
import { checkOuterSpace, inputError, inputWarning, type InputCheck } from "../../words/inputChecks.ts";
import { formatCount } from "../../words/formatting.ts";

/** Validates a destination's name, which must differ from the names and IDs of existing destinations. */
export function checkDestinationName(
  name: string,
  names: readonly string[],
  ids: readonly string[],
): InputCheck | undefined {
  const fault = destinationNameProblem(name);
  const words = {
    empty: l10n.t("Enter a name."),
    characters: l10n.t("Use letters a to z, digits, dots, hyphens and underscores."),
    tooLong: l10n.t("A name has at most {0} characters.", formatCount(255)),
  };
  if (fault !== undefined) return inputError(words[fault]);
  if (names.includes(name))
    return inputError(l10n.t("Another destination has this name. Choose another name."));
  if (isShapedLikeId(name, ids))
    return inputError(l10n.t("Names can't look like an ID. Choose another name."));
  const other = names.find((taken) => taken.toLowerCase() === name.toLowerCase());
  if (other === undefined) return undefined;
  return inputWarning(l10n.t("Differs from {0} only in capitalization.", other));
}

/** Validates the base URL of a collector. */
export function checkEndpoint(text: string): InputCheck | undefined {
  const fault = endpointProblem(text);
  const words = {
    empty: l10n.t("Enter the collector's address."),
    tooLong: l10n.t("An address has at most {0} characters.", formatCount(maxEndpointLength)),
    notUrl: l10n.t("Enter an address like https://collector.example.com."),
    query: l10n.t("Remove the ? or # and everything after it."),
    user: l10n.t("Leave out the user before @. Use a header to authenticate."),
    private: l10n.t("The service can't reach this private address. Use a public address."),
    signal: l10n.t("Leave out /v1/logs: the service adds the path."),
  };
  if (fault !== undefined) return inputError(words[fault]);
  return /^http:/i.test(text)
    ? inputWarning(l10n.t("Not encrypted: others can read telemetry and headers in transit."))
    : undefined;
}

/** Validates the name of a header, which must differ from the names of the other headers. */
export function checkHeaderName(name: string, otherNames: readonly string[]): InputCheck | undefined {
  if (name === "") return inputError(l10n.t("Enter a name, such as x-api-key."));
  if (!isHeaderName(name))
    return inputError(l10n.t("Header names have no spaces, : or /. The value comes next."));
  return otherNames.some((other) => other.toLowerCase() === name.toLowerCase())
    ? inputError(l10n.t("This header already exists. Header names aren't case-sensitive."))
    : undefined;
}

/** Validates the value of a header and the total size of all headers. Messages never repeat the value. */
export function checkHeaderValue(
  value: string,
  name: string,
  otherHeaders: ReadonlyMap<string, string>,
): InputCheck | undefined {
  if (value === "") return inputError(l10n.t("Enter a value."));
  if (!isHeaderValue(value)) return inputError(l10n.t("The header value contains an invalid character."));
  if (headerBytes({ ...Object.fromEntries(otherHeaders), [name]: value }) > maxHeaderBytes)
    return inputError(l10n.t("Headers can total at most {0} bytes.", formatCount(maxHeaderBytes)));
  return checkOuterSpace(l10n.t("The value"), value);
}

export function checkDescription(text: string): InputCheck | undefined {
  return text.length > maxDescriptionLength
    ? inputError(l10n.t("A description has at most {0} characters.", formatCount(maxDescriptionLength)))
    : undefined;
}

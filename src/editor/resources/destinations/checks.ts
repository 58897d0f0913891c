// What is said of a typed part of a destination.
import { l10n } from "vscode";
import {
  destinationNameFault,
  endpointFault,
  headerBytes,
  isHeaderName,
  isHeaderValue,
  longestDescription,
  longestEndpoint,
  mostHeaderBytes,
} from "../../../api/destinationRequests.ts";
import { isShapedLikeId } from "../../../domain/resources/destinations.ts";
import { error, warning } from "../../words/names.ts";
import type { Check } from "../../words/names.ts";
import { count } from "../../words/numbers.ts";

/** The verdict on a name beside those that there are, and their ids. */
export function checkDestinationName(
  name: string,
  names: readonly string[],
  ids: readonly string[],
): Check | undefined {
  const fault = destinationNameFault(name);
  const words = {
    empty: l10n.t("A name is needed."),
    characters: l10n.t("A name has only letters from a to z, digits, dots, dashes and underscores."),
    tooLong: l10n.t("A name has at most {0} characters.", count(255)),
  };
  if (fault !== undefined) return error(words[fault]);
  if (names.includes(name)) return error(l10n.t("A destination with this name exists. Choose another name."));
  if (isShapedLikeId(name, ids))
    return error(l10n.t("This looks like an ID, which a name may not. Choose another."));
  const other = names.find((one) => one.toLowerCase() === name.toLowerCase());
  return other === undefined
    ? undefined
    : warning(l10n.t("There is {0} already, which differs in capitals alone.", other));
}

/** The verdict on the base address of a collector. */
export function checkEndpoint(text: string): Check | undefined {
  const fault = endpointFault(text);
  const words = {
    empty: l10n.t("The address of the collector is needed."),
    tooLong: l10n.t("An address has at most {0} characters.", count(longestEndpoint)),
    notUrl: l10n.t("This is not a web address. Type one such as https://collector.example.com."),
    query: l10n.t("Leave out what begins with ? or #: the service adds its own path."),
    user: l10n.t("Leave out the user before the @. Send its login in a header."),
    private: l10n.t("The service can't reach this address. The collector needs a public one."),
    signal: l10n.t("Leave out /v1/logs and the like at the end: the service adds that."),
  };
  if (fault !== undefined) return error(words[fault]);
  return /^http:/i.test(text)
    ? warning(l10n.t("Plain http: telemetry and headers can be read on the way."))
    : undefined;
}

/** The verdict on a header's name beside those that are there. */
export function checkHeaderName(name: string, others: readonly string[]): Check | undefined {
  if (name === "") return error(l10n.t("A name is needed, such as x-api-key."));
  if (!isHeaderName(name))
    return error(l10n.t("A header's name has no spaces and no signs such as : or /. The value comes next."));
  return others.some((other) => other.toLowerCase() === name.toLowerCase())
    ? error(l10n.t("This header is there already. Capitals make no difference."))
    : undefined;
}

/** The verdict on a header's value beside the others; it is not repeated. */
export function checkHeaderValue(
  value: string,
  name: string,
  others: ReadonlyMap<string, string>,
): Check | undefined {
  if (value === "") return error(l10n.t("A value is needed."));
  if (!isHeaderValue(value))
    return error(l10n.t("A header takes no line breaks, and only plain letters, digits and signs."));
  if (headerBytes({ ...Object.fromEntries(others), [name]: value }) > mostHeaderBytes)
    return error(l10n.t("All headers together have at most {0} bytes.", count(mostHeaderBytes)));
  return value === value.trim()
    ? undefined
    : warning(l10n.t("It begins or ends with a space. It is sent as it is."));
}

/** The verdict on a description, which may be empty. */
export function checkDescription(text: string): Check | undefined {
  return text.length > longestDescription
    ? error(l10n.t("A description has at most {0} characters.", count(longestDescription)))
    : undefined;
}

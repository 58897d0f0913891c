// Validates the parts of a proxy that the user enters.
import { l10n } from "vscode";
import {
  caBundleProblem,
  hostProblem,
  isAsn,
  isBypassHost,
  isCheckUrl,
  isCity,
  isPort,
  isPrivateHost,
  isProxyName,
  isState,
  isZip,
  maxCaBundleLength,
  maxHostLength,
  maxProxyNameLength,
  maxBypassHosts,
  minPasswordLength,
} from "../../../api/proxyRequests.ts";
import { display } from "../../../domain/text/display.ts";
import {
  checkName,
  checkOuterSpace,
  inputError,
  inputWarning,
  type InputCheck,
} from "../../words/inputChecks.ts";
import { formatCount } from "../../words/formatting.ts";

/**
 * Validates a proxy's name. The name must not be empty if `needed` is true. `takenNames` contains the names of other
 * proxies.
 */
export function checkProxyName(
  text: string,
  takenNames: readonly string[],
  needed: boolean,
): InputCheck | undefined {
  const name = text.trim();
  if (name === "") return needed ? inputError(l10n.t("Enter a name.")) : undefined;
  if (name.length > maxProxyNameLength)
    return inputError(l10n.t("A name has at most {0} characters.", formatCount(maxProxyNameLength)));
  const slip = checkName(l10n.t("The name"), name);
  if (!isProxyName(name)) return slip ?? inputError(l10n.t("Choose another name."));
  return takenNames.includes(name)
    ? inputWarning(l10n.t("Another proxy has this name. Connections would need the ID."))
    : slip;
}

export function checkHost(text: string): InputCheck | undefined {
  const fault = hostProblem(text);
  const words = {
    empty: l10n.t("Enter the host."),
    scheme: l10n.t("Leave out http:// or https://."),
    port: l10n.t("Leave out the port, which comes next."),
    notHost: l10n.t("Enter a host like proxy.example.com, or an IP address."),
  };
  if (fault !== undefined) return inputError(words[fault]);
  return isPrivateHost(text)
    ? inputWarning(l10n.t("This address looks private. The service needs a public proxy."))
    : undefined;
}

export function checkPort(text: string): InputCheck | undefined {
  if (/^\d{1,5}$/.test(text) && isPort(Number(text))) return undefined;
  return inputError(l10n.t("Ports are numbers from {0} to {1}.", 1, "65535"));
}

/** Validates a password, which may be empty. Messages never repeat the password. */
export function checkPassword(text: string): InputCheck | undefined {
  if (text === "") return undefined;
  if (text.length < minPasswordLength)
    return inputError(l10n.t("Passwords need at least {0} characters.", formatCount(minPasswordLength)));
  return checkOuterSpace(l10n.t("The value"), text);
}

export function checkState(text: string): InputCheck | undefined {
  return isState(text.toUpperCase()) ? undefined : inputError(l10n.t("A state is two letters, such as CA."));
}

export function checkCity(text: string): InputCheck | undefined {
  if (text === "") return inputError(l10n.t("Enter a city."));
  return isCity(text) ? undefined : inputError(l10n.t("Leave out spaces, as in sanfrancisco."));
}

export function checkZip(text: string): InputCheck | undefined {
  return isZip(text) ? undefined : inputError(l10n.t("A ZIP code has five digits."));
}

/** Normalizes a network number (ASN) for the request. Users may omit the prefix "AS". */
export const asnOf = (text: string): string => `AS${text.trim().replace(/^as/i, "")}`;

export function checkAsn(text: string): InputCheck | undefined {
  return isAsn(asnOf(text)) ? undefined : inputError(l10n.t("Enter a network number such as AS15169."));
}

/** Splits a line at spaces, commas and semicolons into distinct hosts. */
export function hostsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((host) => host !== ""))];
}

/** Validates the hosts that bypass the proxy. The list may be empty. */
export function checkBypass(text: string): InputCheck | undefined {
  const hosts = hostsOf(text);
  if (hosts.length > maxBypassHosts)
    return inputError(l10n.t("At most {0} hosts can bypass a proxy.", formatCount(maxBypassHosts)));
  const wrong = hosts.find((host) => !isBypassHost(host));
  if (wrong === undefined) return undefined;
  if (wrong.length > maxHostLength)
    return inputError(l10n.t("A host has at most {0} characters.", formatCount(maxHostLength)));
  return inputError(l10n.t("{0}: enter hosts like *.example.com.", display(wrong)));
}

/**
 * Returns the reason why a file is not a valid certificate bundle, or undefined if the file is valid. Never repeats
 * the content, because the file may contain a private key.
 */
export function bundleFault(text: string): string | undefined {
  const fault = caBundleProblem(text);
  return fault && bundleWords(fault);
}

export function bundleWords(fault: NonNullable<ReturnType<typeof caBundleProblem>>): string {
  return {
    empty: l10n.t("The file is empty."),
    tooLong: l10n.t("The file has more than {0} characters.", formatCount(maxCaBundleLength)),
    privateKey: l10n.t("The file contains a private key. Choose a file with certificates only."),
    none: l10n.t("The file must contain PEM certificates and nothing else."),
    unreadable: l10n.t("A certificate in the file can't be read."),
  }[fault];
}

/** Validates the site for a proxy check. The site is either a URL or a domain. */
export function checkSite(text: string): InputCheck | undefined {
  if (isCheckUrl(siteUrl(text))) return undefined;
  return inputError(l10n.t("Enter a public address like example.com."));
}

export function siteUrl(text: string): string {
  const site = text.trim();
  return /^[a-z][a-z\d+.-]*:\/\//i.test(site) ? site : `https://${site}`;
}

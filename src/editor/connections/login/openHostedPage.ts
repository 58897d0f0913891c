import { l10n } from "vscode";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { openInBrowser, isSameOrigin, safeHttpsHost } from "../../kit/openExternal.ts";
import { confirm, type NotifyAction, warn } from "../../kit/notify.ts";
import { publicBaseUrl } from "../../../domain/code/codeTarget.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Opens the login page of a connection in the user's browser, with a link back to VS Code. Returns true if the page was
 * opened. The page's URL is a one-time secret, so it is never stored.
 */
export async function openHostedPage(
  parts: ConnectionsContext,
  access: AccountAccess,
  connectionId: string,
  address: string,
): Promise<boolean> {
  if (!(await mayOpenHost(parts, access, connectionId, address))) return false;
  const callbackUrl = await parts.returns.createAddress({ accountId: access.account.id, connectionId });
  await openInBrowser(withCallback(address, callbackUrl));
  return true;
}

/** Returns a notification button that continues a login in VS Code. */
export function continueHere(
  { start }: Pick<ConnectionsContext, "start">,
  { account }: AccountAccess,
  id: string,
): NotifyAction {
  return {
    label: l10n.t("Continue in VS Code"),
    run: () => start("managedAuth.logIn", { id, way: "here" }, account.id),
  };
}

async function mayOpenHost(
  parts: ConnectionsContext,
  access: AccountAccess,
  connectionId: string,
  address: string,
): Promise<boolean> {
  const page = pageHost(address, access);
  const accountId = access.account.id;
  switch (page.kind) {
    case "own":
      return true;
    case "unsound":
      void warn(
        l10n.t("Not opened: the login page's address is invalid."),
        continueHere(parts, access, connectionId),
      );
      return false;
    case "other": {
      if (await parts.agreedHosts.has(accountId, page.host)) return true;
      const question = l10n.t("Open the login page at {0}?", page.host);
      const detail = l10n.t(
        "This account's login pages are usually on another host. This host gets your input; VS Code asks only once per account.",
      );
      if (!(await confirm(question, detail, l10n.t("Open")))) return false;
      await parts.agreedHosts.add(accountId, page.host);
      return true;
    }
  }
}

/** The origin of the public service's login pages. */
const publicPageOrigin = "https://managed-auth.onkernel.com";

/**
 * The type of a login page's host: the service's own host, another host that needs the user's consent, or a host that
 * is never opened.
 */
export type PageHost =
  | { readonly kind: "own" }
  /** `host` is the full host name in ASCII, for display. */
  | { readonly kind: "other"; readonly host: string }
  | { readonly kind: "unsound" };

/**
 * Classifies the host of a login page's URL (interface.md §2.1 `hosted_url`). Hosts must match completely, because
 * anyone can register a host name that ends with the service's name. For the sandbox, only its own origin is allowed.
 */
export function pageHost(
  address: string,
  { account, baseUrl }: Pick<AccountAccess, "account" | "baseUrl">,
): PageHost {
  if (account.kind === "sandbox") return { kind: isSameOrigin(baseUrl, address) ? "own" : "unsound" };
  const { origin: serviceOrigin } = new URL(baseUrl);
  const origin = serviceOrigin === publicBaseUrl ? publicPageOrigin : serviceOrigin;
  // A self-hosted service on this computer may use http.
  if (isSameOrigin(origin, address)) return { kind: "own" };
  const host = safeHttpsHost(address);
  if (host === undefined) return { kind: "unsound" };
  return new URL(address).origin === origin ? { kind: "own" } : { kind: "other", host };
}

/** Query parameters of a login page that contain the URL for its link back to VS Code. */
const callbackParameters = ["success_url", "error_url"] as const;

/**
 * Returns a login page's URL with query parameters that make the page link to `callbackUrl` after success and failure.
 * The rest of the URL stays verbatim, because decoding and re-encoding a code in the URL could change the code.
 */
export function withCallback(address: string, callbackUrl: string): string {
  const hash = address.indexOf("#");
  const [base, fragment] = hash < 0 ? [address, ""] : [address.slice(0, hash), address.slice(hash)];
  const queryIndex = base.indexOf("?");
  const [page, query] = queryIndex < 0 ? [base, ""] : [base.slice(0, queryIndex), base.slice(queryIndex + 1)];
  const parameters = query.split("&").filter((pair) => pair !== "" && !isCallbackParameter(pair));
  const added = callbackParameters.map((name) => `${name}=${encodeURIComponent(callbackUrl)}`);
  return `${page}?${[...parameters, ...added].join("&")}${fragment}`;
}

/** True if this `name=value` pair of a query is one of the {@link callbackParameters}. */
function isCallbackParameter(pair: string): boolean {
  const [name] = new URLSearchParams(pair).keys();
  return callbackParameters.some((callbackName) => callbackName === name);
}

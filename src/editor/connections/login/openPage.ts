import { l10n } from "vscode";
import type { Access } from "../../accounts/service.ts";
import { openInBrowser, isSameOrigin, safeHttpsHost } from "../../kit/openExternal.ts";
import { confirm, warn } from "../../kit/notify.ts";
import { publicBaseUrl } from "../../../domain/requestCode/codePlace.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Opens the page of a connection's login in the user's browser, from which a link leads back; returns whether it did. The
 * address is a secret that works once: it is handed on, and kept nowhere.
 */
export async function openPage(
  parts: ConnectionsContext,
  access: Access,
  connectionId: string,
  address: string,
): Promise<boolean> {
  if (!(await mayOpen(parts, access, address))) return false;
  const back = await parts.returns.begin({ accountId: access.account.id, connectionId });
  await openInBrowser(withWayBack(address, back));
  return true;
}

async function mayOpen(
  { agreedHosts }: ConnectionsContext,
  access: Access,
  address: string,
): Promise<boolean> {
  const page = pageHost(address, access);
  const accountId = access.account.id;
  switch (page.kind) {
    case "own":
      return true;
    case "unsound":
      void warn(l10n.t("Not opened: the login page's address is invalid."));
      return false;
    case "other":
      if (await agreedHosts.has(accountId, page.host)) return true;
      if (
        !(await confirm(
          l10n.t("Open the login page at {0}?", page.host),
          l10n.t(
            "This account's login pages are usually on another host. This host gets your input; VS Code asks only once per account.",
          ),
          l10n.t("Open"),
        ))
      )
        return false;
      await agreedHosts.add(accountId, page.host);
      return true;
  }
}

/** Where the login pages of the public service stand. */
const publicPageHost = "managed-auth.onkernel.com";

/** Whose host the page of a login has: the service's own, another one, or one that no page may have. */
export type PageHost =
  | { readonly kind: "own" }
  /** In ASCII and whole, to be shown. */
  | { readonly kind: "other"; readonly host: string }
  | { readonly kind: "unsound" };

/**
 * Whose host an address has (§2.1 `hosted_url`). Hosts are compared whole: one that ends in the service's name may be
 * anybody's. Of the sandbox, only its own origin will do.
 */
export function pageHost(
  address: string,
  { account, baseUrl }: Pick<Access, "account" | "baseUrl">,
): PageHost {
  if (account.kind === "sandbox") return { kind: isSameOrigin(baseUrl, address) ? "own" : "unsound" };
  const { host: serviceHost, origin } = new URL(baseUrl);
  const isPublic = origin === publicBaseUrl;
  // A service of one's own on this computer may speak http.
  if (!isPublic && isSameOrigin(origin, address)) return { kind: "own" };
  const host = safeHttpsHost(address);
  if (host === undefined) return { kind: "unsound" };
  return host === (isPublic ? publicPageHost : serviceHost) ? { kind: "own" } : { kind: "other", host };
}

/** What the page is told to lead back to, by the parameter that says so. */
const parameters = ["success_url", "error_url"] as const;

/**
 * The address of a login's page that leads back to `back` once it is done, whatever came of it. Nothing that stands in the
 * address is written anew: a code that is decoded and encoded again may be another one.
 */
export function withWayBack(address: string, back: string): string {
  const at = address.indexOf("#");
  const [whole, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = whole.indexOf("?");
  const [page, given] = query < 0 ? [whole, ""] : [whole.slice(0, query), whole.slice(query + 1)];
  const kept = given.split("&").filter((part) => part !== "" && !isWayBack(part));
  const added = parameters.map((name) => `${name}=${encodeURIComponent(back)}`);
  return `${page}?${[...kept, ...added].join("&")}${fragment}`;
}

/** Whether a part of a query already names where to go back to. */
function isWayBack(part: string): boolean {
  const [name] = new URLSearchParams(part).keys();
  return parameters.some((one) => one === name);
}

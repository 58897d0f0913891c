import { publicBaseUrl } from "../../../domain/requestCode/codePlace.ts";
import type { Access } from "../../accounts/service.ts";
import { isOf, soundHttps } from "../../kit/openExternal.ts";

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
  if (account.kind === "sandbox") return { kind: isOf(baseUrl, address) ? "own" : "unsound" };
  const { host: serviceHost, origin } = new URL(baseUrl);
  const isPublic = origin === publicBaseUrl;
  // A service of one's own on this computer may speak http.
  if (!isPublic && isOf(origin, address)) return { kind: "own" };
  const host = soundHttps(address);
  if (host === undefined) return { kind: "unsound" };
  return host === (isPublic ? publicPageHost : serviceHost) ? { kind: "own" } : { kind: "other", host };
}

import { l10n } from "vscode";
import type { Access } from "../../accounts/service.ts";
import { handOn } from "../../kit/openExternal.ts";
import { confirm, warn } from "../../kit/notify.ts";
import { withWayBack } from "../../../domain/login/returnAddress.ts";
import type { AgreedHosts } from "./agreedHosts.ts";
import { pageHost } from "./pageHost.ts";
import type { Returns } from "./returns.ts";

/** What opening the page of a login works with. */
export interface OpenPageParts {
  readonly agreedHosts: Pick<AgreedHosts, "has" | "add">;
  readonly returns: Pick<Returns, "begin">;
}

/**
 * Opens the page of a connection's login in the user's browser, from which a link leads back; returns whether it did. The
 * address is a secret that works once: it is handed on, and kept nowhere.
 */
export async function openPage(
  parts: OpenPageParts,
  access: Access,
  connectionId: string,
  address: string,
): Promise<boolean> {
  if (!(await mayOpen(parts, access, address))) return false;
  const back = await parts.returns.begin({ accountId: access.account.id, connectionId });
  await handOn(withWayBack(address, back));
  return true;
}

async function mayOpen({ agreedHosts }: OpenPageParts, access: Access, address: string): Promise<boolean> {
  const page = pageHost(address, access);
  const accountId = access.account.id;
  switch (page.kind) {
    case "own":
      return true;
    case "unsound":
      void warn(l10n.t("Not opened: the login page has no sound address."));
      return false;
    case "other":
      if (await agreedHosts.has(accountId, page.host)) return true;
      if (
        !(await confirm(
          l10n.t("Open the login page at {0}?", page.host),
          l10n.t(
            "It is not where this account's login pages usually are. What you enter there goes to that host. You are asked once for this account.",
          ),
          l10n.t("Open"),
        ))
      )
        return false;
      await agreedHosts.add(accountId, page.host);
      return true;
  }
}

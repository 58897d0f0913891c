import { l10n } from "vscode";
import type { Proxy } from "../../api/otherResources.ts";
import type { ProxyCreateRequest } from "../../api/proxyRequests.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { proxies } from "./proxies.ts";
import { proxyBlocks } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<Proxy, ProxyCreateRequest>;

/** The result of creating a proxy. After a lost answer nobody can find out: another may have its name. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created")
    return createdResult(proxies, access, occasionOf(access, id), {
      ...told,
      advice: l10n.t("Check whether it works, then choose it for a connection."),
      blocks: proxyBlocks,
      actions: {
        next: button(l10n.t("Check…"), "managedAuth.checkProxy", { id: told.made.id }),
        other: button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id: told.made.id }),
        ...more(copyIdButton(told.made.id)),
      },
    });
  const { name = "" } = told.body;
  return unknownCreation(id, access, told.error, {
    called: name === "" ? l10n.t("the proxy") : display(name),
    about: name === "" ? l10n.t("Proxy") : name,
    icon: proxies.icon,
    advice: [
      l10n.t("Several proxies may have one name, so none can be told to be yours for certain."),
      l10n.t("Look through the list before you create it again; nothing is sent again."),
    ],
    next: button(l10n.t("Show Proxies…"), "managedAuth.showProxies", {}),
  });
}

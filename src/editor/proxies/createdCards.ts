import { l10n } from "vscode";
import type { AnsweredProxy } from "../../api/otherResources.ts";
import type { ProxyCreateRequest } from "../../api/proxyRequests.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import type { Called } from "../things/kind.ts";
import { proxies } from "./proxies.ts";
import { proxyBlocks } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<AnsweredProxy, ProxyCreateRequest>;

/** How one is called that was just created: the answer may have neither name nor id. */
const createdProxies: Called<AnsweredProxy> = {
  icon: proxies.icon,
  called: ({ id, name }) => name ?? id ?? l10n.t("Proxy"),
};

/** The result of creating a proxy. After a lost answer nobody can find out: another may have its name. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  const list = button(l10n.t("Show Proxies…"), "managedAuth.showProxies", {});
  if (told.kind === "created")
    return createdResult(createdProxies, access, occasionOf(access, id), {
      ...told,
      advice: l10n.t("Check whether it works, then choose it for a connection."),
      blocks: proxyBlocks,
      actions: told.made.id === undefined ? { next: list, ...more() } : actionsOn(told.made.id),
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
    next: list,
  });
}

function actionsOn(id: string): ResultCard["actions"] {
  return {
    next: button(l10n.t("Check…"), "managedAuth.checkProxy", { id }),
    other: button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id }),
    ...more(copyIdButton(id)),
  };
}

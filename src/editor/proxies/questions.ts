import { l10n } from "vscode";
import type { ProxyType } from "../../api/proxyRequests.ts";
import type { Entitlements } from "../../api/schemas.ts";
import { suggestedName, withCountry, withType } from "../../domain/proxies/draft.ts";
import type { ProxyStep } from "../../domain/proxies/draft.ts";
import { isEnabled } from "../../domain/entitlements/entitlements.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import { series } from "../words/sentences.ts";
import { answered } from "../kit/inputs/wizard.ts";
import type { Ask } from "./context.ts";
import { checkBypass, checkProxyName, hostsOf } from "./checks.ts";
import { askCertificates, askHost, askPassword, askPort, askProtocol, askUsername } from "./ownQuestions.ts";
import { askPlace } from "./placeQuestion.ts";
import { countriesByName, countryName, typeLabel } from "./words.ts";
import { review } from "./review.ts";

/** The questions about a proxy to create. */
export const questions: Readonly<Record<ProxyStep, Ask>> = {
  type: async ({ draft, entitlements, frame }) => {
    const answer = await pickOne<ProxyType>({
      frame,
      placeholder: l10n.t("What kind of proxy should it be?"),
      active: (value) => value === draft.type,
      choices: [
        { separator: runByService(entitlements) },
        ...managed().map(({ detail, type }) => ({ label: typeLabel(type), detail, value: type })),
        { separator: isEnabled(entitlements, "custom_proxies") === false ? notInPlan() : l10n.t("Yours") },
        { label: typeLabel("custom"), detail: l10n.t("A server of your own, by its host"), value: "custom" },
      ],
    });
    return answered(answer, (type) => withType(draft, type));
  },
  country: async ({ draft, frame }) => {
    const isFixed = draft.type === "datacenter" || draft.type === "isp";
    const answer = await pickOne<string>({
      frame,
      placeholder: l10n.t("In which country should it be? Type a part of its name or its code"),
      active: (value) => value === draft.country,
      choices: [
        isFixed
          ? { label: l10n.t("Service Default"), description: countryName("US"), value: "" }
          : { label: l10n.t("Any Country"), value: "" },
        { separator: l10n.t("Countries") },
        ...countriesByName().map(({ code, name }) => ({ label: name, description: code, value: code })),
      ],
    });
    return answered(answer, (country) => withCountry(draft, country));
  },
  place: askPlace,
  host: askHost,
  port: askPort,
  protocol: askProtocol,
  username: askUsername,
  password: askPassword,
  certificates: askCertificates,
  bypass: async ({ draft, entitlements, frame, typed }) => {
    const hosts = l10n.t("Hosts that are reached without it, with a comma between. Leave it empty for none.");
    const answer = await askText({
      frame,
      prompt: isEnabled(entitlements, "proxy_bypass_hosts") === false ? `${hosts} ${notInPlan()}.` : hosts,
      placeholder: "intranet.example.com, *.example.org",
      value: typed ?? (draft.bypass ?? []).join(", "),
      check: checkBypass,
    });
    return answered(answer, (text) => ({ ...draft, bypass: hostsOf(text) }));
  },
  name: async ({ draft, frame, taken, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("A name for the proxy, to know it by. Leave it empty to have its ID alone."),
      value: typed ?? draft.name ?? suggestedName(draft),
      check: (text) => checkProxyName(text, taken(), false),
    });
    return answered(answer, (name) => ({ ...draft, name: name.trim() }));
  },
  review,
};

function managed(): readonly { readonly type: ProxyType; readonly detail: string }[] {
  return [
    { type: "datacenter", detail: l10n.t("Fast, from one address; many sites know such addresses") },
    { type: "isp", detail: l10n.t("From one address of an internet provider, which stays the same") },
    { type: "residential", detail: l10n.t("From homes; each connection may come from another address") },
    { type: "mobile", detail: l10n.t("From mobile networks; the place is as near as they route it") },
  ];
}

function runByService(entitlements: Entitlements | undefined): string {
  const words = l10n.t("Run by the service");
  return isEnabled(entitlements, "managed_proxies") === false ? series([words, notInPlan()]) : words;
}

function notInPlan(): string {
  return l10n.t("Not in your plan");
}

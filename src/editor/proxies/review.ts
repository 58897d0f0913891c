import { l10n } from "vscode";
import { createRequestOf, proxySteps } from "../../domain/proxies/draft.ts";
import type { ProxyDraft, ProxyField } from "../../domain/proxies/draft.ts";
import { display } from "../../domain/text/display.ts";
import { masked } from "../kit/inputs/askKeyed.ts";
import { reviewCreation } from "../kit/inputs/reviewCreation.ts";
import { series, withAside } from "../words/sentences.ts";
import { bundleWords } from "./ownQuestions.ts";
import { countryName, narrowedWords, typeLabel, subjectOf } from "./words.ts";
import type { Ask } from "./context.ts";

/** Shows all answers. A row leads to its question; the first row sends. */
export const review: Ask = (context) => {
  const { draft } = context;
  return reviewCreation(context, {
    create: l10n.t("Create Proxy"),
    placeholder: l10n.t("Create the proxy, or choose a row to change it"),
    heading: l10n.t("Proxy"),
    rows: proxySteps(draft)
      .filter((step) => step !== "review")
      .map((value) => ({ label: subjectOf(value), description: answerWords(draft, value), value })),
    missing: createRequestOf(draft) === undefined ? "type" : undefined,
  });
};

/** An answer in words. Of a password nothing but that there is one. */
function answerWords(draft: ProxyDraft, field: ProxyField): string {
  const none = l10n.t("None");
  const orNone = (text: string): string => (text === "" ? none : display(text));
  switch (field) {
    case "type":
      return typeLabel(draft.type ?? "");
    case "country":
      return countryWords(draft);
    case "place": {
      const narrowed = narrowedWords(draft.place ?? {});
      return narrowed.length === 0 ? l10n.t("Anywhere in the country") : series(narrowed);
    }
    case "host":
      return display(draft.host ?? "");
    case "port":
      return String(draft.port ?? "");
    case "protocol":
      return (draft.protocol ?? "https").toUpperCase();
    case "username":
      return orNone(draft.username ?? "");
    case "password":
      return (draft.password ?? "") === "" ? none : masked;
    case "certificates": {
      const { file = "", pem = "" } = draft.certificates ?? {};
      return pem === "" ? l10n.t("Public") : withAside(display(file), bundleWords(pem));
    }
    case "bypass":
      return orNone(series(draft.bypass ?? []));
    case "name":
      return orNone(draft.name ?? "");
  }
}

function countryWords({ country = "", type }: ProxyDraft): string {
  if (country !== "") return withAside(countryName(country), country);
  return type === "residential" || type === "mobile" ? l10n.t("Any") : l10n.t("Service default");
}

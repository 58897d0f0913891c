import { l10n } from "vscode";
import { countryCodes } from "../../api/proxyRequests.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import { proxyType } from "../catalogue/proxyWords.ts";
import { perLanguage } from "../words/numbers.ts";
import { labelled, series, withAside } from "../words/sentences.ts";
import type { ProxyStep } from "../../domain/proxies/draft.ts";

const regions = perLanguage((tag) => new Intl.DisplayNames(tag, { type: "region", fallback: "code" }));
const collators = perLanguage((tag) => new Intl.Collator(tag));

/** A country by its name, in the language of our words; what is no code as it came. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/i.test(code) ? (regions().of(code.toUpperCase()) ?? code) : display(code);
}

/** Every country that a proxy can be in, sorted by name. */
export function countriesByName(): readonly { readonly code: string; readonly name: string }[] {
  const { compare } = collators();
  return countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => compare(one.name, other.name));
}

type Narrowed = Partial<Readonly<Record<"state" | "city" | "zip" | "asn", string | undefined>>>;

/** What narrows a place, from the smallest to the largest. */
export function narrowedWords({ asn, city, state, zip }: Narrowed): readonly string[] {
  return [
    city === undefined ? undefined : display(city),
    state === undefined ? undefined : display(state),
    zip === undefined ? undefined : labelled(l10n.t("ZIP code"), display(zip)),
    asn === undefined ? undefined : display(asn),
  ].filter((part) => part !== undefined);
}

/** Where a proxy is, in words; `undefined` where that is not told. */
export function placeWords(config: Proxy["config"]): string | undefined {
  if (config === undefined) return undefined;
  const { country } = config;
  const parts = [
    ...narrowedWords(config),
    ...(country === undefined ? [] : [withAside(countryName(country), display(country))]),
  ];
  return parts.length === 0 ? undefined : series(parts);
}

/** A type at the beginning of a line. */
export function typeLabel(type: string): string {
  const words = proxyType(type);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a question is about: the title of its input, and its row in the review. */
export function subjectOf(step: ProxyStep): string {
  return {
    type: l10n.t("Type"),
    country: l10n.t("Country"),
    place: l10n.t("Place"),
    host: l10n.t("Host"),
    port: l10n.t("Port"),
    protocol: l10n.t("Protocol"),
    username: l10n.t("User"),
    password: l10n.t("Password"),
    certificates: l10n.t("Certificates"),
    bypass: l10n.t("Reached without it"),
    name: l10n.t("Name"),
    review: l10n.t("Review"),
  }[step];
}

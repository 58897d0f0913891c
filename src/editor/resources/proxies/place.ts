// Prompts for the location of a proxy within its country, and describes the location.
import { l10n } from "vscode";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import { countryCodes, ispCountryCodes } from "../../../api/proxyRequests.ts";
import { compact } from "../../../domain/compact.ts";
import type { PreciseLocation, ProxyValues } from "../../../domain/resources/proxies.ts";
import { display } from "../../../domain/text/display.ts";
import { countryName } from "../../catalogue/picks.ts";
import { askText, pickOne, type Answer, type Choice, type Frame } from "../../kit/inputs/ask.ts";
import type { FieldView } from "../../resourceEngine/resource.ts";
import { capitalize } from "../../words/labels.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import { perLanguage } from "../../words/formatting.ts";
import { labelWithValue, joinWithCommas, withParentheses } from "../../words/sentences.ts";
import { asnOf, checkAsn, checkCity, checkState, checkZip } from "./checks.ts";

type LocationPart = keyof PreciseLocation;
type PlaceChoice =
  | { readonly kind: "done" }
  | { readonly kind: "remove"; readonly part: LocationPart }
  | { readonly kind: "ask"; readonly part: LocationPart };

/**
 * Prompts for a location within the country and renders the answer. The list shows the parts of the location, such as
 * the city. The user can add and remove parts until choosing "Continue".
 */
export function placeView(): FieldView<PreciseLocation, ProxyResource, ProxyValues> {
  return {
    label: l10n.t("Place"),
    async ask({ frame, value: location = {}, values: { country = "", type } }) {
      let narrowed = location;
      for (;;) {
        const words = narrowedWords(narrowed);
        const answer = await pickOne<PlaceChoice>({
          frame,
          placeholder: l10n.t("Choose a place in {0}", countryName(country)),
          ...(isAlone(narrowed) && {
            prompt: l10n.t("Don't combine a ZIP code or network with a city or state."),
          }),
          choices: [
            {
              label: `$(check) ${l10n.t("Continue")}`,
              description: words.length === 0 ? anywhereText() : joinWithCommas(words),
              value: { kind: "done" },
            },
            ...partsFor(type === "mobile", country, narrowed).map((part) => partChoice(part, narrowed[part])),
          ],
        });
        if (answer.kind !== "accepted") return answer;
        if (answer.value.kind === "done") return { kind: "accepted", value: narrowed };
        const { kind, part } = answer.value;
        const { [part]: previous, ...others } = narrowed;
        if (kind === "remove") narrowed = others;
        else {
          const typed = await askPart(frame, part, previous ?? "");
          if (typed.kind === "cancelled") return typed;
          if (typed.kind === "accepted") narrowed = { ...narrowed, [part]: typed.value };
        }
      }
    },
    summary(location = {}) {
      const words = narrowedWords(location);
      return words.length === 0 ? capitalize(anywhereText()) : joinWithCommas(words);
    },
  };
}

const isAlone = ({ asn, zip }: PreciseLocation): boolean => (zip ?? asn) !== undefined;

/**
 * Returns the parts that can be added to a location or removed from it. The service documents that some parts exclude
 * others.
 */
function partsFor(mobile: boolean, country: string, location: PreciseLocation): readonly LocationPart[] {
  const hasArea = (location.state ?? location.city) !== undefined;
  return compact(
    !isAlone(location) && (!mobile || country === "US") && "state",
    !isAlone(location) && "city",
    !mobile && !hasArea && country === "US" && "zip",
    !mobile && !hasArea && "asn",
  );
}

function partChoice(part: LocationPart, value: string | undefined): Choice<PlaceChoice> {
  return {
    label: partPrompt(part).label,
    ...(value === undefined
      ? {}
      : {
          description: display(value),
          button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "remove", part } },
        }),
    value: { kind: "ask", part },
  };
}

/** Prompts for a part of a location and returns the value to send. The Back button returns to the list of parts. */
async function askPart(frame: Frame, part: LocationPart, value: string): Promise<Answer<string>> {
  const { check, placeholder, prompt, sent } = partPrompt(part);
  const answer = await askText({
    frame: { ...frame, back: true },
    prompt,
    placeholder,
    value,
    check: (text) => check(text.trim()),
  });
  return answer.kind === "accepted" ? { kind: "accepted", value: sent(answer.value.trim()) } : answer;
}

interface PartPrompt {
  readonly label: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly check: (text: string) => InputCheck | undefined;
  readonly sent: (text: string) => string;
}

function partPrompt(part: LocationPart): PartPrompt {
  const words: Record<LocationPart, PartPrompt> = {
    state: {
      label: l10n.t("State…"),
      prompt: l10n.t("The state's two letters."),
      placeholder: "CA",
      check: checkState,
      sent: (text) => text.toUpperCase(),
    },
    city: {
      label: l10n.t("City…"),
      prompt: l10n.t("The city, without spaces."),
      placeholder: "sanfrancisco",
      check: checkCity,
      sent: (text) => text.toLowerCase(),
    },
    zip: {
      label: l10n.t("ZIP code…"),
      prompt: l10n.t("The five-digit ZIP code."),
      placeholder: "94103",
      check: checkZip,
      sent: (text) => text,
    },
    asn: {
      label: l10n.t("Network…"),
      prompt: l10n.t("Network number (ASN)."),
      placeholder: "AS15169",
      check: checkAsn,
      sent: asnOf,
    },
  };
  return words[part];
}

const nameCollator = perLanguage((tag) => new Intl.Collator(tag));

/** Returns the countries that support the given type of proxy, sorted by name. */
export function countriesByName(
  type: string | undefined,
): readonly { readonly code: string; readonly name: string }[] {
  const { compare } = nameCollator();
  return (type === "isp" ? ispCountryCodes : countryCodes)
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => compare(one.name, other.name));
}

type LocationParts = Partial<Readonly<Record<"state" | "city" | "zip" | "asn", string | undefined>>>;

const anywhereText = (): string => l10n.t("anywhere in the country");

/** Describes the parts that narrow a location down within its country: city, state, ZIP code and network (ASN). */
function narrowedWords({ asn, city, state, zip }: LocationParts): readonly string[] {
  return compact(
    city && display(city),
    state && display(state),
    zip !== undefined && labelWithValue(l10n.t("ZIP code"), display(zip)),
    asn && display(asn),
  );
}

/** Describes the location of a proxy, or returns undefined if the service doesn't report one. */
export function placeWords(config: ProxyResource["config"]): string | undefined {
  if (config === undefined) return undefined;
  const { country } = config;
  const parts = compact(
    ...narrowedWords(config),
    country !== undefined && withParentheses(display(countryName(country)), display(country)),
  );
  return parts.length === 0 ? undefined : joinWithCommas(parts);
}

import { l10n } from "vscode";
import type { ProxyPlace } from "../../domain/proxies/draft.ts";
import { display } from "../../domain/text/display.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../kit/inputs/ask.ts";
import type { Check } from "../words/names.ts";
import { series } from "../words/sentences.ts";
import { asnOf, checkAsn, checkCity, checkState, checkZip } from "./checks.ts";
import { countryName, narrowedWords } from "./words.ts";
import type { Ask } from "./context.ts";

type Part = keyof ProxyPlace;
type PlaceChoice =
  | { readonly kind: "done" }
  | { readonly kind: "remove"; readonly part: Part }
  | { readonly kind: "ask"; readonly part: Part };

/** Shows what narrows the place within its country, to add some and take some away, until it is narrow enough. */
export const askPlace: Ask = async ({ draft, frame }) => {
  let place = draft.place ?? {};
  const { country = "", type } = draft;
  for (;;) {
    const narrowed = narrowedWords(place);
    const answer = await pickOne<PlaceChoice>({
      frame,
      placeholder: l10n.t("Where in {0}? The wider, the more addresses there are", countryName(country)),
      ...(isAlone(place) && {
        prompt: l10n.t("A ZIP code or a network can't stand beside a city or a state."),
      }),
      choices: [
        {
          label: `$(check) ${l10n.t("Continue")}`,
          description: narrowed.length === 0 ? l10n.t("anywhere in the country") : series(narrowed),
          value: { kind: "done" },
        },
        ...partsFor(type === "mobile", country, place).map((part) => rowOf(part, place[part])),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "done") return { kind: "answered", draft: { ...draft, place } };
    const { [value.part]: before, ...others } = place;
    if (value.kind === "remove") place = others;
    else {
      const part = await askPart(frame, value.part, before ?? "");
      if (part.kind === "cancelled") return part;
      if (part.kind === "accepted") place = { ...place, [value.part]: part.value };
    }
  }
};

const isAlone = ({ asn, zip }: ProxyPlace): boolean => (zip ?? asn) !== undefined;

/** What can narrow a place beside what does already: as the service documents, some exclude others. */
function partsFor(mobile: boolean, country: string, place: ProxyPlace): readonly Part[] {
  const hasArea = (place.state ?? place.city) !== undefined;
  return [
    ...(isAlone(place) || (mobile && country !== "US") ? [] : (["state"] as const)),
    ...(isAlone(place) ? [] : (["city"] as const)),
    ...(mobile || hasArea || country !== "US" ? [] : (["zip"] as const)),
    ...(mobile || hasArea ? [] : (["asn"] as const)),
  ];
}

function rowOf(part: Part, value: string | undefined): Choice<PlaceChoice> {
  return {
    label: asking(part).label,
    ...(value === undefined
      ? {}
      : {
          description: display(value),
          button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "remove", part } },
        }),
    value: { kind: "ask", part },
  };
}

/** Asks for one part of a place; resolves to it as it is sent. Back leads to the list. */
async function askPart(frame: Frame, part: Part, value: string): Promise<Answer<string>> {
  const { check, placeholder, prompt, sent } = asking(part);
  const answer = await askText({
    frame: { ...frame, back: true },
    prompt,
    placeholder,
    value,
    check: (text) => check(text.trim()),
  });
  return answer.kind === "accepted" ? { kind: "accepted", value: sent(answer.value.trim()) } : answer;
}

/** How one part of a place is asked for. */
interface Asking {
  readonly label: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly check: (text: string) => Check | undefined;
  readonly sent: (text: string) => string;
}

function asking(part: Part): Asking {
  const words: Record<Part, Asking> = {
    state: {
      label: l10n.t("State…"),
      prompt: l10n.t("The state, by its two letters."),
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
      prompt: l10n.t("The ZIP code, by its five digits."),
      placeholder: "94103",
      check: checkZip,
      sent: (text) => text,
    },
    asn: {
      label: l10n.t("Network…"),
      prompt: l10n.t("The network of a provider, by its number (ASN)."),
      placeholder: "AS15169",
      check: checkAsn,
      sent: asnOf,
    },
  };
  return words[part];
}

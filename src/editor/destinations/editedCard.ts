import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { OtlpDestinationUpdateRequest } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Block, Value } from "../../card/card.ts";
import { editableTexts, textOf } from "../../domain/destinations/edit.ts";
import type { EditableText } from "../../domain/destinations/edit.ts";
import { display } from "../../domain/text/display.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import type { Access } from "../accounts/service.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Effect, ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, plain, serviceSays, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { pageOf } from "../things/kind.ts";
import { destinations } from "./destinations.ts";
import { subjectOf } from "./subject.ts";
import { masked } from "../kit/inputs/askKeyed.ts";
import { destinationBlocks, editButton } from "./shownCard.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { whyUnknown } from "../results/unknownCreation.ts";

interface Sent {
  readonly sent: OtlpDestinationUpdateRequest;
  /** As it was read right before. */
  readonly before: OtlpDestination;
}

/** How an edit ended, where there is something to read about that. */
export type EditEnd =
  /** `known`: by the answer; or by reading, which shows all of it, or all but the values of headers. */
  | (Sent & {
      readonly kind: "saved";
      readonly after: OtlpDestination;
      readonly known: "answered" | "there" | "likely";
    })
  /** Some of it is not there; where `answered` is false it may still come. */
  | (Sent & {
      readonly kind: "notTaken";
      readonly after: OtlpDestination;
      readonly left: readonly string[];
      readonly answered: boolean;
    })
  /** It may have been changed. */
  | (Sent & { readonly kind: "unknown"; readonly error?: ApiError })
  /** There is no such destination any more. */
  | { readonly kind: "gone"; readonly before: OtlpDestination };

/** The result of an edit, in the page of its destination. Nothing of it holds the value of a header. */
export function editedResult(id: string, access: Access, end: EditEnd, users: Users): Result {
  const card = editedCard(occasionOf(access, id), end, users);
  return pageOf(destinations, access, card, "after" in end ? end.after : end.before);
}

function editedCard(occasion: Occasion, end: EditEnd, users: Users): ResultCard {
  const { id, name } = "after" in end ? end.after : end.before;
  const frame = cardFrame(occasion, display(name ?? id));
  const show = button(l10n.t("Show Destination"), "managedAuth.showDestination", { id });
  switch (end.kind) {
    case "saved":
      return {
        ...frame,
        head: verdict(end.known === "answered" ? "success" : "info"),
        title: end.known === "likely" ? l10n.t("Changes saved, most likely") : l10n.t("Changes saved"),
        summary: savedWords(end),
        blocks: [changesBlock(end, []), ...destinationBlocks(end.after, users)],
        actions: { other: show, ...more(editButton(id), copyIdButton(id)) },
      };
    case "notTaken":
      return {
        ...frame,
        head: verdict("warning"),
        title: end.answered
          ? l10n.t("Not all changes took")
          : l10n.t("Not sure whether the changes were saved"),
        summary: end.answered
          ? [l10n.t("The service accepted them, but the destination does not show all of them.")]
          : [
              l10n.t("The answer was lost, and the destination does not show all that was sent."),
              l10n.t("It may still come: check in a moment. Checking only reads."),
            ],
        blocks: [changesBlock(end, end.left), ...destinationBlocks(end.after, users)],
        actions: { next: checkButton(id, occasion), ...more(editButton(id), copyIdButton(id)) },
      };
    case "unknown":
      return {
        ...frame,
        head: verdict("warning"),
        title: l10n.t("Not sure whether the changes were saved"),
        summary: [
          whyUnknown(end.error),
          setsValues(end.sent)
            ? l10n.t("Nobody shows the value of a header. Look at the next export, or rotate it again.")
            : l10n.t("Check Now shows the destination as it is; nothing is sent again."),
        ],
        blocks: [changesBlock(end), ...(end.error === undefined ? [] : serviceSays(end.error))],
        actions: { next: checkButton(id, occasion), ...more(editButton(id), copyIdButton(id)) },
      };
    case "gone":
      return {
        ...frame,
        head: verdict("warning"),
        title: l10n.t("The destination is gone"),
        summary: [l10n.t("It was deleted meanwhile. Nothing was changed.")],
        blocks: [],
        actions: more(copyIdButton(id)),
      };
  }
}

function savedWords({ known, sent }: Extract<EditEnd, { kind: "saved" }>): readonly string[] {
  const lost = l10n.t("The answer was lost; reading found them.");
  switch (known) {
    case "answered":
      return setsValues(sent)
        ? [l10n.t("Sessions that run export with the new value from now on.")]
        : [l10n.t("The service shows all of them.")];
    case "there":
      return [lost];
    case "likely":
      return [lost, l10n.t("Whether the value of a header is yours, nobody shows. Look at the next export.")];
  }
}

const setsValues = ({ headers = {} }: OtlpDestinationUpdateRequest): boolean =>
  Object.values(headers).some((value) => value !== null);

/** What was sent: as it was, as it was asked for, and whether it is there. Nothing of the value of a header. */
function changesBlock({ before, sent }: Sent, left?: readonly string[]): Block<Effect> {
  const row = (part: string, label: string, was: string, wanted: string) => ({
    cells: [
      plain(label),
      plain(was),
      plain(wanted),
      ...(left === undefined ? [] : [left.includes(part) ? notTaken() : taken()]),
    ],
    notes: [],
    // An address is not kept.
    ...(part === "endpoint" && { volatile: true as const }),
  });
  const texts = editableTexts.flatMap((field) => {
    const wanted = sent[field];
    return wanted === undefined
      ? []
      : [row(field, subjectOf(field), shown(field, textOf(before, field)), shown(field, wanted))];
  });
  const headers = Object.entries(sent.headers ?? {}).map(([name, value]) => {
    const wasThere = before.headers?.some((one) => one.toLowerCase() === name.toLowerCase()) === true;
    const [was, wanted] = [wasThere ? masked : none(), value === null ? none() : l10n.t("Another value")];
    return row(name, display(name), was, wasThere || value === null ? wanted : masked);
  });
  return {
    kind: "table",
    title: l10n.t("Changes"),
    columns: [
      l10n.t("Part"),
      l10n.t("Before"),
      l10n.t("Asked for"),
      ...(left === undefined ? [] : [l10n.t("Result")]),
    ],
    rows: [...texts, ...headers],
  };
}

const taken = (): Value => ({ text: l10n.t("Saved"), tone: "success" });
const notTaken = (): Value => ({ text: l10n.t("Not taken"), tone: "warning" });
const none = (): string => l10n.t("None");

function shown(field: EditableText, text: string): string {
  if (text === "") return none();
  return display(field === "endpoint" ? maskedAddress(text) : text);
}

function checkButton(id: string, { id: resultId }: Occasion): ReturnType<typeof button> {
  return button(l10n.t("Check Now"), "managedAuth.showDestination", { id, resultId });
}

import { l10n } from "vscode";
import {
  categoryFacts,
  destinationOf,
  detailedIn,
  type ExportAnswer,
  exportOf,
  type TelemetryAnswer,
  unknownIn,
} from "../../../domain/draft/telemetry.ts";
import type { ListedDestination } from "../../../domain/resources/destinations.ts";
import type { TelemetryCategory } from "../../../api/telemetry.ts";
import type { FollowUpStep } from "../../../domain/connections/settingModel.ts";
import { display } from "../../../domain/text/display.ts";
import { nameAmong, type NamedResource } from "../../../domain/text/names.ts";
import { checkMany, type Choice, pickOne } from "../../kit/inputs/ask.ts";
import { eachListed, pickLive } from "../../kit/inputs/livePick.ts";
import { answered } from "../../kit/inputs/wizard.ts";
import { sortBrokenLast } from "../../catalogue/pickerLists.ts";
import { destinationPick } from "../../catalogue/picks.ts";
import { createResourceChoice, createFromPicker, withChosenRow } from "./resourceCreators.ts";
import { typedNamePick } from "../../catalogue/typedName.ts";
import type { SettingPrompt, SettingView } from "./settingView.ts";
import { categoryLabel, categoryMeaning } from "./settingWords.ts";
import { markUnknownValue } from "../../words/labels.ts";
import { joinSentences, joinWithCommas } from "../../words/sentences.ts";

type TelemetryKind = TelemetryAnswer["kind"];
type CapturingAnswer = Exclude<TelemetryAnswer, { kind: "off" }>;

/** The telemetry that the connection's browsers record (interface.md §2.6). */
export const telemetryView: SettingView<TelemetryAnswer> = {
  group: "browser",
  label: () => l10n.t("Telemetry"),
  format: (answer, named) => display(describeTelemetry(answer, named)),
  quote: (answer) => {
    const destination = destinationOf(answer);
    if (answer.kind === "off" || destination === undefined) return undefined;
    const words = display(describeTelemetry({ ...answer, export: { kind: "none" } }, []));
    return { words, names: [{ label: l10n.t("Exported to"), name: destination }] };
  },
  defaultValue: () => ({ text: l10n.t("Not set: the service decides"), source: "default" }),
  unreported: "default",
  ask: async ({ draft, frame }) => {
    const answer = await pickOne<TelemetryKind>({
      frame,
      placeholder: l10n.t("Choose what to record"),
      choices: [
        { label: l10n.t("Off"), detail: l10n.t("No telemetry is captured"), value: "off" },
        {
          label: l10n.t("Default set"),
          detail: l10n.t("Control, connection, system and CAPTCHA"),
          value: "default",
        },
        {
          label: l10n.t("Categories…"),
          detail: l10n.t("Nine categories, such as network and screenshots"),
          value: "categories",
        },
      ],
      active: (kind) => kind === (draft.telemetry?.kind ?? "default"),
    });
    return answered(answer, (kind) => ({ ...draft, telemetry: changeTelemetryKind(draft.telemetry, kind) }));
  },
};

const askTelemetryCategories: SettingPrompt = async ({ before, draft, frame }) => {
  const unknown = unknownIn(before?.telemetry);
  const detailed = detailedIn(before?.telemetry);
  const defaults = categoryFacts.filter(({ byDefault }) => byDefault).map(({ category }) => category);
  const chosen = draft.telemetry?.kind === "categories" ? draft.telemetry.categories : undefined;
  const notes = [l10n.t("Console, network, page, interaction and screenshots are off unless selected.")];
  if (unknown.length > 0)
    notes.push(l10n.t("On, but unknown to this version: {0}.", joinWithCommas(unknown.map(categoryLabel))));
  if (detailed.length > 0)
    notes.push(
      l10n.t(
        "Stays as is, because of options unknown to this version: {0}.",
        joinWithCommas(detailed.map(categoryLabel)),
      ),
    );
  const answer = await checkMany<TelemetryCategory>({
    frame,
    placeholder: l10n.t("Which categories should be recorded?"),
    prompt: joinSentences(notes),
    choices: categoryFacts.map((facts) => ({
      label: categoryLabel(facts.category),
      description: describeDefault(facts),
      detail: categoryMeaning(facts.category),
      value: facts.category,
    })),
    checked: (category) => (chosen ?? defaults).includes(category),
    fault: (values) => {
      if (values.length > 0) return undefined;
      return unknown.length === 0
        ? l10n.t("Select a category, or go back and choose Off.")
        : l10n.t(
            "This version knows none of the recorded categories. Select a category, or go back and choose Off.",
          );
    },
  });
  return answered(answer, (categories) => ({
    ...draft,
    telemetry: { kind: "categories", categories: [...categories], ...exportProperty(draft.telemetry) },
  }));
};

function describeDefault({ byDefault, cdp }: (typeof categoryFacts)[number]): string {
  if (byDefault) return l10n.t("on by default");
  return cdp ? l10n.t("CDP, off by default") : l10n.t("off by default");
}

const askTelemetryExport: SettingPrompt = async ({ draft, frame }) => {
  const current = exportOf(draft.telemetry);
  const answer = await pickOne<ExportAnswer["kind"]>({
    frame,
    placeholder: l10n.t("Choose where to export"),
    choices: [
      { label: l10n.t("Nowhere"), detail: l10n.t("Recorded, but not exported"), value: "none" },
      {
        label: l10n.t("Destination by ID…"),
        detail: l10n.t("The stable way to identify a telemetry destination"),
        value: "id",
      },
      {
        label: l10n.t("Destination by Name…"),
        detail: l10n.t("The name is looked up at each login"),
        value: "name",
      },
    ],
    active: (kind) => kind === (current?.kind ?? "none"),
  });
  return answered(answer, (kind) => ({
    ...draft,
    telemetry: withTelemetryExport(draft.telemetry, current?.kind === kind ? current : { kind }),
  }));
};

/** The value of a picker row: a destination by ID or name, or the creation of a new destination. */
type DestinationRow = { readonly kind: "named"; readonly idOrName: string } | { readonly kind: "new" };

const askTelemetryDestination: SettingPrompt = async (context) => {
  const { createNew, draft, frame, lists, typed } = context;
  const current = exportOf(draft.telemetry);
  const key = current?.kind === "name" ? "name" : "id";
  const subject = key === "id" ? l10n.t("The destination ID") : l10n.t("The destination name");
  const rowOf = (item: ListedDestination): Choice<DestinationRow> | undefined => {
    const value = item[key];
    return value === undefined ? undefined : destinationPick(item, { kind: "named", idOrName: value });
  };
  let created: Choice<DestinationRow> | undefined;
  let active: DestinationRow | undefined;
  let value = typed ?? (current !== undefined && "destination" in current ? (current.destination ?? "") : "");
  for (;;) {
    const chosen = created;
    const answer = await pickLive<ListedDestination, DestinationRow>({
      frame,
      placeholder:
        key === "id" ? l10n.t("Choose or type a destination ID") : l10n.t("Choose or type a destination"),
      emptyText: l10n.t("No destinations yet."),
      load: sortBrokenLast(lists.destinations, ({ consecutive_failures = 0 }) => consecutive_failures > 0),
      rows: (listed) => {
        const rows = eachListed<ListedDestination, DestinationRow>(rowOf)(listed);
        return chosen === undefined ? rows : withChosenRow(chosen.value, chosen.label, rows);
      },
      trailing: createResourceChoice(createNew.destination, {
        label: l10n.t("Create Destination…"),
        value: { kind: "new" },
      }),
      typed: typedNamePick(subject, (text): DestinationRow => ({ kind: "named", idOrName: text })),
      value,
      active,
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value.kind === "named") {
      const exported: ExportAnswer = { kind: key, destination: answer.value.idOrName };
      const telemetry = withTelemetryExport(draft.telemetry, exported);
      return { kind: "answered", draft: { ...draft, telemetry } };
    }
    active = answer.value;
    value = "";
    const item = await createFromPicker(createNew.destination, "destinations", context);
    if (item === undefined) continue;
    created = rowOf(item);
    active = created?.value;
  }
};

export const telemetryQuestions: Readonly<Record<FollowUpStep, SettingPrompt>> = {
  telemetry_categories: askTelemetryCategories,
  telemetry_export: askTelemetryExport,
  telemetry_destination: askTelemetryDestination,
};

/** Describes the telemetry answer. A destination that was selected by ID is shown by its name if the name is known. */
function describeTelemetry(answer: TelemetryAnswer, destinations: readonly NamedResource[]): string {
  if (answer.kind === "off") return l10n.t("Off");
  const categories =
    answer.kind === "default" ? [l10n.t("Default set")] : answer.categories?.map(categoryLabel);
  const unknown = unknownIn(answer).map((name) => markUnknownValue(categoryLabel(name)));
  const captured = joinWithCommas([...(categories ?? []), ...unknown]);
  const exported = answer.export;
  if (exported === undefined || exported.kind === "none") return captured;
  const { destination = "", kind } = exported;
  const name = kind === "id" ? nameAmong(destination, destinations) : undefined;
  return l10n.t("{0}; exported to {1}", captured, name ?? destination);
}

function changeTelemetryKind(previous: TelemetryAnswer | undefined, kind: TelemetryKind): TelemetryAnswer {
  if (previous?.kind === kind) return previous;
  return kind === "off" ? { kind } : { kind, ...exportProperty(previous) };
}

function exportProperty(answer: TelemetryAnswer | undefined): { export?: ExportAnswer } {
  const exported = exportOf(answer);
  return exported === undefined ? {} : { export: exported };
}

function withTelemetryExport(answer: TelemetryAnswer | undefined, exported: ExportAnswer): CapturingAnswer {
  if (answer === undefined || answer.kind === "off") return { kind: "default", export: exported };
  return { ...answer, export: exported };
}

import { l10n } from "vscode";
import { mostHeaders } from "../../api/destinationRequests.ts";
import { collectors } from "../../domain/destinations/collectors.ts";
import { collectorOf, createRequestOf, withCollector } from "../../domain/destinations/draft.ts";
import type {
  DestinationDraft,
  DestinationField,
  DestinationStep,
  Header,
} from "../../domain/destinations/draft.ts";
import { display } from "../../domain/text/display.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Frame } from "../kit/inputs/ask.ts";
import { askKeyed, askKeyedList, keyedWords } from "../kit/inputs/askKeyed.ts";
import { reviewCreation } from "../kit/inputs/reviewCreation.ts";
import type { AskedToCreate } from "../kit/inputs/reviewCreation.ts";
import { answered, named } from "../kit/inputs/wizard.ts";
import type { StepAnswer } from "../kit/inputs/wizard.ts";
import {
  checkDescription,
  checkDestinationName,
  checkEndpoint,
  checkHeaderName,
  checkHeaderValue,
} from "./checks.ts";
import type { Existing } from "./checks.ts";
import { subjectOf } from "./subject.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends AskedToCreate<DestinationDraft, DestinationField> {
  readonly existing: () => Existing;
}

type Ask = (context: QuestionContext) => Promise<StepAnswer<DestinationDraft, DestinationField>>;

/** The questions about a destination to create. */
export const questions: Readonly<Record<DestinationStep, Ask>> = {
  collector: async ({ draft, frame }) => {
    const answer = await pickOne<string>({
      frame,
      placeholder: l10n.t("What collects the telemetry? Anything that takes OTLP over HTTP does"),
      active: (value) => value === draft.collector,
      choices: [
        ...collectors.map(({ endpoint, id, name }) => ({ label: name, description: endpoint, value: id })),
        { label: l10n.t("Another Collector"), value: "other" },
      ],
    });
    return answered(answer, (collector) => withCollector(draft, collector));
  },
  name: async ({ draft, existing, frame, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("A name for the destination. Connections select it by this, or by its ID."),
      placeholder: collectorOf(draft)?.id ?? "audit-log",
      value: typed ?? draft.name ?? draft.refusedName ?? "",
      check: (text) => checkDestinationName(text, existing()),
    });
    return named(answer, draft);
  },
  endpoint: async ({ draft, frame, typed }) => {
    const known = collectorOf(draft);
    // Before somebody went back and chose another one.
    const isOthers = collectors.some((one) => one !== known && one.endpoint === typed);
    const answer = await askText({
      frame,
      prompt:
        known === undefined
          ? l10n.t("The collector's base address, without /v1/logs.")
          : l10n.t("{0}'s address, as its documents give it. Your region may have another.", known.name),
      placeholder: "https://collector.example.com",
      value: (isOthers ? undefined : typed) ?? draft.endpoint ?? known?.endpoint ?? "",
      check: (text) => checkEndpoint(text.trim()),
    });
    return answered(answer, (endpoint) => ({ ...draft, endpoint: endpoint.trim() }));
  },
  headers: askHeaders,
  description: async ({ draft, frame, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("What it is for. Leave it empty to have none."),
      value: typed ?? draft.description ?? "",
      check: checkDescription,
    });
    return answered(answer, (description) => ({ ...draft, description }));
  },
  review,
};

type Result = Promise<StepAnswer<DestinationDraft, DestinationField>>;

/** Shows the headers, to add some and take some away, until there are no more. */
async function askHeaders({ draft, frame }: QuestionContext): Result {
  const usual = collectorOf(draft)?.header;
  const answer = await askKeyedList(frame, draft.headers ?? [], {
    placeholder: l10n.t("Headers that are sent with each export, such as a key"),
    keyOf: ({ name }) => name,
    usual: (names) =>
      usual === undefined || names.some((name) => name.toLowerCase() === usual.toLowerCase())
        ? []
        : [{ value: usual, label: l10n.t("Add {0}…", usual), description: l10n.t("the header of your key") }],
    another: (names) => (names.length < mostHeaders ? l10n.t("Add a Header…") : undefined),
    none: l10n.t("without headers"),
    ask: (headers, known) => askHeader(frame, headers, known),
  });
  return answered(answer, (headers) => ({ ...draft, headers }));
}

/** Asks for a header's name, unless that is known, and its value: {@link askKeyed}. */
export async function askHeader(
  frame: Frame,
  others: readonly Header[],
  known: string | undefined,
): Promise<Answer<Header>> {
  const names = others.map(({ name }) => name);
  const answer = await askKeyed(frame, known, {
    prompt: l10n.t("The header's name. Its value comes next."),
    placeholder: "Authorization",
    checkKey: (text) => checkHeaderName(text, names),
    checkValue: (value, name) => checkHeaderValue({ name, value }, others),
  });
  if (answer.kind !== "accepted") return answer;
  const { key: name, value } = answer.value;
  return { kind: "accepted", value: { name, value } };
}

/** Shows all answers. A row leads to its question; the first row sends. */
async function review(context: QuestionContext): Result {
  const { draft } = context;
  const { description = "", endpoint = "", headers = [], name = "" } = draft;
  const row = (value: DestinationField, text: string) => ({
    label: subjectOf(value),
    description: text === "" ? l10n.t("None") : text,
    value,
  });
  return reviewCreation(context, {
    create: l10n.t("Create Destination"),
    placeholder: l10n.t("Create the destination, or choose a row to change it"),
    heading: l10n.t("Destination"),
    rows: [
      row("name", display(name)),
      row("endpoint", display(endpoint)),
      row("headers", keyedWords(headers.map((header) => header.name))),
      row("description", display(description)),
    ],
    missing: createRequestOf(draft) === undefined ? "name" : undefined,
  });
}

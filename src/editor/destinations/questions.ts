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
import type { Answer, Choice, Frame } from "../kit/inputs/ask.ts";
import type { Asked, StepAnswer } from "../kit/inputs/wizard.ts";
import { series } from "../words/sentences.ts";
import {
  checkDescription,
  checkDestinationName,
  checkEndpoint,
  checkHeaderName,
  checkHeaderValue,
} from "./checks.ts";
import type { Existing } from "./checks.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends Asked<DestinationDraft, DestinationField> {
  readonly existing: () => Existing;
  /** The account and host that it is created in. */
  readonly place: string;
  /** What became of an earlier sending. */
  readonly said: string | undefined;
}

type Ask = (context: QuestionContext) => Promise<StepAnswer<DestinationDraft, DestinationField>>;

/** What stands for a value that is not shown. */
export const masked = "•••";

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
      ignoreFocusOut: true,
      check: (text) => checkDestinationName(text, existing()),
    });
    if (answer.kind !== "accepted") return answer;
    const { refusedName, ...others } = draft;
    return {
      kind: "answered",
      draft: { ...others, name: answer.value },
      // A second Enter after that must not send.
      ...(refusedName !== undefined && { edited: "name" }),
    };
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
      ignoreFocusOut: true,
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
      ignoreFocusOut: true,
      check: checkDescription,
    });
    return answered(answer, (description) => ({ ...draft, description }));
  },
  review,
};

function answered<T>(
  answer: Answer<T>,
  draft: (value: T) => DestinationDraft,
): StepAnswer<DestinationDraft, DestinationField> {
  return answer.kind === "accepted" ? { kind: "answered", draft: draft(answer.value) } : answer;
}

type HeaderChoice =
  | { readonly kind: "add"; readonly name?: string }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "done" };

/** Shows the headers, to add some and take some away, until there are no more. */
async function askHeaders({
  draft,
  frame,
}: QuestionContext): Promise<StepAnswer<DestinationDraft, DestinationField>> {
  let headers = draft.headers ?? [];
  const usual = collectorOf(draft)?.header;
  for (;;) {
    const isUsualMissing =
      usual !== undefined && !headers.some(({ name }) => name.toLowerCase() === usual.toLowerCase());
    const done: Choice<HeaderChoice> = {
      label: `$(check) ${l10n.t("Continue")}`,
      description: headers.length === 0 ? l10n.t("without headers") : headersWords(headers),
      value: { kind: "done" },
    };
    const answer = await pickOne<HeaderChoice>({
      frame,
      placeholder: l10n.t("Headers that are sent with each export, such as a key"),
      choices: [
        ...(isUsualMissing
          ? [
              {
                label: `$(add) ${l10n.t("Add {0}…", usual)}`,
                description: l10n.t("the header of your key"),
                value: { kind: "add", name: usual },
              } as const,
            ]
          : [done]),
        ...(headers.length < mostHeaders
          ? [{ label: `$(add) ${l10n.t("Add a Header…")}`, value: { kind: "add" } } as const]
          : []),
        ...(isUsualMissing ? [done] : []),
        ...headers.map(({ name }): Choice<HeaderChoice> => ({
          label: display(name),
          description: l10n.t("{0} · choose it to remove it", masked),
          value: { kind: "remove", name },
          button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "remove", name } },
        })),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "done") return { kind: "answered", draft: { ...draft, headers } };
    if (value.kind === "remove") headers = headers.filter(({ name }) => name !== value.name);
    else {
      const added = await askHeader(frame, headers, value.name);
      if (added.kind === "cancelled") return added;
      if (added.kind === "accepted") headers = [...headers, added.value];
    }
  }
}

/** Asks for a header's name, unless that is known, and its value. Back from the first question leads to the list. */
export async function askHeader(
  frame: Frame,
  others: readonly Header[],
  known: string | undefined,
): Promise<Answer<Header>> {
  let typed = "";
  for (;;) {
    const back = { ...frame, back: true };
    const named: Answer<string> =
      known === undefined
        ? await askText({
            frame: back,
            prompt: l10n.t("The header's name. Its value comes next."),
            placeholder: "Authorization",
            value: typed,
            ignoreFocusOut: true,
            check: (text) =>
              checkHeaderName(
                text,
                others.map(({ name }) => name),
              ),
          })
        : { kind: "accepted", value: known };
    if (named.kind !== "accepted") return named;
    const name = named.value;
    const value = await askHeaderValue(back, name, others);
    if (value.kind === "accepted") return { kind: "accepted", value: { name, value: value.value } };
    // Nothing of a value is kept.
    if (value.kind === "cancelled" || known !== undefined) return { kind: value.kind, typed: "" };
    typed = name;
  }
}

/** Asks for the value of a header, which nobody sees. */
export async function askHeaderValue(
  frame: Frame,
  name: string,
  others: readonly Header[],
): Promise<Answer<string>> {
  return askText({
    frame,
    prompt: l10n.t("The value of {0}. It is sent once, and never shown or kept here.", display(name)),
    value: "",
    password: true,
    ignoreFocusOut: true,
    check: (value) => checkHeaderValue({ name, value }, others),
  });
}

function headersWords(headers: readonly Header[]): string {
  return series(headers.map(({ name }) => `${display(name)} ${masked}`));
}

/** Shows all answers. A row leads to its question; the first row sends. */
async function review({
  draft,
  edited,
  frame,
  place,
  said,
}: QuestionContext): Promise<StepAnswer<DestinationDraft, DestinationField>> {
  const none = l10n.t("None");
  const { description = "", endpoint = "", headers = [], name = "" } = draft;
  const row = (field: DestinationField, label: string, text: string): Choice<DestinationField> => ({
    label,
    description: text === "" ? none : display(text),
    value: field,
  });
  const answer = await pickOne<"create" | DestinationField>({
    frame,
    placeholder: l10n.t("Create the destination, or choose a row to change it"),
    ...(said !== undefined && { prompt: said }),
    // A second Enter after an edit must not send.
    active: (value) => value === edited,
    choices: [
      {
        label: `$(add) ${l10n.t("Create Destination")}`,
        description: l10n.t("in {0}", place),
        value: "create",
      },
      { separator: l10n.t("Destination") },
      row("name", l10n.t("Name"), name),
      row("endpoint", l10n.t("Endpoint"), endpoint),
      {
        ...row("headers", l10n.t("Headers"), ""),
        description: headers.length === 0 ? none : headersWords(headers),
      },
      row("description", l10n.t("Description"), description),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  if (answer.value !== "create") return { kind: "edit", field: answer.value };
  return createRequestOf(draft) === undefined ? { kind: "edit", field: "name" } : { kind: "finished" };
}

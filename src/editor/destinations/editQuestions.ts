import { l10n } from "vscode";
import { endpointFault, mostHeaders } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import {
  changeOfHeader,
  changeRequestOf,
  editableTexts,
  headersAfter,
  textOf,
  withHeader,
  withoutHeader,
  withoutText,
} from "../../domain/destinations/edit.ts";
import type { DestinationEdit, EditableText, EditField, EditStep } from "../../domain/destinations/edit.ts";
import { display } from "../../domain/text/display.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice } from "../kit/inputs/ask.ts";
import { askSecretValue, masked } from "../kit/inputs/askKeyed.ts";
import { answered } from "../kit/inputs/wizard.ts";
import type { Asked, StepAnswer } from "../kit/inputs/wizard.ts";
import type { Check } from "../words/names.ts";
import { series } from "../words/sentences.ts";
import { checkDescription, checkDestinationName, checkEndpoint, checkHeaderValue } from "./checks.ts";
import type { Existing } from "./checks.ts";
import { askHeader } from "./questions.ts";
import { subjectOf } from "./subject.ts";

/** What the questions about a change know beside it. */
export interface EditContext extends Asked<DestinationEdit, EditField> {
  /** The destination as it was read last. */
  readonly base: OtlpDestination;
  /** Others that exist. */
  readonly existing: () => Existing;
  /** The connections that select it by its name, as far as they could be read. */
  readonly selectedByName: readonly ManagedAuth[];
  /** The account and host that it is in. */
  readonly place: string;
  /** What became of an earlier saving. */
  readonly said: string | undefined;
  /** Whether another value of a header is wanted, before anything else. */
  readonly rotates: boolean;
}

type Result = Promise<StepAnswer<DestinationEdit, EditField>>;

/** Asks one question about a change. */
export function askAboutChange(step: EditStep, context: EditContext): Result {
  switch (step) {
    case "review":
      return review(context);
    case "name":
      return askName(context);
    case "endpoint":
      return askEndpoint(context);
    case "description":
      return askDescription(context);
    case "newHeader":
      return askNewHeader(context);
    default:
      return askAboutHeader(step.slice("header ".length), context);
  }
}

async function askName({ base, draft, existing, frame, selectedByName, typed }: EditContext): Result {
  const users = selectedByName.map((one) => display(connectionName(one)));
  const answer = await askText({
    frame,
    prompt:
      users.length === 0
        ? l10n.t("The name of the destination. What selects it by its ID stays as it is.")
        : l10n.t(
            "Selected by this name: {0}. The service may refuse to rename it until they use its ID.",
            series(users),
          ),
    value: typed ?? draft.name ?? draft.refusedName ?? textOf(base, "name"),
    check: (text) => (text === base.name ? undefined : checkDestinationName(text, existing())),
  });
  return answered(answer, (name) => withText(base, withoutText(draft, "refusedName"), "name", name));
}

async function askEndpoint({ base, draft, frame, typed }: EditContext): Result {
  const is = textOf(base, "endpoint");
  // An address with a login in it is not shown; it takes another one.
  const shown = is === maskedAddress(is) ? is : "";
  const check = (text: string): Check | undefined => (text === is ? undefined : checkEndpoint(text.trim()));
  const answer = await askText({
    frame,
    prompt: l10n.t("The collector's base address, without /v1/logs. Its headers go there, too."),
    value: typed ?? draft.endpoint ?? shown,
    check,
  });
  return answered(answer, (text) =>
    withText(base, draft, "endpoint", endpointFault(text) === undefined ? text : text.trim()),
  );
}

async function askDescription({ base, draft, frame, typed }: EditContext): Result {
  const answer = await askText({
    frame,
    prompt: l10n.t("What it is for. Leave it empty to have none."),
    value: typed ?? draft.description ?? textOf(base, "description"),
    check: checkDescription,
  });
  return answered(answer, (text) => withText(base, draft, "description", text));
}

async function askNewHeader({ base, draft, frame }: EditContext): Result {
  const answer = await askHeader(frame, headersAfter(base, draft), undefined);
  return answered(answer, (header) => ({ ...draft, headers: withHeader(draft.headers, header) }));
}

type HeaderAct = "rotate" | "remove" | "leave";

/** Asks what is to become of one header: another value, none, or nothing. */
async function askAboutHeader(name: string, { base, draft, frame, rotates }: EditContext): Result {
  const back = { ...frame, back: true };
  const change = changeOfHeader(draft.headers, name);
  const isThere = isHeaderOf(base, name);
  const others = headersAfter(base, { headers: withHeader(draft.headers, { name, value: null }) });
  for (let asksValue = rotates && change === undefined; ; asksValue = false) {
    const act: Answer<HeaderAct> = asksValue
      ? { kind: "accepted", value: "rotate" }
      : await pickOne<HeaderAct>({
          frame,
          placeholder: l10n.t("What should become of {0}?", display(name)),
          choices: [
            {
              label: `$(key) ${l10n.t("Rotate…")}`,
              detail: l10n.t("Another value, typed anew. The other headers stay as they are."),
              value: "rotate",
            },
            {
              label: `$(trash) ${l10n.t("Remove")}`,
              detail: l10n.t("Exports go without it"),
              value: "remove",
            },
            {
              label: `$(discard) ${isThere ? l10n.t("Leave as It Is") : l10n.t("Do Not Add")}`,
              value: "leave",
            },
          ],
        });
    if (act.kind !== "accepted") return act;
    const headers = withoutHeader(draft.headers, name);
    if (act.value === "leave" || (act.value === "remove" && !isThere))
      return { kind: "answered", draft: { ...draft, headers } };
    if (act.value === "remove")
      return { kind: "answered", draft: { ...draft, headers: [...headers, { name, value: null }] } };
    const value = await askSecretValue(back, name, (text) => checkHeaderValue({ name, value: text }, others));
    if (value.kind === "accepted")
      return { kind: "answered", draft: { ...draft, headers: [...headers, { name, value: value.value }] } };
    // Nothing of a value is kept.
    if (value.kind === "cancelled" || asksValue) return { kind: value.kind, typed: "" };
  }
}

/** Shows the destination as it is and as it is to become. A row leads to its question; the first row saves. */
async function review({ base, draft, edited, frame, place, said }: EditContext): Result {
  const isChanged = changeRequestOf(base, draft) !== undefined;
  const headers = [
    ...new Set(
      [...(base.headers ?? []), ...draft.headers.map(({ name }) => name)].map((name) => headerOf(base, name)),
    ),
  ];
  const answer = await pickOne<"save" | EditField>({
    frame,
    placeholder: l10n.t("Save the changes, or choose a row to change it"),
    ...(said !== undefined && { prompt: said }),
    // A second Enter after an answer must not save.
    active: (value) => value === edited,
    choices: [
      ...(isChanged
        ? [
            {
              label: `$(save) ${l10n.t("Save Changes")}`,
              description: l10n.t("in {0}", place),
              value: "save",
            } as const,
          ]
        : []),
      { separator: l10n.t("Destination") },
      ...editableTexts.map((field) => textRow(field, base, draft)),
      { separator: subjectOf("headers") },
      ...headers.map((name): Choice<EditField> => ({
        label: display(name),
        description: headerState(name, base, draft),
        value: `header ${name}`,
      })),
      ...(headersAfter(base, draft).length < mostHeaders
        ? [{ label: `$(add) ${l10n.t("Add a Header…")}`, value: "newHeader" } as const]
        : []),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  return answer.value === "save" ? { kind: "finished" } : { kind: "edit", field: answer.value };
}

function textRow(field: EditableText, base: OtlpDestination, draft: DestinationEdit): Choice<EditField> {
  const words = (text: string): string =>
    text === "" ? l10n.t("None") : display(field === "endpoint" ? maskedAddress(text) : text);
  const is = words(textOf(base, field));
  const wanted = draft[field];
  return {
    label: subjectOf(field),
    description:
      wanted === undefined || wanted === textOf(base, field)
        ? is
        : l10n.t("{0} · was {1}", words(wanted), is),
    value: field,
  };
}

function headerState(name: string, base: OtlpDestination, draft: DestinationEdit): string {
  const change = changeOfHeader(draft.headers, name);
  if (change === undefined) return masked;
  if (change.value === null) return l10n.t("is removed");
  return isHeaderOf(base, name) ? l10n.t("{0} · another value", masked) : l10n.t("{0} · is added", masked);
}

/** A header by the name that the service has for it, if it has one. */
const headerOf = ({ headers = [] }: OtlpDestination, name: string): string =>
  headers.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;

const isHeaderOf = ({ headers = [] }: OtlpDestination, name: string): boolean =>
  headers.some((one) => one.toLowerCase() === name.toLowerCase());

/** The change with a text; without it, where that is what is there. */
function withText(
  base: OtlpDestination,
  draft: DestinationEdit,
  field: EditableText,
  text: string,
): DestinationEdit {
  const others = withoutText(draft, field);
  return text === textOf(base, field) ? others : { ...others, [field]: text };
}

// A change of a telemetry destination, which nobody keeps: the values of headers are secrets.
import type { OtlpDestinationUpdateRequest } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Course } from "../draft/course.ts";
import type { Header } from "./draft.ts";

/** What is to become of a header: another value, or none at all. */
export interface HeaderChange {
  readonly name: string;
  readonly value: string | null;
}

/** What somebody wants a destination to be; what is left out stays as it is. */
export interface DestinationEdit {
  readonly name?: string;
  /** What another destination is called already; asked for again. */
  readonly refusedName?: string;
  readonly endpoint?: string;
  /** May be empty, to have none. */
  readonly description?: string;
  readonly headers: readonly HeaderChange[];
}

export const editableTexts = ["name", "endpoint", "description"] as const;
export type EditableText = (typeof editableTexts)[number];

/** What is asked: a text, a header that is there or added already, or one more. */
export type EditField = EditableText | "newHeader" | `header ${string}`;
export type EditStep = EditField | "review";

/** Everything is asked from the review. */
export const editCourse: Course<DestinationEdit, EditStep, EditField> = {
  steps: [],
  review: "review",
  firstOpen: ({ refusedName }) =>
    refusedName === undefined ? { step: "review" } : { step: "name", editing: "name" },
  move: (_, __, to) => (to.kind === "edit" ? { step: to.field, editing: to.field } : { step: "review" }),
  without: (edit) => edit,
};

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase();

/** The change of a header among these, however its name is spelled. */
export function changeOfHeader(headers: readonly HeaderChange[], name: string): HeaderChange | undefined {
  return headers.find((one) => isSame(one.name, name));
}

/** The changes with this one, in place of an earlier one of the same header. */
export function withHeader(headers: readonly HeaderChange[], change: HeaderChange): readonly HeaderChange[] {
  return [...withoutHeader(headers, change.name), change];
}

/** The changes without that of a header, which stays as it is. */
export function withoutHeader(headers: readonly HeaderChange[], name: string): readonly HeaderChange[] {
  return headers.filter((one) => !isSame(one.name, name));
}

/** The headers that are there once it is changed: those whose values are not typed here count with none. */
export function headersAfter(
  { headers: there = [] }: Pick<OtlpDestination, "headers">,
  { headers }: Pick<DestinationEdit, "headers">,
): readonly Header[] {
  const kept = there.filter((name) => changeOfHeader(headers, name) === undefined);
  return [
    ...kept.map((name) => ({ name, value: "" })),
    ...headers.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  ];
}

/** A text of a destination; one that it has not is empty. */
export const textOf = (destination: OtlpDestination, field: EditableText): string => destination[field] ?? "";

/** The request that makes it so; `undefined` where all is so already. A header that is gone is not taken away again. */
export function changeRequestOf(
  now: OtlpDestination,
  edit: DestinationEdit,
): OtlpDestinationUpdateRequest | undefined {
  const texts = editableTexts.flatMap((field) => {
    const wanted = edit[field];
    return wanted === undefined || wanted === textOf(now, field) ? [] : [[field, wanted] as const];
  });
  const headers = edit.headers.filter(
    ({ name, value }) => value !== null || now.headers?.some((one) => isSame(one, name)) !== false,
  );
  if (texts.length === 0 && headers.length === 0) return undefined;
  return {
    ...Object.fromEntries(texts),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    }),
  };
}

/** What somebody else has changed that is to be changed here: texts, and headers by their names. */
export interface Meanwhile {
  readonly texts: readonly EditableText[];
  readonly headers: readonly string[];
  /** It was changed, and nothing that is shown: that may be the value of a header, which is to be changed here. */
  readonly maybeValues: boolean;
}

/** What has changed since `base` of what is to be changed; `undefined` where nothing has. */
export function changedMeanwhile(
  base: OtlpDestination,
  now: OtlpDestination,
  edit: DestinationEdit,
): Meanwhile | undefined {
  const texts = editableTexts.filter((field) => {
    const wanted = edit[field];
    const is = textOf(now, field);
    return wanted !== undefined && is !== textOf(base, field) && is !== wanted;
  });
  const has = ({ headers = [] }: OtlpDestination, name: string): boolean =>
    headers.some((one) => isSame(one, name));
  const headers = edit.headers
    .map(({ name }) => name)
    .filter((name) => has(base, name) !== has(now, name) && (has(now, name) || !isRemoval(edit, name)));
  const maybeValues =
    edit.headers.some(({ value }) => value !== null) &&
    headers.length === 0 &&
    base.updated_at !== undefined &&
    base.updated_at !== now.updated_at &&
    shownOf(base) === shownOf(now);
  return texts.length > 0 || headers.length > 0 || maybeValues ? { texts, headers, maybeValues } : undefined;
}

const isRemoval = ({ headers }: DestinationEdit, name: string): boolean =>
  changeOfHeader(headers, name)?.value === null;

/** What people change of a destination, as far as the service shows it: its exports change other fields by themselves. */
function shownOf(destination: OtlpDestination): string {
  const headers = destination.headers?.map((name) => name.toLowerCase()).sort();
  return JSON.stringify([...editableTexts.map((field) => textOf(destination, field)), headers]);
}

/** What was sent that is not there: texts, and headers by their names, as nobody shows their values. */
export function notTakenOf(sent: OtlpDestinationUpdateRequest, after: OtlpDestination): readonly string[] {
  const texts = editableTexts.filter((field) => {
    const wanted = sent[field];
    return wanted !== undefined && textOf(after, field) !== wanted;
  });
  const headers = Object.entries(sent.headers ?? {})
    .filter(([name, value]) => {
      const isThere = after.headers?.some((one) => isSame(one, name));
      return isThere !== undefined && isThere !== (value !== null);
    })
    .map(([name]) => name);
  return [...texts, ...headers];
}

/** What reading tells of a change whose answer was lost. */
export type Looked = "there" | "likely" | "missing" | "unknown";

/**
 * Looks whether what was sent has come. Values of headers are shown to nobody: they have most likely come with what was
 * sent with them, or where it was changed since.
 */
export function lookedFor(
  sent: OtlpDestinationUpdateRequest,
  before: OtlpDestination,
  after: OtlpDestination,
): Looked {
  if (notTakenOf(sent, after).length > 0) return "missing";
  const setsValues = Object.values(sent.headers ?? {}).some((value) => value !== null);
  if (!setsValues) return "there";
  const isElseNew = notTakenOf(sent, before).length > 0;
  return isElseNew || (after.updated_at !== undefined && after.updated_at !== before.updated_at)
    ? "likely"
    : "unknown";
}

/** The change without the answer about a text, which then stays as it is. */
export function withoutText(edit: DestinationEdit, field: EditableText | "refusedName"): DestinationEdit {
  const others = Object.fromEntries(Object.entries(edit).filter(([key]) => key !== field));
  return { ...others, headers: edit.headers };
}

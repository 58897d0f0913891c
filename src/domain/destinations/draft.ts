import type { OtlpDestinationCreateRequest } from "../../api/destinationRequests.ts";
import { collectors } from "./collectors.ts";
import type { Collector } from "./collectors.ts";
import { straightCourse } from "../draft/straightCourse.ts";

export interface Header {
  readonly name: string;
  /** It is a secret: it lives in memory until it is sent. */
  readonly value: string;
}

/** The answers so far about a destination to create. They are kept nowhere: headers are secrets. */
export interface DestinationDraft {
  /** The id of a known collector; of another one, "other". */
  readonly collector?: string;
  readonly name?: string;
  /** What another destination is called already; asked for again. */
  readonly refusedName?: string;
  readonly endpoint?: string;
  readonly headers?: readonly Header[];
  /** May be empty. */
  readonly description?: string;
}

export type DestinationField = "collector" | "name" | "endpoint" | "headers" | "description";
export type DestinationStep = DestinationField | "review";

/** The order of the questions. */
export const destinationCourse = straightCourse(
  ["collector", "name", "endpoint", "headers", "description"],
  (draft: DestinationDraft, field: DestinationField): DestinationDraft =>
    Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
);

/** The known collector that was chosen. */
export function collectorOf({ collector }: DestinationDraft): Collector | undefined {
  return collectors.find(({ id }) => id === collector);
}

/** Takes up which collector it is. An endpoint that was that of another one, untouched, goes with it. */
export function withCollector(draft: DestinationDraft, collector: string): DestinationDraft {
  const { endpoint, ...rest } = draft;
  const isOwn = endpoint !== undefined && endpoint !== collectorOf(draft)?.endpoint;
  return {
    ...rest,
    ...((isOwn || draft.collector === collector) && endpoint !== undefined && { endpoint }),
    collector,
  };
}

/** Headers as they are sent. */
export function headersOf(headers: readonly Header[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** The request that creates it; `undefined` while an answer is missing. What is empty is not sent. */
export function createRequestOf({
  description = "",
  endpoint,
  headers = [],
  name,
}: DestinationDraft): OtlpDestinationCreateRequest | undefined {
  if (name === undefined || endpoint === undefined) return undefined;
  return {
    name,
    endpoint,
    ...(description !== "" && { description }),
    ...(headers.length > 0 && { headers: headersOf(headers) }),
  };
}

/** Whether a name begins as the ids of these do, up to a "_": the service takes no name that looks like an id. */
export function isShapedLikeId(name: string, ids: readonly string[]): boolean {
  return ids.some((id) => {
    const [prefix] = /^[a-z]+_/.exec(id) ?? [];
    return id === name || (prefix !== undefined && name.startsWith(prefix));
  });
}

// What is asked and sent for a resource, from its fields alone.
import { isDeepStrictEqual } from "node:util";
import type { Comparison, FieldModels, ResourceModel } from "./model.ts";

export type Key<Values> = keyof Values & string;

function keysOf<Reply, Values>(fields: FieldModels<Reply, Values>): readonly Key<Values>[] {
  // All there are: it has no others.
  return Object.keys(fields) as Key<Values>[];
}

/** The fields that one is created with, as far as the answers leave room for them, in their order. */
export function creatable<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  values: Partial<Values>,
): readonly Key<Values>[] {
  return keysOf(fields).filter((key) => {
    const { applies, editOnly } = fields[key];
    return editOnly !== true && applies?.(values) !== false;
  });
}

/** The fields that can be changed, in their order. */
export function editable<Reply, Values>(fields: FieldModels<Reply, Values>): readonly Key<Values>[] {
  return keysOf(fields).filter((key) => fields[key].createOnly !== true);
}

/** Answers with one more, or without it where there is none. */
export function withValue<Values>(
  values: Partial<Values>,
  key: Key<Values>,
  value: Values[Key<Values>] | undefined,
): Partial<Values> {
  const changed: Partial<Values> = { ...values };
  if (value === undefined) Reflect.deleteProperty(changed, key);
  else changed[key] = value;
  return changed;
}

/** The same with what another answer takes along: what depends on it goes where it changes. */
export function withAnswer<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  values: Partial<Values>,
  key: Key<Values>,
  value: Values[Key<Values>] | undefined,
): Partial<Values> {
  const answered = withValue(values, key, value);
  if (isDeepStrictEqual(values[key], value)) return answered;
  const dependent = keysOf(fields).filter((other) => fields[other].dependsOn?.includes(key) === true);
  return dependent.reduce((rest, other) => withValue(rest, other, undefined), answered);
}

/** The body that creates a resource; `undefined` while an answer is missing. */
export function createRequest<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  values: Partial<Values>,
): object | undefined {
  const keys = creatable(fields, values);
  return keys.some((key) => values[key] === undefined) ? undefined : bodyOf(fields, keys, values);
}

/** The fields in which a resource is not, or may not be, as it is wanted. */
export function differences<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  live: Reply,
  wanted: Partial<Values>,
): readonly Key<Values>[] {
  return compared(fields, wanted, live).flatMap(([key, is]) => (is === "same" ? [] : [key]));
}

/** The body that makes a resource as it is wanted; `undefined` where it is so already. */
export function updateRequest<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  live: Reply,
  wanted: Partial<Values>,
): object | undefined {
  const keys = differences(fields, live, wanted);
  return keys.length === 0 ? undefined : bodyOf(fields, keys, wanted, live);
}

/** How each wanted value stands beside a reply. */
export function compared<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  wanted: Partial<Values>,
  reply: Reply,
  before?: Reply,
): readonly (readonly [Key<Values>, Comparison])[] {
  return keysOf(fields).flatMap((key): (readonly [Key<Values>, Comparison])[] => {
    const value = wanted[key];
    return value === undefined ? [] : [[key, fields[key].compare(value, reply, before)]];
  });
}

/** The wanted fields that somebody else has changed since `base`, to something else than is wanted. */
export function conflicts<Reply extends { readonly id: string }, Values>(
  { fields, version }: Pick<ResourceModel<Reply, Values>, "fields" | "version">,
  base: Reply,
  now: Reply,
  wanted: Partial<Values>,
): readonly Key<Values>[] {
  const isOther = (key: Key<Values>): boolean =>
    !isDeepStrictEqual(fields[key].reported(base), fields[key].reported(now));
  const differing = differences(fields, now, wanted);
  // A change of what no reply tells is told by the version alone.
  const isHidden = version(base) !== version(now) && !keysOf(fields).some(isOther);
  return differing.filter((key) => isOther(key) || (isHidden && fields[key].isSecret === true));
}

function bodyOf<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  keys: readonly Key<Values>[],
  values: Partial<Values>,
  live?: Reply,
): object {
  return keys.reduce((body, key) => {
    const value = values[key];
    return value === undefined ? body : merged(body, fields[key].send(value, live));
  }, {});
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parts of a body as one: several fields may be sent within the same one, such as `config`. */
function merged(body: object, part: object): object {
  const before = new Map<string, unknown>(Object.entries(body));
  for (const [key, value] of Object.entries<unknown>({ ...part })) {
    const other = before.get(key);
    before.set(key, isRecord(other) && isRecord(value) ? { ...other, ...value } : value);
  }
  return Object.fromEntries(before);
}

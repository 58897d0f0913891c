// Derives the prompts and requests for a resource from its fields.
import { isDeepStrictEqual } from "node:util";
import type { ComparisonResult, FieldModels, ResourceModel, DraftOf } from "./resourceModel.ts";

export type FieldKey<Values> = keyof Values & string;

function fieldKeys<Reply, Values>(fields: FieldModels<Reply, Values>): readonly FieldKey<Values>[] {
  // The cast is safe because every key is a field.
  return Object.keys(fields) as FieldKey<Values>[];
}

/** Returns the fields that the create wizard prompts for, in order. Omits fields that the answers rule out. */
export function creatableFields<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  values: DraftOf<Values>,
): readonly FieldKey<Values>[] {
  return fieldKeys(fields).filter((key) => {
    const { applies, editOnly } = fields[key];
    return editOnly !== true && applies?.(values) !== false;
  });
}

export function editableFields<Reply, Values>(
  fields: FieldModels<Reply, Values>,
): readonly FieldKey<Values>[] {
  return fieldKeys(fields).filter((key) => fields[key].createOnly !== true);
}

/** Adds an answer to the values, or removes the answer if `value` is undefined. */
export function withValue<Values>(
  values: DraftOf<Values>,
  key: FieldKey<Values>,
  value: Values[FieldKey<Values>] | undefined,
): DraftOf<Values> {
  const changed: DraftOf<Values> = { ...values };
  if (value === undefined) Reflect.deleteProperty(changed, key);
  else changed[key] = value;
  return changed;
}

/** Sets an answer. If the answer changes, clears the answers of the fields that depend on this field. */
export function withAnswer<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  values: DraftOf<Values>,
  key: FieldKey<Values>,
  value: Values[FieldKey<Values>] | undefined,
): DraftOf<Values> {
  const answered = withValue(values, key, value);
  if (isDeepStrictEqual(values[key], value)) return answered;
  const dependent = fieldKeys(fields).filter((other) => fields[other].dependsOn?.includes(key) === true);
  return dependent.reduce((draft, other) => withValue(draft, other, undefined), answered);
}

/**
 * Returns a function that adds constants to the parts that the fields send. `constants` must contain every required
 * property that isn't the name of a field.
 */
export function bodyOf<Values, Body>(constants: Omit<Body, keyof Values>): (parts: object) => Body {
  // The cast relies on the fields to send every required property that isn't a constant.
  return (parts) => ({ ...constants, ...parts }) as Body;
}

/** Builds the body of a create request, or returns `undefined` while an answer is missing. */
export function createRequest<Reply extends { readonly id: string }, Values, Create>(
  { createBody, fields }: ResourceModel<Reply, Values, Create>,
  values: DraftOf<Values>,
): Create | undefined {
  const keys = creatableFields(fields, values);
  if (keys.some((key) => values[key] === undefined)) return undefined;
  return createBody(mergedParts(fields, keys, values));
}

/** Returns the fields of a resource that differ, or may differ, from the wanted values. */
export function differingFields<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  live: Reply,
  answers: DraftOf<Values>,
): readonly FieldKey<Values>[] {
  return compareFields(fields, answers, live).flatMap(([key, result]) => (result === "same" ? [] : [key]));
}

/** Builds the body of an update request, or returns `undefined` if the resource already has the wanted values. */
export function updateRequest<Reply extends { readonly id: string }, Values, Update>(
  { updateBody, fields }: ResourceModel<Reply, Values, unknown, Update>,
  live: Reply,
  answers: DraftOf<Values>,
): Update | undefined {
  const keys = differingFields(fields, live, answers);
  return keys.length === 0 ? undefined : updateBody(mergedParts(fields, keys, answers, live));
}

export function compareFields<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  answers: DraftOf<Values>,
  reply: Reply,
  before?: Reply,
): readonly (readonly [FieldKey<Values>, ComparisonResult])[] {
  return fieldKeys(fields).flatMap((key): (readonly [FieldKey<Values>, ComparisonResult])[] => {
    const value = answers[key];
    return value === undefined ? [] : [[key, fields[key].compare(value, reply, before)]];
  });
}

/** Returns the fields that differ from the wanted values and that another client changed after `base` was fetched. */
export function conflictingFields<Reply extends { readonly id: string }, Values>(
  { fields, version }: ResourceModel<Reply, Values>,
  base: Reply,
  now: Reply,
  answers: DraftOf<Values>,
): readonly FieldKey<Values>[] {
  const isOther = (key: FieldKey<Values>): boolean =>
    !isDeepStrictEqual(fields[key].reported(base), fields[key].reported(now));
  const differing = differingFields(fields, now, answers);
  // If only the version differs, another client may have changed a value that replies don't report.
  const isHidden = version(base) !== version(now) && !fieldKeys(fields).some(isOther);
  return differing.filter((key) => isOther(key) || (isHidden && fields[key].isSecret === true));
}

function mergedParts<Reply, Values>(
  fields: FieldModels<Reply, Values>,
  keys: readonly FieldKey<Values>[],
  values: DraftOf<Values>,
  live?: Reply,
): object {
  return keys.reduce((body, key) => {
    const value = values[key];
    return value === undefined ? body : mergeBodyParts(body, fields[key].send(value, live));
  }, {});
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges two parts of a request body, including objects that occur in both, because fields can share an object. */
function mergeBodyParts(body: object, part: object): object {
  const before = new Map<string, unknown>(Object.entries(body));
  for (const [key, value] of Object.entries<unknown>({ ...part })) {
    const other = before.get(key);
    before.set(key, isPlainObject(other) && isPlainObject(value) ? { ...other, ...value } : value);
  }
  return Object.fromEntries(before);
}

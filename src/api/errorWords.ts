// The words of an answer that is no success: those of §2.9, or whatever text stands in another shape.
import type { Body } from "./body.ts";
import type { Facts } from "./errors.ts";
import { read } from "./lenient.ts";
import { ErrorBody, type ErrorDetail } from "./schemas.ts";

interface ErrorWords {
  readonly facts: Pick<Facts, "code" | "message" | "details" | "inner_error">;
  /** `existing_id` of the conflict of §4.1. */
  readonly existingId: string | undefined;
}

/** Code points of a text that stands elsewhere than §2.9 says: whoever answered, its page is not shown. */
const longest = 200;
/** Lines that are kept of such texts. */
const mostLines = 50;

/**
 * Reads what an answer says. `code`, `message` and `existing_id`, which decide things, are taken from where §2.9 and
 * §4.1 put them alone; every other text only becomes a detail, under the name of its field.
 */
export function errorWords(body: Body): ErrorWords {
  const value = body.kind === "unreadable" ? body.text : undefined;
  if (body.kind !== "json") return { facts: detailsOf(value), existingId: undefined };
  const said = read(ErrorBody, body.value)?.value;
  if (said === undefined) return { facts: detailsOf(body.value), existingId: undefined };
  const { code, message, existing_id: existingId, inner_error: inner } = said;
  if (code === undefined && message === undefined && inner === undefined) {
    return { facts: detailsOf(body.value), existingId };
  }
  // Beside those of §2.9 these are the fields where services say more; elsewhere are ids and the like.
  const { details, detail, error, errors } = said;
  const facts = {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...detailsOf([details, { detail, error, errors }]),
    ...(inner === undefined ? {} : { inner_error: inner }),
  };
  return { facts, existingId };
}

function detailsOf(value: unknown): Pick<Facts, "details"> {
  const details = linesIn(value).slice(0, mostLines);
  return details.length === 0 ? {} : { details };
}

/** Every text in a value, in its order: what is a detail of §2.9 as one, everything else with its field before it. */
function linesIn(value: unknown, field?: string): readonly ErrorDetail[] {
  if (typeof value === "string") {
    if (value.trim() === "") return [];
    return [{ message: excerpt(field === undefined ? value : `${field}: ${value}`) }];
  }
  if (Array.isArray(value)) return value.flatMap((one) => linesIn(one, field));
  if (typeof value !== "object" || value === null) return [];
  const parts: Readonly<Record<string, unknown>> = { ...value };
  const { code, message, ...rest } = parts;
  const own: ErrorDetail = { ...textOf("code", code), ...textOf("message", message) };
  const others = {
    ...(own.code === undefined && { code }),
    ...(own.message === undefined && { message }),
    ...rest,
  };
  return [
    ...(Object.keys(own).length === 0 ? [] : [own]),
    ...Object.entries(others).flatMap(([key, one]) => linesIn(one, key)),
  ];
}

function textOf(key: keyof ErrorDetail, value: unknown): ErrorDetail {
  return typeof value === "string" && value.trim() !== "" ? { [key]: value } : {};
}

function excerpt(text: string): string {
  const points = Array.from(text.slice(0, 4 * longest).trim());
  return points.length > longest ? `${points.slice(0, longest).join("")}…` : points.join("");
}

/**
 * What the service says is not there in answer to a path (404, 410): what the path names, or the project that the token works
 * in (§1, §7: `projects_disabled` and its like). `undefined` where the answer is no Error of §2.9, whose `code` and
 * `message` are both required: then anybody on the way may have sent it. This is the one place that tells them apart.
 */
export function missingOf(body: Body): "resource" | "project" | undefined {
  const { code = "", message = "" } =
    (body.kind === "json" ? read(ErrorBody, body.value)?.value : undefined) ?? {};
  if (code === "" || message === "") return undefined;
  return /^project/i.test(code) ? "project" : "resource";
}

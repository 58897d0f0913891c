// Every setting of a connection, one record each.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { isNormalizedDomain, parseAllowedDomain, parseDomain } from "../draft/domainName.ts";
import { healthCheckBounds } from "../draft/interval.ts";
import { longestLoginUrl, readLoginUrl } from "../draft/loginUrl.ts";
import { telemetrySetting } from "../draft/telemetry.ts";
import { mayBeSame, setting, type SettingModel, text, verdict } from "./settingModel.ts";

const ProxyAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("default") }),
  z.strictObject({ kind: z.literal("direct") }),
  z.strictObject({ kind: z.literal("id"), id: text }),
  z.strictObject({ kind: z.literal("name"), name: text }),
]);
export type ProxyAnswer = z.infer<typeof ProxyAnswer>;

const proxy = setting<ProxyAnswer>({
  answer: ProxyAnswer,
  isAsked: true,
  otherwise: { kind: "default" },
  reported: ({ browser }) => {
    const { id, mode = "default", name } = browser?.proxy ?? {};
    if (id !== undefined) return { kind: "id", id };
    if (name !== undefined) return { kind: "name", name };
    return mode === "default" || mode === "direct" ? { kind: mode } : undefined;
  },
  create: (answer) => (answer.kind === "default" ? {} : { browser: { proxy: proxyField(answer) } }),
  update: (answer) => answer && { browser: { proxy: proxyField(answer) } },
  compare: (sent, reported) => {
    // interface.md §2.3: without stealth, the default is direct egress.
    const isDirect = sent?.kind === "default" && reported?.kind === "direct";
    return isDirect || mayBeSame(sent, reported) ? "unknown" : verdict(isDeepStrictEqual(sent, reported));
  },
});

function proxyField(
  answer: ProxyAnswer,
): NonNullable<NonNullable<ManagedAuthUpdateRequest["browser"]>["proxy"]> {
  switch (answer.kind) {
    case "default":
    case "direct":
      return { mode: answer.kind };
    case "id":
      return { id: answer.id };
    case "name":
      return { name: answer.name };
  }
}

const CredentialAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("stored"), name: text }),
  z.strictObject({ kind: z.literal("item"), provider: text, path: text }),
  z.strictObject({ kind: z.literal("lookup"), provider: text }),
]);
export type CredentialAnswer = z.infer<typeof CredentialAnswer>;

const credential = setting<CredentialAnswer>({
  answer: CredentialAnswer,
  isAsked: true,
  otherwise: { kind: "none" },
  reported: ({ credential: reported }) => {
    if (reported === undefined) return { kind: "none" };
    const { auto, name, path, provider } = reported;
    if (name !== undefined) return { kind: "stored", name };
    if (provider === undefined) return undefined;
    if (path !== undefined) return { kind: "item", provider, path };
    return auto === true ? { kind: "lookup", provider } : undefined;
  },
  create: (answer) => (answer.kind === "none" ? {} : { credential: credentialField(answer) }),
  // The interface has no way to remove a credential.
  update: (answer) =>
    answer === undefined || answer.kind === "none" ? undefined : { credential: credentialField(answer) },
  compare: (sent, reported) => {
    // The service may report the item that a lookup found.
    const isFound =
      sent?.kind === "lookup" && reported?.kind === "item" && sent.provider === reported.provider;
    return isFound ? "unknown" : verdict(isDeepStrictEqual(sent, reported));
  },
});

function credentialField(
  answer: Exclude<CredentialAnswer, { readonly kind: "none" }>,
): NonNullable<ManagedAuthUpdateRequest["credential"]> {
  switch (answer.kind) {
    case "stored":
      return { name: answer.name };
    case "item":
      return { provider: answer.provider, path: answer.path };
    case "lookup":
      return { provider: answer.provider, auto: true };
  }
}

/** Normalizes an address, so that different spellings compare equal. */
const written = (url: string | undefined): string | undefined =>
  url && (readLoginUrl(url) ?? URL.parse(url)?.href ?? url);

const login_url = setting<string>({
  answer: z.string().check(z.refine((url) => readLoginUrl(url) === url)),
  reported: (by) => (by.login_url === "" ? undefined : by.login_url),
  create: (answer) => ({ login_url: answer }),
  // A missing answer clears the address.
  update: (answer = "") => ({ login_url: answer }),
  isSame: (one, other) => written(one) === written(other),
  copy: (reported) => {
    const answer = readLoginUrl(reported);
    return { answer, isWhole: answer !== undefined };
  },
});

/**
 * A domain as the service reports it, even if this version can't parse it. Dropping it would change where the login
 * may lead.
 */
const AllowedDomain = z.string().check(
  z.maxLength(longestLoginUrl),
  z.refine((word) => word.isWellFormed() && /^[^\s\p{Cc}]+$/u.test(word)),
);

/** Compares as sets because the order has no meaning. */
const isSameSet = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  isDeepStrictEqual(new Set(one), new Set(other));

/** Removes the prefix with which the service may report a domain. A domain includes its subdomains. */
const rooted = (domain: string): string => domain.toLowerCase().replace(/^(?:\*|www)\./, "");

const allowed_domains = setting<string[]>({
  answer: z.array(AllowedDomain).check(z.minLength(1)),
  reported: (by) => (by.allowed_domains?.length === 0 ? undefined : by.allowed_domains),
  create: (answer) => ({ allowed_domains: answer }),
  // A missing answer clears the list.
  update: (answer = []) => ({ allowed_domains: answer }),
  isSame: isSameSet,
  compare: (sent, reported) => verdict(isSameSet(sent?.map(rooted), reported?.map(rooted))),
  copy: (reported) => {
    const sent = reported.map(allowedDomainOf).filter((domain) => AllowedDomain.safeParse(domain).success);
    return { answer: sent.length === 0 ? undefined : sent, isWhole: sent.length === reported.length };
  },
});

/** Normalizes a domain. An entry with a port or path may be narrower than its host and stays unchanged. */
function allowedDomainOf(word: string): string {
  const read = parseAllowedDomain(word);
  return read.ok && /^\s*(?:https?:\/\/)?[^/:?#@]+\/?\s*$/i.test(word) ? read.domain : word;
}

/** The boolean fields of a request body. */
type FlagOf<Body> = {
  [Key in keyof Body]-?: Body[Key] extends boolean | undefined ? Key : never;
}[keyof Body];
type Rules<Answer> = Pick<SettingModel<Answer>, "byDefault" | "needs">;

/** Declares a boolean setting. An unreported value is unknown. */
function flag(name: FlagOf<ManagedAuthUpdateRequest>, rules: Rules<boolean>): SettingModel<boolean> {
  return setting({
    ...rules,
    answer: z.boolean(),
    reported: (by) => by[name],
    create: (answer) => ({ [name]: answer }),
    compare: unknownWithoutReport,
  });
}

function unknownWithoutReport<Answer>(
  sent: Answer | undefined,
  reported: Answer | undefined,
): ReturnType<typeof verdict> | "unknown" {
  return reported === undefined ? "unknown" : verdict(sent === reported);
}

const fieldTable = {
  domain: setting<string>({
    answer: z.string().check(z.refine(isNormalizedDomain)),
    isAsked: true,
    createOnly: true,
    reported: ({ domain }) => domain,
    create: (domain) => ({ domain }),
    copy: (reported) => {
      const read = parseDomain(reported);
      return { answer: read.ok ? read.domain : undefined, isWhole: read.ok };
    },
  }),
  profile_name: setting<string>({
    answer: text,
    isAsked: true,
    createOnly: true,
    reported: ({ profile_name }) => profile_name,
    create: (profile_name) => ({ profile_name }),
  }),
  proxy,
  credential,
  login_url,
  allowed_domains,
  stealth: setting<boolean>({
    answer: z.boolean(),
    byDefault: true,
    reported: ({ browser }) => browser?.stealth,
    create: (stealth) => ({ browser: { stealth } }),
    // interface.md §2.2: a missing value means true.
    compare: (sent, reported = true) => verdict(sent === reported),
  }),
  record_session: flag("record_session", { byDefault: false }),
  telemetry: telemetrySetting,
  save_credentials: flag("save_credentials", { byDefault: true }),
  health_checks: flag("health_checks", { byDefault: true }),
  health_check_interval: setting<number>({
    answer: z.int().check(z.minimum(healthCheckBounds.minimum), z.maximum(healthCheckBounds.maximum)),
    needs: "health_checks",
    reported: (by) => by.health_check_interval,
    create: (health_check_interval) => ({ health_check_interval }),
    compare: unknownWithoutReport,
  }),
  auto_reauth: flag("auto_reauth", { byDefault: true, needs: "health_checks" }),
} as const;

/** A field of a connection: part of its identity or a setting. */
export type FieldId = keyof typeof fieldTable;

/** The type of each field's answer. */
export type Answers = { readonly [Id in FieldId]: z.infer<(typeof fieldTable)[Id]["answer"]> };

/** The fields of a connection in the order of prompts and of the review. */
export const fields: { readonly [Id in FieldId]: SettingModel<Answers[Id]> } = fieldTable;

// The cast is safe because the table has no keys besides the declared ones.
export const fieldIds = Object.keys(fields) as readonly FieldId[];

/** A field that can be changed after the creation. */
export type Setting = Exclude<FieldId, "domain" | "profile_name">;

export const settings: readonly Setting[] = fieldIds.filter(isSetting);

/** True if a field can be changed after the creation. */
export function isSetting(field: FieldId): field is Setting {
  return fields[field].createOnly !== true;
}

// Declares every field of a connection, one record per field.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { isNormalizedDomain, parseAllowedDomain, parseDomain } from "../draft/domainName.ts";
import { healthCheckBounds } from "../draft/interval.ts";
import { longestLoginUrl, readLoginUrl } from "../draft/loginUrl.ts";
import { telemetrySetting } from "../draft/telemetry.ts";
import { comparisonOf } from "../resources/resourceModel.ts";
import { mayBeSame, defineSetting, type SettingModel, answerText } from "./settingModel.ts";

const ProxyAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("default") }),
  z.strictObject({ kind: z.literal("direct") }),
  z.strictObject({ kind: z.literal("id"), id: answerText }),
  z.strictObject({ kind: z.literal("name"), name: answerText }),
]);
export type ProxyAnswer = z.infer<typeof ProxyAnswer>;

const proxySetting = defineSetting<ProxyAnswer>({
  answer: ProxyAnswer,
  isRequired: true,
  copyFallback: { kind: "default" },
  readReported: ({ browser }) => {
    const { id, mode = "default", name } = browser?.proxy ?? {};
    if (id !== undefined) return { kind: "id", id };
    if (name !== undefined) return { kind: "name", name };
    return mode === "default" || mode === "direct" ? { kind: mode } : undefined;
  },
  create: (answer) => (answer.kind === "default" ? {} : { browser: { proxy: proxyField(answer) } }),
  update: (answer) => answer && { browser: { proxy: proxyField(answer) } },
  compare: (sent, reported) => {
    // Without stealth, the default is direct egress (interface.md §2.3), so these two values may be equivalent.
    const isDirect = sent?.kind === "default" && reported?.kind === "direct";
    if (isDirect || mayBeSame(sent, reported)) return "unknown";
    return comparisonOf(isDeepStrictEqual(sent, reported));
  },
});

export function proxyField(
  answer: ProxyAnswer,
): NonNullable<NonNullable<ManagedAuthUpdateRequest["browser"]>["proxy"]> {
  if (answer.kind === "id") return { id: answer.id };
  return answer.kind === "name" ? { name: answer.name } : { mode: answer.kind };
}

const CredentialAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("stored"), name: answerText }),
  z.strictObject({ kind: z.literal("item"), provider: answerText, path: answerText }),
  z.strictObject({ kind: z.literal("lookup"), provider: answerText }),
]);
export type CredentialAnswer = z.infer<typeof CredentialAnswer>;

const credentialSetting = defineSetting<CredentialAnswer>({
  answer: CredentialAnswer,
  isRequired: true,
  copyFallback: { kind: "none" },
  readReported: ({ credential: reported }) => {
    if (reported === undefined) return { kind: "none" };
    const { auto, name, path, provider } = reported;
    if (name !== undefined) return { kind: "stored", name };
    if (provider === undefined) return undefined;
    if (path !== undefined) return { kind: "item", provider, path };
    return auto === true ? { kind: "lookup", provider } : undefined;
  },
  create: (answer) => (answer.kind === "none" ? {} : { credential: credentialField(answer) }),
  // The API has no way to remove a credential.
  update: (answer) =>
    answer === undefined || answer.kind === "none" ? undefined : { credential: credentialField(answer) },
  compare: (sent, reported) => {
    // After a lookup was sent, the service may report the item that the lookup found.
    const isFound =
      sent?.kind === "lookup" && reported?.kind === "item" && sent.provider === reported.provider;
    return isFound ? "unknown" : comparisonOf(isDeepStrictEqual(sent, reported));
  },
});

function credentialField(
  answer: Exclude<CredentialAnswer, { readonly kind: "none" }>,
): NonNullable<ManagedAuthUpdateRequest["credential"]> {
  if (answer.kind === "lookup") return { provider: answer.provider, auto: true };
  return answer.kind === "stored" ? { name: answer.name } : { provider: answer.provider, path: answer.path };
}

/** Normalizes a URL so that different spellings of the same URL are equal. */
const normalizedUrl = (url: string | undefined): string | undefined =>
  url && (readLoginUrl(url) ?? URL.parse(url)?.href ?? url);

const loginUrlSetting = defineSetting<string>({
  answer: z.string().check(z.refine((url) => readLoginUrl(url) === url)),
  readReported: (settings) => (settings.login_url === "" ? undefined : settings.login_url),
  create: (answer) => ({ login_url: answer }),
  // If there is no answer, send an empty string to clear the login URL.
  update: (answer = "") => ({ login_url: answer }),
  isSame: (a, b) => normalizedUrl(a) === normalizedUrl(b),
  copy: (reported) => {
    const answer = readLoginUrl(reported);
    return { answer, isExact: answer !== undefined };
  },
});

/**
 * A domain exactly as the service reports it. Domains that this version can't parse are kept, because dropping them
 * would change which websites the login may open.
 */
const AllowedDomain = z.string().check(
  z.maxLength(longestLoginUrl),
  z.refine((domain) => domain.isWellFormed() && /^[^\s\p{Cc}]+$/u.test(domain)),
);

/** Compares two lists as sets, because their order has no meaning. */
const isSameSet = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  isDeepStrictEqual(new Set(a), new Set(b));

/**
 * Normalizes an allowed domain for a comparison. Removes the prefix `*.` or `www.`, which the service may add or
 * remove. The prefix makes no difference, because a domain includes its subdomains.
 */
const withoutWildcard = (domain: string): string =>
  allowedDomainOf(domain)
    .toLowerCase()
    .replace(/^(?:\*|www)\./, "");

const allowedDomainsSetting = defineSetting<string[]>({
  answer: z.array(AllowedDomain).check(z.minLength(1)),
  readReported: (settings) => (settings.allowed_domains?.length === 0 ? undefined : settings.allowed_domains),
  create: (answer) => ({ allowed_domains: answer }),
  // If there is no answer, send an empty list to clear the allowed domains.
  update: (answer = []) => ({ allowed_domains: answer }),
  isSame: isSameSet,
  compare: (sent, reported) =>
    comparisonOf(isSameSet(sent?.map(withoutWildcard), reported?.map(withoutWildcard))),
  copy: (reported) => {
    const sent = reported.map(allowedDomainOf).filter((domain) => AllowedDomain.safeParse(domain).success);
    return { answer: sent.length === 0 ? undefined : sent, isExact: sent.length === reported.length };
  },
});

/**
 * Normalizes an allowed domain. An entry with a port or path stays unchanged, because it may allow less than the
 * whole host.
 */
function allowedDomainOf(input: string): string {
  const read = parseAllowedDomain(input);
  return read.ok && /^\s*(?:https?:\/\/)?[^/:?#@]+\/?\s*$/i.test(input) ? read.domain : input;
}

type FlagKey<Body> = {
  [Key in keyof Body]-?: Body[Key] extends boolean | undefined ? Key : never;
}[keyof Body];
type FlagRules<Answer> = Pick<SettingModel<Answer>, "byDefault" | "needs">;

/** Declares a boolean setting. If the service doesn't report its value, the setting is shown as unknown. */
function flagSetting(
  name: FlagKey<ManagedAuthUpdateRequest>,
  rules: FlagRules<boolean>,
): SettingModel<boolean> {
  return defineSetting({
    ...rules,
    answer: z.boolean(),
    readReported: (settings) => settings[name],
    create: (answer) => ({ [name]: answer }),
    compare: unknownWithoutReport,
  });
}

function unknownWithoutReport<Answer>(
  sent: Answer | undefined,
  reported: Answer | undefined,
): ReturnType<typeof comparisonOf> | "unknown" {
  return reported === undefined ? "unknown" : comparisonOf(sent === reported);
}

const fieldTable = {
  domain: defineSetting<string>({
    answer: z.string().check(z.refine(isNormalizedDomain)),
    isRequired: true,
    createOnly: true,
    readReported: ({ domain }) => domain,
    create: (domain) => ({ domain }),
    copy: (reported) => {
      const read = parseDomain(reported);
      return { answer: read.domain, isExact: read.ok };
    },
  }),
  profile_name: defineSetting<string>({
    answer: answerText,
    isRequired: true,
    createOnly: true,
    readReported: ({ profile_name }) => profile_name,
    create: (profile_name) => ({ profile_name }),
  }),
  proxy: proxySetting,
  credential: credentialSetting,
  login_url: loginUrlSetting,
  allowed_domains: allowedDomainsSetting,
  stealth: defineSetting<boolean>({
    answer: z.boolean(),
    byDefault: true,
    readReported: ({ browser }) => browser?.stealth,
    create: (stealth) => ({ browser: { stealth } }),
    // A missing value means true (interface.md §2.2).
    compare: (sent, reported = true) => comparisonOf(sent === reported),
  }),
  record_session: flagSetting("record_session", { byDefault: false }),
  telemetry: telemetrySetting,
  save_credentials: flagSetting("save_credentials", { byDefault: true }),
  health_checks: flagSetting("health_checks", { byDefault: true }),
  health_check_interval: defineSetting<number>({
    answer: z.int().check(z.minimum(healthCheckBounds.minimum), z.maximum(healthCheckBounds.maximum)),
    needs: "health_checks",
    readReported: (settings) => settings.health_check_interval,
    create: (health_check_interval) => ({ health_check_interval }),
    compare: unknownWithoutReport,
  }),
  auto_reauth: flagSetting("auto_reauth", { byDefault: true, needs: "health_checks" }),
} as const;

/** ID of a connection field, which is either a setting or a part of the connection's identity. */
export type FieldId = keyof typeof fieldTable;

export type FieldAnswers = { readonly [Id in FieldId]: z.infer<(typeof fieldTable)[Id]["answer"]> };

/** The fields of a connection, in the order in which the wizard prompts for them and the review lists them. */
export const connectionFields: { readonly [Id in FieldId]: SettingModel<FieldAnswers[Id]> } = fieldTable;

// The cast is safe because the table has no keys besides the declared ones.
export const fieldIds = Object.keys(connectionFields) as readonly FieldId[];

/** ID of a field that can be changed after the connection is created. */
export type SettingId = Exclude<FieldId, "domain" | "profile_name">;

export const settingIds: readonly SettingId[] = fieldIds.filter(isSetting);

export function isSetting(field: FieldId): field is SettingId {
  return connectionFields[field].createOnly !== true;
}

import * as z from "zod/mini";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { isDomain } from "./domainName.ts";
import { hardBounds } from "./interval.ts";
import { longestLoginUrl, readLoginUrl } from "./loginUrl.ts";
import { TelemetryAnswer, telemetryField } from "./telemetry.ts";

/** An answer is never empty: what says nothing is a missing field. */
const text = z.string().check(z.minLength(1));
const domain = z.string().check(z.refine(isDomain));

/** One word as the service reports it, even if it can't be read as a domain: without it, the login could lead anywhere. */
const AllowedDomain = z.string().check(
  z.maxLength(longestLoginUrl),
  z.refine((word) => word.isWellFormed() && /^[^\s\p{Cc}]+$/u.test(word)),
);

/** Which proxy the connection's browsers use (§2.3). */
export const ProxyAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("default") }),
  z.strictObject({ kind: z.literal("direct") }),
  z.strictObject({ kind: z.literal("id"), id: text }),
  z.strictObject({ kind: z.literal("name"), name: text }),
]);
export type ProxyAnswer = z.infer<typeof ProxyAnswer>;

/** Which credential the connection refers to (§2.5). */
export const CredentialAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("stored"), name: text }),
  z.strictObject({ kind: z.literal("item"), provider: text, path: text }),
  z.strictObject({ kind: z.literal("lookup"), provider: text }),
]);
export type CredentialAnswer = z.infer<typeof CredentialAnswer>;

/** What the wizard has collected so far; a question without an answer is a missing field. Holds no secrets. */
export const Draft = z.strictObject({
  domain: z.optional(domain),
  profile_name: z.optional(text),
  proxy: z.optional(ProxyAnswer),
  credential: z.optional(CredentialAnswer),
  allowed_domains: z.optional(z.array(AllowedDomain).check(z.minLength(1))),
  login_url: z.optional(z.string().check(z.refine((url) => readLoginUrl(url) === url))),
  stealth: z.optional(z.boolean()),
  record_session: z.optional(z.boolean()),
  telemetry: z.optional(TelemetryAnswer),
  save_credentials: z.optional(z.boolean()),
  health_checks: z.optional(z.boolean()),
  health_check_interval: z.optional(
    z.int().check(z.minimum(hardBounds.minimum), z.maximum(hardBounds.maximum)),
  ),
  auto_reauth: z.optional(z.boolean()),
});
export type Draft = z.infer<typeof Draft>;

/** The names of its fields. */
export const DraftField = z.keyof(Draft);

/** The draft without an answer, so that the service's default applies again. */
export function withDefault(draft: Draft, field: keyof Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field));
}

/**
 * The request that a draft stands for (§4.1), or `undefined` while a question is open. Only what was answered is
 * sent; the proxy and credential answers that stand for the service's own choice are said by saying nothing.
 */
export function toRequest(draft: Draft): ManagedAuthCreateRequest | undefined {
  const {
    credential: chosen,
    domain,
    profile_name,
    proxy: via,
    stealth,
    telemetry: captured,
    ...options
  } = draft;
  const proxy = proxyField(via);
  const credential = credentialField(chosen);
  const telemetry = captured === undefined ? "leaveOut" : telemetryField(captured);
  if (domain === undefined || profile_name === undefined) return undefined;
  if (proxy === "open" || credential === "open" || telemetry === "open") return undefined;
  const browser = {
    ...(proxy !== "leaveOut" && { proxy }),
    ...(stealth !== undefined && { stealth }),
    ...(telemetry !== "leaveOut" && { telemetry }),
  };
  return {
    domain,
    profile_name,
    ...options,
    ...(Object.keys(browser).length > 0 && { browser }),
    ...(credential !== "leaveOut" && { credential }),
  };
}

type Proxy = NonNullable<NonNullable<ManagedAuthCreateRequest["browser"]>["proxy"]>;
type Credential = NonNullable<ManagedAuthCreateRequest["credential"]>;

/** The field that an answer stands for; "open" while its question is, "leaveOut" where it is the service's own choice. */
export function proxyField(answer: ProxyAnswer | undefined): Proxy | "leaveOut" | "open" {
  switch (answer?.kind) {
    case undefined:
      return "open";
    case "default":
      return "leaveOut";
    case "direct":
      return { mode: "direct" };
    case "id":
      return { id: answer.id };
    case "name":
      return { name: answer.name };
  }
}

/** As {@link proxyField}, of a credential. */
export function credentialField(answer: CredentialAnswer | undefined): Credential | "leaveOut" | "open" {
  switch (answer?.kind) {
    case undefined:
      return "open";
    case "none":
      return "leaveOut";
    case "stored":
      return { name: answer.name };
    case "item":
      return { provider: answer.provider, path: answer.path };
    case "lookup":
      return { provider: answer.provider, auto: true };
  }
}

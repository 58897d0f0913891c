import type { Course } from "../draft/course.ts";
import type { ProxyCreateRequest, ProxyType } from "../../api/proxyRequests.ts";

/** What narrows where a proxy is, within its country. */
export type ProxyPlace = Readonly<Partial<Record<"state" | "city" | "zip" | "asn", string>>>;

/** The answers so far about a proxy to create. They are kept nowhere: a password is among them. */
export interface ProxyDraft {
  readonly type?: ProxyType;
  /** A code of ISO 3166; empty where the service chooses. */
  readonly country?: string;
  readonly place?: ProxyPlace;
  readonly host?: string;
  readonly port?: number;
  readonly protocol?: "http" | "https";
  /** May be empty. */
  readonly username?: string;
  /** It is a secret: it lives in memory until it is sent. May be empty. */
  readonly password?: string;
  /** Certificates in PEM, and the name of their file; without a text, those that everybody trusts are enough. */
  readonly certificates?: { readonly file: string; readonly pem: string };
  readonly bypass?: readonly string[];
  /** May be empty. */
  readonly name?: string;
}

export type ProxyField = keyof ProxyDraft;
export type ProxyStep = ProxyField | "review";

/** The questions about a proxy of this type, as far as the answers before ask for them. */
export function proxySteps(draft: ProxyDraft): readonly ProxyStep[] {
  return ["type", ...ownSteps(draft), "bypass", "name", "review"];
}

function ownSteps({ country, protocol, type, username }: ProxyDraft): readonly ProxyField[] {
  if (type === undefined) return [];
  switch (type) {
    case "datacenter":
    case "isp":
      return ["country"];
    case "residential":
    case "mobile":
      // Only within a country something can be chosen.
      return country === "" ? ["country"] : ["country", "place"];
    case "custom":
      return [
        ...(["host", "port", "protocol", "username"] as const),
        ...(username === undefined || username === "" ? [] : (["password"] as const)),
        ...(protocol === "http" ? [] : (["certificates"] as const)),
      ];
  }
}

function firstOpen(draft: ProxyDraft): ProxyStep {
  return proxySteps(draft).find((step) => step !== "review" && draft[step] === undefined) ?? "review";
}

/** The order of the questions: each once, then the review, from which each can be asked again with what follows from it. */
export const proxyCourse: Course<ProxyDraft, ProxyStep, ProxyField> = {
  steps: ["type"],
  review: "review",
  firstOpen: (draft) => ({ step: firstOpen(draft) }),
  move: ({ editing, step }, draft, to) => {
    if (to.kind === "edit") return { step: to.field, editing: to.field };
    if (editing !== undefined) {
      const open = to.kind === "next" ? firstOpen(draft) : "review";
      return open === "review" ? { step: "review" } : { step: open, editing };
    }
    const all = proxySteps(draft);
    return { step: all[all.indexOf(step) + (to.kind === "next" ? 1 : -1)] ?? step };
  },
  without: (draft, field) => Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
};

/** Takes up a type. What was chosen within a country goes: another type does not take all of it. */
export function withType({ place, ...draft }: ProxyDraft, type: ProxyType): ProxyDraft {
  return { ...draft, ...(place !== undefined && draft.type === type && { place }), type };
}

/** Takes up a country. What was chosen within another one goes with that. */
export function withCountry({ place, ...draft }: ProxyDraft, country: string): ProxyDraft {
  return { ...draft, ...(place !== undefined && draft.country === country && { place }), country };
}

/** Takes up a user. The password of another one goes with that. */
export function withUsername({ password, ...draft }: ProxyDraft, username: string): ProxyDraft {
  return { ...draft, ...(password !== undefined && draft.username === username && { password }), username };
}

/** A name to begin with, of what is known: "de-residential", or the first label of its host. */
export function suggestedName({ country = "", host = "", type }: ProxyDraft): string {
  if (type === "custom") return /^[a-z][\w-]*(?=\.)/i.exec(host)?.[0] ?? "custom";
  return [country.toLowerCase(), type ?? ""].filter((part) => part !== "").join("-");
}

/** The request that creates it; `undefined` while an answer is missing. What is empty, or of another type, is not sent. */
export function createRequestOf(draft: ProxyDraft): ProxyCreateRequest | undefined {
  const { bypass = [], country = "", name = "", place = {}, type } = draft;
  if (type === undefined || firstOpen(draft) !== "review") return undefined;
  const common = { ...(name !== "" && { name }), ...(bypass.length > 0 && { bypass_hosts: [...bypass] }) };
  const inCountry = country === "" ? undefined : { country };
  const config = inCountry === undefined ? {} : { config: inCountry };
  switch (type) {
    case "datacenter":
    case "isp":
      return { type, ...common, ...config };
    case "residential":
      return { type, ...common, ...(inCountry && { config: { ...inCountry, ...place } }) };
    case "mobile": {
      const { city, state } = place;
      const within = { ...(state !== undefined && { state }), ...(city !== undefined && { city }) };
      return { type, ...common, ...(inCountry && { config: { ...inCountry, ...within } }) };
    }
    case "custom":
      return { type, ...common, ...own(draft) };
  }
}

function own({
  certificates,
  host = "",
  password = "",
  port = 0,
  protocol = "https",
  username = "",
}: ProxyDraft): Pick<Extract<ProxyCreateRequest, { type: "custom" }>, "protocol" | "config"> {
  const pem = protocol === "https" ? (certificates?.pem ?? "") : "";
  return {
    protocol,
    config: {
      host,
      port,
      ...(username !== "" && { username }),
      ...(username !== "" && password !== "" && { password }),
      ...(pem !== "" && { ca_bundle: pem }),
    },
  };
}

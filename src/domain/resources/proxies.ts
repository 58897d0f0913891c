import type { ProxyResource } from "../../api/resourceSchemas.ts";
import type { ProxyCreateRequest, ProxyRenameRequest, ProxyType } from "../../api/proxyRequests.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { bodyOf } from "./fieldRequests.ts";
import { type FieldModels, defineFields, type ResourceModel } from "./resourceModel.ts";

/** A more precise location of a proxy within its country. */
export type PreciseLocation = Readonly<Partial<Record<"state" | "city" | "zip" | "asn", string>>>;

/** The settings of a proxy. Each type of proxy uses only some of them. */
export interface ProxyValues {
  readonly type: ProxyType;
  /** ISO 3166 country code. Empty if the service chooses the country. */
  readonly country: string;
  readonly place: PreciseLocation;
  readonly host: string;
  readonly port: number;
  readonly protocol: "http" | "https";
  /** May be empty. */
  readonly username: string;
  /** A secret that is kept only in memory, until it is sent. May be empty. */
  readonly password: string;
  /** PEM certificates with their file name. If `pem` is empty, only public certificates are trusted. */
  readonly certificates: { readonly file: string; readonly pem: string };
  readonly bypass: readonly string[];
  /** May be empty. */
  readonly name: string;
}

type ProxyAnswers = Partial<ProxyValues>;

const isCustom = ({ type }: ProxyAnswers): boolean => type === "custom";

const { plain, secret } = defineFields<ProxyResource, ProxyValues, ProxyCreateRequest, ProxyRenameRequest>();
const createOnly = true;

export const proxyModel = {
  fields: {
    type: plain("type", { createOnly }),
    country: plain("country", {
      send: (country) => ({ config: { country } }),
      none: "",
      applies: (answers) => !isCustom(answers),
      dependsOn: ["type"],
      createOnly,
    }),
    place: plain("place", {
      send: (location) => ({ config: location }),
      none: {},
      /** Only these two types support a more precise location, which requires a country. */
      applies: ({ country, type }) => (type === "residential" || type === "mobile") && country !== "",
      /** Clear the place if the type or country changes, because not every type supports every part of the place. */
      dependsOn: ["type", "country"],
      createOnly,
    }),
    host: plain("host", { send: (host) => ({ config: { host } }), applies: isCustom, createOnly }),
    port: plain("port", { send: (port) => ({ config: { port } }), applies: isCustom, createOnly }),
    protocol: plain("protocol", { applies: isCustom, createOnly }),
    username: plain("username", {
      send: (username) => ({ config: { username } }),
      none: "",
      applies: isCustom,
      createOnly,
    }),
    password: secret("password", {
      reported: () => undefined,
      send: (password) => ({ config: { password } }),
      applies: (answers) => isCustom(answers) && (answers.username ?? "") !== "",
      dependsOn: ["username"],
      createOnly,
    }),
    certificates: plain("certificates", {
      send: ({ pem }) => (pem === "" ? {} : { config: { ca_bundle: pem } }),
      applies: (answers) => isCustom(answers) && answers.protocol !== "http",
      createOnly,
    }),
    bypass: plain("bypass", { send: (bypass_hosts) => ({ bypass_hosts }), none: [], createOnly }),
    name: plain("name", { reported: ({ name }) => name, none: "" }),
  } satisfies FieldModels<ProxyResource, ProxyValues>,
  createBody: bodyOf<ProxyValues, ProxyCreateRequest>({}),
  updateBody: bodyOf<ProxyValues, ProxyRenameRequest>({}),
  identifyingFields: [],
  version: () => undefined,
  /** Keep the previous values, because the type is the only field that the reply to an update reports reliably. */
  completeReply: (answer, before, { name = before.name }) => ({
    ...before,
    ...answer,
    name: answer.name ?? name,
  }),
  usedBy: (proxy, connections) =>
    connections.filter(
      (connection) =>
        withFallbacks(connection).browser?.proxy?.id === proxy.id || isNamedBy(proxy)(connection),
    ),
} satisfies ResourceModel<ProxyResource, ProxyValues>;

/**
 * Returns a predicate that is true if a connection refers to the proxy by name (interface.md §2.3). Renaming the
 * proxy breaks such a reference. If several proxies share the name, the connection may use any of them.
 */
export function isNamedBy({ name }: ProxyResource): (connection: ManagedAuth) => boolean {
  return (connection) => {
    const chosen = withFallbacks(connection).browser?.proxy;
    return chosen?.id === undefined && name !== undefined && chosen?.name === name;
  };
}

/** Suggests a proxy name, such as "de-residential" or the first label of the host name. */
export function suggestedName({ country = "", host = "", type }: ProxyAnswers): string {
  if (type === "custom") return /^[a-z][\w-]*(?=\.)/i.exec(host)?.[0] ?? "custom";
  return [country.toLowerCase(), type ?? ""].filter((part) => part !== "").join("-");
}

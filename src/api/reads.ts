// What can be read beside the operations of §4, so that users pick instead of type. Only GETs, and only these.
import * as z from "zod/mini";
import type { Body } from "./body.ts";
import { encodeQuery, encodeSegment, type Parameters } from "./requestUrl.ts";
import { notSendable, readAs, type Endpoint } from "./endpoint.ts";
import type { Outcome } from "./errors.ts";
import { caps } from "./json.ts";
import { itemsOrNull } from "./lenient.ts";
import {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OrgLimits,
  OtlpDestination,
  Profile,
  Proxy,
} from "./neighbours.ts";
import { isPageRequest, pageOf, readPage, type Page, type PageRequest } from "./page.ts";
import { ManagedAuth } from "./schemas.ts";

/** What narrows a list: `query` is a part of a name (or host), the others are exact. Empty texts narrow nothing. */
interface Search {
  readonly query?: string | undefined;
}

const Items = z.looseObject({ items: itemsOrNull });

/**
 * The service's lists, one page per call, and two single resources. No method rejects. A list's outcome has no
 * `raw`: rows may hold secrets that nobody asked for.
 */
export class Reads {
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Auth connections (§2.1); `query` looks into profile names and domains. */
  async listConnections(
    search: Search & { readonly profile_name?: string | undefined; readonly domain?: string | undefined },
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<ManagedAuth>>> {
    const { query, profile_name, domain } = search;
    return this.#list("/auth/connections", ManagedAuth, { query, profile_name, domain }, page, signal);
  }

  /** One auth connection (§2.1) by its id. */
  async getConnection(id: string, signal: AbortSignal): Promise<Outcome<ManagedAuth>> {
    const segment = encodeSegment(id);
    if (!segment.ok) return notSendable("pathSegment");
    const path = `/auth/connections/${segment.encoded}`;
    const read = (body: Body) => readAs(ManagedAuth, body);
    return this.#endpoint.send(
      { method: "GET", template: "/auth/connections/{id}", path, caps: caps.resource, read },
      signal,
    );
  }

  /** Browser profiles, those without a name among them. */
  async listProfiles(
    { query }: Search,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<Profile>>> {
    return this.#list("/profiles", Profile, { query }, page, signal);
  }

  /** Proxies; `query` looks into names, hosts and addresses. */
  async listProxies(
    { query }: Search,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<Proxy>>> {
    return this.#list("/proxies", Proxy, { query }, page, signal);
  }

  /** Stored credentials, without their values. */
  async listCredentials(
    { query, domain }: Search & { readonly domain?: string | undefined },
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<Credential>>> {
    return this.#list("/credentials", Credential, { query, domain }, page, signal);
  }

  /** External credential providers. */
  async listCredentialProviders(
    { query }: Search,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<CredentialProvider>>> {
    return this.#list("/org/credential_providers", CredentialProvider, { query }, page, signal);
  }

  /** All items of a credential provider at once, as the service gives them: the page has no successor. */
  async listCredentialProviderItems(
    providerId: string,
    signal: AbortSignal,
  ): Promise<Outcome<Page<CredentialProviderItem>>> {
    const segment = encodeSegment(providerId);
    if (!segment.ok) return notSendable("pathSegment");
    return this.#endpoint.send(
      {
        method: "GET",
        template: "/org/credential_providers/{id}/items",
        path: `/org/credential_providers/${segment.encoded}/items`,
        caps: caps.list,
        read(body) {
          const reading = readAs(Items, body);
          if (reading.kind !== "ok") return reading;
          const page = pageOf(CredentialProviderItem, reading.value.items);
          return { kind: "ok", value: page, raw: undefined };
        },
      },
      signal,
    );
  }

  /** Telemetry destinations. */
  async listDestinations(
    { query }: Search,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<OtlpDestination>>> {
    return this.#list("/telemetry/destinations", OtlpDestination, { query }, page, signal);
  }

  /** What is used of what the plan allows. */
  async getOrgLimits(signal: AbortSignal): Promise<Outcome<OrgLimits>> {
    const read = (body: Body) => readAs(OrgLimits, body);
    return this.#endpoint.send({ method: "GET", template: "/org/limits", caps: caps.resource, read }, signal);
  }

  async #list<T extends z.ZodMiniType>(
    template: string,
    row: T,
    search: Parameters,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Page<z.output<T>>>> {
    const { limit, offset } = page;
    const query = encodeQuery({ ...search, limit, offset });
    if (query === undefined || !isPageRequest(page)) return notSendable("request");
    return this.#endpoint.send(
      {
        method: "GET",
        template,
        query,
        caps: caps.list,
        read: (body, headers) => readPage(row, page, body, headers),
      },
      signal,
    );
  }
}

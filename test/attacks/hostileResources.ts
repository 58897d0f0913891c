import * as z from "zod/mini";
import {
  Credential,
  CredentialProvider,
  CredentialProviderTest,
  OtlpDestination,
  ProxyResource,
} from "../../src/api/resourceSchemas.ts";
import type { Answer, Received, StandIn } from "../ui/standIn.ts";
import { filledObject } from "./filled.ts";

/** IDs of the resources that are opened, because their paths are recognized by ID. */
export const openedIds = {
  proxy: "proxy_1",
  credential: "cred_1",
  provider: "provider_1",
  destination: "otlp_1",
} as const;

const lists = { bypass_hosts: z.string(), value_keys: z.string(), vaults: z.object({ name: z.string() }) };

interface Texts {
  /** Names each. */
  readonly lead: string;
  /** All texts, for pages that list names of the service. */
  readonly all: readonly string[];
  /** Returns the next text, for any other field. */
  readonly next: () => string;
}

/** Sets the service's responses to reads of resources that connections refer to. */
export function answerReads(standIn: StandIn, { all, lead, next }: Texts): void {
  const path = {
    proxy: `/proxies/${openedIds.proxy}`,
    credential: `/credentials/${openedIds.credential}`,
    provider: `/org/credential_providers/${openedIds.provider}`,
    destination: `/telemetry/destinations/${openedIds.destination}`,
  };
  const at = (where: string, body: object): void => {
    standIn.at(where, { status: 200, body: JSON.stringify(body) });
  };
  at(path.proxy, { ...proxy(next), name: lead, bypass_hosts: all });
  at(path.credential, {
    ...filledObject(Credential, next, lists),
    id: openedIds.credential,
    name: lead,
    value_keys: all,
  });
  at(path.provider, { ...filledObject(CredentialProvider, next), id: openedIds.provider, name: lead });
  at(path.destination, {
    ...filledObject(OtlpDestination, next),
    id: openedIds.destination,
    name: lead,
    headers: Object.fromEntries(all.map((name) => [name, ""])),
    // A header with this name is dropped when the record is parsed.
    description: all.find((text) => text === "__proto__") ?? next(),
  });
  standIn.list(
    "/org/projects",
    all.map((name, index) => ({ id: `proj_${index}`, name, status: next() })),
  );
}

/** Returns the service's responses to a proxy check and a provider test: first a failure, then a result. */
export function answersToTries(
  { all, lead, next }: Texts,
  refusal: string,
): (request: Received) => Answer | undefined {
  let tries = 0;
  return ({ path }) => {
    if (path.endsWith("/check"))
      return tries++ % 2 === 0
        ? { status: 422, body: refusal }
        : { status: 200, body: JSON.stringify({ ...proxy(next), name: lead, bypass_hosts: all }) };
    if (!path.endsWith("/test")) return undefined;
    const test = filledObject(CredentialProviderTest, next, lists);
    const vaults = all.map((name) => ({ id: next(), name }));
    const isRefused = tries++ % 2 === 0;
    const body = { ...test, success: !isRefused, error: lead, vaults: isRefused ? [] : vaults };
    return { status: 200, body: JSON.stringify(body) };
  };
}

function proxy(next: () => string): object {
  return { ...filledObject(ProxyResource, next, lists), id: openedIds.proxy };
}

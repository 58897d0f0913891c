// The operations of interface.md §4, changes and deletions of connections, and operations on resources that users pick.
import * as z from "zod/mini";
import {
  AuthContext,
  ProxyReply,
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  CredentialProviderTest,
  OneTimeCode,
  OrgLimits,
  OtlpDestination,
  Profile,
  Project,
  Proxy,
} from "./resourceSchemas.ts";
import { parseBody } from "./body.ts";
import { BrowserSession } from "./browserSchemas.ts";
import { OtlpDestinationCreateRequest, OtlpDestinationUpdateRequest } from "./destinationRequests.ts";
import {
  CredentialCreateRequest,
  CredentialUpdateRequest,
  ProfileCreateRequest,
  ProfileRenameRequest,
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest,
} from "./resourceRequests.ts";
import { responseCaps } from "./json.ts";
import { itemsOrNull } from "./lenient.ts";
import { get, withPathId, list, patch, post, remove, type Operation } from "./operation.ts";
import { toPage, type Page } from "./page.ts";
import { policies } from "./policy.ts";
import { ProxyCheckRequest, ProxyCreateRequest, ProxyRenameRequest } from "./proxyRequests.ts";
import { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "./schemas.ts";
import {
  LoginEvent,
  LoginRequest,
  StartedLogin,
  SubmitRequest,
  SubmitReply,
  TimelineEntry,
} from "./loginSchemas.ts";
import { ManagedAuthUpdateRequest } from "./updateRequest.ts";

/** §4.1. */
export const createConnection = post("/auth/connections", ManagedAuthCreateRequest, ManagedAuth, {
  errorFields: ["existing_id"],
});

/** §4.2. A reply whose `features` isn't an object is unreadable. */
export const getEntitlements = get("/org/entitlements", Entitlements);

/** §4.3. */
export const deleteDestination = remove("/telemetry/destinations/{id_or_name}", policies.deleteByName);

/** §2.1. `query` matches ids, profile names and domains. */
export const listConnections = list("/auth/connections", ManagedAuth, "query", "profile_name", "domain");

export const getConnection = get("/auth/connections/{id}", ManagedAuth);

/** Idle timeout of a login's event stream, in milliseconds. Heartbeats arrive more often. */
const idleMs = 60_000;

/**
 * Starts a login. May cancel a running login, or fail with 409 because of one, so a lost answer has to be resolved by
 * reading. The reply contains the login URL.
 */
export const startLogin = post("/auth/connections/{id}/login", LoginRequest, StartedLogin, { raw: "secret" });

/** Submits input for a waiting login. Accepted input is only queued; {@link followLogin} reports its effect. */
export const submitToLogin = post(
  "/auth/connections/{id}/submit",
  SubmitRequest,
  SubmitReply,
  // A choice isn't secret, and its id may be an ordinary word.
  { secretsInErrors: ["field_values", "fields"] },
);

/**
 * Follows the login of a connection from now on. The service doesn't document whether the stream starts with the
 * current state.
 */
export const followLogin = get("/auth/connections/{id}/events", {
  schema: LoginEvent,
  idleMs,
});

/** Logins, re-authentications and health checks, newest first. `type` filters by entry type. */
export const listTimeline = list("/auth/connections/{id}/timeline", TimelineEntry, "type");

/**
 * Changes exactly the given fields and returns the connection. A lost answer has to be resolved by reading, because a
 * repetition could undo someone else's change.
 */
export const updateConnection = patch("/auth/connections/{id}", ManagedAuthUpdateRequest, ManagedAuth);

/**
 * Also ends a running login. The profile and a stored credential remain. A 404 is a `notFound` failure, or a success if
 * an earlier attempt may have been executed.
 */
export const deleteConnection = remove("/auth/connections/{id}", policies.deleteById);

/** Includes profiles without a name. */
export const listProfiles = list("/profiles", Profile);

/** Names match regardless of case and accents. */
export const getProfile = get("/profiles/{id_or_name}", Profile);

/** Fails with 409 if the name is taken. */
export const createProfile = post("/profiles", ProfileCreateRequest, Profile);

/** The effect on connections of the profile isn't documented. */
export const renameProfile = patch("/profiles/{id_or_name}", ProfileRenameRequest, Profile);

/** Deletes a profile with its cookies. The effect on its connections isn't documented. */
export const deleteProfile = remove("/profiles/{id_or_name}", policies.deleteById);

/** `query` matches names, hosts and addresses. */
export const listProxies = list("/proxies", Proxy);

export const getProxy = withPathId(get("/proxies/{id}", ProxyReply, { raw: "secret" }));

/**
 * Names aren't unique, so after a lost answer the new proxy can't be identified. The reply may contain the password,
 * and may omit the id, which is then empty.
 */
export const createProxy = withPathId(
  post("/proxies", ProxyCreateRequest, ProxyReply, {
    raw: "secret",
    secretsInErrors: ["config.password"],
  }),
);

export const renameProxy = withPathId(
  patch("/proxies/{id}", ProxyRenameRequest, ProxyReply, { raw: "secret" }),
);

/** Fails with 400 `resource_in_use` while a connection refers to the proxy. */
export const deleteProxy = remove("/proxies/{id}", policies.deleteById);

/**
 * Has the service check a proxy, which may take a minute, and returns the proxy. 422 means that the check couldn't run,
 * and says nothing about the proxy.
 */
export const checkProxy = withPathId(
  post("/proxies/{id}/check", ProxyCheckRequest, ProxyReply, { raw: "secret" }),
);

/** Without the credentials' values. */
export const listCredentials = list("/credentials", Credential, "query", "domain");

/** If an authenticator secret was set, the reply contains a one-time code. */
export const createCredential = post("/credentials", CredentialCreateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Without the credential's values. */
export const getCredential = get("/credentials/{id_or_name}", Credential, { raw: "secret" });

/**
 * Changes exactly the given fields. A lost answer has to be resolved by reading as far as possible, because a
 * repetition could undo someone else's change.
 */
export const updateCredential = patch("/credentials/{id_or_name}", CredentialUpdateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Connections that refer to the credential lose it. */
export const deleteCredential = remove("/credentials/{id_or_name}", policies.deleteById);

/** Returns the current one-time code. Also 404 if the credential has no authenticator secret. */
export const getOneTimeCode = get("/credentials/{id_or_name}/totp-code", OneTimeCode, { raw: "secret" });

export const listCredentialProviders = list("/org/credential_providers", CredentialProvider);

/** The reply may contain the token. */
export const createCredentialProvider = post(
  "/org/credential_providers",
  CredentialProviderCreateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

export const getCredentialProvider = get("/org/credential_providers/{id}", CredentialProvider, {
  raw: "secret",
});

/** Changes exactly the given fields. A lost answer has to be resolved by reading. */
export const updateCredentialProvider = patch(
  "/org/credential_providers/{id}",
  CredentialProviderUpdateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

/** Connections that refer to the provider remain. */
export const deleteCredentialProvider = remove("/org/credential_providers/{id}", policies.deleteById);

/** Has the service check a provider's token. A token that the provider rejects is a successful reply. */
export const testCredentialProvider = {
  ...get("/org/credential_providers/{id}/test", CredentialProviderTest, { raw: "secret" }),
  method: "POST",
  policy: policies.nonIdempotent,
} as const;

const ItemsReply = z.looseObject({ items: itemsOrNull });

/**
 * All items of a credential provider in one reply without pagination. The service doesn't document how long it caches
 * them.
 */
export const listCredentialProviderItems: Operation<
  { readonly path: { readonly id: string } },
  Page<CredentialProviderItem>
> = {
  method: "GET",
  template: "/org/credential_providers/{id}/items",
  policy: policies.read,
  caps: responseCaps.list,
  read(body) {
    const reading = parseBody(ItemsReply, body);
    if (reading.kind !== "ok") return reading;
    return { kind: "ok", value: toPage(CredentialProviderItem, reading.value.items), raw: undefined };
  },
};

export const listDestinations = list("/telemetry/destinations", OtlpDestination);

/** Requires an organization token. The reply may contain header values. */
export const createDestination = post(
  "/telemetry/destinations",
  OtlpDestinationCreateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

/**
 * Changes exactly the given fields. Requires an organization token. A lost answer has to be resolved by reading, except
 * for header values, which the service never returns.
 */
export const updateDestination = patch(
  "/telemetry/destinations/{id_or_name}",
  OtlpDestinationUpdateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

export const getDestination = get("/telemetry/destinations/{id_or_name}", OtlpDestination, { raw: "secret" });

/** Identity and scope of the token. 404 from services without this endpoint. */
export const getAuthContext = get("/auth/context", AuthContext);

export const getOrgLimits = get("/org/limits", OrgLimits);

/** 404 `projects_disabled` if the organization has no projects. */
export const listProjects = list("/org/projects", Project, "query", "name");

export const getProject = get("/org/projects/{id_or_name}", Project);

/** Active browsers. `query` matches names and IDs of browsers, profiles and proxies. */
export const listBrowsers = list("/browsers", BrowserSession);

/** Ends a browser, and with it a login that drives the browser. */
export const deleteBrowser = remove("/browsers/{id_or_name}", policies.deleteById, {
  raw: "secret",
  isPathSecret: true,
});

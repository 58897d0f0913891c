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
  ProxyResource,
} from "./resourceSchemas.ts";
import { parseBody } from "./body.ts";
import { BrowserCreateRequest, BrowserSession } from "./browserSchemas.ts";
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
import {
  httpGet,
  withPathId,
  pagedGet,
  httpPatch,
  httpPost,
  httpDelete,
  type Operation,
} from "./operation.ts";
import { toPage, type ListPage } from "./listPage.ts";
import { retryPolicies } from "./retryPolicy.ts";
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
export const createConnection = httpPost("/auth/connections", ManagedAuthCreateRequest, ManagedAuth, {
  errorFields: ["existing_id"],
});

/** §4.2. A reply whose `features` isn't an object is unreadable. */
export const getEntitlements = httpGet("/org/entitlements", Entitlements);

/** §4.3. */
export const deleteDestination = httpDelete(
  "/telemetry/destinations/{id_or_name}",
  retryPolicies.deleteByName,
);

/** §2.1. `query` matches ids, profile names and domains. */
export const listConnections = pagedGet("/auth/connections", ManagedAuth, "query", "profile_name", "domain");

export const getConnection = httpGet("/auth/connections/{id}", ManagedAuth);

/** Idle timeout of a login's event stream, in milliseconds. Heartbeats arrive more often. */
const idleMs = 60_000;

/**
 * Starts a login. May cancel a running login, or fail with 409 because of one, so a lost answer has to be resolved by
 * reading. The reply contains the login URL.
 */
export const startLogin = httpPost("/auth/connections/{id}/login", LoginRequest, StartedLogin, {
  raw: "secret",
});

/** Submits input for a waiting login. Accepted input is only queued; {@link followLogin} reports its effect. */
export const submitToLogin = httpPost(
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
export const followLogin = httpGet("/auth/connections/{id}/events", {
  schema: LoginEvent,
  idleMs,
});

/** Logins, re-authentications and health checks, newest first. `type` filters by entry type. */
export const listTimeline = pagedGet("/auth/connections/{id}/timeline", TimelineEntry, "type");

/**
 * Changes exactly the given fields and returns the connection. A lost answer has to be resolved by reading, because a
 * repetition could undo someone else's change.
 */
export const updateConnection = httpPatch("/auth/connections/{id}", ManagedAuthUpdateRequest, ManagedAuth);

/**
 * Also ends a running login. The profile and a stored credential remain. A 404 is a `notFound` failure, or a success if
 * an earlier attempt may have been executed.
 */
export const deleteConnection = httpDelete("/auth/connections/{id}", retryPolicies.deleteById);

/** Includes profiles without a name. */
export const listProfiles = pagedGet("/profiles", Profile);

/** Names match regardless of case and accents. */
export const getProfile = httpGet("/profiles/{id_or_name}", Profile);

/** Fails with 409 if the name is taken. */
export const createProfile = httpPost("/profiles", ProfileCreateRequest, Profile);

/** The effect on connections of the profile isn't documented. */
export const renameProfile = httpPatch("/profiles/{id_or_name}", ProfileRenameRequest, Profile);

/** Deletes a profile with its cookies. The effect on its connections isn't documented. */
export const deleteProfile = httpDelete("/profiles/{id_or_name}", retryPolicies.deleteById);

/** `query` matches names, hosts and addresses. */
export const listProxies = pagedGet("/proxies", ProxyResource);

export const getProxy = withPathId(httpGet("/proxies/{id}", ProxyReply, { raw: "secret" }));

/**
 * Names aren't unique, so after a lost answer the new proxy can't be identified. The reply may contain the password,
 * and may omit the id, which is then empty.
 */
export const createProxy = withPathId(
  httpPost("/proxies", ProxyCreateRequest, ProxyReply, {
    raw: "secret",
    secretsInErrors: ["config.password"],
  }),
);

export const renameProxy = withPathId(
  httpPatch("/proxies/{id}", ProxyRenameRequest, ProxyReply, { raw: "secret" }),
);

/** Fails with 400 `resource_in_use` while a connection refers to the proxy. */
export const deleteProxy = httpDelete("/proxies/{id}", retryPolicies.deleteById);

/**
 * Has the service check a proxy, which may take a minute, and returns the proxy. 422 means that the check couldn't run,
 * and says nothing about the proxy.
 */
export const checkProxy = withPathId(
  httpPost("/proxies/{id}/check", ProxyCheckRequest, ProxyReply, { raw: "secret" }),
);

/** Without the credentials' values. */
export const listCredentials = pagedGet("/credentials", Credential, "query", "domain");

/** If an authenticator secret was set, the reply contains a one-time code. */
export const createCredential = httpPost("/credentials", CredentialCreateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Without the credential's values. */
export const getCredential = httpGet("/credentials/{id_or_name}", Credential, { raw: "secret" });

/**
 * Changes exactly the given fields. A lost answer has to be resolved by reading as far as possible, because a
 * repetition could undo someone else's change.
 */
export const updateCredential = httpPatch("/credentials/{id_or_name}", CredentialUpdateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Connections that refer to the credential lose it. */
export const deleteCredential = httpDelete("/credentials/{id_or_name}", retryPolicies.deleteById);

/** Returns the current one-time code. Also 404 if the credential has no authenticator secret. */
export const getOneTimeCode = httpGet("/credentials/{id_or_name}/totp-code", OneTimeCode, { raw: "secret" });

export const listCredentialProviders = pagedGet("/org/credential_providers", CredentialProvider);

/** The reply may contain the token. */
export const createCredentialProvider = httpPost(
  "/org/credential_providers",
  CredentialProviderCreateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

export const getCredentialProvider = httpGet("/org/credential_providers/{id}", CredentialProvider, {
  raw: "secret",
});

/** Changes exactly the given fields. A lost answer has to be resolved by reading. */
export const updateCredentialProvider = httpPatch(
  "/org/credential_providers/{id}",
  CredentialProviderUpdateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

/** Connections that refer to the provider remain. */
export const deleteCredentialProvider = httpDelete(
  "/org/credential_providers/{id}",
  retryPolicies.deleteById,
);

/** Has the service check a provider's token. A token that the provider rejects is a successful reply. */
export const testCredentialProvider = {
  ...httpGet("/org/credential_providers/{id}/test", CredentialProviderTest, { raw: "secret" }),
  method: "POST",
  policy: retryPolicies.nonIdempotent,
} as const;

const ItemsReply = z.looseObject({ items: itemsOrNull });

/**
 * All items of a credential provider in one reply without pagination. The service doesn't document how long it caches
 * them.
 */
export const listCredentialProviderItems: Operation<
  { readonly path: { readonly id: string } },
  ListPage<CredentialProviderItem>
> = {
  method: "GET",
  template: "/org/credential_providers/{id}/items",
  policy: retryPolicies.read,
  caps: responseCaps.list,
  read(body) {
    const reading = parseBody(ItemsReply, body);
    if (reading.kind !== "ok") return reading;
    return { kind: "ok", value: toPage(CredentialProviderItem, reading.value.items), raw: undefined };
  },
};

export const listDestinations = pagedGet("/telemetry/destinations", OtlpDestination);

/** Requires an organization token. The reply may contain header values. */
export const createDestination = httpPost(
  "/telemetry/destinations",
  OtlpDestinationCreateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

/**
 * Changes exactly the given fields. Requires an organization token. A lost answer has to be resolved by reading, except
 * for header values, which the service never returns.
 */
export const updateDestination = httpPatch(
  "/telemetry/destinations/{id_or_name}",
  OtlpDestinationUpdateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

export const getDestination = httpGet("/telemetry/destinations/{id_or_name}", OtlpDestination, {
  raw: "secret",
});

/** Identity and scope of the token. 404 from services without this endpoint. */
export const getAuthContext = httpGet("/auth/context", AuthContext);

export const getOrgLimits = httpGet("/org/limits", OrgLimits);

/** 404 `projects_disabled` if the organization has no projects. */
export const listProjects = pagedGet("/org/projects", Project, "query", "name");

export const getProject = httpGet("/org/projects/{id_or_name}", Project);

/** Active browsers. `query` matches names and IDs of browsers, profiles and proxies. */
export const listBrowsers = pagedGet("/browsers", BrowserSession);

export const getBrowser = httpGet("/browsers/{id_or_name}", BrowserSession, {
  isPathSecret: true,
  raw: "secret",
});

/** Counts toward the plan's concurrent browsers. */
export const startBrowser = httpPost("/browsers", BrowserCreateRequest, BrowserSession, { raw: "secret" });

/** Ends a browser, and with it a login that drives the browser. */
export const deleteBrowser = httpDelete("/browsers/{id_or_name}", retryPolicies.deleteById, {
  raw: "secret",
  isPathSecret: true,
});

// The operations of interface.md §4, updates and deletions of connections, and operations on the resources that
// connections refer to.
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

/** Creates a connection (interface.md §4.1). A 409 error may contain the id of the existing connection. */
export const createConnection = httpPost("/auth/connections", ManagedAuthCreateRequest, ManagedAuth, {
  errorFields: ["existing_id"],
});

/** Fetches the organization's entitlements (interface.md §4.2). Requires `features` to be an object. */
export const getEntitlements = httpGet("/org/entitlements", Entitlements);

/** Deletes a telemetry destination by id or name (interface.md §4.3). */
export const deleteDestination = httpDelete(
  "/telemetry/destinations/{id_or_name}",
  retryPolicies.deleteByName,
);

/** Lists connections (interface.md §2.1). `query` matches ids, profile names and domains. */
export const listConnections = pagedGet("/auth/connections", ManagedAuth, "query", "profile_name", "domain");

export const getConnection = httpGet("/auth/connections/{id}", ManagedAuth);

/** Idle timeout of a login's event stream, in milliseconds. Heartbeats arrive more often. */
const idleMs = 60_000;

/**
 * Starts a login. If another login is running, the request may cancel that login or fail with 409. If the response is
 * lost, callers must read the connection to find the outcome. The response contains the login URL.
 */
export const startLogin = httpPost("/auth/connections/{id}/login", LoginRequest, StartedLogin, {
  raw: "secret",
});

/** Submits input for a waiting login. The response only confirms receipt. {@link followLogin} reports the effect. */
export const submitToLogin = httpPost(
  "/auth/connections/{id}/submit",
  SubmitRequest,
  SubmitReply,
  // Selected choices aren't masked, because their ids aren't secret and may be ordinary words.
  { secretsInErrors: ["field_values", "fields"] },
);

/**
 * Streams the events of a connection's login, starting at the time of the request. The service's documentation doesn't
 * guarantee that the stream starts with the current state.
 */
export const followLogin = httpGet("/auth/connections/{id}/events", {
  schema: LoginEvent,
  idleMs,
});

/** Lists logins, re-authentications and health checks, newest first. `type` filters by the type of the entry. */
export const listTimeline = pagedGet("/auth/connections/{id}/timeline", TimelineEntry, "type");

/**
 * Changes only the given fields and returns the connection. If the response is lost, callers must read the connection
 * to find the outcome, because a repeated request could undo another client's change.
 */
export const updateConnection = httpPatch("/auth/connections/{id}", ManagedAuthUpdateRequest, ManagedAuth);

/**
 * Deletes a connection and ends its running login, if any. The profile and a stored credential remain. A 404 is a
 * `notFound` failure. If an earlier attempt may have been executed, a 404 is a success instead.
 */
export const deleteConnection = httpDelete("/auth/connections/{id}", retryPolicies.deleteById);

/** Lists profiles, including profiles without a name. */
export const listProfiles = pagedGet("/profiles", Profile);

/** Fetches a profile by id or name. Names match regardless of capitalization and accents. */
export const getProfile = httpGet("/profiles/{id_or_name}", Profile);

/** Creates a profile. Fails with 409 if the name is already in use. */
export const createProfile = httpPost("/profiles", ProfileCreateRequest, Profile);

/** Renames a profile. The effect on connections that use the profile isn't documented. */
export const renameProfile = httpPatch("/profiles/{id_or_name}", ProfileRenameRequest, Profile);

/** Deletes a profile and its cookies. The effect on connections that use the profile isn't documented. */
export const deleteProfile = httpDelete("/profiles/{id_or_name}", retryPolicies.deleteById);

/** Lists proxies. `query` matches names, hosts and addresses. */
export const listProxies = pagedGet("/proxies", ProxyResource);

export const getProxy = withPathId(httpGet("/proxies/{id}", ProxyReply, { raw: "secret" }));

/**
 * Creates a proxy. If the response is lost, the new proxy can't be identified, because names aren't unique. The
 * response may contain the password. If the response omits the id, the id is empty.
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

/** Deletes a proxy. Fails with 400 `resource_in_use` while a connection refers to the proxy. */
export const deleteProxy = httpDelete("/proxies/{id}", retryPolicies.deleteById);

/**
 * Requests a check of a proxy, which may take a minute, and returns the proxy. Status 422 means that the check
 * couldn't run, so the state of the proxy is unknown.
 */
export const checkProxy = withPathId(
  httpPost("/proxies/{id}/check", ProxyCheckRequest, ProxyReply, { raw: "secret" }),
);

/** Lists credentials without their values. */
export const listCredentials = pagedGet("/credentials", Credential, "query", "domain");

/** Creates a credential. If the request contains an authenticator secret, the response contains a one-time code. */
export const createCredential = httpPost("/credentials", CredentialCreateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Fetches a credential without its values. */
export const getCredential = httpGet("/credentials/{id_or_name}", Credential, { raw: "secret" });

/**
 * Changes only the given fields. If the response is lost, callers must read the credential, because a repeated
 * request could undo another client's change. Reading the credential reveals only part of the outcome, because the
 * service never returns the values.
 */
export const updateCredential = httpPatch("/credentials/{id_or_name}", CredentialUpdateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Deletes a credential. Connections that refer to the credential lose the reference. */
export const deleteCredential = httpDelete("/credentials/{id_or_name}", retryPolicies.deleteById);

/** Fetches the current one-time code. Also fails with 404 if the credential has no authenticator secret. */
export const getOneTimeCode = httpGet("/credentials/{id_or_name}/totp-code", OneTimeCode, { raw: "secret" });

export const listCredentialProviders = pagedGet("/org/credential_providers", CredentialProvider);

/** Creates a credential provider. The response may contain the token. */
export const createCredentialProvider = httpPost(
  "/org/credential_providers",
  CredentialProviderCreateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

export const getCredentialProvider = httpGet("/org/credential_providers/{id}", CredentialProvider, {
  raw: "secret",
});

/** Changes only the given fields. If the response is lost, callers must read the provider to find the outcome. */
export const updateCredentialProvider = httpPatch(
  "/org/credential_providers/{id}",
  CredentialProviderUpdateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

/** Deletes a credential provider. Connections that refer to the provider remain. */
export const deleteCredentialProvider = httpDelete(
  "/org/credential_providers/{id}",
  retryPolicies.deleteById,
);

/** Requests a check of a provider's token. The request also succeeds if the provider rejects the token. */
export const testCredentialProvider = {
  ...httpGet("/org/credential_providers/{id}/test", CredentialProviderTest, { raw: "secret" }),
  method: "POST",
  policy: retryPolicies.nonIdempotent,
} as const;

const ItemsReply = z.looseObject({ items: itemsOrNull });

/**
 * Lists all items of a credential provider in one response without pagination. The service doesn't document how long
 * it caches the items.
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

/** Creates a telemetry destination. Requires an organization token. The response may contain header values. */
export const createDestination = httpPost(
  "/telemetry/destinations",
  OtlpDestinationCreateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

/**
 * Changes only the given fields. Requires an organization token. If the response is lost, callers must read the
 * destination to find the outcome. Changes to header values can't be verified, because the service never returns
 * these values.
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

/** Fetches the identity and scope of the token. Fails with 404 on services that lack this endpoint. */
export const getAuthContext = httpGet("/auth/context", AuthContext);

export const getOrgLimits = httpGet("/org/limits", OrgLimits);

/** Lists projects. Fails with 404 `projects_disabled` if the organization has no projects. */
export const listProjects = pagedGet("/org/projects", Project, "query", "name");

export const getProject = httpGet("/org/projects/{id_or_name}", Project);

/** Lists active browsers. `query` matches names and IDs of browsers, profiles and proxies. */
export const listBrowsers = pagedGet("/browsers", BrowserSession);

export const getBrowser = httpGet("/browsers/{id_or_name}", BrowserSession, {
  isPathSecret: true,
  raw: "secret",
});

/** Launches a browser, which counts toward the organization's limit of concurrent browsers. */
export const startBrowser = httpPost("/browsers", BrowserCreateRequest, BrowserSession, { raw: "secret" });

/** Ends a browser and any running login that uses the browser. */
export const deleteBrowser = httpDelete("/browsers/{id_or_name}", retryPolicies.deleteById, {
  raw: "secret",
  isPathSecret: true,
});

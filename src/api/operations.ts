// The operations of §4, what changes and ends a connection, and what else can be read so that users pick instead of type:
// there, only GETs.
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

/** §4.1: creates an auth connection from exactly the fields that are set. */
export const createConnection = post("/auth/connections", ManagedAuthCreateRequest, ManagedAuth, {
  errorFields: ["existing_id"],
});

/** §4.2: the organization's features and limits. An answer whose `features` are no object is unreadable. */
export const getEntitlements = get("/org/entitlements", Entitlements);

/** §4.3: deletes a telemetry destination by its id or name. */
export const deleteDestination = remove("/telemetry/destinations/{id_or_name}", policies.deleteByName);

/** Auth connections (§2.1); `query` looks into ids, profile names and domains. */
export const listConnections = list("/auth/connections", ManagedAuth, "query", "profile_name", "domain");

/** One auth connection (§2.1) by its id. */
export const getConnection = get("/auth/connections/{id}", ManagedAuth);

/** Milliseconds for which nothing may come of a login that is followed: a beat comes more often. */
const loginStreamIdleMs = 60_000;

/**
 * Starts a login. One that runs may be canceled by it, or be why it is refused (409), so that its end, where that is not
 * known, is found by reading. No outcome has its reply as it came: that opens the login.
 */
export const startLogin = post("/auth/connections/{id}/login", LoginRequest, StartedLogin, { raw: "secret" });

/** Answers what a login waits for. Once accepted it is queued; what becomes of it is told by {@link followLogin}. */
export const submitToLogin = post(
  "/auth/connections/{id}/submit",
  SubmitRequest,
  SubmitReply,
  // A choice is no secret, and its id may be a word of any sentence.
  { secretsInErrors: ["field_values", "fields"] },
);

/** What happens to the login of a connection, from now on: whether it begins with how that stands is not said. */
export const followLogin = get("/auth/connections/{id}/events", {
  schema: LoginEvent,
  idleMs: loginStreamIdleMs,
});

/** A connection's logins, re-authentications and health checks, newest first; `type` leaves those of one type. */
export const listTimeline = list("/auth/connections/{id}/timeline", TimelineEntry, "type");

/**
 * Changes exactly the fields that are set, and answers with the connection as it is then. Where its end is not known, it
 * is found by reading: a second sending might undo what somebody else has changed meanwhile.
 */
export const updateConnection = patch("/auth/connections/{id}", ManagedAuthUpdateRequest, ManagedAuth);

/**
 * Deletes an auth connection by its id, and ends a login that runs; its profile and a stored credential stay. A 404 is a
 * failure of kind `notFound`, or success with that status where an attempt before may have been carried out.
 */
export const deleteConnection = remove("/auth/connections/{id}", policies.deleteById);

/** Browser profiles, those without a name among them. */
export const listProfiles = list("/profiles", Profile);

/** One profile by its ID or name, which is the same in whatever case and with whatever accents. */
export const getProfile = get("/profiles/{id_or_name}", Profile);

/** Creates a profile; 409 where its name is taken. */
export const createProfile = post("/profiles", ProfileCreateRequest, Profile);

/** Renames a profile. Which connections follow is not documented. */
export const renameProfile = patch("/profiles/{id_or_name}", ProfileRenameRequest, Profile);

/** Deletes a profile by its ID, with its cookies. What becomes of its connections is not documented. */
export const deleteProfile = remove("/profiles/{id_or_name}", policies.deleteById);

/** Proxies; `query` looks into names, hosts and addresses. */
export const listProxies = list("/proxies", Proxy);

/** One proxy by its id. */
export const getProxy = withPathId(get("/proxies/{id}", ProxyReply, { raw: "secret" }));

/**
 * Creates a proxy. Names are not unique, so that after a lost answer nothing tells which one it is. No outcome has its reply
 * as it came: a service that repeated a password would tell a secret. The answer may leave out which one it is, too: its id
 * is empty then.
 */
export const createProxy = withPathId(
  post("/proxies", ProxyCreateRequest, ProxyReply, {
    raw: "secret",
    secretsInErrors: ["config.password"],
  }),
);

/** Gives a proxy another name. */
export const renameProxy = withPathId(
  patch("/proxies/{id}", ProxyRenameRequest, ProxyReply, { raw: "secret" }),
);

/** Deletes a proxy by its id; 400 `resource_in_use` while a connection refers to it. */
export const deleteProxy = remove("/proxies/{id}", policies.deleteById);

/**
 * Has the service try a proxy, which may take a minute, and answers with the proxy as it is then. 422 where the check could
 * not be run, which says nothing of the proxy.
 */
export const checkProxy = withPathId(
  post("/proxies/{id}/check", ProxyCheckRequest, ProxyReply, { raw: "secret" }),
);

/** Stored credentials, without their values. */
export const listCredentials = list("/credentials", Credential, "query", "domain");

/**
 * Creates a stored credential. No outcome has its reply as it came: where a secret was set, it tells a one-time code.
 */
export const createCredential = post("/credentials", CredentialCreateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** One stored credential by its id or name, without its values. */
export const getCredential = get("/credentials/{id_or_name}", Credential, { raw: "secret" });

/**
 * Changes exactly the fields that are set. Where its end is not known, what can be read of it is read: a second sending
 * might undo what somebody else has changed meanwhile.
 */
export const updateCredential = patch("/credentials/{id_or_name}", CredentialUpdateRequest, Credential, {
  raw: "secret",
  secrets: ["totp_secret"],
  secretsInErrors: ["values"],
});

/** Deletes a stored credential by its id; the connections that refer to it lose it. */
export const deleteCredential = remove("/credentials/{id_or_name}", policies.deleteById);

/** The one-time code of a credential at that moment; a 404 also where it has no secret. */
export const getOneTimeCode = get("/credentials/{id_or_name}/totp-code", OneTimeCode, { raw: "secret" });

/** External credential providers. */
export const listCredentialProviders = list("/org/credential_providers", CredentialProvider);

/** Creates a credential provider. No outcome has its reply as it came: a service that repeated the token would tell it. */
export const createCredentialProvider = post(
  "/org/credential_providers",
  CredentialProviderCreateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

/** One credential provider by its id. */
export const getCredentialProvider = get("/org/credential_providers/{id}", CredentialProvider, {
  raw: "secret",
});

/** Changes exactly the fields that are set. Where its end is not known, it is found by reading. */
export const updateCredentialProvider = patch(
  "/org/credential_providers/{id}",
  CredentialProviderUpdateRequest,
  CredentialProvider,
  { raw: "secret", secrets: ["token"] },
);

/** Deletes a credential provider by its id; the connections that name it stay. */
export const deleteCredentialProvider = remove("/org/credential_providers/{id}", policies.deleteById);

/** Has the service try a provider's token. That the provider refused it is an answer, too. */
export const testCredentialProvider = {
  ...get("/org/credential_providers/{id}/test", CredentialProviderTest, { raw: "secret" }),
  method: "POST",
  policy: policies.nonIdempotent,
} as const;

const ItemsReply = z.looseObject({ items: itemsOrNull });

/** All items of a credential provider at once, as the service gives them: the page has no successor. */
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

/** Telemetry destinations. */
export const listDestinations = list("/telemetry/destinations", OtlpDestination);

/**
 * Creates a telemetry destination; only a token of the organization may. No outcome has its reply as it came: a service that
 * repeated a header's value would tell a secret.
 */
export const createDestination = post(
  "/telemetry/destinations",
  OtlpDestinationCreateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

/**
 * Changes exactly the fields of a telemetry destination that are set; only a token of the organization may. Where its end
 * is not known, it is found by reading, as far as that tells: nobody shows the value of a header.
 */
export const updateDestination = patch(
  "/telemetry/destinations/{id_or_name}",
  OtlpDestinationUpdateRequest,
  OtlpDestination,
  { raw: "secret", secretsInErrors: ["headers"] },
);

/** One telemetry destination by its id or name. */
export const getDestination = get("/telemetry/destinations/{id_or_name}", OtlpDestination, { raw: "secret" });

/** Whom the service takes the token for; a 404 where it is older than that. */
export const getAuthContext = get("/auth/context", AuthContext);

/** What is used of what the plan allows. */
export const getOrgLimits = get("/org/limits", OrgLimits);

/** The organization's projects; 404 `projects_disabled` where it has none. */
export const listProjects = list("/org/projects", Project, "query", "name");

/** One project by its ID or name. */
export const getProject = get("/org/projects/{id_or_name}", Project);

// The service as the command line sees it: one client, and the lists that a plan needs.
import { parseBaseUrl } from "../api/baseUrl.ts";
import { Client } from "../api/client.ts";
import type { ApiError, Outcome } from "../api/errors.ts";
import { allPages } from "../api/listing.ts";
import {
  createConnection,
  deleteConnection,
  getAuthContext,
  getConnection,
  getEntitlements,
  listConnections,
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProjects,
  listProxies,
  updateConnection,
} from "../api/operations.ts";
import type { Page, PageRequest } from "../api/page.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import type { Found } from "../domain/connections/creation.ts";
import type { ApplyPorts } from "../domain/file/apply.ts";
import { identityOf } from "../domain/file/parse.ts";
import type { PlanPlace } from "../domain/file/planFile.ts";
import type { ReferenceList, ServiceState } from "../domain/file/references.ts";
import { publicBaseUrl } from "../domain/requestCode/codePlace.ts";
import { display } from "../domain/text/display.ts";
import { ShellDispatchers } from "./dispatchers.ts";
import { errorWords } from "./errorWords.ts";
import { version } from "./args.ts";
import { Failure } from "./output.ts";
import type { Shell } from "./output.ts";

/** A project has at most so many connections that a plan reads. */
const most = 20_000;

/** A service that commands ask, in one project. */
export class Service {
  readonly client: Client;
  readonly place: Omit<PlanPlace, "organization">;

  constructor(client: Client, place: Omit<PlanPlace, "organization">) {
    this.client = client;
    this.place = place;
  }

  /** What a plan holds a file against. Rejects with a {@link Failure} where a list can't be read whole. */
  async read(
    needed: ReadonlySet<ReferenceList>,
    wantsPlan: boolean,
    signal: AbortSignal,
  ): Promise<ServiceState> {
    const { client } = this;
    const whole = async <Row>(
      what: string,
      read: (page: PageRequest, stop: AbortSignal) => Promise<Outcome<Page<Row>>>,
    ): Promise<readonly Row[]> => {
      const listing = await allPages(read, { most }, signal);
      if (listing.kind === "complete" && listing.unreadable === 0) return listing.rows;
      if (listing.kind === "failed")
        throw new Failure(`The ${what} can't be read. ${errorWords(listing.error)}`);
      throw new Failure(`Not all ${what} could be read.`);
    };
    const wanted = async <Rows>(list: ReferenceList, read: () => Promise<Rows>): Promise<Rows | undefined> =>
      needed.has(list) ? read() : undefined;
    const [connections, proxies, credentials, providers, destinations, entitlements] = await Promise.all([
      whole("connections", (query, stop) => client.call(listConnections, { query }, stop)),
      wanted("proxies", () => whole("proxies", (query, stop) => client.call(listProxies, { query }, stop))),
      wanted("credentials", () =>
        whole("credentials", (query, stop) => client.call(listCredentials, { query }, stop)),
      ),
      wanted("providers", () =>
        whole("credential providers", (query, stop) => client.call(listCredentialProviders, { query }, stop)),
      ),
      wanted("destinations", () =>
        whole("destinations", (query, stop) => client.call(listDestinations, { query }, stop)),
      ),
      wantsPlan ? client.call(getEntitlements, {}, signal) : undefined,
    ]);
    return {
      connections,
      ...(proxies && { proxies }),
      ...(credentials && { credentials }),
      ...(providers && { providers }),
      ...(destinations && { destinations }),
      // Without them the service itself refuses an interval that the plan does not allow.
      ...(entitlements?.kind === "ok" && { entitlements: entitlements.value }),
    };
  }

  /** Whose token it is, where the service says so. */
  async organization(signal: AbortSignal): Promise<string | undefined> {
    const context = await this.client.call(getAuthContext, {}, signal);
    return context.kind === "ok" ? context.value.organization?.id : undefined;
  }

  /** The connection of a profile and domain; `unclear` where the list can't be read to its end. */
  async find(
    wanted: { readonly domain: string; readonly profile_name: string },
    signal: AbortSignal,
  ): Promise<Found & { readonly connection?: ManagedAuth }> {
    const { domain, profile_name } = wanted;
    const listing = await allPages(
      (page, stop) => this.client.call(listConnections, { query: { domain, profile_name, ...page } }, stop),
      { most },
      signal,
    );
    // A service that does not know these filters lists everything.
    const connection = listing.rows.find((one) => identityOf(one) === identityOf(wanted));
    if (connection !== undefined) return { kind: "found", id: connection.id, connection };
    if (listing.kind === "failed") return { kind: "unclear", error: listing.error };
    return { kind: listing.kind === "complete" && listing.unreadable === 0 ? "absent" : "unclear" };
  }

  /** What applying a plan asks for. */
  ports(signal: AbortSignal): ApplyPorts {
    const { client } = this;
    return {
      create: (body) => client.call(createConnection, { body }, signal),
      read: (id) => client.call(getConnection, { path: { id } }, signal),
      update: (id, body) => client.call(updateConnection, { path: { id }, body }, signal),
      remove: (id) => client.call(deleteConnection, { path: { id } }, signal),
      find: (request) => this.find(request, signal),
    };
  }
}

/** How a service is asked for. */
export interface Wanted {
  readonly baseUrl: string | undefined;
  /** By name or id. */
  readonly project: string | undefined;
}

/** Uses a service for as long as `use` takes. Its token is that of the environment alone. */
export async function withService<T>(
  { env }: Pick<Shell, "env">,
  { baseUrl = publicBaseUrl, project }: Wanted,
  signal: AbortSignal,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const address = parseBaseUrl(baseUrl);
  if (!address.ok)
    throw new Failure("--base-url takes an https address, or http on 127.0.0.1 or [::1] alone.");
  const dispatchers = new ShellDispatchers();
  const options = {
    baseUrl: address.url,
    dispatchers,
    token: () => Promise.resolve(env["KERNEL_API_KEY"] === "" ? undefined : env["KERNEL_API_KEY"]),
    userAgent: `managed-auth-cli/${version}`,
  };
  try {
    const projectId =
      project === undefined ? undefined : await projectIdOf(new Client(options), project, signal);
    const client = new Client({ ...options, ...(projectId !== undefined && { projectId }) });
    return await use(new Service(client, { base_url: address.url, project: projectId }));
  } finally {
    await dispatchers.dispose();
  }
}

async function projectIdOf(client: Client, wanted: string, signal: AbortSignal): Promise<string> {
  const listing = await allPages(
    (query, stop) => client.call(listProjects, { query }, stop),
    { most },
    signal,
  );
  const byId = listing.rows.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId.id;
  const named = listing.rows.filter(({ name }) => name === wanted);
  const [found, ...others] = named;
  if (found !== undefined && others.length === 0) return found.id;
  const name = display(wanted);
  if (listing.kind === "failed")
    throw new Failure(`The projects can't be read. ${errorWords(listing.error)}`);
  if (found === undefined) throw new Failure(`There is no project “${name}”.`);
  throw new Failure(`Several projects are called “${name}”. Use an ID.`);
}

/** The words of a failed outcome, as an error that ends the command. */
export function failure(error: ApiError): Failure {
  return new Failure(errorWords(error));
}

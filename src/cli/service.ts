// The service as the command line sees it: one client, and the lists that a plan needs.
import { parseBaseUrl } from "../api/baseUrl.ts";
import { Client } from "../api/client.ts";
import { allPages } from "../api/listing.ts";
import { listProjects } from "../api/operations.ts";
import { mostRows, readProject, type ProjectNeeds, type ServiceState } from "../api/project.ts";
import type { PlanPlace } from "../domain/file/planFile.ts";
import { publicBaseUrl } from "../domain/requestCode/codePlace.ts";
import { display } from "../domain/text/display.ts";
import { errorWords } from "./errorWords.ts";
import { version, type Args } from "./args.ts";
import { Failure, type Output, type Shell } from "./output.ts";
import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import type { DispatcherSource, ServiceDispatcher } from "../api/dispatcher.ts";
import type { Input, Operation } from "../api/operation.ts";
import { refuseUnchecked } from "../api/networkFailure.ts";
import { dispatching, loopbackPool, serviceDispatcher } from "../api/pool.ts";

/** What every command is given. */
export interface Call {
  readonly shell: Shell;
  readonly args: Args;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** A service that commands ask, in one project. */
export interface Service {
  readonly client: Client;
  readonly place: Omit<PlanPlace, "organization">;
}

/** What a plan holds a file against. Rejects with a {@link Failure} where a list can't be read whole. */
export async function readState(
  { output, signal }: Call,
  client: Client,
  needs: ProjectNeeds,
): Promise<ServiceState> {
  output.progress("Reading connections…");
  const reading = await readProject(client, needs, signal);
  if (reading.kind === "ok") return reading.state;
  // What is said then is that it was cancelled.
  if (reading.kind === "cancelled") throw new Failure("The lists weren't read.");
  const list = reading.list === "providers" ? "credential providers" : reading.list;
  throw reading.error === undefined
    ? new Failure(`Not all ${list} could be read.`)
    : new Failure(`The ${list} can't be read. ${errorWords(reading.error)}`);
}

/** How long a request under way may take once the command is canceled, in milliseconds. */
const graceMs = 2_000;

/**
 * A client for changes. A request under way may finish shortly after the signal, so that its result is known, and reads may
 * follow it. No other change is sent after the signal.
 */
export function finishingClient(client: Client, signal: AbortSignal): Pick<Client, "call"> {
  const grace = new AbortController();
  signal.addEventListener("abort", () => setTimeout(() => grace.abort(), graceMs).unref(), { once: true });
  return {
    call: <Given extends Input, Value>(operation: Operation<Given, Value>, given: Given) =>
      signal.aborted && operation.method !== "GET"
        ? Promise.resolve({ kind: "cancelled", sent: "no" } as const)
        : client.call(operation, given, grace.signal),
  };
}

/**
 * Uses a service for as long as `use` takes, in the project of the arguments, or else that of a file. Its token is that of
 * the environment alone.
 */
export async function withService<T>(
  { args, shell: { env }, signal }: Call,
  projectOfFile: string | undefined,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const { "base-url": baseUrl = publicBaseUrl, project = projectOfFile } = args;
  const address = parseBaseUrl(baseUrl);
  if (!address.ok) throw new Failure("--base-url must be an https address, or http on 127.0.0.1 or [::1].");
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
    return await use({ client, place: { base_url: address.url, project: projectId } });
  } finally {
    await dispatchers.dispose();
  }
}

async function projectIdOf(client: Client, wanted: string, signal: AbortSignal): Promise<string> {
  const listing = await allPages(
    (query, stop) => client.call(listProjects, { query }, stop),
    { most: mostRows },
    signal,
  );
  const byId = listing.rows.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId.id;
  if (listing.kind === "failed")
    throw new Failure(`The projects can't be read. ${errorWords(listing.error)}`);
  // What can't be read may have the name, too, or this as its ID.
  if (listing.kind !== "complete" || listing.unreadable > 0)
    throw new Failure("Not all projects could be read.");
  const [found, ...others] = listing.rows.filter(({ name }) => name === wanted);
  const name = display(wanted);
  if (found === undefined) throw new Failure(`There is no project “${name}”.`);
  if (others.length > 0) throw new Failure(`Several projects are called “${name}”. Use an ID.`);
  return found.id;
}

/** One dispatcher for one service. A loopback address never goes by a proxy, which could not reach it. */
class ShellDispatchers implements DispatcherSource {
  #dispatcher: ServiceDispatcher | undefined;

  /** Rejects where certificates are not checked. */
  async for(origin: string): Promise<ServiceDispatcher> {
    refuseUnchecked(origin);
    this.#dispatcher ??= origin.startsWith("http:") ? loopbackPool(origin) : serviceDispatcher(proxied());
    return Promise.resolve(this.#dispatcher);
  }

  async dispose(): Promise<void> {
    await this.#dispatcher?.destroy();
  }
}

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Which certificates are trusted, Node.js itself takes from the environment. */
function proxied(): EnvHttpProxyAgent {
  // A proxy's tunnel calls it, and undici's main module alone, which weighs three times as much, gives it to dispatchers.
  Object.assign(Dispatcher.prototype, { connect });
  return new EnvHttpProxyAgent(dispatching);
}

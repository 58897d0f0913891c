// A second service, implemented from operations.md alone. It shares no code with the sandbox and differs wherever the document
// permits, so that the command line can't depend on details that the document leaves open.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { domainToASCII } from "node:url";

type Json = Readonly<Record<string, unknown>>;
export type Row = Record<string, unknown> & { id: string };

/** The fault of one request. */
export type Fault =
  /** The connection breaks before or after the request takes effect. */
  | "dropped"
  | "lost"
  /** The connection stays open without an answer. */
  | "silent"
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

/** Applies a fault to the first `times` requests with this method, or with this method and path. */
export function on(request: string, fate: Fault, times = Infinity): SecondService["fate"] {
  let left = times;
  return (received) =>
    [received.request, received.request.split(" ")[0]].includes(request) && left-- > 0 ? fate : undefined;
}

/** Acts before each of these requests takes effect. */
export function during(request: string, act: () => unknown): SecondService["fate"] {
  return (received) => {
    if (received.request === request) act();
    return undefined;
  };
}

/** A received request. */
export interface SeenRequest {
  /** Method and path without the query, such as "GET /auth/connections". */
  readonly request: string;
  readonly body: unknown;
  readonly project: string | undefined;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Returns a reply with the service's error body. */
export const failure = (status: number, code: string, message: string, more: Json = {}): Reply => ({
  status,
  body: { code, message, ...more },
});

const settingTypes = {
  allowed_domains: "array",
  auto_reauth: "boolean",
  browser: "object",
  credential: "object",
  health_check_interval: "number",
  health_checks: "boolean",
  login_url: "string",
  record_session: "boolean",
  save_credentials: "boolean",
} as const;
const onByDefault = ["control", "connection", "system", "captcha"];

export class SecondService {
  readonly token = "second-service-token";
  readonly requests: SeenRequest[] = [];
  /** Connections, newest first, like in this service's list. */
  connections: Row[] = [];
  proxies: Row[] = [];
  credentials: Row[] = [];
  /** Features of the plan in addition to managed auth. */
  features: Record<string, unknown> = {};
  providers: Row[] = [];
  destinations: Row[] = [];
  projects: Row[] = [];
  /** Browsers, newest first. They are reported with `session_id` instead of `id`. */
  browsers: Row[] = [];
  timelines = new Map<string, Row[]>();
  shortestInterval = 300;
  /** Properties of `GET /auth/context` besides the organization. */
  context: Json = {};
  /** False for an older service, without `GET /auth/context`. */
  hasContext = true;
  /** Chooses the fault of a request before it takes effect. May also change stored rows. */
  fate: (received: SeenRequest) => Fault | undefined = () => undefined;
  /** Called with each started login, to end it now or later. */
  login: (connection: Row, entry: Row) => void = () => undefined;
  #port = 0;

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** All requests except GET. */
  get changes(): readonly string[] {
    return this.requests.map(({ request }) => request).filter((request) => !request.startsWith("GET "));
  }

  /** Serves requests until the owner, such as a test, ends. */
  async start(owner: { readonly after: (end: () => Promise<unknown>) => void }): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // The address of a TCP server is always an AddressInfo.
    this.#port = (server.address() as AddressInfo).port;
    owner.after(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return this;
  }

  /** Stores a connection with default settings and these values. */
  keep(domain: string, profile_name: string, more: Json = {}): Row {
    const row: Row = {
      id: randomUUID(),
      domain,
      profile_name,
      status: "NEEDS_AUTH",
      save_credentials: true,
      record_session: false,
      auto_reauth: true,
      health_checks: true,
      health_check_interval: Math.max(3600, this.shortestInterval),
      can_reauth: false,
      can_reauth_reason: "a_reason_of_tomorrow",
      flow_status: null,
      flow_step: null,
      ...more,
    };
    this.connections.unshift(row);
    return row;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", "http://second");
    const project = request.headers["x-kernel-project-id"];
    const received: SeenRequest = {
      request: `${request.method ?? ""} ${url.pathname}`,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
      project: typeof project === "string" ? project : undefined,
    };
    this.requests.push(received);
    const fate = this.fate(received);
    if (fate === "dropped") return void request.socket.destroy();
    if (fate === "silent") return;
    const isKnown = request.headers.authorization === `Bearer ${this.token}`;
    const reply: Reply =
      typeof fate === "object"
        ? fate
        : isKnown
          ? this.#route(request.method ?? "", url, received)
          : failure(401, "unauthorized", "No such token.");
    if (fate === "lost") return void request.socket.destroy();
    const body = reply.body === undefined ? "" : JSON.stringify(reply.body);
    response.writeHead(reply.status, {
      ...(body !== "" && { "content-type": "application/json" }),
      ...reply.headers,
    });
    response.end(body);
  }

  #route(method: string, url: URL, { body, project }: SeenRequest): Reply {
    if (project !== undefined && !this.projects.some(({ id }) => id === project))
      return failure(404, "project_not_found", "No such project.");
    const [first = "", second = "", third, fourth] = url.pathname.slice(1).split("/");
    const operation = `${method} /${first}/${second}`;
    if (operation === "GET /org/entitlements")
      return {
        status: 200,
        body: { features: { managed_auth: this.#plan(), ...this.features }, limits: {}, plan: {} },
      };
    if (operation === "GET /auth/context")
      return this.hasContext
        ? { status: 200, body: { organization: { id: "second-org" }, ...this.context } }
        : failure(404, "not_found", "Nothing here.");
    const lists: Readonly<Record<string, readonly Row[]>> = {
      "GET /proxies/": this.proxies,
      "GET /credentials/": this.credentials,
      "GET /org/credential_providers": this.providers,
      "GET /telemetry/destinations": this.destinations,
      "GET /org/projects": this.projects,
    };
    // Only IDs are accepted here. Clients resolve names with the list.
    if (operation === "GET /org/projects" && third !== undefined) {
      const match = this.projects.find(({ id }) => id === decodeURIComponent(third));
      return match === undefined
        ? failure(404, "not_found", "No such project.")
        : { status: 200, body: match };
    }
    const list = lists[operation];
    if (list !== undefined) return paged(list, url);
    if (first === "browsers") return this.#browsers(method, url, body, second);
    if (first !== "auth" || second !== "connections") return failure(404, "not_found", "Nothing here.");
    if (third === undefined) return method === "GET" ? this.#list(url) : this.#create(body);
    const row = this.connections.find(({ id }) => id === decodeURIComponent(third));
    if (row === undefined) return failure(404, "not_found", "No such connection.");
    if (fourth === "timeline") return paged(this.timelines.get(row.id) ?? [], url);
    if (fourth === "login" && method === "POST") return this.#login(row, objectOf(body ?? {}));
    switch (method) {
      case "GET":
        return { status: 200, body: row };
      case "PATCH":
        return this.#update(row, body);
      case "DELETE":
        this.connections = this.connections.filter((one) => one !== row);
        return { status: 204 };
      default:
        return failure(405, "bad_method", "Not here.");
    }
  }

  #browsers(method: string, url: URL, body: unknown, segment: string): Reply {
    const shown = ({ id, ...row }: Row): Json => ({
      ...row,
      session_id: id,
      cdp_ws_url: `wss://browser.example/${id}`,
    });
    if (segment === "" && method === "GET") return paged(this.browsers.map(shown), url);
    if (segment === "") {
      const { profile, ...given } = objectOf(body);
      const row = { ...given, id: randomUUID(), profile, created_at: new Date().toISOString() };
      this.browsers.unshift(row);
      return { status: 201, body: shown(row) };
    }
    const idOrName = decodeURIComponent(segment);
    const row = this.browsers.find(({ id, name }) => id === idOrName || name === idOrName);
    if (row === undefined) return failure(404, "not_found", `No browser ${idOrName}.`);
    if (method === "GET") return { status: 200, body: shown(row) };
    this.browsers = this.browsers.filter((one) => one !== row);
    return { status: 204 };
  }

  #plan(): Json {
    return { enabled: true, health_check_interval_min_seconds: this.shortestInterval, max_connections: null };
  }

  #list(url: URL): Reply {
    const { domain, profile_name } = Object.fromEntries(url.searchParams);
    return paged(
      this.connections.filter(
        (row) =>
          (domain === undefined || row["domain"] === domain) &&
          (profile_name === undefined || row["profile_name"] === profile_name),
      ),
      url,
    );
  }

  #create(body: unknown): Reply {
    const { domain, profile_name, ...settings } = objectOf(body);
    if (typeof domain !== "string" || typeof profile_name !== "string")
      return failure(400, "bad_request", "domain and profile_name are needed.");
    const fault = this.#fault(settings);
    if (fault !== undefined) return failure(400, "bad_request", fault);
    const named = this.connections.filter((row) => isSameProfile(String(row["profile_name"]), profile_name));
    const twin = named.find((row) => isSameHost(String(row["domain"]), domain));
    if (twin !== undefined) return failure(409, "already_exists", "It exists.", { existing_id: twin.id });
    // A profile keeps the spelling with which it was created.
    const [first] = named;
    const spelling = typeof first?.["profile_name"] === "string" ? first["profile_name"] : profile_name;
    return { status: 201, body: this.keep(domain, spelling, this.#merged({}, settings)) };
  }

  #update(row: Row, body: unknown): Reply {
    const settings = objectOf(body);
    const fault = Object.keys(settings).length === 0 ? "Nothing to change." : this.#fault(settings);
    if (fault !== undefined) return failure(400, "bad_request", fault);
    Object.assign(row, this.#merged(row, settings));
    // Cleared settings are no longer reported.
    for (const key of ["login_url", "allowed_domains"]) {
      const value = row[key];
      if (value === "" || (Array.isArray(value) && value.length === 0)) Reflect.deleteProperty(row, key);
    }
    return { status: 200, body: row };
  }

  #fault(settings: Json): string | undefined {
    for (const [key, value] of Object.entries(settings)) {
      const type = Object.entries(settingTypes).find(([name]) => name === key)?.[1];
      if (type === undefined) return `${key} is not known.`;
      if ((Array.isArray(value) ? "array" : typeof value) !== type) return `${key} is of another type.`;
    }
    const interval = settings["health_check_interval"];
    if (typeof interval === "number" && (interval < this.shortestInterval || interval > 86_400))
      return "health_check_interval is out of bounds.";
    const { proxy, telemetry, ...others } = objectOf(settings["browser"] ?? {});
    if (Object.keys(others).some((key) => key !== "stealth")) return "browser has an unknown key.";
    const name = objectOf(proxy ?? {})["name"];
    if (name !== undefined && this.proxies.filter((row) => row["name"] === name).length !== 1)
      return "The proxy's name is ambiguous or unknown.";
    const { browser, enabled } = objectOf(telemetry ?? {});
    return enabled === false && browser !== undefined ? "Off takes no categories." : undefined;
  }

  /** Returns settings as stored: references by ID, resolved telemetry, domains without "www." and "*.", in reverse order. */
  #merged(before: Json, { allowed_domains, browser, ...rest }: Json): Json {
    const previous = objectOf(before["browser"] ?? {});
    const changes = objectOf(browser ?? {});
    return {
      ...rest,
      ...(Array.isArray(allowed_domains) && {
        allowed_domains: allowed_domains
          .map((domain) => String(domain).replace(/^(?:www|\*)\./, ""))
          .reverse(),
      }),
      ...(browser !== undefined && {
        browser: {
          ...previous,
          ...changes,
          ...(changes["proxy"] !== undefined && {
            proxy: this.#byId(this.proxies, objectOf(changes["proxy"])),
          }),
          ...(changes["telemetry"] !== undefined && { telemetry: this.#telemetry(previous, changes) }),
        },
      }),
    };
  }

  #byId(rows: readonly Row[], reference: Json): Json {
    const row = rows.find(({ id, name }) => id === reference["id"] || name === reference["name"]);
    return row === undefined ? reference : { id: row.id };
  }

  #telemetry(previous: Json, changes: Json): Json | null {
    const { browser, enabled, export: exported } = objectOf(changes["telemetry"]);
    if (enabled === false) return null;
    const usual = Object.fromEntries(onByDefault.map((category) => [category, { enabled: true }]));
    const merges = enabled === undefined;
    const { browser: running, export: to } = objectOf(previous["telemetry"] ?? {});
    const otlp = objectOf(objectOf(exported ?? {})["otlp"] ?? {});
    const destination = otlp["destination"];
    return {
      enabled: true,
      browser: { ...usual, ...(merges && objectOf(running ?? {})), ...objectOf(browser ?? {}) },
      ...(destination === undefined
        ? merges && otlp["enabled"] !== false && to !== undefined && { export: to }
        : {
            export: {
              otlp: { enabled: true, destination: this.#byId(this.destinations, objectOf(destination)) },
            },
          }),
    };
  }

  #login(row: Row, { browser = {}, record_session = false, ...others }: Json): Reply {
    const [unknown] = Object.keys(others);
    const fault = this.#fault({ browser, record_session });
    if (unknown !== undefined || fault !== undefined)
      return failure(400, "bad_request", fault ?? `${unknown} is not known.`);
    const entry: Row = {
      id: randomUUID(),
      type: "login",
      status: "IN_PROGRESS",
      timestamp: new Date().toISOString(),
    };
    this.timelines.set(row.id, [entry, ...(this.timelines.get(row.id) ?? [])]);
    const flow_expires_at = new Date(Date.now() + 1_200_000).toISOString();
    const hosted_url = `https://managed-auth.example/login/${row.id}?code=canary-of-a-code`;
    Object.assign(row, {
      flow_status: "IN_PROGRESS",
      flow_step: "DISCOVERING",
      flow_type: "LOGIN",
      flow_expires_at,
      hosted_url,
    });
    this.login(row, entry);
    return { status: 200, body: { id: row.id, flow_type: "LOGIN", hosted_url, flow_expires_at } };
  }
}

/** True for names that differ only in case and accents, which the service treats as one profile. */
export function isSameProfile(a: string, b: string): boolean {
  return new Intl.Collator("en", { sensitivity: "base" }).compare(a, b) === 0;
}

/** True for hosts that differ only in case, Unicode or ASCII form, or the root's dot. */
export function isSameHost(a: string, b: string): boolean {
  const host = (domain: string): string => domainToASCII(domain.replace(/\.$/, ""));
  return host(a) === host(b);
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the requested page with the pagination headers that all lists share. */
function paged(rows: readonly Json[], url: URL): Reply {
  const limit = Number(url.searchParams.get("limit") ?? 20);
  const offset = Number(url.searchParams.get("offset") ?? 0);
  const hasMore = offset + limit < rows.length;
  return {
    status: 200,
    body: rows.slice(offset, offset + limit),
    headers: { "x-has-more": String(hasMore), "x-next-offset": hasMore ? String(offset + limit) : "0" },
  };
}

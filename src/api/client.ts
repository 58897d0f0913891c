import type { Body } from "./body.ts";
import { encodeSegment } from "./requestUrl.ts";
import { Endpoint, notSendable, readAs, type ClientOptions } from "./endpoint.ts";
import type { Outcome } from "./errors.ts";
import { caps } from "./json.ts";
import type { Reading } from "./operation.ts";
import { Reads } from "./reads.ts";
import { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "./schemas.ts";

/** How a destination came to be deleted: an answer said so, or a repeated request no longer found it. */
interface Deletion {
  readonly evidence: "answer" | "absence";
}

/**
 * The service, one method per operation of §4, and beside them what else can be read from it. No method rejects:
 * whatever goes wrong is part of the outcome. Aborting the signal ends an operation at once, wherever it is.
 */
export class Client {
  /** What users pick from; it shares this client's token, log and retry budget. */
  readonly reads: Reads;
  readonly #endpoint: Endpoint;

  constructor(options: ClientOptions) {
    this.#endpoint = new Endpoint(options);
    this.reads = new Reads(this.#endpoint);
  }

  /**
   * §4.1: creates an auth connection from exactly the fields that are set. Never repeated once it may have been
   * carried out; a success without a readable id fails as `unreadable` with `sent: "unknown"`.
   */
  async createConnection(
    request: ManagedAuthCreateRequest,
    signal: AbortSignal,
  ): Promise<Outcome<ManagedAuth>> {
    const checked = ManagedAuthCreateRequest.safeParse(request);
    if (!checked.success) return notSendable("request");
    const body = JSON.stringify(checked.data);
    const read = (answer: Body) => readAs(ManagedAuth, answer);
    return this.#endpoint.send(
      { method: "POST", template: "/auth/connections", caps: caps.resource, body, read },
      signal,
    );
  }

  /** §4.2: the organization's features and limits. An answer whose `features` are no object is unreadable. */
  async getEntitlements(signal: AbortSignal): Promise<Outcome<Entitlements>> {
    const read = (answer: Body) => readAs(Entitlements, answer);
    return this.#endpoint.send(
      { method: "GET", template: "/org/entitlements", caps: caps.resource, read },
      signal,
    );
  }

  /**
   * §4.3: deletes a telemetry destination by its id or name. The document names no success status: any 2xx is one
   * whose body is not HTML. Repeated at most once where the first attempt may have been carried out; a 404 of the
   * API then shows that it was. With `callerWaits` an answer that asks to wait ends it: whoever deletes many waits for
   * all of them at once.
   */
  async deleteDestination(
    idOrName: string,
    signal: AbortSignal,
    { callerWaits = false }: { readonly callerWaits?: boolean } = {},
  ): Promise<Outcome<Deletion>> {
    const segment = encodeSegment(idOrName);
    if (!segment.ok) return notSendable("pathSegment");
    return this.#endpoint.send(
      {
        method: "DELETE",
        template: "/telemetry/destinations/{id_or_name}",
        path: `/telemetry/destinations/${segment.encoded}`,
        caps: caps.resource,
        read: readDeletion,
        callerWaits,
        gone: { evidence: "absence" },
      },
      signal,
    );
  }
}

function readDeletion(body: Body): Reading<Deletion> {
  const value = { evidence: "answer" } as const;
  switch (body.kind) {
    case "html":
      return { kind: "unreadable", reason: "html" };
    case "unreadable":
      // Bytes that cannot be read as text cannot be told from a page either.
      return body.reason === "encoding" ? body : { kind: "ok", value, raw: undefined };
    case "json":
      return { kind: "ok", value, raw: body.value };
    case "empty":
    case "tooLarge":
      return { kind: "ok", value, raw: undefined };
  }
}

// The interface between the client and HTTP implementations, modelled on undici.
import type { buildConnector } from "undici";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

export interface DispatchOptions {
  readonly origin: string;
  /** Path and query, starting with a slash. Sent unchanged. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * A response whose head has arrived. Header names are lowercase. Callers must read the whole body or end the iteration
 * early. Otherwise, the connection isn't released.
 */
export interface DispatchedResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The subset of undici's `Dispatcher` that the client uses. undici's `Pool` and `MockPool` implement this interface.
 * Implementations don't follow redirects.
 */
export interface ServiceDispatcher {
  /** Rejects if no complete response head arrives. */
  request(options: DispatchOptions): Promise<DispatchedResponse>;
  destroy(): Promise<void>;
  /** True if response bodies are already decompressed. */
  readonly decodesBodies?: boolean;
}

/** Opens a connection and verifies the server. If the promise rejects, the request fails with a connection error. */
export type OpenConnection = () => Promise<NonNullable<Parameters<buildConnector.Callback>[1]>>;

/** Provides the dispatcher for an origin. The creator of the source disposes the dispatchers. */
export interface DispatcherSource {
  for(origin: string): Promise<ServiceDispatcher>;
}

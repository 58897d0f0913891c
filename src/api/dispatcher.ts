// What sends a request and takes its answer, in undici's terms.
import type { buildConnector } from "undici";

/** The methods of §4, and the one of changes. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** One request, in undici's terms. */
export interface DispatchOptions {
  readonly origin: string;
  /** From the slash on; sent exactly as it stands here. */
  readonly path: string;
  readonly method: Method;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The head of an answer; header names are in lower case. The body must be read to its end or abandoned. */
export interface DispatchedResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The part of undici's `Dispatcher` that is used here: `Pool` and `MockPool` are such dispatchers as they are.
 * None follows redirects.
 */
export interface ServiceDispatcher {
  /** Rejects where no complete head of an answer arrives. */
  request(options: DispatchOptions): Promise<DispatchedResponse>;
  destroy(): Promise<void>;
  /** Whether bodies arrive with their content encoding already undone. */
  readonly decodesBodies?: boolean;
}

/** Opens a connection whose other end is known. What it rejects with is told as a connection that did not come about. */
export type OpenConnection = () => Promise<NonNullable<Parameters<buildConnector.Callback>[1]>>;

/** Hands out the dispatcher for an origin. Whoever made the source ends its dispatchers. */
export interface DispatcherSource {
  for(origin: string): Promise<ServiceDispatcher>;
}

// Imports only undici's pool, because undici's main module replaces the dispatcher of the global `fetch` for every
// extension in the process (nodejs/undici#5500).
import type { buildConnector, Dispatcher } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import type { OpenConnection, DispatchedResponse, ServiceDispatcher } from "./dispatcher.ts";
import { abortReason } from "./untilAborted.ts";

/**
 * Creates a pool of keep-alive connections to one loopback origin. The pool has no timeouts, because each request has
 * a timeout. The pool doesn't decompress bodies, so requests must ask for the identity encoding. If given, `connect`
 * opens the connections instead of undici.
 */
export function loopbackPool(origin: string, connect?: OpenConnection): ServiceDispatcher {
  return serviceDispatcher(
    new Pool(origin, {
      ...(connect && { connect: toConnector(connect) }),
      connectTimeout: 0,
      ...dispatcherOptions,
    }),
  );
}

/**
 * Options of the undici dispatchers that {@link serviceDispatcher} wraps. Undici's timeouts are disabled, because
 * each request has its own timeout.
 */
export const dispatcherOptions = {
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  useMilo: false,
} as const;

export function serviceDispatcher(
  dispatcher: Pick<Dispatcher, "dispatch"> & { destroy(): Promise<void> },
): ServiceDispatcher {
  return {
    request: (options) => {
      const handler = new ResponseHandler(options.signal);
      dispatcher.dispatch(options, handler);
      return handler.head;
    },
    destroy: () => dispatcher.destroy(),
  };
}

function toConnector(connect: OpenConnection): buildConnector.connector {
  return (_, callback) => {
    connect().then(
      (socket) => callback(null, socket),
      (cause: unknown) => callback(new NotConnected(cause), null),
    );
  };
}

/** Thrown if a connection couldn't be opened. The value of `syscall` indicates that nothing was sent. */
class NotConnected extends Error {
  readonly syscall = "connect";
  readonly code: string;

  constructor(cause: unknown) {
    super("No connection could be opened", { cause });
    this.name = "NotConnected";
    this.code = systemCodeOf(cause) ?? "UNPROVEN";
  }
}

function systemCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return systemCodeOf(error.cause);
}

type ChunkResult = IteratorResult<Uint8Array, undefined>;

interface RequestController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Number of buffered bytes above which reading pauses. A response of typical size fits into the buffer. */
const maxBufferedBytes = 256 * 1024;

/**
 * Receives one response. Replaces undici's own `request`, which creates a stream for each body. For a small response,
 * creating the stream takes longer than all other work.
 */
class ResponseHandler {
  /** The head of the response. Rejects if no complete head arrives, and immediately if the signal aborts. */
  readonly head: Promise<DispatchedResponse>;
  readonly #head = Promise.withResolvers<DispatchedResponse>();
  readonly #signal: AbortSignal;
  readonly #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #controller: RequestController | undefined;
  /** Set while the reader waits for the next chunk because all received chunks have been consumed. */
  #pendingRead: PromiseWithResolvers<ChunkResult> | undefined;
  #ended: { readonly error?: Error } | undefined;

  constructor(signal: AbortSignal) {
    this.head = this.#head.promise;
    this.#signal = signal;
    if (signal.aborted) this.#abort();
    else signal.addEventListener("abort", this.#abort, { once: true });
  }

  onRequestStart(controller: RequestController): void {
    this.#controller = controller;
    // Abort the request now if the signal aborted while the request was queued.
    if (this.#ended?.error !== undefined) controller.abort(this.#ended.error);
  }

  onResponseStart(_: RequestController, statusCode: number, headers: DispatchedResponse["headers"]): void {
    // Skip informational responses (RFC 9110, section 15.2).
    if (statusCode < 200) return;
    this.#head.resolve({ statusCode, headers, body: { [Symbol.asyncIterator]: () => this.#body } });
  }

  onResponseData(controller: RequestController, chunk: Uint8Array): void {
    if (this.#pendingRead === undefined) {
      this.#chunks.push(chunk);
      this.#bufferedBytes += chunk.byteLength;
      if (this.#bufferedBytes > maxBufferedBytes) controller.pause();
    } else this.#pendingRead.resolve({ done: false, value: chunk });
    this.#pendingRead = undefined;
  }

  onResponseEnd(): void {
    this.#finish({});
  }

  onResponseError(_: RequestController | null, error: Error): void {
    this.#finish({ error });
  }

  readonly #abort = (): void => {
    this.#abandon(abortReason(this.#signal));
  };

  #abandon(error: Error): void {
    this.#finish({ error });
    this.#controller?.abort(error);
  }

  #finish(ended: { readonly error?: Error }): void {
    this.#ended = ended;
    this.#signal.removeEventListener("abort", this.#abort);
    if (ended.error !== undefined) this.#head.reject(ended.error);
    if (this.#pendingRead !== undefined) settleRead(this.#pendingRead, ended);
  }

  readonly #body: AsyncIterator<Uint8Array, undefined> = {
    next: () => {
      const value = this.#chunks.shift();
      if (value !== undefined) {
        this.#bufferedBytes -= value.byteLength;
        if (this.#chunks.length === 0) this.#controller?.resume();
        return Promise.resolve({ done: false, value });
      }
      const reader = Promise.withResolvers<ChunkResult>();
      if (this.#ended === undefined) this.#pendingRead = reader;
      else settleRead(reader, this.#ended);
      return reader.promise;
    },
    return: () => {
      this.#abandon(new Error("The rest of the body is not read"));
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

function settleRead(reader: PromiseWithResolvers<ChunkResult>, { error }: { readonly error?: Error }): void {
  if (error === undefined) reader.resolve({ done: true, value: undefined });
  else reader.reject(error);
}

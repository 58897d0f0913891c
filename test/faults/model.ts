// A model of a service that can fail at any point of a request, while other clients change its data.
import fc from "fast-check";
import type { ServiceDispatcher, DispatchedResponse, DispatchOptions } from "../../src/api/dispatcher.ts";
import type { FakeClock } from "../unit/api/support.ts";

/** Ways to lose the response, whether the request was carried out or not. */
const losses = ["reset", "silence", "500", "502 page", "half", "redirect"] as const;
type Loss = (typeof losses)[number];

/** Responses from something other than the service, which doesn't receive the request. */
const impostors = [
  "page",
  "404 page",
  "404 projects",
  "404 project",
  "404 wordless",
  "401",
  "403",
  "408",
  "425",
] as const;
type Impostor = (typeof impostors)[number];

/** The point at which a request fails, if it does. */
export type Point =
  | { readonly kind: "notSent" }
  | { readonly kind: "before" | "after"; readonly loss: Loss }
  | { readonly kind: "impostor"; readonly impostor: Impostor }
  | { readonly kind: "limited"; readonly seconds: number }
  | { readonly kind: "answered" };

/** A request and the events around it. */
export interface Step {
  readonly point: Point;
  /** Duration in milliseconds. */
  readonly takesMs: number;
  /** Additional duration of the following pause, in milliseconds. */
  readonly sleepsMs: number;
  /** Change by another client right before the service handles the request. */
  readonly others: "nothing" | "create" | "delete";
}

const point: fc.Arbitrary<Point> = fc.oneof(
  fc.constant<Point>({ kind: "notSent" }),
  fc.record({ kind: fc.constantFrom("before" as const, "after" as const), loss: fc.constantFrom(...losses) }),
  fc.record({ kind: fc.constant("impostor" as const), impostor: fc.constantFrom(...impostors) }),
  fc.record({ kind: fc.constant("limited" as const), seconds: fc.constantFrom(0, 1, 9, 20, 30, 31) }),
  fc.constant<Point>({ kind: "answered" }),
);

/** Random sequences of steps. */
export const courses: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    point,
    takesMs: fc.constantFrom(0, 1, 4_000, 12_000, 25_000),
    sleepsMs: fc.constantFrom(0, 0, 0, 1_000, 9_900, 11_000, 3_600_000),
    others: fc.constantFrom("nothing" as const, "nothing" as const, "create" as const, "delete" as const),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Reply of the service if the request arrives and its response isn't lost. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A sent request. */
export interface Sent {
  readonly at: number;
  /** Time at which its outcome was known. */
  endedAt: number;
  /** True if the sender can't exclude that the request was carried out. */
  readonly open: boolean;
}

/** Plays the steps, one per request. The last step repeats. */
export class ModelDispatcher implements ServiceDispatcher {
  readonly sent: Sent[] = [];
  readonly #steps: readonly Step[];
  readonly #clock: FakeClock;
  readonly #carryOut: () => Reply;
  readonly #others: (change: "create" | "delete") => void;
  #at = 0;

  constructor(
    steps: readonly Step[],
    clock: FakeClock,
    carryOut: () => Reply,
    others: (change: "create" | "delete") => void,
  ) {
    this.#steps = steps;
    this.#clock = clock;
    this.#carryOut = carryOut;
    this.#others = others;
    clock.onPause = () => (clock.time += this.#last.sleepsMs);
  }

  request({ signal }: DispatchOptions): Promise<DispatchedResponse> {
    const step = this.#steps[Math.min(this.#at++, this.#steps.length - 1)] ?? this.#last;
    const { others, point, takesMs } = step;
    const at = this.#clock.time;
    if (others !== "nothing") this.#others(others);
    this.#clock.time += takesMs;
    const sent: Sent = { at, endedAt: this.#clock.time, open: isOpen(point) };
    this.sent.push(sent);
    signal.addEventListener("abort", () => (sent.endedAt = this.#clock.time));
    switch (point.kind) {
      case "notSent":
        return Promise.reject(broken("ECONNREFUSED", "connect"));
      case "before":
        return this.#lose(point.loss, undefined);
      case "after":
        return this.#lose(point.loss, this.#carryOut());
      case "impostor":
        return Promise.resolve(response(answers[point.impostor]));
      case "limited":
        return Promise.resolve(response({ status: 429, headers: { "retry-after": String(point.seconds) } }));
      case "answered":
        return Promise.resolve(response(this.#carryOut()));
    }
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }

  get #last(): Step {
    const step = this.#steps[Math.min(this.#at, this.#steps.length) - 1] ?? this.#steps[0];
    if (step === undefined) throw new Error("a course has a step");
    return step;
  }

  #lose(loss: Loss, reply: Reply | undefined): Promise<DispatchedResponse> {
    switch (loss) {
      case "reset":
        return Promise.reject(broken("ECONNRESET", "read"));
      case "silence":
        setImmediate(() => this.#clock.expire());
        return new Promise(() => undefined);
      case "500":
        return Promise.resolve(response({ status: 500 }));
      case "502 page":
        return Promise.resolve(response({ status: 502, body: "<html>" }));
      case "redirect":
        return Promise.resolve(response({ status: 307, headers: { location: "https://else.example" } }));
      case "half":
        return Promise.resolve({ statusCode: reply?.status ?? 200, headers: {}, body: half() });
    }
  }
}

const answers: Readonly<Record<Impostor, Reply>> = {
  page: { status: 200, body: "<html>", headers: { "content-type": "text/html" } },
  "404 page": { status: 404, body: "<html>", headers: { "content-type": "text/html" } },
  "404 projects": { status: 404, body: '{"code":"projects_disabled","message":"No projects."}' },
  "404 project": { status: 404, body: '{"code":"project_not_found","message":"No project."}' },
  "404 wordless": { status: 404 },
  "401": { status: 401 },
  "403": { status: 403, body: '{"code":"forbidden","message":"No."}' },
  "408": { status: 408 },
  "425": { status: 425 },
};

function isOpen(point: Point): boolean {
  switch (point.kind) {
    case "notSent":
    case "limited":
    case "answered":
      return false;
    case "before":
    case "after":
      return true;
    case "impostor":
      return point.impostor === "page" || point.impostor === "408";
  }
}

function broken(code: string, syscall: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall }) });
}

function response({ body = "", headers = {}, status }: Reply): DispatchedResponse {
  return { statusCode: status, headers, body: bytes(body) };
}

// eslint-disable-next-line @typescript-eslint/require-await -- bodies are async iterables
async function* bytes(body: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
}

async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("{");
  await Promise.reject(broken("ECONNRESET", "read"));
}

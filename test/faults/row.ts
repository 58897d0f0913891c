// What a row of the catalogue is made of.
import type { TestContext } from "node:test";
import { answer } from "../doubles/scriptedServer.ts";
import type { Ends } from "./operations.ts";
import type { FaultyService, Wire } from "./service.ts";
import type { Stage, Way } from "./stage.ts";

/** One text for both ways, or one for each. */
export type ByWay = string | Readonly<Record<Way, string>>;

interface Numbered {
  /** The case's number in the catalogue of faults; several rows may share one. */
  readonly number: number;
  readonly title: string;
  /** Why it cannot happen the other way. */
  readonly only?: { readonly way: Way; readonly because: string };
}

/**
 * A fault and what comes of it for each operation, as "end requests": a create "unknown 2" ends unknown after two
 * requests. Where a fault leaves open what has happened, it is also played once only, before and after the service
 * did what it was asked (see `play.ts`).
 */
export interface Fault extends Numbered {
  /** What happens to each answer. */
  readonly wire?: Wire;
  /** Where the account is, if not at the service. */
  readonly address?: (remote: FaultyService, context: TestContext) => string;
  /** What is wrong before anything is sent. */
  readonly prepare?: (stage: Stage, context: TestContext) => void | Promise<void>;
  /** How many answers it meets: all of them, and one, unless it says otherwise. */
  readonly times?: number;
  /** Whether the service carries out what it is asked while the fault lasts; it does by default. */
  readonly carriesOut?: false;
  readonly C?: `${Ends["C"]} ${number}`;
  readonly D?: `${Ends["D"]} ${number}`;
  readonly G?: `${Ends["G"]} ${number}`;
  /** Of the updates alone: what reads before and after meets no fault, unless nothing can be reached. */
  readonly U?: `${Ends["U"]} ${number}`;
  readonly R?: `${Ends["R"]} ${number}`;
  readonly T?: `${Ends["T"]} ${number}`;
  /** Kind and reason of the failure. */
  readonly error?: ByWay;
  /** Words that the user sees; `{host}` is the service's. */
  readonly says?: ByWay;
  /** Attempts where they are more than the requests that arrive. */
  readonly attempts?: number;
}

/** Certainly not done, and not tried again. */
export const refused = {
  carriesOut: false,
  C: "refused 1",
  D: "failed 1",
  G: "stale 1",
  U: "refused 1",
  R: "failed 1",
} as const;
/**
 * Nothing that could be read came back: a create asks once more, a deletion by a name is repeated once, one by an id and
 * a read are repeated twice, and an update is looked for by reading.
 */
export const lost = {
  C: "unknown 2",
  D: "unknown 2",
  G: "stale 3",
  U: "saved 1",
  R: "unknown 3",
  T: "not listed 3",
} as const;
/** Two attempts are all the time that a deletion has. */
export const tooLate = {
  ...lost,
  R: "unknown 2",
  error: "timeout",
  says: "{host} didn't answer within",
} as const;
/** What nobody tries again; a create and an update are looked for by reading. */
export const final = { C: "unknown 2", D: "unknown 1", G: "stale 1", U: "saved 1", R: "unknown 1" } as const;
export const fine = { C: "created 1", D: "deleted 1", G: "fresh 1", U: "saved 1", R: "deleted 1" } as const;

export const says = "This version can't read the service's response";

/** A whole answer, and the end of the connection. */
export const say =
  (status: number, body = "", headers: Readonly<Record<string, string>> = {}): Wire =>
  (socket) =>
    socket.end(answer(status, body, { Connection: "close", ...headers }));

/** A case that is a story of its own; the harness around it checks what it checks for every case. */
export interface Story extends Numbered {
  readonly story: (stage: Stage, context: TestContext) => Promise<void>;
}

/** A case that another test stands for. */
export interface Covered extends Numbered {
  readonly covered: { readonly file: string; readonly title: string };
}

export const covered = (number: number, title: string, file: string, proof: string): Covered => ({
  number,
  title,
  covered: { file, title: proof },
});

export type Row = Fault | Story | Covered;

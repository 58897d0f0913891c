// Types and common outcomes of the catalogue's rows.
import type { TestContext } from "node:test";
import { answer } from "../doubles/scriptedServer.ts";
import type { Ends } from "./operations.ts";
import type { FaultyService, Wire } from "./service.ts";
import type { Stage, Transport } from "./stage.ts";

/** A text for both dispatchers, or one for each. */
export type ByWay = string | Readonly<Record<Transport, string>>;

interface Numbered {
  /** Number of the case. Several rows may share it. */
  readonly number: number;
  readonly title: string;
  /** The only dispatcher with this fault, and the reason. */
  readonly only?: { readonly transport: Transport; readonly because: string };
}

/**
 * A fault and its outcome for each operation, as "outcome requests". For example, "unknown 2" for a create means an
 * unknown outcome after two requests. If a fault leaves the outcome open, `play.ts` also plays it for the first
 * response only, before and after the service carried out the request.
 */
export interface Fault extends Numbered {
  /** Replaces each affected response. */
  readonly wire?: Wire;
  /** Base URL of the account. Defaults to the service. */
  readonly address?: (remote: FaultyService, context: TestContext) => string;
  /** Causes the fault before anything is sent. */
  readonly prepare?: (stage: Stage, context: TestContext) => void | Promise<void>;
  /** Number of affected responses. Defaults to all, and additionally to one. */
  readonly times?: number;
  /** False if the service doesn't carry out requests during the fault. */
  readonly carriesOut?: false;
  readonly C?: `${Ends["C"]} ${number}`;
  readonly D?: `${Ends["D"]} ${number}`;
  readonly G?: `${Ends["G"]} ${number}`;
  /** Requests of the update only. The reads around it succeed, unless nothing is reachable. */
  readonly U?: `${Ends["U"]} ${number}`;
  readonly R?: `${Ends["R"]} ${number}`;
  readonly T?: `${Ends["T"]} ${number}`;
  /** Kind and reason of the error. */
  readonly error?: ByWay;
  /** Text that the user sees. `{host}` is the service's host. */
  readonly says?: ByWay;
  /** Number of attempts, if some don't reach the service. */
  readonly attempts?: number;
}

/** Certainly not carried out, and not retried. */
export const refused = {
  carriesOut: false,
  C: "refused 1",
  D: "failed 1",
  G: "stale 1",
  U: "refused 1",
  R: "failed 1",
} as const;
/**
 * No readable response arrived. A create is sent again, a deletion by name is retried once, a deletion by ID and a
 * read are retried twice, and an update is checked by reading.
 */
export const lostAnswer = {
  C: "unknown 2",
  D: "unknown 2",
  G: "stale 3",
  U: "saved 1",
  R: "unknown 3",
  T: "not listed 3",
} as const;
/** Two attempts use up the time of a deletion. */
export const tooLate = {
  ...lostAnswer,
  R: "unknown 2",
  error: "timeout",
  says: "{host} didn't answer within",
} as const;
/** Never retried. A create and an update are checked by reading. */
export const final = { C: "unknown 2", D: "unknown 1", G: "stale 1", U: "saved 1", R: "unknown 1" } as const;
export const fine = { C: "created 1", D: "deleted 1", G: "fresh 1", U: "saved 1", R: "deleted 1" } as const;

export type Expected = Omit<Fault, "number" | "title" | "wire">;
/** A fault of the response. Later parts of its outcome replace earlier ones. */
export const fault = (number: number, title: string, wire: Wire, ...ends: readonly Expected[]): Fault =>
  ends.reduce<Fault>((row, end) => ({ ...row, ...end }), { number, title, wire });
/** Limits a fault to the only dispatcher that has it. */
export const only = (transport: Transport, because: string) => ({ only: { transport, because } });
export const unreadableReply = "This version can't read the service's response";

/** Sends a complete response and closes the connection. */
export const respond =
  (status: number, body = "", headers: Readonly<Record<string, string>> = {}): Wire =>
  (socket) =>
    socket.end(answer(status, body, { Connection: "close", ...headers }));

/** A case with its own steps. The general checks apply to it, too. */
export interface Story extends Numbered {
  readonly story: (stage: Stage, context: TestContext) => Promise<void>;
}

/** A case that another test covers. */
export interface Covered extends Numbered {
  readonly covered: { readonly file: string; readonly title: string };
}

export const covered = (number: number, title: string, file: string, proof: string): Covered => ({
  number,
  title,
  covered: { file, title: proof },
});

export type Row = Fault | Story | Covered;

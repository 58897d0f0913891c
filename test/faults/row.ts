// What a row of the catalogue is made of.
import type { TestContext } from "node:test";
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

/** A case that is a story of its own; the harness around it checks what it checks for every case. */
export interface Story extends Numbered {
  readonly story: (stage: Stage, context: TestContext) => Promise<void>;
}

/** A case that another test stands for. */
export interface Covered extends Numbered {
  readonly covered: { readonly file: string; readonly title: string };
}

export type Row = Fault | Story | Covered;

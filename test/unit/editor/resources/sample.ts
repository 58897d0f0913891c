import type {
  Identified,
  RemovableResource,
  Resource,
} from "../../../../src/editor/resourceEngine/resource.ts";
import type { resourceFixture } from "../../../support/resourceFixture.ts";

type Scene = Awaited<ReturnType<typeof resourceFixture>>;
type Act = (at: Scene) => Promise<unknown>;

/** A resource with the data and actions that `conformance.test.ts` needs to test it. */
export interface Sample<Reply extends Identified, Values> {
  readonly resource: (parts: Scene["parts"]) => Resource<Reply, Values>;
  /** The same resource, if it can be deleted. */
  readonly removable?: (parts: Scene["parts"]) => RemovableResource<Reply, Values>;
  /** The read model that must be fetched again after a change. */
  readonly shownBy: "connections" | "destinations";
  /** Path of the list endpoint, such as `/credentials`. */
  readonly path: string;
  readonly live: Reply & { readonly name: string };
  /** A connection that uses `live`. */
  readonly user: object;
  /** Matches `user` on the page if the page doesn't name the connection by profile and domain. */
  readonly shownUser?: RegExp;
  /** One action per question, up to the review. */
  readonly answers: readonly Act[];
  /** Index of the name in `answers`, and the error for a name that is taken. */
  readonly nameAt: number;
  readonly takenName: string;
  /** The name that `answers` enters. */
  readonly name: string;
  readonly body: object;
  /** The created resource in the service's response. */
  readonly createdRow: object;
  /** Lookup by name after a lost response. Undefined if names aren't unique. */
  readonly lookup?: {
    /** Returns the request and the response of the lookup. */
    readonly byName: (
      created: object | undefined,
    ) => readonly [request: string, status: number, body: unknown];
    /** Argument of the show command that takes a name. */
    readonly namedIn: "id" | "name";
    /** Matches of the lookup that this client didn't create. */
    readonly notOurs: readonly (readonly [description: string, reply: object])[];
  };
  readonly secrets: readonly string[];
  /** Renames `live`, up to the review. */
  readonly rename: Act;
  readonly changes: object;
  readonly changed: object;
  /** `live` after another client changed its name. */
  readonly changedElsewhere: object;
}

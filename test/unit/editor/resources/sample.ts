import type {
  Identified,
  RemovableResource,
  Resource,
} from "../../../../src/editor/resourceEngine/resource.ts";
import type { sceneOf } from "../../../support/scene.ts";

type Scene = Awaited<ReturnType<typeof sceneOf>>;
type Act = (at: Scene) => Promise<void>;

/** One resource as `conformance.test.ts` plays it. */
export interface Sample<Reply extends Identified, Values> {
  readonly resource: (parts: Scene["parts"]) => Resource<Reply, Values>;
  /** The same where the engine deletes it. */
  readonly removable?: (parts: Scene["parts"]) => RemovableResource<Reply, Values>;
  /** What is asked before it is deleted, where one connection uses it and another one can't be read. */
  readonly dialog?: { readonly question: string; readonly lines: readonly string[] };
  /** What is read again once one was changed. */
  readonly shownBy: "connections" | "destinations";
  /** `/credentials`. */
  readonly path: string;
  readonly live: Reply & { readonly name: string };
  /** A connection that uses it. */
  readonly user: object;
  /** How its page shows that connection, where that is not by profile and domain. */
  readonly shownUser?: RegExp;
  /** Answers each question up to the review. */
  readonly answers: readonly Act[];
  /** Which of them is the name, and what is said there of one that is taken. */
  readonly nameAt: number;
  readonly taken: string;
  /** The name among them. */
  readonly name: string;
  readonly body: object;
  /** What the service has of it then. */
  readonly made: object;
  /** How one is found by its name; not at all where several may have the same. */
  readonly found?: {
    /** How reading one by that name is answered. */
    readonly byName: (made: object | undefined) => readonly [request: string, status: number, body: unknown];
    /** Which argument of its commands takes a name. */
    readonly namedIn: "id" | "name";
    /** What may be found under that name and is not ours. */
    readonly notOurs: readonly (readonly [what: string, reply: object])[];
  };
  readonly secrets: readonly string[];
  /** Renames it, up to the review. */
  readonly rename: Act;
  readonly changes: object;
  readonly changed: object;
  /** As somebody else has changed the same. */
  readonly changedElsewhere: object;
}

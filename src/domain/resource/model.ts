// What a resource of the service is, without an editor: its fields, and how one is recognized. The operations that read and
// change it come from who has a client.
import { isDeepStrictEqual } from "node:util";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Whether a reply has what is wanted; `unknown` where no reply tells, as of the value of a secret. */
export type Comparison = "same" | "different" | "unknown";

/** One field: how its value goes into a request body, and what a reply tells of it. */
export interface FieldModel<Value, Reply, Values> {
  /** The part of a request body that sets it; parts of several fields are merged. `live` is missing where it is created. */
  readonly send: (value: Value, live: Reply | undefined) => object;
  /** What a reply tells of it, to see whether somebody else has changed it; of a secret, whether it is there. */
  readonly reported: (reply: Reply) => unknown;
  /** Whether a reply has it; `before` is the resource before it was sent: what was not there then and is now, has come. */
  readonly compare: (wanted: Value, reply: Reply, before?: Reply) => Comparison;
  /** It is set once, when the resource is created. */
  readonly createOnly?: true;
  /** The service sets it when the resource is created; it can be changed then. */
  readonly editOnly?: true;
  /** No reply tells its value: whether it was changed to another one can't be seen. */
  readonly isSecret?: true;
  /** It is asked to help with the answers to others: nothing of it is sent, and no review shows it. */
  readonly isHint?: true;
  /** Whether other answers leave room for it where it is created; always, if left out. */
  readonly applies?: (values: Partial<Values>) => boolean;
  /** A change of one of these takes its answer away. */
  readonly dependsOn?: readonly (keyof Values & string)[];
}

export type FieldModels<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldModel<Values[Key], Reply, Values>;
};

/** Everything of a resource that needs no editor. */
export interface ResourceModel<Reply extends { readonly id: string }, Values> {
  readonly fields: FieldModels<Reply, Values>;
  /** A field that no two resources have the same: a refused value is asked for again. None where names may be shared. */
  readonly unique?: keyof Values & string;
  /** After a lost answer it is looked for by its unique field, and taken for ours where it has all of these. */
  readonly foundBy: readonly (keyof Values & string)[];
  /** Differs after each change, also of what no reply tells. */
  readonly version: (reply: Reply) => string | undefined;
  /** An answer to a change with what it leaves out; as it came, if left out. */
  readonly completed?: (answer: Reply, before: Reply, wanted: Partial<Values>) => Reply;
  /** Those of the connections that use it. */
  readonly usedBy: (reply: Reply, connections: readonly ManagedAuth[]) => readonly ManagedAuth[];
}

/** A field whose value replies tell. */
export interface PlainField<Value, Reply, Values> extends FieldModel<Value, Reply, Values> {
  readonly reported: (reply: Reply) => Value | undefined;
}

/** A text that no reply tells; an empty one takes it away. It lives in memory until it is sent. */
export interface SecretField<Reply, Values> extends FieldModel<string, Reply, Values> {
  /** Whether there is one. */
  readonly reported: (reply: Reply) => boolean | undefined;
}

/** Secret values to set by their keys, and keys to take away (`null`). */
export type KeyedChanges = ReadonlyMap<string, string | null>;

/** Secret values by keys, of which replies tell the keys. */
export interface KeyedField<Reply, Values> extends FieldModel<KeyedChanges, Reply, Values> {
  /** The keys as the service spells them. */
  readonly keys: (reply: Reply) => readonly string[] | undefined;
  /** What all spellings of a key have in common. */
  readonly canonical: (key: string) => string;
}

type Rules<Value, Reply, Values> = Partial<
  Pick<FieldModel<Value, Reply, Values>, "applies" | "createOnly" | "dependsOn" | "editOnly" | "send">
>;

/** What declares the fields of a resource; `send` is what they are called in a request, unless it is given. */
export function fieldsOf<Reply, Values>() {
  function plain<K extends keyof Values & string>(
    key: K,
    {
      none,
      // What is set once, and what nothing is found by, needs none.
      reported = () => undefined,
      same = isDeepStrictEqual,
      send = (value) => ({ [key]: value }),
      ...rules
    }: Rules<Values[K], Reply, Values> &
      Partial<Pick<PlainField<Values[K], Reply, Values>, "reported">> & {
        /** Stands for no value: a create request leaves it out, a change sends it. */
        readonly none?: Values[K];
        /** Whether two values mean the same, as to a service that normalises them. */
        readonly same?: (one: Values[K], other: Values[K]) => boolean;
      },
  ): PlainField<Values[K], Reply, Values> {
    return {
      ...rules,
      reported,
      send: (value, live) => (live === undefined && isDeepStrictEqual(value, none) ? {} : send(value, live)),
      compare(wanted, reply) {
        const value = reported(reply) ?? none;
        if (value === undefined) return "unknown";
        return same(wanted, value) ? "same" : "different";
      },
    };
  }

  function secret(
    key: string,
    reported: SecretField<Reply, Values>["reported"],
    { send = (value) => ({ [key]: value }), ...rules }: Rules<string, Reply, Values> = {},
  ): SecretField<Reply, Values> {
    return {
      ...rules,
      isSecret: true,
      reported,
      send: (value, live) => (live === undefined && value === "" ? {} : send(value, live)),
      compare(wanted, reply, before) {
        const isThere = reported(reply);
        if (isThere === undefined) return "unknown";
        if (wanted === "" || !isThere) return isThere === (wanted !== "") ? "same" : "different";
        return before !== undefined && reported(before) === false ? "same" : "unknown";
      },
    };
  }

  function keyed(
    keys: KeyedField<Reply, Values>["keys"],
    sent: (
      set: Readonly<Record<string, string>>,
      removed: readonly string[],
      live: Reply | undefined,
    ) => object,
    canonical: KeyedField<Reply, Values>["canonical"] = (key) => key,
  ): KeyedField<Reply, Values> {
    /** `undefined` where the reply does not tell. */
    function has(reply: Reply, key: string): boolean | undefined {
      return keys(reply)?.some((one) => canonical(one) === canonical(key));
    }
    return {
      isSecret: true,
      keys,
      canonical,
      /** In an order of its own: that of a reply means nothing. */
      reported: (reply) => keys(reply)?.map(canonical).sort(),
      send(changes, live) {
        const set = [...changes].filter((change): change is [string, string] => change[1] !== null);
        // One that is gone by now need not be taken away.
        const isLeft = (key: string): boolean => live === undefined || has(live, key) !== false;
        const removed = [...changes].flatMap(([key, value]) => (value === null && isLeft(key) ? [key] : []));
        return sent(Object.fromEntries(set), removed, live);
      },
      compare(wanted, reply, before) {
        const each = [...wanted].map(([key, value]): Comparison => {
          const isThere = has(reply, key);
          if (isThere === undefined) return "unknown";
          if (value === null || !isThere) return isThere === (value !== null) ? "same" : "different";
          return before !== undefined && has(before, key) === false ? "same" : "unknown";
        });
        return each.find((one) => one === "different") ?? each.find((one) => one === "unknown") ?? "same";
      },
    };
  }

  /** A text that is asked to help with the answers to others. */
  function hint(): PlainField<string, Reply, Values> {
    return {
      createOnly: true,
      isHint: true,
      reported: () => undefined,
      send: () => ({}),
      compare: () => "unknown",
    };
  }

  return { plain, secret, keyed, hint };
}

// What a resource of the service is, without an editor: its fields, and how one is recognized. The operations that read and
// change it come from who has a client.
import { isDeepStrictEqual } from "node:util";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Whether a reply has what is wanted; `unknown` where no reply tells, as of the value of a secret. */
export type Comparison = "same" | "different" | "unknown";

/** One field: how its value goes into a request body, and what a reply tells of it. */
export interface FieldModel<Value, Reply> {
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
}

export type FieldModels<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldModel<Values[Key], Reply>;
};

/** Everything of a resource that needs no editor. */
export interface ResourceModel<Reply extends { readonly id: string }, Values> {
  readonly fields: FieldModels<Reply, Values>;
  /** A field that no two resources have the same: a refused value is asked for again. */
  readonly unique: keyof Values & string;
  /** After a lost answer it is looked for by its unique field, and taken for ours where it has all of these. */
  readonly foundBy: readonly (keyof Values & string)[];
  /** Differs after each change, also of what no reply tells. */
  readonly version: (reply: Reply) => string | undefined;
  /** Those of the connections that use it. */
  readonly usedBy: (reply: Reply, connections: readonly ManagedAuth[]) => readonly ManagedAuth[];
}

/** A field whose value replies tell. */
export interface PlainField<Value, Reply> extends FieldModel<Value, Reply> {
  readonly reported: (reply: Reply) => Value | undefined;
}

/** A text that no reply tells; an empty one takes it away. It lives in memory until it is sent. */
export interface SecretField<Reply> extends FieldModel<string, Reply> {
  /** Whether there is one. */
  readonly reported: (reply: Reply) => boolean | undefined;
}

/** Secret values to set by their keys, and keys to take away (`null`). */
export type KeyedChanges = ReadonlyMap<string, string | null>;

/** Secret values by keys, of which replies tell the keys. */
export interface KeyedField<Reply> extends FieldModel<KeyedChanges, Reply> {
  /** The keys as the service spells them. */
  readonly keys: (reply: Reply) => readonly string[] | undefined;
  /** What all spellings of a key have in common. */
  readonly canonical: (key: string) => string;
}

type Rules<Value, Reply> = Partial<Pick<FieldModel<Value, Reply>, "createOnly" | "editOnly" | "send">>;

/** What declares the fields of a resource; `send` is what they are called in a request, unless it is given. */
export function fieldsOf<Reply, Values>() {
  function plain<K extends keyof Values & string>(
    key: K,
    {
      none,
      reported,
      same = isDeepStrictEqual,
      send = (value) => ({ [key]: value }),
      ...rules
    }: Rules<Values[K], Reply> &
      Pick<PlainField<Values[K], Reply>, "reported"> & {
        /** Stands for no value: a create request leaves it out, a change sends it. */
        readonly none?: Values[K];
        /** Whether two values mean the same, as to a service that normalises them. */
        readonly same?: (one: Values[K], other: Values[K]) => boolean;
      },
  ): PlainField<Values[K], Reply> {
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

  function secret(key: string, reported: SecretField<Reply>["reported"]): SecretField<Reply> {
    return {
      isSecret: true,
      reported,
      send: (value, live) => (live === undefined && value === "" ? {} : { [key]: value }),
      compare(wanted, reply, before) {
        const isThere = reported(reply);
        if (isThere === undefined) return "unknown";
        if (wanted === "" || !isThere) return isThere === (wanted !== "") ? "same" : "different";
        return before !== undefined && reported(before) === false ? "same" : "unknown";
      },
    };
  }

  function keyed(
    keys: KeyedField<Reply>["keys"],
    sent: (
      set: Readonly<Record<string, string>>,
      removed: readonly string[],
      live: Reply | undefined,
    ) => object,
    canonical: KeyedField<Reply>["canonical"] = (key) => key,
  ): KeyedField<Reply> {
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
  function hint(): PlainField<string, Reply> {
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

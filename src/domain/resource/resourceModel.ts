// Describes a resource of the service without UI: its fields and its identity. Callers with a client provide the
// operations.
import { isDeepStrictEqual } from "node:util";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Compares a reply with a wanted value. `unknown` if replies don't report the value, such as a secret's. */
export type ComparisonResult = "same" | "different" | "unknown";

/** A field: how requests send its value and how replies report the field. */
export interface FieldModel<Value, Reply, Values> {
  /** Builds the part of the request body. Parts of several fields are merged. `live` is undefined in a creation. */
  readonly send: (value: Value, live: Reply | undefined) => object;
  /** Extracts the reported value, to detect changes by other clients. For a secret, reports only if it is set. */
  readonly reported: (reply: Reply) => unknown;
  /**
   * Compares a reply with the wanted value. `before` is the resource before the request, so that a new item can be
   * attributed to the request.
   */
  readonly compare: (wanted: Value, reply: Reply, before?: Reply) => ComparisonResult;
  /** The field can only be set when the resource is created. */
  readonly createOnly?: true;
  /** The service sets the field at creation. Only later changes can set it. */
  readonly editOnly?: true;
  /** Replies never report the value, so a changed value can't be detected. */
  readonly isSecret?: true;
  /** Only helps to answer other questions. Never sent or reviewed. */
  readonly isHint?: true;
  /** True if the other answers allow the field in a creation. Defaults to always. */
  readonly applies?: (values: Partial<Values>) => boolean;
  /** A change of one of these fields clears this field's answer. */
  readonly dependsOn?: readonly (keyof Values & string)[];
}

export type FieldModels<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldModel<Values[Key], Reply, Values>;
};

/** Everything about a resource that needs no UI. */
export interface ResourceModel<Reply extends { readonly id: string }, Values> {
  readonly fields: FieldModels<Reply, Values>;
  /** Field with unique values. A refused value is asked for again. Undefined if names may be shared. */
  readonly uniqueField?: keyof Values & string;
  /** Fields that identify our creation after a lost response, besides the unique field. */
  readonly identifyingFields: readonly (keyof Values & string)[];
  /** Differs after every change, including changes that replies don't report. */
  readonly version: (reply: Reply) => string | undefined;
  /** Adds parts that the reply to a change omits. Defaults to the unchanged reply. */
  readonly completeReply?: (answer: Reply, before: Reply, wanted: Partial<Values>) => Reply;
  /** Returns the connections that use the resource. */
  readonly usedBy: (reply: Reply, connections: readonly ManagedAuth[]) => readonly ManagedAuth[];
}

/** A field whose value replies report. */
export interface PlainField<Value, Reply, Values> extends FieldModel<Value, Reply, Values> {
  readonly reported: (reply: Reply) => Value | undefined;
}

/** Text that replies never report. Empty removes it. Kept in memory only, until it is sent. */
export interface SecretField<Reply, Values> extends FieldModel<string, Reply, Values> {
  /** True if the secret is set. */
  readonly reported: (reply: Reply) => boolean | undefined;
}

/** Secret values to set by key, and keys to remove (`null`). */
export type KeyedChanges = ReadonlyMap<string, string | null>;

/** Secret values by key. Replies report only the keys. */
export interface KeyedField<Reply, Values> extends FieldModel<KeyedChanges, Reply, Values> {
  /** The keys in the service's spelling. */
  readonly keys: (reply: Reply) => readonly string[] | undefined;
  /** Normalizes the spelling of a key. */
  readonly canonical: (key: string) => string;
}

type FieldRules<Value, Reply, Values> = Partial<
  Pick<FieldModel<Value, Reply, Values>, "applies" | "createOnly" | "dependsOn" | "editOnly" | "send">
>;

/** Declares the fields of a resource. `send` defaults to the field's name in a request. */
export function defineFields<Reply, Values>() {
  function plain<K extends keyof Values & string>(
    key: K,
    {
      none,
      // Create-only fields that identify nothing need no comparison.
      reported = () => undefined,
      same = isDeepStrictEqual,
      send = (value) => ({ [key]: value }),
      ...rules
    }: FieldRules<Values[K], Reply, Values> &
      Partial<Pick<PlainField<Values[K], Reply, Values>, "reported">> & {
        /** Represents "no value". A create request omits it, a change sends it. */
        readonly none?: Values[K];
        /** True if the service considers two values equal, for example after normalization. */
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
    { send = (value) => ({ [key]: value }), ...rules }: FieldRules<string, Reply, Values> = {},
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
    /** Returns `undefined` if the reply doesn't report the keys. */
    function has(reply: Reply, key: string): boolean | undefined {
      return keys(reply)?.some((one) => canonical(one) === canonical(key));
    }
    return {
      isSecret: true,
      keys,
      canonical,
      /** Sorted, because the order in a reply has no meaning. */
      reported: (reply) => keys(reply)?.map(canonical).sort(),
      send(changes, live) {
        const set = [...changes].filter((change): change is [string, string] => change[1] !== null);
        // Keys that are already gone need no removal.
        const isLeft = (key: string): boolean => live === undefined || has(live, key) !== false;
        const removed = [...changes].flatMap(([key, value]) => (value === null && isLeft(key) ? [key] : []));
        return sent(Object.fromEntries(set), removed, live);
      },
      compare(wanted, reply, before) {
        const each = [...wanted].map(([key, value]): ComparisonResult => {
          const isThere = has(reply, key);
          if (isThere === undefined) return "unknown";
          if (value === null || !isThere) return isThere === (value !== null) ? "same" : "different";
          return before !== undefined && has(before, key) === false ? "same" : "unknown";
        });
        return each.find((one) => one === "different") ?? each.find((one) => one === "unknown") ?? "same";
      },
    };
  }

  /** Text that only helps to answer other questions. */
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

// Describes the fields and the identity of a resource in the service, without UI. Callers that have an API client
// perform the requests.
import { isDeepStrictEqual } from "node:util";
import type { ManagedAuth } from "../../api/schemas.ts";

/**
 * The result of comparing a wanted value with a reply. `unknown` if replies don't report the value, for example
 * because the value is secret.
 */
export type ComparisonResult = "same" | "different" | "unknown";

export const comparisonOf = (isSame: boolean): ComparisonResult => (isSame ? "same" : "different");

/** Defines how requests send a field's value and how replies report the field. */
export interface FieldModel<Value, Reply, Values> {
  /**
   * Builds the field's part of the request body, which is merged with other parts. `live` is undefined in a create
   * request.
   */
  readonly send: (value: Value, live: Reply | undefined) => object;
  /**
   * Extracts the reported value, to detect changes by other clients. For a secret, the result only indicates that the
   * secret is set or unset.
   */
  readonly reported: (reply: Reply) => unknown;
  /**
   * Compares the wanted value with a reply. `before` is the resource before the request. If a secret was unset in
   * `before` but is set in the reply, the request has set the secret.
   */
  readonly compare: (answer: Value, reply: Reply, before?: Reply) => ComparisonResult;
  /** True if the field can only be set when the resource is created. */
  readonly createOnly?: true;
  /** True if only update requests can set the field. The service chooses the initial value. */
  readonly editOnly?: true;
  /** True if replies never report the value, in which case a changed value can't be detected. */
  readonly isSecret?: true;
  /** True if the answer only helps with other questions. Such an answer is never sent or shown in the review. */
  readonly isHint?: true;
  /** True if the other answers allow the field in a create request. By default, the field is always allowed. */
  readonly applies?: (values: DraftOf<Values>) => boolean;
  /** The fields that this field depends on. A change to one of them clears this field's answer. */
  readonly dependsOn?: readonly (keyof Values & string)[];
}

export type FieldModels<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldModel<Values[Key], Reply, Values>;
};

/** Values of a resource. Unanswered fields are missing. */
export type DraftOf<Values> = Partial<Values>;

/**
 * The fields and identity of a kind of resource, and the connections that use it. Independent of the UI. `Create` and
 * `Update` are the types of the request bodies.
 */
export interface ResourceModel<
  Reply extends { readonly id: string },
  Values,
  Create = unknown,
  Update = unknown,
> {
  readonly fields: FieldModels<Reply, Values>;
  /**
   * The field that must be unique. If the service refuses a value because it is already in use, the user is prompted
   * for another value. Undefined if several resources may share a name.
   */
  readonly uniqueField?: keyof Values & string;
  /**
   * If the response to a create request is lost, these fields and the unique field identify the resource that this
   * client created.
   */
  readonly identifyingFields: readonly (keyof Values & string)[];
  /** Returns a value that differs after every change, including changes to values that replies don't report. */
  readonly version: (reply: Reply) => string | undefined;
  /** Adds the parts that the reply to an update omits. By default, the reply stays unchanged. */
  readonly completeReply?: (answer: Reply, before: Reply, answers: DraftOf<Values>) => Reply;
  readonly usedBy: (reply: Reply, connections: readonly ManagedAuth[]) => readonly ManagedAuth[];
  /** Builds the body of a create request from the merged parts that the fields send. */
  readonly createBody: (parts: object) => Create;
  /** Like `createBody`, for an update request. */
  readonly updateBody: (parts: object) => Update;
}

/** A field that isn't secret, so replies report its value. */
export interface PlainField<Value, Reply, Values> extends FieldModel<Value, Reply, Values> {
  readonly reported: (reply: Reply) => Value | undefined;
}

/**
 * A secret string, which replies never report. An empty string removes the secret. The string is kept only in memory,
 * until it is sent.
 */
export interface SecretField<Reply, Values> extends FieldModel<string, Reply, Values> {
  /** True if the secret is set. */
  readonly reported: (reply: Reply) => boolean | undefined;
}

/** The secret values to set, by key. `null` removes a key. */
export type KeyedChanges = ReadonlyMap<string, string | null>;

/** A field with several secret values, each with a key. Replies report only the keys. */
export interface KeyedField<Reply, Values> extends FieldModel<KeyedChanges, Reply, Values> {
  /** Returns the keys in the service's spelling. */
  readonly keys: (reply: Reply) => readonly string[] | undefined;
  /** Normalizes the spelling of a key. */
  readonly canonical: (key: string) => string;
}

type KeyOf<Body> = Body extends unknown ? keyof Body : never;
type ValueIn<Body, Key> = Body extends unknown ? (Key extends keyof Body ? Body[Key] : never) : never;
type PartValue<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? BodyPart<Value>
    : Value;

type BodyPart<Body> = { readonly [Key in KeyOf<Body>]?: PartValue<ValueIn<Body, Key>> };

interface FieldRules<Value, Reply, Values, Body> extends Partial<
  Pick<FieldModel<Value, Reply, Values>, "applies" | "createOnly" | "dependsOn" | "editOnly">
> {
  readonly send?: (value: Value, live: Reply | undefined) => BodyPart<Body>;
}

interface PlainRules<Value, Reply, Values, Body> extends FieldRules<Value, Reply, Values, Body> {
  readonly reported?: (reply: Reply) => Value | undefined;
  /** The value that means "no value". A create request omits this value, but an update request sends it. */
  readonly none?: Value;
  /** True if the service considers two values equal, for example after normalization. */
  readonly isSame?: (a: Value, b: Value) => boolean;
}

type SecretRules<Reply, Values, Body> = FieldRules<string, Reply, Values, Body> &
  Pick<SecretField<Reply, Values>, "reported">;

/** Requires `send` unless every request that can set the field has a property with the field's name. */
type SentByName<Key, Create, Update> =
  | { readonly send: object }
  | ((Key extends KeyOf<Create> ? unknown : { readonly editOnly: true }) &
      (Key extends KeyOf<Update> ? unknown : { readonly createOnly: true }));

/**
 * Returns functions that declare the fields of a resource. By default, a request sends the value under the field's
 * name. `Create` and `Update` are the types of the request bodies.
 */
export function defineFields<Reply, Values, Create, Update>() {
  function plain<K extends keyof Values & string>(
    key: K,
    rules: PlainRules<Values[K], Reply, Values, Create | Update> & SentByName<K, Create, Update>,
  ): PlainField<Values[K], Reply, Values> {
    const {
      none,
      // Without `reported`, the field isn't compared. This suits fields that replies don't report or that can't be
      // changed after creation.
      reported = () => undefined,
      isSame = isDeepStrictEqual,
      send = (value) => ({ [key]: value }),
      ...otherRules
    }: PlainRules<Values[K], Reply, Values, object> = rules;
    return {
      ...otherRules,
      reported,
      send: (value, live) => (live === undefined && isDeepStrictEqual(value, none) ? {} : send(value, live)),
      compare(answer, reply) {
        const value = reported(reply) ?? none;
        if (value === undefined) return "unknown";
        return comparisonOf(isSame(answer, value));
      },
    };
  }

  function secret<K extends keyof Values & string>(
    key: K,
    rules: SecretRules<Reply, Values, Create | Update> & SentByName<K, Create, Update>,
  ): SecretField<Reply, Values> {
    const {
      reported,
      send = (value) => ({ [key]: value }),
      ...otherRules
    }: SecretRules<Reply, Values, object> = rules;
    return {
      ...otherRules,
      isSecret: true,
      reported,
      send: (value, live) => (live === undefined && value === "" ? {} : send(value, live)),
      compare(answer, reply, before) {
        const isThere = reported(reply);
        if (isThere === undefined) return "unknown";
        if (answer === "" || !isThere) return comparisonOf(isThere === (answer !== ""));
        return before !== undefined && reported(before) === false ? "same" : "unknown";
      },
    };
  }

  function keyed(
    keys: KeyedField<Reply, Values>["keys"],
    sent: (
      values: Readonly<Record<string, string>>,
      removed: readonly string[],
      live: Reply | undefined,
    ) => BodyPart<Create | Update>,
    canonical: KeyedField<Reply, Values>["canonical"] = (key) => key,
  ): KeyedField<Reply, Values> {
    /** True if the reply contains the key, or `undefined` if the reply doesn't report the keys. */
    function has(reply: Reply, key: string): boolean | undefined {
      return keys(reply)?.some((candidate) => canonical(candidate) === canonical(key));
    }
    return {
      isSecret: true,
      keys,
      canonical,
      /** Sorts the keys, because their order in a reply has no meaning. */
      reported: (reply) => keys(reply)?.map(canonical).sort(),
      send(changes, live) {
        const entries = [...changes].filter((change): change is [string, string] => change[1] !== null);
        // Don't request the removal of keys that the resource no longer has.
        const isSet = (key: string): boolean => live === undefined || has(live, key) !== false;
        const removed = [...changes].flatMap(([key, value]) => (value === null && isSet(key) ? [key] : []));
        return sent(Object.fromEntries(entries), removed, live);
      },
      compare(answer, reply, before) {
        const results = [...answer].map(([key, value]): ComparisonResult => {
          const isThere = has(reply, key);
          if (isThere === undefined) return "unknown";
          if (value === null || !isThere) return comparisonOf(isThere === (value !== null));
          return before !== undefined && has(before, key) === false ? "same" : "unknown";
        });
        if (results.includes("different")) return "different";
        return results.includes("unknown") ? "unknown" : "same";
      },
    };
  }

  /** Declares a text field that only helps the user to answer other questions. */
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

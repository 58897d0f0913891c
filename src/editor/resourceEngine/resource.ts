// What the editor knows of a resource beside its model: how its fields are asked and drawn, and what is said of it.
import type { Client } from "../../api/client.ts";
import type { ApiError } from "../../api/errors.ts";
import type { Operation } from "../../api/operation.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Block, Row, Value } from "../../card/card.ts";
import type { ResourceModel } from "../../domain/resource/model.ts";
import type { Access } from "../accounts/service.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { ResourceLists } from "../catalogue/listModel.ts";
import type { Answer, Frame } from "../kit/inputs/ask.ts";
import type { Effect, ResultButton, ResultCard } from "../results/buttons.ts";
import type { ResultContext } from "../results/cardParts.ts";
import type { Tab } from "../results/result.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import type { Choosing } from "./choose.ts";
import type { usersBlock, Users } from "./usedBy.ts";

/** What shows resources of a list: the list, and the connections that use them. */
export interface ListedParts<List extends keyof ResourceLists> {
  readonly connections: Pick<ConnectionsModel, "changed">;
  readonly listed: { readonly [One in List]: Pick<ResourceLists[One], "changed"> };
}

/** Has these read again. */
export function rereading<List extends keyof ResourceLists>(
  { connections, listed }: ListedParts<List>,
  list: List,
): Pick<Resource<Identified, unknown>, "changed" | "created"> {
  return {
    changed: () => Promise.all([connections.changed(), listed[list].changed()]),
    created: () => listed[list].changed(),
  };
}

/** A resource that was read, for whom, and what uses it. */
export interface Found<Reply> {
  readonly access: Access;
  readonly live: Reply;
  readonly users: Users;
}

/** What lasts as long as the questions about one resource. */
export interface QuestionSession<Reply> {
  readonly access: Access;
  readonly users: Users;
  /** The other resources, as far as they are listed by then. */
  readonly others: () => readonly Reply[];
  /** Values of the unique field that the service says are taken, the last one last. */
  readonly refused: readonly string[];
}

/** What a question knows. */
export interface QuestionContext<Value, Reply, Values> extends QuestionSession<Reply> {
  readonly frame: Frame;
  /** The answer so far, and all of them. */
  readonly value: Value | undefined;
  readonly values: Partial<Values>;
  /** The resource as it is; none while it is created. */
  readonly live: Reply | undefined;
  /** What was typed here before the user went elsewhere. */
  readonly typed: string | undefined;
  /** It is asked before all of them were shown. */
  readonly isFirst: boolean;
}

/** How a field is asked and drawn. */
export interface FieldView<Value, Reply, Values> {
  /** The title of its question, and its row in the review and on the page. */
  readonly label: string;
  /** `undefined` leaves it as it is. Of a secret, nothing is kept where it is not accepted. */
  readonly ask: (context: QuestionContext<Value, Reply, Values>) => Promise<Answer<Value | undefined>>;
  /** In words: the answer, or what is live, beside the other answers. Nothing secret. */
  readonly summary: (value: Value | undefined, live: Reply | undefined, values: Partial<Values>) => string;
  /** On the page; none, if left out. */
  readonly row?: (reply: Reply) => Row<Effect> | undefined;
  /** What a page says of its change is shown once and not kept: an address. */
  readonly volatile?: true;
}

export type FieldViews<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldView<Values[Key], Reply, Values>;
};

type CommandTaking<Argument> = {
  [Id in CommandId]: Argument extends CommandArguments[Id] ? Id : never;
}[CommandId];

/** What the service calls one by; empty where it does not tell which one it has created. */
export interface Identified {
  readonly id: string;
}

interface AtPath {
  readonly path: Readonly<Record<string, string>>;
}

/** How a resource is read by its name, where the service has no operation for that. */
interface NamedReading<Reply> {
  readonly read: (client: Client, name: string, signal: AbortSignal) => Promise<ReadOutcome<Reply>>;
  /** The page that says that none has this name. */
  readonly noneCard: (context: ResultContext, name: string) => ResultCard;
  /** Reads it in the place of a page. */
  readonly button: (label: string, name: string, resultId: string) => ResultButton;
}

/** How reading a resource ended. */
export type ReadOutcome<Reply> =
  | { readonly kind: "ok"; readonly value: Reply }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "cancelled" }
  /** None has the name: no failure of the service. */
  | { readonly kind: "none" };

/** A resource of the service, declared once. */
export interface Resource<Reply extends Identified, Values> {
  readonly model: ResourceModel<Reply, Values>;
  readonly operations: {
    readonly get: Operation<AtPath, Reply>;
    readonly create: Operation<{ readonly body: object }, Reply>;
    readonly update: Operation<AtPath & { readonly body: object }, Reply>;
  };
  /** The place of its id in their paths. */
  readonly addressedBy: "id" | "id_or_name";
  readonly fields: FieldViews<Reply, Values>;
  readonly icon: Tab["icon"];
  readonly nameOf: (reply: Reply) => string;
  /** How one to create is called; by its unique field, if left out. */
  readonly nameIn?: (values: Partial<Values>) => string;
  /** How one is read by its name; left out, its name stands in a path as its id does. */
  readonly named?: NamedReading<Reply>;
  readonly choosing: Choosing<Reply>;
  readonly commands: {
    readonly list: CommandTaking<Readonly<Record<string, never>>>;
    readonly show: CommandTaking<Identified & { readonly resultId?: string }>;
    readonly edit: CommandTaking<Identified>;
    readonly remove?: CommandTaking<Identified>;
  };
  readonly text: ResourceText<Reply, Values>;
  /** Has what shows it elsewhere read again, once a change or a deletion was sent. */
  readonly changed: () => unknown;
  /** The same once one was created; left out where nothing shows one that no connection uses. */
  readonly created?: () => unknown;
  /** Asks before a change is sent that reaches further than it; sent without a question, if left out. */
  readonly confirmChange?: (found: Found<Reply>, values: Partial<Values>) => Promise<boolean>;
  /** Why creating one, or this change, was refused, where that takes words of its own. */
  readonly refusal?: (error: ApiError, access: Access, change?: Partial<Values>) => Promise<string>;
  readonly page: {
    /** What stands beside its name. */
    readonly state?: (reply: Reply, users: Users) => Value | undefined;
    readonly summary: (reply: Reply, users: Users) => readonly string[];
    /** Rows before and behind those of the fields. */
    readonly firstRows?: (reply: Reply) => readonly (Row<Effect> | undefined)[];
    readonly lastRows: (reply: Reply) => readonly (Row<Effect> | undefined)[];
    /** Blocks behind the rows. */
    readonly blocks?: (reply: Reply) => readonly Block<Effect>[];
    /** The connections that use it, on top of the page; left out, a table of them stands at its end. */
    readonly users?: (users: Users, accountId: string) => readonly Block<Effect>[];
    /** What stands beside a connection that uses it. */
    readonly beside?: Parameters<typeof usersBlock>[1]["beside"];
    /** The button that stands before the one that edits, where there is one; it may be that. */
    readonly next: (
      reply: Reply,
      resultId: string,
      edit: ResultButton,
      users: Users,
    ) => ResultButton | undefined;
    /** Buttons behind these, before the one that deletes it. */
    readonly more?: (reply: Reply, users: Users) => readonly ResultButton[];
    /** Deletes it, where no command of the engine does. */
    readonly remove?: (reply: Reply) => ResultButton;
  };
}

/** One that the engine deletes, too. */
export interface RemovableResource<Reply extends Identified, Values> extends Resource<Reply, Values> {
  readonly operations: Resource<Reply, Values>["operations"] & {
    readonly remove: Operation<AtPath, undefined>;
  };
  readonly commands: Required<Resource<Reply, Values>["commands"]>;
  readonly text: ResourceText<Reply, Values> & RemovalText;
  /** Says why one can't be deleted at the moment, if so; always deletable, if left out. */
  readonly refuseRemoval?: (found: Found<Reply>) => boolean;
  /** What helps a connection that used a deleted one; a change of the connection, if left out. */
  readonly fixUser?: (connection: ManagedAuth) => ResultButton;
}

/** A change that was saved. */
export interface Saved<Reply, Values> {
  readonly before: Reply;
  readonly after: Reply;
  /** What was changed. */
  readonly values: Partial<Values>;
  readonly users: Users;
}

/** Whole sentences: languages bend words around a noun, so none is put together from it. */
export interface ResourceText<Reply, Values> {
  /** "Credential", "Credentials". */
  readonly singular: string;
  readonly plural: string;
  readonly titles: Readonly<Record<"list" | "show" | "create" | "edit", string>>;
  /** The label of the button that edits, if the only edit is a new name; "Edit…" by default. */
  readonly edit?: string;
  readonly reading: string;
  readonly notRead: string;
  readonly unused: string;
  readonly created: string;
  /** Said of one that reading found after a lost answer. */
  readonly found?: string;
  /** What to do after a lost answer where nothing tells which one it is; by its name, if left out. */
  readonly unfindable?: readonly string[];
  readonly saved: (change: Saved<Reply, Values>) => readonly string[];
  /** Said where a change may still come, in words of its own, and where all of it that can be seen is there. */
  readonly mayComeYet?: string;
  readonly unseen: string;
}

interface RemovalText {
  readonly titles: { readonly remove: string };
  readonly remove: (name: string) => string;
  /** What goes with it, first of all. */
  readonly destroys?: string;
  /** That no connection uses it; as its page says that, if left out. */
  readonly deletable?: string;
  readonly usersLose: (users: number) => string;
  readonly irreversible: string;
  /** What to do where the service refuses to delete one that is used. */
  readonly inUse?: string;
  readonly removed: string;
  /** Heads the connections that are without it then. */
  readonly bereft: string;
}

/** How one to create is called. */
export function nameIn<Reply extends Identified, Values>(
  { model: { unique }, ...resource }: Resource<Reply, Values>,
  values: Partial<Values>,
): string {
  return resource.nameIn?.(values) ?? String(unique === undefined ? "" : values[unique]);
}

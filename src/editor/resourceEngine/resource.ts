// Types for declaring how the editor prompts for a resource, displays it and words its messages.
import type { ApiClient } from "../../api/client.ts";
import type { ApiError, Outcome } from "../../api/errors.ts";
import type { Operation } from "../../api/operation.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { CardValue } from "../../card/card.ts";
import { createRequest, updateRequest } from "../../domain/resources/fieldRequests.ts";
import type { ResourceModel, DraftOf } from "../../domain/resources/resourceModel.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { ResourceLists } from "../catalogue/listModel.ts";
import type { RefreshableModel } from "../catalogue/readModel.ts";
import type { Answer, Frame } from "../kit/inputs/ask.ts";
import type { ResultButton, ResultCard, ResultBlock, ResultRow } from "../results/buttons.ts";
import type { ResultContext } from "../results/cardParts.ts";
import type { ResultTab } from "../results/result.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import type { Choosing } from "./choose.ts";
import type { UnfinishedCreation, UnfinishedCreations } from "./unfinished.ts";
import type { usersBlock, Users } from "./usedBy.ts";

/** Dependencies of a kind of resource: its list, and the connections that use the resources. */
export interface ListedParts<List extends keyof ResourceLists> {
  readonly connections: RefreshableModel;
  readonly listed: Readonly<Record<List, RefreshableModel>>;
}

/**
 * Returns callbacks that refresh the list and, after a change, also the connections. Data that was never fetched
 * isn't refreshed.
 */
export function refreshCallbacks<List extends keyof ResourceLists>(
  { connections, listed }: ListedParts<List>,
  list: List,
): Pick<Resource<Identified, unknown>, "changed" | "created"> {
  return {
    changed: () => Promise.all([connections.refreshIfLoaded(), listed[list].refreshIfLoaded()]),
    created: () => listed[list].refreshIfLoaded(),
  };
}

/** A fetched resource, its account and the connections that use it. */
export interface Found<Reply> {
  readonly access: AccountAccess;
  readonly live: Reply;
  readonly users: Users;
}

/** State that is kept while the user answers the prompts for a resource. */
export interface QuestionSession<Reply> {
  readonly access: AccountAccess;
  readonly users: Users;
  /** Returns the other resources fetched so far, to detect duplicate names. */
  readonly otherReplies: () => readonly Reply[];
  /** Values of the unique field that the service refused as taken, oldest first. */
  readonly refused: readonly string[];
}

export interface QuestionContext<Value, Reply, Values> extends QuestionSession<Reply> {
  readonly frame: Frame;
  /** The current answer for this field. */
  readonly value: Value | undefined;
  /** The current answers for all fields. */
  readonly values: DraftOf<Values>;
  /** The stored resource. Undefined while the user creates a resource. */
  readonly live: Reply | undefined;
  /** Text that the user had typed in this prompt before leaving it for another prompt. */
  readonly typed: string | undefined;
  /** True if the prompt is shown before the first review. */
  readonly isFirst: boolean;
  /** Stores a partial answer in case the user leaves the prompt. Undefined leaves the question unanswered. */
  readonly keepPart: (value: Value | undefined) => void;
}

/** The prompt for a field and the texts that display its value. */
export interface FieldView<Value, Reply, Values> {
  /** Title of the prompt and label of the field's row in the review and on the page. */
  readonly label: string;
  /** Prompts for the value. An accepted answer of undefined keeps the stored value. A rejected secret isn't kept. */
  readonly ask: (context: QuestionContext<Value, Reply, Values>) => Promise<Answer<Value | undefined>>;
  /** Describes the new or the stored value, depending on the other answers. Never contains a secret. */
  readonly summary: (value: Value | undefined, live: Reply | undefined, values: DraftOf<Values>) => string;
  /** Returns the row on the resource's page. Default: no row. */
  readonly row?: (reply: Reply) => ResultRow | undefined;
  /** True if values, such as URLs, may contain credentials. Changes of these values are shown once and never stored. */
  readonly volatile?: true;
}

export type FieldViews<Reply, Values> = {
  readonly [Key in keyof Values & string]: FieldView<Values[Key], Reply, Values>;
};

type CommandTaking<Argument> = {
  [Id in CommandId]: Argument extends CommandArguments[Id] ? Id : never;
}[CommandId];

/** A reply with the resource's ID. The ID is empty if the service doesn't report which resource it has created. */
export interface Identified {
  readonly id: string;
}

interface AtPath {
  readonly path: Readonly<Record<"id" | "id_or_name", string>>;
}

/** Returns the ID under both names that path templates use. An operation ignores the other name. */
export const pathTo = (id: string): AtPath["path"] => ({ id, id_or_name: id });

/** Sends a request with a complete body. */
export type SendRequest<Reply> = (client: ApiClient, signal: AbortSignal) => Promise<Outcome<Reply>>;

/** Finds a resource by name if the service has no operation that accepts a name. */
interface NamedReading<Reply> {
  readonly read: (client: ApiClient, name: string, signal: AbortSignal) => Promise<ReadOutcome<Reply>>;
  /** Returns the page to show if no resource has the name. */
  readonly noneCard: (context: ResultContext, name: string) => ResultCard;
  /** Returns the button of that page, which searches for the name again and updates the page. */
  readonly button: (label: string, name: string, resultId: string) => ResultButton;
}

export type ReadOutcome<Reply> =
  | { readonly kind: "ok"; readonly value: Reply }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "cancelled" }
  /** No resource has the requested name. */
  | { readonly kind: "none" };

export interface EditCommand {
  readonly edit: CommandTaking<Identified>;
}

/** A kind of resource that can be listed and shown. */
export interface ShownResource<Reply extends Identified, Values> {
  readonly model: { readonly usedBy: ResourceModel<Reply, Values>["usedBy"] };
  /** An API operation, or a function if the extension's ID for the resource differs from the API's ID. */
  readonly operations: { readonly get: Operation<AtPath, Reply> | NamedReading<Reply>["read"] };
  /** `id_or_name` if the API also accepts the name instead of the ID. Determines the label of a prompt for the ID. */
  readonly addressedBy: "id" | "id_or_name";
  readonly fields: FieldViews<Reply, Values>;
  readonly icon: ResultTab["icon"];
  readonly nameOf: (reply: Reply) => string;
  /** Lookup of a resource by name. Default: sends the name in place of the ID in the path. */
  readonly named?: NamedReading<Reply>;
  readonly choosing: Choosing<Reply>;
  readonly commands: {
    readonly list: CommandTaking<Readonly<Record<string, never>>>;
    readonly show: CommandTaking<Identified & { readonly resultId?: string }>;
    readonly remove?: CommandTaking<Identified>;
  } & Partial<EditCommand>;
  readonly text: ShownText & { readonly titles: { readonly list: string; readonly show: string } };
  readonly page: {
    /** Returns the state to show next to the resource's name. */
    readonly state?: (reply: Reply, users: Users) => CardValue | undefined;
    readonly summary: (reply: Reply, users: Users) => readonly string[];
    /** Rows above the field rows. */
    readonly firstRows?: (reply: Reply) => readonly (ResultRow | undefined)[];
    /** Rows below the field rows. */
    readonly lastRows: (reply: Reply) => readonly (ResultRow | undefined)[];
    /** Blocks below all rows. */
    readonly blocks?: (reply: Reply) => readonly ResultBlock[];
    /** Blocks with the connections that use the resource, at the top of the page. Default: a table at the end. */
    readonly users?: (users: Users, accountId: string) => readonly ResultBlock[];
    /** Additional column in the table of connections that use the resource. */
    readonly column?: Parameters<typeof usersBlock>[1]["column"];
    /** The first button, before the edit button. May be the edit button itself, if the resource can be edited. */
    readonly next: (
      reply: Reply,
      resultId: string,
      edit: ResultButton | undefined,
      users: Users,
    ) => ResultButton | undefined;
    /** Further buttons before the delete button. */
    readonly more?: (reply: Reply, users: Users) => readonly ResultButton[];
    /** The delete button. Only used if `commands.remove` is missing. */
    readonly remove?: (reply: Reply) => ResultButton;
  };
}

/** A kind of resource that can also be created and edited. */
export interface Resource<Reply extends Identified, Values> extends ShownResource<Reply, Values> {
  readonly model: ResourceModel<Reply, Values>;
  readonly operations: { readonly get: Operation<AtPath, Reply> };
  readonly requests: {
    /** Builds a create request, or returns undefined while an answer is missing. */
    readonly create: (answers: DraftOf<Values>) => SendRequest<Reply> | undefined;
    /** Builds an update request, or returns undefined if the resource already has the wanted values. */
    readonly update: (id: string, live: Reply, answers: DraftOf<Values>) => SendRequest<Reply> | undefined;
  };
  /** Returns the answers that the user entered in a creation wizard of this kind but didn't send. */
  readonly unfinished: (creations: ReturnType<UnfinishedCreations["of"]>) => UnfinishedCreation<Values>;
  /** Returns the name of a resource to create. Default: the value of its unique field. */
  readonly nameIn?: (values: DraftOf<Values>) => string;
  readonly commands: ShownResource<Reply, Values>["commands"] & EditCommand;
  readonly text: ResourceText<Reply, Values>;
  /** Refreshes views after a change or a deletion. */
  readonly changed: () => unknown;
  /** Refreshes views after a creation. Unset if no view shows unused resources. */
  readonly created?: () => unknown;
  /** Asks for consent to a change that affects more than the resource. Default: no question. */
  readonly confirmChange?: (found: Found<Reply>, values: DraftOf<Values>) => Promise<boolean>;
  /** Returns the message for a refused creation or change. Default: a general message. */
  readonly refusal?: (error: ApiError, access: AccountAccess, change?: DraftOf<Values>) => Promise<string>;
}

/** A kind of resource that can also be deleted. */
export interface RemovableResource<Reply extends Identified, Values> extends Resource<Reply, Values> {
  readonly operations: Resource<Reply, Values>["operations"] & {
    readonly remove: Operation<AtPath, undefined>;
  };
  readonly commands: Required<Resource<Reply, Values>["commands"]>;
  readonly text: ResourceText<Reply, Values> & RemovalText;
  /** Shows the reason and returns true if the resource can't be deleted now. Default: always deletable. */
  readonly refuseRemoval?: (found: Found<Reply>) => boolean;
  /**
   * Returns the button that fixes a connection after its resource was deleted. Default: a button that edits the
   * connection.
   */
  readonly fixUser?: (connection: ManagedAuth) => ResultButton;
}

/** A saved change. `values` contains only the changed values. */
export interface Saved<Reply, Values> {
  readonly before: Reply;
  readonly after: Reply;
  readonly values: DraftOf<Values>;
  readonly users: Users;
}

interface ShownText {
  /** The name of the kind, such as "Credential". */
  readonly singular: string;
  /** Label of the edit button if only the name can be changed, such as "Rename…". Default: "Edit…". */
  readonly edit?: string;
  readonly reading: string;
  readonly notRead: string;
  readonly unused: string;
}

/**
 * The texts about an editable kind of resource. Each kind declares complete sentences, because nouns can't be
 * inserted into sentences in every language.
 */
export interface ResourceText<Reply, Values> extends ShownText {
  readonly plural: string;
  readonly titles: Readonly<Record<"list" | "show" | "create" | "edit", string>>;
  readonly created: string;
  /** Shown if the response was lost and a later read found the resource. */
  readonly found?: string;
  /** Advice after a lost response if no field identifies the new resource. Default: advice to look for its name. */
  readonly unfindable?: readonly string[];
  readonly saved: (change: Saved<Reply, Values>) => readonly string[];
  /** Shown if a change may still take effect. Default: a general sentence. */
  readonly mayComeYet?: string;
  /** Shown instead of `mayComeYet` if every visible part of the change was applied. */
  readonly unseen: string;
}

interface RemovalText {
  readonly titles: { readonly remove: string };
  readonly remove: (name: string) => string;
  /** Describes the most important consequence of a deletion. */
  readonly destroys?: string;
  /** Shown in the confirmation of a deletion if no connection uses the resource. Default: `unused`. */
  readonly deletable?: string;
  readonly usersLose: (users: number) => string | Promise<string>;
  readonly irreversible: string;
  /** Advice shown if the service refuses to delete a resource because it is in use. */
  readonly inUse?: string;
  readonly removed: string;
  /** Heading above the connections that used the deleted resource. */
  readonly affectedUsersTitle: string;
}

export function nameIn<Reply extends Identified, Values>(
  { model: { uniqueField: unique }, ...resource }: Resource<Reply, Values>,
  values: DraftOf<Values>,
): string {
  return resource.nameIn?.(values) ?? String(unique === undefined ? "" : values[unique]);
}

/** Returns functions that build requests. The operations must accept the bodies that the model declares. */
export function requestsOf<Reply extends Identified, Values, Create extends object, Update extends object>(
  model: ResourceModel<Reply, Values, Create, Update>,
  create: Operation<{ readonly body: Create }, Reply>,
  update: Operation<AtPath & { readonly body: Update }, Reply>,
): Resource<Reply, Values>["requests"] {
  return {
    create(answers) {
      const body = createRequest(model, answers);
      return body && ((client, signal) => client.call(create, { body }, signal));
    },
    update(id, live, answers) {
      const body = updateRequest(model, live, answers);
      return body && ((client, signal) => client.call(update, { path: pathTo(id), body }, signal));
    },
  };
}

import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import type { ConnectionDraft } from "../../domain/draft/draft.ts";
import type { FieldId } from "../../domain/connections/settings.ts";
import type { DeletionTarget } from "../../domain/deletion/deletionOutcome.ts";

/** The kinds of resources in the Resources view. */
export const resourceKinds = ["profiles", "proxies", "credentials", "providers", "browsers"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** The optional arguments of commands; the palette passes none, and commands that are missing here take none. */
export interface DeclaredArguments {
  "managedAuth.replaceToken": {
    /** Shows the entitlements after the token was replaced. */
    readonly showEntitlements?: true | undefined;
  };
  "managedAuth.chooseProject": {
    /** The ID of the project to use; asked for if missing. */
    readonly project?: string | undefined;
  };
  "managedAuth.showAccount": ResultIdArgument;
  "managedAuth.createConnection": {
    /** The initial answers and the first question. */
    readonly draft?: ConnectionDraft | undefined;
    readonly start?: "domain" | "review" | undefined;
    /** Sends the request without another review, because the user has confirmed the complete answers before. */
    readonly send?: true | undefined;
    /** The result to replace. */
    readonly resultId?: string | undefined;
    /** The draft had a login page, which was not stored with it. */
    readonly loginPageLeftOut?: true | undefined;
    /** The settings that could not be copied to the draft as they are. */
    readonly notKept?: readonly FieldId[] | undefined;
  };
  "managedAuth.logIn": IdArgument & {
    /** The login method. Prompts if missing. */
    readonly way?: "browser" | "here" | undefined;
    /** Opens the page of a running login. If this window has opened the page before, a new login is needed. */
    readonly page?: true | undefined;
  };
  "managedAuth.followLogin": { readonly id: string };
  "managedAuth.stopFollowing": { readonly id: string };
  /** Asked for if missing, here and below. */
  "managedAuth.ensureLoggedIn": { readonly ids?: readonly string[] | undefined };
  "managedAuth.showConnection": ResultIdArgument &
    IdArgument &
    PreviewArgument & {
      /** The account of the connection, as the window may use another one by then. */
      readonly accountId?: string | undefined;
    };
  "managedAuth.showHistory": ResultIdArgument &
    IdArgument & {
      /** Maximum number of entries to fetch. Has a default. */
      readonly most?: number | undefined;
    };
  "managedAuth.showOverview": ResultIdArgument & {
    readonly by?: "profile" | undefined;
    /** Fetches the connections again. */
    readonly fresh?: true | undefined;
  };
  "managedAuth.editConnection": IdArgument & {
    /** Resumes a stored draft without asking. */
    readonly resume?: true | undefined;
    /** The first setting to ask about. */
    readonly setting?: FieldId | undefined;
  };
  "managedAuth.duplicateConnection": IdArgument;
  "managedAuth.deleteConnection": { readonly ids?: readonly string[] | undefined };
  "managedAuth.watchConnection": { readonly ids?: readonly string[] | undefined };
  "managedAuth.stopWatching": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyConnectionId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyUseCode": ConnectionOrProfileArgument;
  "managedAuth.insertUseCode": ConnectionOrProfileArgument;
  "managedAuth.copyConnectionAsJson": IdArgument;
  "managedAuth.copyConnectionAsCurl": IdArgument;
  "managedAuth.copyConnectionAsTypeScript": IdArgument;
  "managedAuth.copyConnectionAsPython": IdArgument;
  "managedAuth.checkPending": ResultIdArgument & IdArgument;
  "managedAuth.dismissPending": IdArgument;
  "managedAuth.checkEdit": {
    /** The connection, with its names if known. */
    readonly id: string;
    readonly domain?: string | undefined;
    readonly profile_name?: string | undefined;
    /** The request that was sent. */
    readonly sent: ManagedAuthUpdateRequest;
    /** The result to replace. */
    readonly resultId: string;
  };
  "managedAuth.showDestination": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.editDestination": IdArgument & {
    /** Starts with the question for a new header value. */
    readonly rotate?: true | undefined;
  };
  "managedAuth.copyDestinationId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.deleteDestinations": ResultIdArgument & {
    /** The destinations, with their endpoints if known. Results never store endpoints. */
    readonly targets?: readonly (DeletionTarget & { readonly endpoint?: string | undefined })[] | undefined;
    /** `true` waits until no connection uses them, `false` ends the wait of the page `resultId`. */
    readonly wait?: boolean | undefined;
  };
  /** Prompts for a provider if none is given, here and below. */
  "managedAuth.showProviders": ResultIdArgument & ProviderArgument & PreviewArgument;
  "managedAuth.editProvider": ResultIdArgument & ProviderArgument;
  "managedAuth.testProvider": ResultIdArgument & ProviderArgument;
  "managedAuth.deleteProvider": ProviderArgument;
  "managedAuth.showProfile": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.renameProfile": IdArgument;
  "managedAuth.deleteProfile": IdArgument;
  "managedAuth.showProxies": {
    /** Lists only proxies of this name. */
    readonly name?: string | undefined;
  };
  "managedAuth.showProxy": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.renameProxy": IdArgument;
  "managedAuth.deleteProxy": IdArgument;
  "managedAuth.checkProxy": ResultIdArgument &
    IdArgument & {
      /** The domain or address of the website for the check. Empty to check the proxy only. Prompts if missing. */
      readonly site?: string | undefined;
    };
  "managedAuth.showCredential": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.editCredential": IdArgument;
  "managedAuth.deleteCredential": IdArgument;
  "managedAuth.copyOneTimeCode": IdArgument;
  "managedAuth.showBrowser": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.launchBrowser": ConnectionOrProfileArgument;
  "managedAuth.endBrowser": IdArgument;
  "managedAuth.watchLive": IdArgument & {
    /** The connection whose running login to watch. */
    readonly connection?: string | undefined;
  };
  "managedAuth.planFile": ResultIdArgument &
    FileArgument & {
      /** Also opens the comparison if the plan replaces another one on its page. */
      readonly compare?: true | undefined;
    };
  "managedAuth.applyFile": ResultIdArgument &
    FileArgument & {
      /** The connections whose deletion the user has seen on the page of a plan, by their IDs. */
      readonly listed?: readonly string[] | undefined;
    };
  "managedAuth.addToFile": FileArgument & { readonly ids?: readonly string[] | undefined };
  "managedAuth.showEntitlements": ResultIdArgument & {
    readonly fresh?: true | undefined;
    /** The feature to explain: one that a refusal named. */
    readonly feature?: string | undefined;
  };
  /** The selected resource of a keybinding, here and below. Without a selection, the command does nothing. */
  "managedAuth.editResource": SelectedResourceArgument;
  "managedAuth.deleteResource": SelectedResourceArgument;
  "managedAuth.copyResourceId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyValue": {
    readonly rows?: readonly { readonly label: string; readonly value?: string | undefined }[] | undefined;
  };
}

interface IdArgument {
  /** The resource by its ID; a credential or a destination by its name, too. Asked for if missing. */
  readonly id?: string | undefined;
}

interface ConnectionOrProfileArgument extends IdArgument {
  /** The name of the profile whose connections are offered. */
  readonly profile?: string | undefined;
}

interface SelectedResourceArgument {
  readonly resource?: { readonly kind: ResourceKind; readonly id: string } | undefined;
}

interface PreviewArgument {
  /** Keeps the focus in the view, as for a previewed row. */
  readonly preserveFocus?: true | undefined;
}

interface ProviderArgument {
  /** The credential provider by its ID or name; connections only report the name. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

interface FileArgument {
  /** The URI of the connection file. Default: the active editor's file, or a prompt. */
  readonly uri?: string | undefined;
}

interface ResultIdArgument {
  /** The result to replace. */
  readonly resultId?: string | undefined;
}

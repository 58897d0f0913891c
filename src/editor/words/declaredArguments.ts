import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import type { ConnectionDraft } from "../../domain/draft/draft.ts";
import type { FieldId } from "../../domain/connections/settings.ts";
import type { LoginVariation } from "../../domain/login/errorCodes.ts";
import type { DeletionTarget } from "../../domain/resources/deletionOutcome.ts";

export const resourceKinds = ["profiles", "proxies", "credentials", "providers", "browsers"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** The optional arguments of commands. The Command Palette passes none. Commands that aren't listed take none. */
export interface DeclaredArguments {
  "managedAuth.replaceToken": {
    /** Shows the entitlements once the token is replaced. */
    readonly showEntitlements?: true | undefined;
  };
  "managedAuth.chooseProject": {
    /** The ID of the project to use. Prompts if missing. */
    readonly project?: string | undefined;
  };
  "managedAuth.showAccount": ResultIdArgument;
  "managedAuth.createConnection": {
    /** The answers that the wizard starts with. */
    readonly draft?: ConnectionDraft | undefined;
    /** The first step of the wizard. */
    readonly start?: "domain" | "review" | undefined;
    /** Sends the request without another review, because the user has already confirmed all answers. */
    readonly send?: true | undefined;
    /** The ID of the result to replace. */
    readonly resultId?: string | undefined;
    /** Set if the draft had a login page. Results store drafts without the URL of the login page. */
    readonly loginPageLeftOut?: true | undefined;
    /** The settings that couldn't be copied to the draft unchanged. */
    readonly notKept?: readonly FieldId[] | undefined;
  };
  "managedAuth.logIn": IdArgument & {
    /** The login method. Prompts if missing. */
    readonly way?: "browser" | "here" | undefined;
    /** Opens the login page of a running login. Starts a new login if this window has already opened that page. */
    readonly page?: true | undefined;
    /** Options that apply only to a new login. The settings of the connection stay unchanged. */
    readonly varied?: LoginVariation | undefined;
  };
  "managedAuth.followLogin": { readonly id: string };
  "managedAuth.stopFollowing": { readonly id: string };
  /** The connection commands from here on prompt for a connection if no ID is given. */
  "managedAuth.ensureLoggedIn": { readonly ids?: readonly string[] | undefined };
  "managedAuth.showConnection": ResultIdArgument &
    IdArgument &
    PreviewArgument & {
      /** The ID of the connection's account. The window may have switched to another account in the meantime. */
      readonly accountId?: string | undefined;
    };
  "managedAuth.showHistory": ResultIdArgument &
    IdArgument & {
      /** Maximum number of entries to fetch. A default applies if missing. */
      readonly most?: number | undefined;
    };
  "managedAuth.showOverview": ResultIdArgument & {
    readonly by?: "profile" | undefined;
    /** Fetches the connections again instead of using cached ones. */
    readonly fresh?: true | undefined;
  };
  "managedAuth.editConnection": IdArgument & {
    /** Continues an unfinished edit without asking the user first. */
    readonly resume?: true | undefined;
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
    /** The ID of the edited connection. */
    readonly id: string;
    readonly domain?: string | undefined;
    readonly profile_name?: string | undefined;
    /** The update request that was sent. The command checks whether the requested changes were saved. */
    readonly sent: ManagedAuthUpdateRequest;
    /** The ID of the result to replace. */
    readonly resultId: string;
  };
  "managedAuth.showDestination": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.editDestination": IdArgument & {
    /** Starts with the prompt for a new header value. */
    readonly rotate?: true | undefined;
  };
  "managedAuth.copyDestinationId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.deleteDestination": DestinationsArgument;
  "managedAuth.deleteDestinations": ResultIdArgument &
    DestinationsArgument & {
      /**
       * If true, waits until no connection or browser uses the destinations, then offers to delete them. If false,
       * stops waiting for the destinations on the page with the ID `resultId`.
       */
      readonly wait?: boolean | undefined;
    };
  /** The provider commands from here on prompt for a provider if none is given. */
  "managedAuth.showProviders": ResultIdArgument & ProviderArgument & PreviewArgument;
  "managedAuth.showProvider": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.editProvider": ResultIdArgument & ProviderArgument;
  "managedAuth.testProvider": ResultIdArgument & ProviderArgument;
  "managedAuth.deleteProvider": ProviderArgument;
  "managedAuth.showProfile": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.renameProfile": IdArgument;
  "managedAuth.deleteProfile": IdArgument;
  "managedAuth.showProxies": {
    /** Lists only proxies with this name. */
    readonly name?: string | undefined;
  };
  "managedAuth.showProxy": ResultIdArgument & IdArgument & PreviewArgument;
  "managedAuth.renameProxy": IdArgument;
  "managedAuth.deleteProxy": IdArgument;
  "managedAuth.checkProxy": ResultIdArgument &
    IdArgument & {
      /**
       * The domain or URL of the website to check through the proxy. Empty to check only the proxy. If missing, the
       * command prompts.
       */
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
    /** The ID of the connection with the running login to watch. */
    readonly connection?: string | undefined;
  };
  "managedAuth.planFile": ResultIdArgument &
    FileArgument & {
      /** Opens the diff of the planned changes even if the plan replaces an older plan on the same page. */
      readonly compare?: true | undefined;
    };
  "managedAuth.applyFile": ResultIdArgument &
    FileArgument & {
      /** The IDs of connections that the user has seen listed for deletion on a plan's page. */
      readonly listed?: readonly string[] | undefined;
    };
  "managedAuth.addToFile": FileArgument & { readonly ids?: readonly string[] | undefined };
  "managedAuth.showEntitlements": ResultIdArgument & {
    readonly fresh?: true | undefined;
    /** The feature to explain. The service named this feature when it rejected a request. */
    readonly feature?: string | undefined;
  };
  /** The next commands get the selected resource from a keybinding. Without a selection, they do nothing. */
  "managedAuth.editResource": SelectedResourceArgument;
  "managedAuth.deleteResource": SelectedResourceArgument;
  "managedAuth.copyResourceId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyValue": {
    readonly rows?: readonly { readonly label: string; readonly value?: string | undefined }[] | undefined;
  };
}

interface IdArgument {
  /** The ID of the resource. Credentials and destinations are also found by name. Prompts if missing. */
  readonly id?: string | undefined;
}

interface ConnectionOrProfileArgument extends IdArgument {
  /** The name of a profile. The command uses the profile's connection, or prompts if the profile has several. */
  readonly profile?: string | undefined;
}

interface DestinationsArgument {
  /** The destinations to delete, with their endpoints if known. Arguments from stored results contain no endpoints. */
  readonly targets?: readonly (DeletionTarget & { readonly endpoint?: string | undefined })[] | undefined;
}

interface SelectedResourceArgument {
  readonly resource?: { readonly kind: ResourceKind; readonly id: string } | undefined;
}

interface PreviewArgument {
  /** Keeps the focus in the tree view, for example while the user previews rows. */
  readonly preserveFocus?: true | undefined;
}

interface ProviderArgument {
  /** The provider's ID. If missing, `name` identifies the provider, because connections only report the name. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

interface FileArgument {
  /** The URI of the connection file. If missing, the command uses the active editor's file or prompts. */
  readonly uri?: string | undefined;
}

interface ResultIdArgument {
  /** The ID of the result to replace. */
  readonly resultId?: string | undefined;
}

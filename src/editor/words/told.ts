import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { FieldId } from "../../domain/connections/settings.ts";
import type { Target } from "../../domain/deletion/deletion.ts";

/** What the view of resources lists. */
export const resourceKinds = ["profiles", "proxies", "credentials", "providers"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** What a command may be told by who starts it; the palette tells nothing. Commands that are not here take nothing. */
export interface Told {
  "managedAuth.replaceToken": {
    /** Whether the entitlements are shown once there is another token. */
    readonly showEntitlements?: true | undefined;
  };
  "managedAuth.showAccount": ReadAgain;
  "managedAuth.createConnection": {
    /** Answers to begin with, and the question to begin at. */
    readonly draft?: Draft | undefined;
    readonly start?: "domain" | "review" | undefined;
    /** Nothing is asked: the answers are whole, and were confirmed before. */
    readonly send?: true | undefined;
    /** The result whose place the answer takes. */
    readonly resultId?: string | undefined;
    /** The draft had a login page, which was not stored with it. */
    readonly loginPageLeftOut?: true | undefined;
    /** What the answers stand for has these otherwise, or has them where the answers do not. */
    readonly notKept?: readonly FieldId[] | undefined;
  };
  "managedAuth.logIn": One & {
    /** How to log in; asked for where it is missing. */
    readonly way?: "browser" | "here" | undefined;
    /** Whether to open the page of a login that runs; where this window has opened it, that takes another login. */
    readonly page?: true | undefined;
  };
  "managedAuth.followLogin": { readonly id: string };
  "managedAuth.stopFollowing": { readonly id: string };
  /** One is asked for where there are none. */
  "managedAuth.ensureLoggedIn": { readonly ids?: readonly string[] | undefined };
  "managedAuth.showConnection": ReadAgain &
    One &
    LookedAt & {
      /** Of the account that has it, where the window may work as another one by then. */
      readonly accountId?: string | undefined;
    };
  "managedAuth.showHistory": ReadAgain &
    One & {
      /** How many entries are read at most, where these are more than at first. */
      readonly most?: number | undefined;
    };
  "managedAuth.showOverview": ReadAgain & {
    readonly by?: "profile" | undefined;
    /** Whether the connections are read anew. */
    readonly fresh?: true | undefined;
  };
  "managedAuth.editConnection": One & {
    /** Whether answers that are kept are taken up without asking. */
    readonly resume?: true | undefined;
    /** The setting to begin with, where it is known which one is to change. */
    readonly setting?: FieldId | undefined;
  };
  "managedAuth.duplicateConnection": One;
  /** Asked for where there are none. */
  "managedAuth.deleteConnection": { readonly ids?: readonly string[] | undefined };
  "managedAuth.watchConnection": { readonly ids?: readonly string[] | undefined };
  "managedAuth.stopWatching": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyConnectionId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyUseCode": OneOrProfile;
  "managedAuth.insertUseCode": OneOrProfile;
  "managedAuth.copyConnectionAsJson": One;
  "managedAuth.copyConnectionAsCurl": One;
  "managedAuth.copyConnectionAsTypeScript": One;
  "managedAuth.copyConnectionAsPython": One;
  "managedAuth.checkPending": ReadAgain & One;
  "managedAuth.dismissPending": One;
  "managedAuth.checkEdit": {
    /** The connection, and what else is known of it. */
    readonly id: string;
    readonly domain?: string | undefined;
    readonly profile_name?: string | undefined;
    /** What was sent. */
    readonly sent: ManagedAuthUpdateRequest;
    /** The result whose place the new one takes. */
    readonly resultId: string;
  };
  "managedAuth.showDestination": ReadAgain & One & LookedAt;
  "managedAuth.editDestination": One & {
    /** Whether to begin with another value of a header. */
    readonly rotate?: true | undefined;
  };
  "managedAuth.copyDestinationId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.deleteDestinations": {
    /** With where each leads to, if that is known; a result does not keep it. */
    readonly targets?: readonly (Target & { readonly endpoint?: string | undefined })[] | undefined;
    /** Whether to wait first until no connection selects them. */
    readonly wait?: true | undefined;
  };
  /** One is asked for where none is named, here and below. */
  "managedAuth.showProviders": ReadAgain & OneProvider & LookedAt;
  "managedAuth.editProvider": ReadAgain & OneProvider;
  "managedAuth.testProvider": ReadAgain & OneProvider;
  "managedAuth.deleteProvider": OneProvider;
  "managedAuth.showProfile": ReadAgain & One & LookedAt;
  "managedAuth.renameProfile": One;
  "managedAuth.deleteProfile": One;
  "managedAuth.showProxies": {
    /** What those are called that are meant. */
    readonly name?: string | undefined;
  };
  "managedAuth.showProxy": ReadAgain & One & LookedAt;
  "managedAuth.renameProxy": One;
  "managedAuth.deleteProxy": One;
  "managedAuth.checkProxy": ReadAgain &
    One & {
      /** The website to check it with, by its domain or address; empty for the proxy alone. Asked for where it is missing. */
      readonly site?: string | undefined;
    };
  "managedAuth.showCredential": ReadAgain & One & LookedAt;
  "managedAuth.editCredential": One;
  "managedAuth.deleteCredential": One;
  "managedAuth.copyOneTimeCode": One;
  "managedAuth.planFile": ReadAgain &
    OneFile & {
      /** Whether the comparison is opened, too, though the plan takes the place of another one. */
      readonly compare?: true | undefined;
    };
  "managedAuth.applyFile": ReadAgain &
    OneFile & {
      /** The connections whose deletion the user has seen on the page of a plan, by their IDs. */
      readonly listed?: readonly string[] | undefined;
    };
  "managedAuth.addToFile": { readonly ids?: readonly string[] | undefined };
  "managedAuth.showEntitlements": ReadAgain & {
    readonly fresh?: true | undefined;
    /** The feature that a refusal was about. */
    readonly feature?: string | undefined;
  };
  /** What a key is pressed on, here and below; it does nothing where no resource is selected. */
  "managedAuth.editResource": SelectedResource;
  "managedAuth.deleteResource": SelectedResource;
  "managedAuth.copyResourceId": { readonly ids?: readonly string[] | undefined };
  "managedAuth.copyValue": {
    readonly rows?: readonly { readonly label: string; readonly value?: string | undefined }[] | undefined;
  };
}

interface One {
  /** The one that is meant, by its ID; a credential or a destination by its name, too. Asked for where it is missing. */
  readonly id?: string | undefined;
}

interface OneOrProfile extends One {
  /** The profile whose connections may be meant, by its name. */
  readonly profile?: string | undefined;
}

interface SelectedResource {
  readonly resource?: { readonly kind: ResourceKind; readonly id: string } | undefined;
}

interface LookedAt {
  /** Whether the focus stays where it is, as with a row that is only looked at. */
  readonly preserveFocus?: true | undefined;
}

interface OneProvider {
  /** The credential provider that is meant, by one of these; a connection knows the name alone. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

interface OneFile {
  /** The address of the file of connections that is meant; that of the active editor, or asked for, where it is missing. */
  readonly uri?: string | undefined;
}

interface ReadAgain {
  /** The result whose place the new one takes. */
  readonly resultId?: string | undefined;
}

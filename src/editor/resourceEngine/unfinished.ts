// Keeps answers that the user entered but that weren't sent, so that a later command can continue with them.
import { l10n } from "vscode";
import type { CredentialValues } from "../../domain/resources/credentials.ts";
import type { DestinationValues } from "../../domain/resources/destinations.ts";
import type { ProfileValues } from "../../domain/resources/profiles.ts";
import type { ProviderValues } from "../../domain/resources/providers.ts";
import type { ProxyValues } from "../../domain/resources/proxies.ts";
import type { DraftOf } from "../../domain/resources/resourceModel.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import { scopeCovers } from "../../storage/scope.ts";
import { type Frame, pickOne } from "../kit/inputs/ask.ts";
import type { ShowingContext } from "../results/showingContext.ts";
import { joinWithCommas } from "../words/sentences.ts";

export interface CreatingContext extends ShowingContext {
  readonly creations: UnfinishedCreations;
}

type ForgettingStore = Pick<AccountStore, "onForget">;

/** Adds the store, which reports sign-outs, so that unfinished edits can be dropped. */
export interface EditingContext extends CreatingContext {
  readonly store: ForgettingStore;
}

/**
 * Keeps unsent answers of each account in memory until the window closes or the user signs out of the service. Never
 * writes the answers to disk, because they may contain passwords or login page URLs with credentials.
 */
class UnfinishedWork<Work> {
  readonly #create: () => Work;
  readonly #work = new Map<string, Work>();

  constructor(store: ForgettingStore, create: () => Work) {
    this.#create = create;
    store.onForget((scope) => {
      for (const id of this.#work.keys()) if (scopeCovers(scope, id)) this.#work.delete(id);
      return Promise.resolve();
    });
  }

  /**
   * Returns an account's unsent answers. If a command is still open after a sign-out, answers that it stores in the
   * returned object are lost. This is intended, because the answers may be secrets.
   */
  of(accountId: string): Work {
    const work = this.#work.get(accountId) ?? this.#create();
    this.#work.set(accountId, work);
    return work;
  }
}

/** Changes to a connection or a resource, and the version that the user saw when making the changes. */
export interface EditState<Reply, Answers> {
  readonly base: Reply;
  readonly answers: Answers;
}

/** Cancelled and failed edits by the ID of the connection or the resource. */
export class UnfinishedEdits<Reply, Answers> extends UnfinishedWork<Map<string, EditState<Reply, Answers>>> {
  constructor(store: ForgettingStore) {
    super(store, () => new Map());
  }
}

/** The answers of a cancelled or failed creation. Undefined if there are none. */
export interface UnfinishedCreation<Values> {
  answers: DraftOf<Values> | undefined;
}

/** The values of each kind of resource that users can create. */
interface CreatableValues {
  readonly credential: CredentialValues;
  readonly destination: DestinationValues;
  readonly profile: ProfileValues;
  readonly provider: ProviderValues;
  readonly proxy: ProxyValues;
}

type CreationByKind = { readonly [Kind in keyof CreatableValues]: UnfinishedCreation<CreatableValues[Kind]> };

/** Cancelled and failed creations by the kind of resource, at most one of each. */
export class UnfinishedCreations extends UnfinishedWork<CreationByKind> {
  constructor(store: ForgettingStore) {
    super(store, () => ({
      credential: { answers: undefined },
      destination: { answers: undefined },
      profile: { answers: undefined },
      provider: { answers: undefined },
      proxy: { answers: undefined },
    }));
  }
}

/**
 * Asks how to continue after an unfinished creation or edit. `fields` contains the labels of the answered fields. The
 * answers themselves aren't shown, because they may be secret. Returns undefined if the user cancels.
 */
export async function askToContinue(
  frame: Frame,
  prompt: string,
  fields: readonly string[],
): Promise<"continue" | "discard" | undefined> {
  const answer = await pickOne<"continue" | "discard">({
    frame: { ...frame, stays: true },
    placeholder: l10n.t("Choose how to continue"),
    prompt,
    choices: [
      { label: l10n.t("Continue"), description: joinWithCommas(fields), value: "continue" },
      { label: l10n.t("Discard and Start New"), value: "discard" },
    ],
  });
  return answer.value;
}

import type { ApiError } from "../../api/errors.ts";
import type { Credential } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { describeError, serviceWords } from "../words/errors.ts";
import { paragraph, sentence } from "../words/sentences.ts";

/** Names that are taken, as far as they could be read by then or the service has said so. */
export interface TakenNames {
  readonly names: () => readonly string[];
  readonly add: (name: string) => void;
}

/** Reads which names are taken, until the signal aborts. */
export function takenNames(access: Access, signal: AbortSignal): TakenNames {
  let listed: readonly string[] = [];
  const added: string[] = [];
  const take = ({ rows }: { readonly rows: readonly Credential[] }): void => {
    listed = rows.map(({ name }) => name);
  };
  void new Lists(access.client).credentials("", take, signal).then(take);
  return { names: () => [...listed, ...added], add: (name) => added.push(name) };
}

/** Whether the service refuses a name that is taken: a conflict of another code is about something else. */
export function isNameTaken({ code = "already_exists", kind }: ApiError): boolean {
  return kind === "conflict" && code === "already_exists";
}

/** Why it was refused, and what to do, above the answers. */
export function refusalWords(error: ApiError): string {
  const { advice, headline } = describeError(error);
  return paragraph([sentence(headline), ...advice, ...serviceWords(error).map(display)]);
}

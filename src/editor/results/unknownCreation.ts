import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Access } from "../accounts/service.ts";
import { describeError } from "../words/errors.ts";
import { sentence } from "../words/sentences.ts";
import { more } from "./buttons.ts";
import type { ResultButton } from "./buttonEffect.ts";
import { cardFrame, serviceSays, verdict } from "./cardParts.ts";
import type { Result, Tab } from "./result.ts";
import { contextOf } from "./showingParts.ts";

interface UnknownCreation {
  /** How the thing is called, for a reader. */
  readonly called: string;
  readonly about: string;
  readonly icon: Tab["icon"];
  /** What is known of the way to find it out. */
  readonly advice: readonly string[];
  /** Looks for it. */
  readonly next: ResultButton;
}

/** The result of an attempt to create something whose end nobody knows. It can be looked for; it is never sent again. */
export function unknownCreation(
  id: string,
  access: Access,
  error: ApiError | undefined,
  { about, advice, called, icon, next }: UnknownCreation,
): Result {
  return {
    card: {
      ...cardFrame(contextOf(access, id)),
      head: verdict("warning"),
      title: l10n.t("Couldn't confirm that {0} was created", called),
      summary: [whyUnknown(error), ...advice],
      blocks: error === undefined ? [] : serviceSays(error),
      actions: { next, ...more() },
    },
    accountId: access.account.id,
    about,
    tab: { icon, title: called },
  };
}

/** Why the end of what was sent is not known. */
export function whyUnknown(error: ApiError | undefined): string {
  return error === undefined
    ? l10n.t("You canceled the request before the service responded.")
    : sentence(describeError(error).headline);
}

/** Said where a name is one thing's alone, and a button looks for it by that. */
export function checkByName(): readonly string[] {
  return [l10n.t("The request may still arrive. Check Now only reads.")];
}

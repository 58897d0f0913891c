import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import type { CredentialProviderUpdateRequest } from "../../api/providerRequests.ts";
import { display } from "../../domain/text/display.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { firstOf } from "../catalogue/rows.ts";
import { describeError } from "../words/errors.ts";
import { count } from "../words/numbers.ts";
import { sentence } from "../words/sentences.ts";
import type { Users } from "../resourceEngine/usedBy.ts";

/** What was changed, and what is to be done about it, in sentences. */
export function changedWords(
  { enabled, name, priority, token }: CredentialProviderUpdateRequest,
  before: CredentialProvider,
  users: Users,
  lost: boolean,
): readonly string[] {
  return [
    ...(lost ? [l10n.t("The answer was lost; reading shows that it was carried out.")] : []),
    ...(enabled === true ? [l10n.t("It is enabled.")] : []),
    ...(enabled === false
      ? [l10n.t("It is disabled: the service asks it for nothing until it is enabled.")]
      : []),
    ...(priority === undefined ? [] : [l10n.t("Its place in the order is {0}.", count(priority))]),
    ...(token === undefined ? [] : [l10n.t("Its token is replaced. Test it to see which vaults it opens.")]),
    ...(name === undefined
      ? []
      : [
          l10n.t("It was called {0} before.", display(before.name)),
          ...(users.usedBy.length === 0
            ? []
            : [l10n.t("Look at what named it then, which may still do so: {0}.", namesOf(users))]),
        ]),
  ];
}

/** What is said of a change whose end nobody knows; it is never sent again. */
export function unknownChange(
  { token }: CredentialProviderUpdateRequest,
  error: ApiError | undefined,
): readonly string[] {
  return [
    l10n.t("Not sure whether the change was carried out: its answer was lost. This is what reading shows."),
    ...(error === undefined ? [] : [sentence(describeError(error).headline)]),
    ...(token === undefined
      ? []
      : [l10n.t("Nobody shows a token: test it, or replace it again to be sure.")]),
  ];
}

/** The connections that name a provider: the first three, and how many more. */
export function namesOf({ usedBy }: Users): string {
  return firstOf(usedBy.map((one) => display(connectionName(one))));
}

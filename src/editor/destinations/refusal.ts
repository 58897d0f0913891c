import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Identity, WhoAmI } from "../catalogue/whoAmI.ts";
import { withCancel } from "../kit/progress.ts";
import { describeError, serviceWords } from "../words/errors.ts";
import { paragraph, sentence } from "../words/sentences.ts";

/** Why it was refused, and what to do, above the answers. Where it is not allowed, the service is asked what the token is. */
export async function refusalWords(
  whoAmI: Pick<WhoAmI, "read">,
  access: Access,
  error: ApiError,
): Promise<string> {
  const { advice, headline } = describeError(error);
  const words = isAboutToken(error) ? [tokenWords(await identityOf(whoAmI, access))] : advice;
  return paragraph([sentence(headline), ...words, ...serviceWords(error).map(display)]);
}

/** Whether a refusal is about what the token may do, as far as the service tells them apart. */
export function isAboutToken({ code, kind }: ApiError): boolean {
  return kind === "forbidden" && code !== "insufficient_plan";
}

/** Whom the service takes the account for; `undefined` where it does not say, or nobody waits for it. */
export async function identityOf(
  whoAmI: Pick<WhoAmI, "read">,
  access: Access,
): Promise<Identity | undefined> {
  const doing = l10n.t("Reading what the token may do");
  const identity = await withCancel(doing, (_, signal) => whoAmI.read(access, signal));
  return identity?.kind === "told" || identity?.kind === "notTold" ? identity : undefined;
}

/** Only a token of the organization may create, change and delete destinations (operations §5): whether this is one. */
export function tokenWords(identity: Identity | undefined): string {
  const project =
    identity?.kind === "told" ? identity.context.authorization?.credential_scope?.project_id : undefined;
  if (project === undefined)
    return l10n.t(
      "Changing destinations needs a token of the organization: one for a single project may not.",
    );
  return project === null
    ? l10n.t("The token is one of the whole organization, so that is not why. Ask who manages it.")
    : l10n.t(
        "The token is for the project {0} alone. Changing destinations needs a token of the organization.",
        display(project),
      );
}

import { l10n } from "vscode";
import { createCredentialProvider } from "../../api/operations.ts";
import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { createRequestOf, providerCourse } from "../../domain/providers/draft.ts";
import type { ProviderDraft, ProviderStep } from "../../domain/providers/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import { Lists } from "../catalogue/lists.ts";
import { takenNames } from "../catalogue/takenNames.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { askAndSend, isNameTaken, sendOnce, withNameRefused } from "../kit/inputs/askAndSend.ts";
import type { Sent, Told } from "../kit/inputs/askAndSend.ts";
import { make, makeWithin } from "../results/makeAndShow.ts";
import type { PageParts } from "../results/showingParts.ts";
import { refusalWords } from "../words/errors.ts";
import { questions } from "./questions.ts";
import { subjectOf } from "./subject.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { providers } from "./providers.ts";
import { providerBlocks } from "./shownCard.ts";

/** "Create Provider…": asks, shows all answers, and creates exactly that. The token is a secret, and lives until it is sent. */
export async function createProviderCommand(parts: PageParts): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  if (access !== undefined) await make(parts, making(access));
}

/** The same from a question of another flow, in whose account it is: {@link makeWithin}. */
export async function createProviderWithin(
  parts: Parameters<typeof makeWithin>[0],
  access: Access,
  frame: Frame,
): Promise<CredentialProvider | undefined> {
  return makeWithin(parts, making(access), frame);
}

function commandTitle(): string {
  return l10n.t("Create Provider");
}

function making(access: Access) {
  const ask = (signal: AbortSignal, within?: Frame): Promise<CreatedOrUnknown | undefined> => {
    const taken = takenNames(new Lists(access.client).providers, signal);
    return askAndSend({
      course: providerCourse,
      title: commandTitle(),
      subject: subjectOf,
      draft: {},
      ask: (step: ProviderStep, asked) =>
        questions[step]({
          ...asked,
          taken: taken.names,
          place: accountPlace(access.account, access.baseUrl),
        }),
      requestOf: createRequestOf,
      send: (body) => send(access, body),
      refused: (error, body, draft: ProviderDraft) => {
        if (!isNameTaken(error)) return Promise.resolve({ said: refusalWords(error) });
        taken.add(body.name);
        return Promise.resolve({ draft: withNameRefused(draft) });
      },
      within,
    });
  };
  return { ask, resultOf: (id: string, end: CreatedOrUnknown) => creationResult(id, access, end) };
}

function send(access: Access, body: CredentialProviderCreateRequest): Promise<Sent<CredentialProvider>> {
  return sendOnce(
    l10n.t("Creating {0}", display(body.name)),
    (signal) => access.client.call(createCredentialProvider, { body }, signal),
    (signal) => providerNamed(access, body.name, signal),
  );
}

/** The provider of a name, which no two have; `undefined` where there is none, or it could not be looked for. */
async function providerNamed(
  { client }: Access,
  name: string,
  signal: AbortSignal,
): Promise<CredentialProvider | undefined> {
  const { rows } = await new Lists(client).providers("", () => undefined, signal);
  return rows.find((one) => one.name === name);
}

/** How creating one ended, where that is told in a page. */
type CreatedOrUnknown = Told<CredentialProvider, CredentialProviderCreateRequest>;

/** The result of creating a provider. */
function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created")
    return createdResult(providers, access, occasionOf(access, id), {
      ...told,
      doubt: l10n.t("The answer was lost; reading found it. Whether its token is yours, a test shows."),
      advice: l10n.t(
        "Test it to see which vaults its token opens. Connections then take their credential from it.",
      ),
      blocks: providerBlocks,
      actions: {
        next: button(l10n.t("Test Provider"), "managedAuth.testProvider", { id: told.made.id }),
        other: button(l10n.t("Show Provider"), "managedAuth.showProviders", { id: told.made.id }),
        ...more(copyIdButton(told.made.id)),
      },
    });
  const { name } = told.body;
  return unknownCreation(id, access, told.error, {
    called: display(name),
    about: name,
    icon: providers.icon,
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showProviders", { name, resultId: id }),
  });
}

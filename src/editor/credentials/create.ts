import { l10n } from "vscode";
import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";
import { createCredential, getCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import { createRequestOf, credentialCourse } from "../../domain/credentials/draft.ts";
import type { CredentialDraft, CredentialStep } from "../../domain/credentials/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import { Lists } from "../catalogue/lists.ts";
import { takenNames } from "../catalogue/takenNames.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { askAndSend, isNameTaken, sendOnce, withNameRefused } from "../kit/inputs/askAndSend.ts";
import type { Sent } from "../kit/inputs/askAndSend.ts";
import { make, makeWithin } from "../results/makeAndShow.ts";
import type { PageParts, ShowingParts } from "../results/showingParts.ts";
import { refusalWords } from "../words/errors.ts";
import { creationResult } from "./createdCards.ts";
import type { CreatedOrUnknown } from "./createdCards.ts";
import { questions } from "./questions.ts";
import { subjectOf } from "./subject.ts";

/** What creating a credential works with. */
export type CreateCredentialParts = PageParts;

/**
 * "Create Credential…": asks, shows all answers, and creates exactly that. Most answers are secrets, and live until they
 * are sent.
 */
export async function createCredentialCommand(parts: CreateCredentialParts): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  if (access !== undefined) await createCredentialFor(parts, access);
}

/** The same in an account that is known. */
export async function createCredentialFor(parts: ShowingParts, access: Access): Promise<void> {
  await make(parts, making(access, {}));
}

/** The same from a question of another flow, in whose account it is, for the domain that is known there: {@link makeWithin}. */
export async function createCredentialWithin(
  parts: Parameters<typeof makeWithin>[0],
  access: Access,
  frame: Frame,
  domain: string | undefined,
): Promise<Credential | undefined> {
  return makeWithin(parts, making(access, domain === undefined ? {} : { domain }), frame);
}

function commandTitle(): string {
  return l10n.t("Create Credential");
}

function making(access: Access, first: CredentialDraft) {
  const ask = (signal: AbortSignal, within?: Frame): Promise<CreatedOrUnknown | undefined> => {
    const taken = takenNames(new Lists(access.client).credentials, signal);
    return askAndSend({
      course: credentialCourse,
      title: commandTitle(),
      subject: subjectOf,
      draft: first,
      ask: (step: CredentialStep, asked) =>
        questions[step]({
          ...asked,
          taken: taken.names,
          place: accountPlace(access.account, access.baseUrl),
        }),
      requestOf: createRequestOf,
      send: (body) => send(access, body),
      refused: (error, body, draft: CredentialDraft) => {
        if (!isNameTaken(error)) return Promise.resolve({ said: refusalWords(error) });
        taken.add(body.name);
        return Promise.resolve({ draft: withNameRefused(draft) });
      },
      within,
    });
  };
  return { ask, resultOf: (id: string, end: CreatedOrUnknown) => creationResult(id, access, end) };
}

function send(access: Access, body: CredentialCreateRequest): Promise<Sent<Credential>> {
  const path = { id_or_name: body.name };
  return sendOnce(
    l10n.t("Creating {0}", display(body.name)),
    (signal) => access.client.call(createCredential, { body }, signal),
    async (signal) => {
      const found = await access.client.call(getCredential, { path }, signal);
      // Somebody else's of that name is most likely for another domain.
      return found.kind === "ok" && found.value.name === body.name && found.value.domain === body.domain
        ? found.value
        : undefined;
    },
  );
}

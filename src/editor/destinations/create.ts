import { l10n } from "vscode";
import type { Outcome } from "../../api/errors.ts";
import { createDestination, getDestination } from "../../api/operations.ts";
import type { OtlpDestinationCreateRequest } from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import { createRequestOf, destinationCourse } from "../../domain/destinations/draft.ts";
import type { DestinationDraft, DestinationStep } from "../../domain/destinations/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import type { DestinationsModel } from "../catalogue/destinations.ts";
import { Lists } from "../catalogue/lists.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { askAndSend, isNameTaken, sendOnce, withNameRefused } from "../kit/inputs/askAndSend.ts";
import type { Sent, Told } from "../kit/inputs/askAndSend.ts";
import { soFar } from "../kit/inputs/liveListing.ts";
import { make, makeWithin } from "../results/makeAndShow.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { Existing } from "./checks.ts";
import { questions } from "./questions.ts";
import { refusalWords } from "./refusal.ts";
import { subjectOf } from "./subject.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { checkByName, unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import { destinations } from "./destinations.ts";
import { destinationBlocks } from "./shownCard.ts";

/** What is done about destinations with. */
export interface DestinationParts extends Pick<PageParts, "results"> {
  readonly destinations: Pick<DestinationsModel, "changed" | "refresh">;
  readonly whoAmI: Pick<WhoAmI, "read">;
}

/** "Create Destination…": asks, shows all answers, and creates exactly that. Headers are secrets, and live until they are sent. */
export async function createDestinationCommand(parts: DestinationParts & PageParts): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  if (access !== undefined) await make(parts, making(parts, access));
}

/** The same from a question of another flow, in whose account it is: {@link makeWithin}. */
export async function createDestinationWithin(
  parts: DestinationParts & Parameters<typeof makeWithin>[0],
  access: Access,
  frame: Frame,
): Promise<OtlpDestination | undefined> {
  return makeWithin(parts, making(parts, access), frame);
}

function commandTitle(): string {
  return l10n.t("Create Destination");
}

function making({ destinations, whoAmI }: DestinationParts, access: Access) {
  const ask = async (signal: AbortSignal, within?: Frame): Promise<CreatedOrUnknown | undefined> => {
    const { existing, take } = known(access, signal);
    const end = await askAndSend({
      course: destinationCourse,
      title: commandTitle(),
      subject: subjectOf,
      draft: {},
      ask: (step: DestinationStep, asked) =>
        questions[step]({
          ...asked,
          existing,
          place: accountPlace(access.account, access.baseUrl),
        }),
      requestOf: createRequestOf,
      send: (body) => send(access, body),
      refused: async (error, body, draft: DestinationDraft) => {
        // Only the name can be in the way of another.
        if (!isNameTaken(error)) return { said: await refusalWords(whoAmI, access, error) };
        take(body.name);
        return { draft: withNameRefused(draft) };
      },
      within,
    });
    if (end !== undefined) void destinations.changed();
    return end;
  };
  return { ask, resultOf: (id: string, end: CreatedOrUnknown) => creationResult(id, access, end) };
}

function send(access: Access, body: OtlpDestinationCreateRequest): Promise<Sent<OtlpDestination>> {
  const path = { id_or_name: body.name };
  return sendOnce(
    l10n.t("Creating {0}", display(body.name)),
    (signal) => access.client.call(createDestination, { body }, signal),
    async (signal) => {
      const found = await access.client.call(getDestination, { path }, signal);
      return isOurs(found, body) ? found.value : undefined;
    },
  );
}

/** Whether what was found is most likely what was asked for: somebody else's leads elsewhere. */
function isOurs(
  found: Outcome<OtlpDestination>,
  { endpoint, name }: OtlpDestinationCreateRequest,
): found is Extract<Outcome<OtlpDestination>, { readonly kind: "ok" }> {
  if (found.kind !== "ok" || found.value.name !== name) return false;
  const trimmed = (address: string): string => address.replace(/(?<!\/)\/+$/, "");
  return trimmed(found.value.endpoint ?? "") === trimmed(endpoint);
}

/** What is there already, as far as it could be read by then, with what the service says is taken. */
export function known(
  access: Access,
  signal: AbortSignal,
): { readonly existing: () => Existing; readonly take: (name: string) => void } {
  const rows = soFar(new Lists(access.client).destinations, signal);
  const taken: string[] = [];
  return {
    existing: () => ({
      ids: rows().map(({ item }) => item.id),
      names: [...rows().flatMap(({ item }) => item.name ?? []), ...taken],
    }),
    take: (name) => taken.push(name),
  };
}

/** How creating one ended, where that is told in a page. */
type CreatedOrUnknown = Told<OtlpDestination, OtlpDestinationCreateRequest>;

/** The result of creating a destination. */
function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  if (told.kind === "created")
    return createdResult(destinations, access, occasionOf(access, id), {
      ...told,
      doubt: l10n.t("The answer was lost; reading found it. Whether its headers are yours, nobody shows."),
      advice: l10n.t("A connection exports to it once its telemetry setting selects it."),
      blocks: destinationBlocks,
      actions: {
        other: button(l10n.t("Show Destination"), "managedAuth.showDestination", { id: told.made.id }),
        ...more(copyIdButton(told.made.id)),
      },
    });
  const { name } = told.body;
  return unknownCreation(id, access, told.error, {
    called: display(name),
    about: name,
    icon: destinations.icon,
    advice: checkByName(),
    next: button(l10n.t("Check Now"), "managedAuth.showDestination", { id: name, resultId: id }),
  });
}

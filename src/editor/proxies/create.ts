import { l10n } from "vscode";
import { createProxy } from "../../api/operations.ts";
import type { AnsweredProxy, Proxy } from "../../api/otherResources.ts";
import type { ProxyCreateRequest } from "../../api/proxyRequests.ts";
import type { Entitlements } from "../../api/schemas.ts";
import { createRequestOf, proxyCourse, proxySteps } from "../../domain/proxies/draft.ts";
import type { ProxyDraft, ProxyStep } from "../../domain/proxies/draft.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountPlace } from "../accounts/words.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import { Lists } from "../catalogue/lists.ts";
import { takenNames } from "../catalogue/takenNames.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { askAndSend, sendOnce } from "../kit/inputs/askAndSend.ts";
import type { Sent, Told } from "../kit/inputs/askAndSend.ts";
import { inform } from "../kit/notify.ts";
import { make, makeWithin } from "../results/makeAndShow.ts";
import type { PageParts } from "../results/showingParts.ts";
import { refusalWords } from "../words/errors.ts";
import { questions } from "./questions.ts";
import { subjectOf } from "./words.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Result } from "../results/result.ts";
import { occasionOf } from "../results/showingParts.ts";
import { unknownCreation } from "../results/unknownCreation.ts";
import { createdResult } from "../things/created.ts";
import type { Called } from "../things/kind.ts";
import { proxies } from "./proxies.ts";
import { proxyBlocks } from "./shownCard.ts";

/** What creating a proxy works with, beside what shows it. */
export interface ProxyParts {
  readonly entitlements: Pick<EntitlementsModel, "state">;
}

/** "Create Proxy…": asks, shows all answers, and creates exactly that. A password is a secret, and lives until it is sent. */
export async function createProxyCommand(parts: ProxyParts & PageParts): Promise<void> {
  const access = await parts.requireAccess(commandTitle());
  if (access !== undefined) await make(parts, making(parts, access));
}

/** The same from a question of another flow, in whose account it is: {@link makeWithin}. */
export async function createProxyWithin(
  parts: ProxyParts & Parameters<typeof makeWithin>[0],
  access: Access,
  frame: Frame,
): Promise<Proxy | undefined> {
  const made: AnsweredProxy | undefined = await makeWithin(parts, making(parts, access), frame);
  if (made === undefined) return undefined;
  if (made.id !== undefined) return { ...made, id: made.id };
  void inform(l10n.t("The proxy is created. Choose it from the list."));
  return undefined;
}

function making({ entitlements }: ProxyParts, access: Access) {
  const ask = (signal: AbortSignal, within?: Frame): Promise<CreatedOrUnknown | undefined> => {
    const taken = takenNames(new Lists(access.client).proxies, signal);
    const plan = planOf(entitlements, access);
    return askAndSend({
      course: proxyCourse,
      title: commandTitle(),
      subject: subjectOf,
      draft: {},
      ask: (step: ProxyStep, asked) =>
        questions[step]({
          ...asked,
          frame: { ...asked.frame, ...countedOf(step, asked.draft) },
          taken: taken.names,
          entitlements: plan,
          place: accountPlace(access.account, access.baseUrl),
        }),
      requestOf: createRequestOf,
      send: (body) => send(access, body),
      refused: (error) => Promise.resolve({ said: refusalWords(error) }),
      within,
    });
  };
  return { ask, resultOf: (id: string, end: CreatedOrUnknown) => creationResult(id, access, end) };
}

function commandTitle(): string {
  return l10n.t("Create Proxy");
}

/** Where a question stands among those of its type; how many there are is known once that is chosen. */
function countedOf(step: ProxyStep, draft: ProxyDraft): Pick<Frame, "step" | "totalSteps"> {
  const all = proxySteps(draft);
  return { step: all.indexOf(step) + 1, totalSteps: draft.type === undefined ? 5 : all.length };
}

/** After a lost answer nothing tells which one it is: names are not unique. */
function send(access: Access, body: ProxyCreateRequest): Promise<Sent<AnsweredProxy>> {
  return sendOnce(
    body.name === undefined ? l10n.t("Creating the proxy") : l10n.t("Creating {0}", display(body.name)),
    (signal) => access.client.call(createProxy, { body }, signal),
    () => Promise.resolve(undefined),
  );
}

/** What the plan allows, where that was read of this account: the window may have changed it meanwhile. */
function planOf(
  { state: { reading } }: ProxyParts["entitlements"],
  { account }: Access,
): Entitlements | undefined {
  return reading?.account.id === account.id ? reading.value : undefined;
}

/** How creating one ended, where that is told in a page. */
type CreatedOrUnknown = Told<AnsweredProxy, ProxyCreateRequest>;

/** How one is called that was just created: the answer may have neither name nor id. */
const createdProxies: Called<AnsweredProxy> = {
  icon: proxies.icon,
  called: ({ id, name }) => name ?? id ?? l10n.t("Proxy"),
};

/** The result of creating a proxy. After a lost answer nobody can find out: another may have its name. */
function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  const list = button(l10n.t("Show Proxies…"), "managedAuth.showProxies", {});
  if (told.kind === "created")
    return createdResult(createdProxies, access, occasionOf(access, id), {
      ...told,
      advice: l10n.t("Check whether it works, then choose it for a connection."),
      blocks: proxyBlocks,
      actions: told.made.id === undefined ? { next: list, ...more() } : actionsOn(told.made.id),
    });
  const { name = "" } = told.body;
  return unknownCreation(id, access, told.error, {
    called: name === "" ? l10n.t("the proxy") : display(name),
    about: name === "" ? l10n.t("Proxy") : name,
    icon: proxies.icon,
    advice: [
      l10n.t("Several proxies may have one name, so none can be told to be yours for certain."),
      l10n.t("Look through the list before you create it again; nothing is sent again."),
    ],
    next: list,
  });
}

function actionsOn(id: string): ResultCard["actions"] {
  return {
    next: button(l10n.t("Check…"), "managedAuth.checkProxy", { id }),
    other: button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id }),
    ...more(copyIdButton(id)),
  };
}

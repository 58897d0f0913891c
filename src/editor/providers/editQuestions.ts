import { l10n } from "vscode";
import type { CredentialProvider } from "../../api/otherResources.ts";
import type { CredentialProviderUpdateRequest } from "../../api/providerRequests.ts";
import { inOrder } from "../../domain/providers/use.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { soFar } from "../catalogue/takenNames.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../kit/inputs/ask.ts";
import { count } from "../words/numbers.ts";
import { labelled, paragraph, series, withAside } from "../words/sentences.ts";
import { checkPriority, priorityOf } from "./checks.ts";
import { namesOf } from "./editedWords.ts";
import { masked } from "../kit/inputs/askKeyed.ts";
import { askProviderName, askProviderToken } from "./questions.ts";
import { subjectOf } from "./subject.ts";
import type { Users } from "../resourceEngine/usedBy.ts";

/** What of a provider can be changed. */
export type ChangeKind = "enabled" | "priority" | "name" | "token";

interface Context {
  readonly access: Access;
  readonly provider: CredentialProvider;
  readonly users: Users;
  /** Names that the service says are taken. */
  readonly refused: readonly string[];
  /** What became of an earlier sending. */
  readonly said: string | undefined;
  /** What is asked for at once, and with which text. */
  readonly start: ChangeKind | undefined;
  readonly typed: string | undefined;
  /** Its abort ends what is read for the questions. */
  readonly signal: AbortSignal;
}

/** Asks what is to be changed, and to what; `undefined` when the user left. */
export async function askChange(context: Context): Promise<CredentialProviderUpdateRequest | undefined> {
  const others = othersOf(context);
  let kind = context.start;
  let { typed } = context;
  for (;;) {
    if (kind === undefined) {
      const chosen = await askKind(context);
      if (chosen.kind !== "accepted") return undefined;
      kind = chosen.value;
    }
    const answer = await ask(kind, context, others, typed);
    if (answer.kind === "accepted") return answer.value;
    if (answer.kind === "cancelled") return undefined;
    kind = undefined;
    typed = undefined;
  }
}

/** Without a change: that of the question which one it is. */
function frameOf({ provider }: Context, kind?: ChangeKind): Frame {
  const title = l10n.t("Edit {0}", display(provider.name));
  return kind === undefined || kind === "enabled"
    ? { title, back: false, stays: true }
    : { title: labelled(title, subjectOf(kind)), back: true, stays: true };
}

function askKind(context: Context): Promise<Answer<ChangeKind>> {
  const { enabled, name, priority } = context.provider;
  const { usedBy } = context.users;
  const choices: readonly Choice<ChangeKind>[] = [
    enabled === false
      ? { label: l10n.t("Enable"), description: l10n.t("it is disabled"), value: "enabled" }
      : {
          label: l10n.t("Disable"),
          description: enabled === true ? l10n.t("it is enabled") : l10n.t("not reported"),
          ...(usedBy.length > 0 && {
            detail: l10n.t("Named by {0}: no credential comes from it meanwhile", namesOf(context.users)),
          }),
          value: "enabled",
        },
    {
      label: l10n.t("Change the Order…"),
      description: priority === undefined ? l10n.t("not reported") : count(priority),
      value: "priority",
    },
    {
      label: l10n.t("Rename…"),
      description: display(name),
      ...(usedBy.length > 0 && { detail: l10n.t("Named by {0}", namesOf(context.users)) }),
      value: "name",
    },
    { label: l10n.t("Replace the Token…"), description: masked, value: "token" },
  ];
  return pickOne<ChangeKind>({
    frame: frameOf(context),
    placeholder: l10n.t("What should change? It is sent at once"),
    ...(context.said !== undefined && { prompt: context.said }),
    choices,
  });
}

async function ask(
  kind: ChangeKind,
  context: Context,
  others: () => readonly CredentialProvider[],
  typed: string | undefined,
): Promise<Answer<CredentialProviderUpdateRequest>> {
  const { provider, refused, users } = context;
  const frame = frameOf(context, kind);
  switch (kind) {
    case "enabled":
      return { kind: "accepted", value: { enabled: provider.enabled === false } };
    case "priority":
      return askPriority(frame, provider, others);
    case "name": {
      const answer = await askProviderName(frame, {
        prompt:
          users.usedBy.length === 0
            ? l10n.t("Another name. Connections refer to a provider by it.")
            : l10n.t("{0} may lose it by this: have a look at them afterwards.", namesOf(users)),
        value: typed ?? provider.name,
        taken: () => [...others().map(({ name }) => name), ...refused],
      });
      return changed(answer, (name) => ({ name }));
    }
    case "token":
      return changed(await askProviderToken(frame), (token) => ({ token }));
  }
}

async function askPriority(
  frame: Frame,
  { priority }: CredentialProvider,
  others: () => readonly CredentialProvider[],
): Promise<Answer<CredentialProviderUpdateRequest>> {
  const places = others().flatMap((one) =>
    one.priority === undefined ? [] : [withAside(display(one.name), count(one.priority))],
  );
  const answer = await askText({
    frame,
    prompt: paragraph([
      l10n.t("A whole number: the provider with the lowest is asked first."),
      ...(places.length === 0 ? [] : [l10n.t("The others: {0}.", series(places))]),
    ]),
    placeholder: "10",
    value: priority === undefined ? "" : String(priority),
    check: checkPriority,
  });
  return changed(answer, (text) => ({ priority: priorityOf(text) }));
}

function changed<T>(
  answer: Answer<T>,
  request: (value: T) => CredentialProviderUpdateRequest,
): Answer<CredentialProviderUpdateRequest> {
  if (answer.kind === "accepted") return { kind: "accepted", value: request(answer.value) };
  // Nothing of a token is kept.
  return { kind: answer.kind, typed: "" };
}

/** The other providers in their order, as far as they could be read by then. */
function othersOf({ access, provider, signal }: Context): () => readonly CredentialProvider[] {
  const all = soFar(new Lists(access.client).providers, signal);
  return () => inOrder(all().filter(({ id }) => id !== provider.id));
}

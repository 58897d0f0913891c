import { l10n } from "vscode";
import { getConnection } from "../../api/operations.ts";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { answersIn } from "../../domain/draft/draft.ts";
import { settingsIn } from "../../domain/connections/changes.ts";
import type { Verdict } from "../../domain/connections/creation.ts";
import { toRequest } from "../../domain/draft/draft.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { accountPlace } from "../accounts/words.ts";
import { connectionLines } from "../catalogue/connectionWords.ts";
import { lookUp } from "../connections/creation/lookUp.ts";
import { earlierWords } from "../connections/creation/notCreatedCards.ts";
import { followUp, sendCreation } from "../connections/creation/send.ts";
import { confirm } from "../kit/notify.ts";
import { after, failed, notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { connectionAnswer, lookAtIt } from "./connectionAnswer.ts";
import { withoutConsent } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import { settingLines } from "./settingLines.ts";
import { serviceNow } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** Creates a connection (§4.1), once the user agrees. Where there is one for the profile and domain, it tells of that. */
export async function createConnection(
  call: Call,
  input: ToolInput<"managed_auth_create_connection">,
): Promise<Answer> {
  const { access, parts, signal } = call;
  const answers = answersIn({ ...input, login_url: input.login_url && readLoginUrl(input.login_url) });
  const request = toRequest(answers);
  if (request === undefined) return notDone(l10n.t("Nothing was done: the input is not whole."));
  // Nobody is asked about what is there already, or cannot be sent.
  const found = await lookUp(access, request, signal);
  signal.throwIfAborted();
  if (found.kind === "found") return existing(call, found.id, thereAlready());
  if (found.kind === "unclear" && found.error !== undefined) return failed(found.error);
  const refused = await withoutConsent(call, (asker) => agree(call, request, answers, asker));
  if (refused !== undefined) return refused;
  const attempt = await sendCreation(parts, access, request, signal);
  await followUp(parts, access, attempt);
  return { ...(await creationAnswer(call, attempt.verdict, request)), sent: true };
}

/** Names the connection, the account, and everything that is sent. */
function agree(
  { access: { account, baseUrl } }: Call,
  request: ManagedAuthCreateRequest,
  answers: Draft,
  asker: readonly string[],
): Promise<boolean> {
  return confirm(
    l10n.t("Create a connection?"),
    [
      ...asker,
      l10n.t("It keeps the profile logged in to the domain. A profile that is not there is created."),
      "",
      ...connectionLines(request),
      ...settingLines(settingsIn(request), answers),
      accountPlace(account, baseUrl),
    ].join("\n"),
    l10n.t("Create"),
  );
}

async function creationAnswer(
  call: Call,
  verdict: Verdict,
  request: ManagedAuthCreateRequest,
): Promise<Answer> {
  switch (verdict.kind) {
    case "created":
      return after(
        [l10n.t("The connection was created.")],
        connectionAnswer(verdict.value, serviceNow(verdict.answeredAt)),
      );
    case "exists": {
      const says = verdict.ours
        ? l10n.t("It is there, most likely from this call, whose answer was lost.")
        : thereAlready();
      const found =
        verdict.id === undefined
          ? await lookUp(call.access, request, call.signal)
          : { ...verdict, kind: "found" };
      return "id" in found && found.id !== undefined
        ? existing(call, found.id, says)
        : notDone(says, l10n.t("Next: find it with managed_auth_list_connections."));
    }
    case "refused": {
      const earlier = verdict.earlier === undefined ? [] : [earlierWords(verdict.earlier)];
      return after([l10n.t("The connection was not created."), ...earlier], failed(verdict.error, "create"));
    }
    case "notSent":
      return notDone(l10n.t("The user called it off before it was sent."));
    case "unknown":
      return notDone(
        l10n.t("Nobody can tell whether the connection was created: the answer was lost."),
        l10n.t(
          "Next: look for it with managed_auth_list_connections. Where it is not there, call this again: a profile has at most one connection for a domain.",
        ),
      );
  }
}

function thereAlready(): string {
  return l10n.t("There is a connection for this profile and domain already: nothing was created.");
}

/** Tells of a connection that is there, as it is read now. */
async function existing({ access, parts, signal }: Call, id: string, says: string): Promise<Answer> {
  const outcome = await access.client.call(getConnection, { path: { id } }, signal);
  if (outcome.kind !== "ok") return { ...notDone(says, lookAtIt()), told: { connection: { id } } };
  parts.connections.saw(access.account, outcome.value);
  return after([says], connectionAnswer(outcome.value, serviceNow(outcome.answeredAt)));
}

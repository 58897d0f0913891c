import { l10n } from "vscode";
import { getConnection, updateConnection as change } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { answersAfter, changesOf } from "../../domain/connections/changes.ts";
import type { Changes } from "../../domain/connections/changes.ts";
import { edit } from "../../domain/connections/edit.ts";
import type { EditEnd } from "../../domain/connections/edit.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { display } from "../../domain/text/display.ts";
import { accountPlace } from "../accounts/words.ts";
import { connectionLines } from "../catalogue/connectionWords.ts";
import { subjectOf } from "../connections/settings/settings.ts";
import { takeUp } from "../connections/editing/takeUp.ts";
import { confirm } from "../kit/notify.ts";
import { series } from "../words/sentences.ts";
import { after, failed, notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { connectionAnswer, lookAtIt, noSuchConnection } from "./connectionAnswer.ts";
import { withoutConsent } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import { settingLines } from "./settingLines.ts";
import { readConnection } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** Changes settings of a connection, once the user agrees to each: what is not named stays as it is. */
export async function updateConnection(
  call: Call,
  { id, login_url, ...given }: ToolInput<"managed_auth_update_connection">,
): Promise<Answer> {
  const { access, parts, signal } = call;
  const read = await readConnection(call, id);
  if ("says" in read) return read;
  const base = read.connection;
  const page = login_url === undefined ? {} : { login_url: readLoginUrl(login_url) ?? "" };
  const answers = answersAfter(base, { ...given, ...page });
  const changes = changesOf(base, answers);
  if (changes.unsendable.includes("telemetry"))
    return notDone(
      l10n.t(
        "Nothing was changed: the connection's telemetry records only categories that this version doesn't know, so it can't be changed without one that it does.",
      ),
      l10n.t("Next: ask the user which of the known categories to turn on as well."),
    );
  if (changes.settings.length === 0)
    return after([l10n.t("Nothing to change: it is so already.")], connectionAnswer(base, read.now));
  const refused = await withoutConsent(call, (asker) => agree(call, base, changes, asker));
  if (refused !== undefined) return refused;
  const path = { id };
  const end = await edit(base, answers, {
    read: () => access.client.call(getConnection, { path }, signal),
    send: (body) => access.client.call(change, { path, body }, signal),
    // The user has agreed to a change of something else.
    decide: () => Promise.resolve(undefined),
  });
  await takeUp(parts, access.account, id, end);
  return { ...endAnswer(end), sent: true };
}

/** Names the connection, the account, and each setting as it is and as it becomes. */
function agree(
  { access: { account, baseUrl } }: Call,
  base: ManagedAuth,
  { now, settings, then }: Changes,
  asker: readonly string[],
): Promise<boolean> {
  return confirm(
    l10n.t("Change a connection?"),
    [
      ...asker,
      "",
      ...connectionLines(base),
      ...settingLines(settings, then, now),
      l10n.t("{0} · {1}", display(base.id), accountPlace(account, baseUrl)),
    ].join("\n"),
    l10n.t("Change"),
  );
}

function endAnswer(end: EditEnd): Answer {
  switch (end.kind) {
    case "nothing":
    case "saved": {
      const saved = end.kind === "saved" ? l10n.t("The changes were saved.") : l10n.t("It is so by now.");
      return after([saved], connectionAnswer(end.after, new Date()));
    }
    case "notTaken": {
      const left = l10n.t(
        "The connection does not show all that was sent: {0}.",
        series(end.left.map(({ setting }) => subjectOf(setting))),
      );
      const why = end.answered
        ? l10n.t("The service accepted the changes all the same.")
        : l10n.t("The answer was lost: they may still come. Send nothing again before you have looked.");
      return { ...connectionAnswer(end.after, new Date()), done: false, says: [left, why, lookAtIt()] };
    }
    case "unknown":
      return notDone(
        l10n.t("Nobody can tell whether the changes were saved. Send nothing again before you have looked."),
        lookAtIt(),
      );
    case "gone":
      return noSuchConnection();
    case "refused":
    case "notRead":
      return after([l10n.t("Nothing was changed.")], failed(end.error, "change"));
    case "cancelled":
      return notDone(
        l10n.t("Somebody else has changed the same settings meanwhile: nothing was changed."),
        lookAtIt(),
      );
  }
}

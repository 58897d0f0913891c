import { CancellationError, l10n } from "vscode";
import type { TimelineEntry } from "../../api/login.ts";
import { historyOf } from "../connections/history/read.ts";
import { historyWords } from "../connections/history/words.ts";
import { causeOf } from "../connections/shown/words/failure.ts";
import type { Answer } from "./answer.ts";
import { connectionLine, notRead, only, secretsOf } from "./connectionAnswer.ts";
import { mostEntries } from "./inputs.ts";
import type { ToolInput } from "./inputs.ts";
import { leftOut } from "./leftOut.ts";
import type { Data } from "./quoted.ts";
import { serviceNow } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** How many entries are told where nobody says how many. */
const usual = 20;

/** Tells what became of a connection: since when it stands as it does, why, and its newest entries. */
export async function history(
  { access, parts, signal }: Call,
  { id, most = usual }: ToolInput<"managed_auth_history">,
): Promise<Answer> {
  // More are read than are told: what ended a time of being logged in may lie far back.
  const outcome = await historyOf(access, id, 4 * mostEntries, signal);
  if (outcome === undefined) throw new CancellationError();
  if (outcome.kind === "failed") return notRead(outcome.error);
  const { answeredAt, connection, timeline } = outcome;
  parts.connections.saw(access.account, connection);
  const now = serviceNow(answeredAt);
  const told = { connection: connectionLine(connection, now) };
  const secrets = secretsOf(connection);
  if (timeline === undefined)
    return { done: true, says: [l10n.t("This service keeps no history.")], told, secrets };
  const entries = timeline.rows;
  const whole = timeline.kind === "complete" && timeline.unreadable === 0;
  const known = { status: connection.status, now: now.getTime(), whole };
  const shown = entries.slice(0, most);
  return {
    done: true,
    says: [
      ...historyWords(entries.map(withoutWords), known),
      ...leftOut(
        timeline,
        entries.length - shown.length,
        most < mostEntries
          ? l10n.t('Call this again with a larger "most", up to {0}.', mostEntries)
          : undefined,
      ),
      l10n.t("Next: managed_auth_show_connection says what to do about it."),
    ],
    told: { ...told, entries: shown.map(entryFacts) },
    secrets,
  };
}

/** What the service and the website say is data, and no sentence of ours; a code that has words of ours stays. */
function withoutWords(entry: TimelineEntry): TimelineEntry {
  return {
    ...entry,
    error_code: causeOf(entry.error_code) === undefined ? undefined : entry.error_code,
    error_message: undefined,
    website_error: undefined,
  };
}

function entryFacts(entry: TimelineEntry): Data {
  const happened = only(entry, "type", "status", "previous_status", "step", "timestamp", "updated_at");
  return { ...happened, ...only(entry, "error_code", "error_message", "website_error") };
}

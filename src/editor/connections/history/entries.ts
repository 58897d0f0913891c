import { l10n } from "vscode";
import { TimelineEntry } from "../../../api/login.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedJson, maskedText } from "../../../domain/text/secrets.ts";
import { isLogin, timeOf } from "../../../domain/connections/history.ts";
import type { Block } from "../../../card/card.ts";
import type { Effect, ResultButton } from "../../results/buttonEffect.ts";
import { plain } from "../../results/cardParts.ts";
import { count, range } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";
import { causeOf } from "../shown/words/failure.ts";
import { flowStep } from "../shown/words/flow.ts";
import { beforeWords, endValue, isKnown, typeWords, whenWords } from "./words.ts";

type Table = Extract<Block<Effect>, { readonly kind: "table" }>;

/** What the words of a row are made of. */
const fields: ReadonlySet<string> = new Set(Object.keys(TimelineEntry.shape));

/** Entries as a table, newest first as they are given; health checks in a row that found the same are one. */
export function entriesTable(entries: readonly TimelineEntry[], more: ResultButton | undefined): Table {
  return {
    kind: "table",
    title:
      more === undefined
        ? l10n.t("Logins and health checks")
        : l10n.t("The newest {0} logins and health checks", count(entries.length)),
    columns: [l10n.t("When"), l10n.t("What"), l10n.t("Outcome")],
    rows: folded(entries).map(rowOf),
    ...(more && { more }),
  };
}

function rowOf(run: readonly [TimelineEntry, ...TimelineEntry[]]): Table["rows"][number] {
  const [newest] = run;
  const oldest = run.at(-1) ?? newest;
  const [from, to] = [timeOf(oldest), timeOf(newest)];
  const single = run.length === 1 || from === undefined || to === undefined;
  return {
    cells: [
      plain(single ? whenWords(newest) : range(new Date(from), new Date(to))),
      plain(single ? typeWords(newest) : l10n.t("{0} health checks", count(run.length))),
      endValue(newest),
    ],
    notes: [...notesOf(oldest), ...unknownFields(oldest)],
    ...(!(isKnown(oldest) && unknownFields(oldest).length === 0) && { volatile: true }),
  };
}

/** Runs of entries that are told in one row. */
function folded(entries: readonly TimelineEntry[]): readonly [TimelineEntry, ...TimelineEntry[]][] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && isPlain(run.at(-1)) && goesOn(run[0], entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function goesOn(newer: TimelineEntry, older: TimelineEntry): boolean {
  const isCheck = newer.type === "health_check" && older.type === "health_check" && isKnown(older);
  return (
    isCheck && newer.status === older.status && timeOf(newer) !== undefined && timeOf(older) !== undefined
  );
}

/** Whether nothing is to be said of an entry beside when it was and what it found. */
function isPlain(entry: TimelineEntry | undefined): boolean {
  return entry !== undefined && notesOf(entry).length === 0 && unknownFields(entry).length === 0;
}

function notesOf(entry: TimelineEntry): readonly string[] {
  const { error_code, error_message, previous_status, replay_id, status, step, website_error } = entry;
  const told = (label: string, text: string | undefined): string | undefined =>
    text === undefined ? undefined : labelled(label, maskedText(text));
  const isOver = status === "SUCCESS" && step === "COMPLETED";
  return [
    causeOf(error_code),
    previous_status === undefined || previous_status === status ? undefined : beforeWords(previous_status),
    step === undefined || isOver || !isLogin(entry) ? undefined : labelled(l10n.t("Step"), flowStep(step)),
    told(l10n.t("The website says"), website_error),
    told(l10n.t("Message"), error_message),
    told(l10n.t("Error"), error_code),
    told(l10n.t("Recording"), replay_id),
    entry.telemetry_captured === true ? l10n.t("Telemetry was captured.") : undefined,
  ].filter((note) => note !== undefined);
}

/** What this version does not know of an entry, as it came, without secrets. */
function unknownFields(entry: TimelineEntry): readonly string[] {
  return Object.entries(entry)
    .filter(([field, value]) => !fields.has(field) && value !== undefined && value !== null)
    .map(([field, value]) => display(maskedJson({ [field]: value }).replace(/\s+/g, " ")));
}

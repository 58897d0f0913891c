// What stands above the lines of a file: how it differs from the service, and how each of its connections stands.
import { CodeLens, l10n } from "vscode";
import type { Command, TextDocument } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, waitsForPerson } from "../../domain/connections/connectionState.ts";
import type { ConnectionState } from "../../domain/connections/connectionState.ts";
import { identityOf } from "../../domain/file/parse.ts";
import { display, inert } from "../../domain/text/display.ts";
import { deadlineWords, stateWords } from "../connections/listed/words.ts";
import { isLoginHopeless } from "../connections/shown/words/failure.ts";
import { commandOfThisWindow } from "../kit/ofThisWindow.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import { capitalized } from "../words/labels.ts";
import { ago } from "../words/numbers.ts";
import { rangeIn, readDocument } from "./documents.ts";

/** What stands above each entry that the service is known to have, or to lack. */
export function entryLenses(
  document: TextDocument,
  /** By identity; `isWhole` where one that is missing is none of the project's. */
  known: { readonly connections: ReadonlyMap<string, ManagedAuth>; readonly isWhole: boolean },
  now: Date,
): readonly CodeLens[] {
  return readDocument(document).outline.entries.flatMap((entry) => {
    const connection = known.connections.get(identityOf(entry));
    const titles =
      connection !== undefined
        ? commandsOf(connection, now)
        : known.isWhole
          ? [text(l10n.t("Not created"))]
          : [];
    const range = rangeIn(document, { offset: entry.range.offset, length: 0 });
    return titles.map((command) => new CodeLens(range, command));
  });
}

function commandsOf(connection: ManagedAuth, now: Date): readonly Command[] {
  const { id } = connection;
  const state = connectionState(connection, now);
  const logIn =
    state.kind === "running"
      ? l10n.t("Continue Login…")
      : state.kind === "failed" && isLoginHopeless(state.code)
        ? undefined
        : l10n.t("Log In…");
  return [
    text(stateTitle(state, now)),
    ...(logIn === undefined ? [] : [command(logIn, "managedAuth.logIn", { id })]),
    command(l10n.t("Show"), "managedAuth.showConnection", { id }),
  ];
}

/** How a connection stands, in the few words that a line has room for. */
function stateTitle(state: ConnectionState, now: Date): string {
  const parts =
    state.kind === "loggedIn"
      ? [
          l10n.t("Logged in"),
          state.checked && state.checkedAt !== undefined ? ago(state.checkedAt, now) : undefined,
          // Its words are those of what is amiss, if anything is.
          !state.checked || state.renews === false ? stateWords(state, now) : undefined,
        ]
      : [
          capitalized(stateWords(state, now)),
          state.kind === "running" && waitsForPerson(state.progress) ? deadlineWords(state, now) : undefined,
        ];
  return display(parts.filter((part) => part !== undefined).join(" · "));
}

/** Words that do nothing. */
function text(title: string, tooltip?: string): Command {
  return { title: inert(title), command: "", ...(tooltip !== undefined && { tooltip }) };
}

/** A command of ours, pressed above a line. */
function command<Id extends CommandId>(
  title: string,
  id: Id,
  told: CommandArguments[Id],
  tooltip?: string,
): Command {
  return commandOfThisWindow({
    title: inert(title),
    command: id,
    arguments: [told],
    ...(tooltip !== undefined && { tooltip }),
  });
}

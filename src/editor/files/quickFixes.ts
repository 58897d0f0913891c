// Offers quick fixes for problems in a connection file.
import {
  CodeAction,
  CodeActionKind,
  l10n,
  WorkspaceEdit,
  type Diagnostic,
  type Range,
  type TextDocument,
} from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { ConnectionIndex } from "../../domain/connections/identity.ts";
import { type FileProblem, suggestionOf } from "../../domain/file/problem.ts";
import { allowDomain, fixProblem, type FileEdit } from "../../domain/file/writing.ts";
import { display } from "../../domain/text/display.ts";
import { everyInterval } from "../connections/settings/settingWords.ts";
import { rememberCommand } from "../kit/ofThisWindow.ts";
import { toRange, parseDocument } from "./documents.ts";
import type { BlockedLogin } from "./fileDiagnostics.ts";
import { displayConnectionName } from "./planDescriptions.ts";

/** Returns the quick fixes for all problems in a range, including problems that VS Code's JSON support reports. */
export function quickFixesAt(
  document: TextDocument,
  selection: Range,
  {
    problems,
    refused,
  }: { readonly problems: readonly FileProblem[]; readonly refused: readonly BlockedLogin[] },
  shown: readonly Diagnostic[],
): readonly CodeAction[] {
  const text = document.getText();
  const isSelected = (range: Range): boolean => range.intersection(selection) !== undefined;
  return [
    ...problems.flatMap((problem) => {
      const edit = isSelected(toRange(document, problem)) ? fixProblem(text, problem) : undefined;
      return edit === undefined ? [] : [action(fixTitle(problem), edit)];
    }),
    ...refused
      .filter(({ entry }) => isSelected(toRange(document, entry.range)))
      .flatMap(({ connection, domains, entry }) =>
        domains.flatMap((domain) => {
          const edit = allowDomain(text, entry.index, connection, domain);
          if (edit === undefined) return [];
          return [action(l10n.t("Allow {0}", display(domain)), edit)];
        }),
      ),
  ];

  function action(title: string, edit: FileEdit): CodeAction {
    const fix = new CodeAction(title, CodeActionKind.QuickFix);
    fix.edit = new WorkspaceEdit();
    fix.edit.replace(document.uri, toRange(document, edit), edit.content);
    fix.diagnostics = shown.filter(({ range }) => isSelected(range));
    return fix;
  }
}

/** Maximum number of quick fixes that each offer to add a connection to the file. */
const maxOfferedAdditions = 10;

/** Returns fixes that add connections that the file lacks, if the range is on the first line of its connection list. */
export function additionsAt(
  document: TextDocument,
  range: Range,
  connections: readonly ManagedAuth[],
): readonly CodeAction[] {
  const { entries, list } = parseDocument(document).outline;
  if (list === undefined || document.positionAt(list.offset).line !== range.start.line) return [];
  const present = new ConnectionIndex(entries);
  const missing = connections.filter((connection) => present.similar(connection).length === 0);
  return missing.slice(0, maxOfferedAdditions).map((connection) => {
    const words = l10n.t("Add {0} to this file", displayConnectionName(connection));
    const action = new CodeAction(words, CodeActionKind.QuickFix);
    action.command = rememberCommand({
      title: words,
      command: "managedAuth.addToFile",
      arguments: [{ ids: [connection.id], uri: document.uri.toString() }],
    });
    return action;
  });
}

function fixTitle(problem: FileProblem): string {
  const { args, code } = problem;
  if (code === "belowPlan") return l10n.t("Use the shortest: {0}", everyInterval(Number(args[0])));
  if (code === "abovePlan") return l10n.t("Use the longest: {0}", everyInterval(Number(args[0])));
  return l10n.t("Change to “{0}”", display(suggestionOf(problem) ?? ""));
}

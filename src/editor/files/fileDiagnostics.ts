import { Diagnostic, DiagnosticSeverity, l10n, type TextDocument } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ConnectionIndex } from "../../domain/connections/identity.ts";
import type { ChangePlan } from "../../domain/file/plan.ts";
import {
  limitProblems,
  problemMessage,
  type FileProblem,
  type TextRange as PlaceInText,
} from "../../domain/file/problem.ts";
import { allowedIn, refusedDomains, type OutlineEntry } from "../../domain/file/writing.ts";
import { display } from "../../domain/text/display.ts";
import { validatesJson } from "../kit/settings.ts";
import { toRange, parseDocument } from "./documents.ts";
import { hiddenProblemsLine } from "./planDescriptions.ts";

/** Returns diagnostics for problems that are found without the service. */
export function fileDiagnostics(document: TextDocument): readonly Diagnostic[] {
  const { languageId } = document;
  // VS Code's JSON support reports syntax errors itself, but duplicate keys only as warnings.
  const omitsSyntax = (languageId === "jsonc" || languageId === "json") && validatesJson();
  const problems = parseDocument(document).file.problems.filter(
    ({ code }) => code !== "emptyFile" && !(omitsSyntax && code === "syntax"),
  );
  return toDiagnostics(
    document,
    problems.filter((problem) => !isDecidedByPlan(problem)),
  );
}

/** Returns diagnostics that depend on the service: problems of the plan, and logins that were blocked at a domain. */
export function serviceDiagnostics(
  document: TextDocument,
  plan: ChangePlan | undefined,
  refused: readonly BlockedLogin[],
): readonly Diagnostic[] {
  const added = new Set(plan?.added);
  return [
    ...toDiagnostics(
      document,
      documentProblems(document, plan).filter((problem) => added.has(problem) || isDecidedByPlan(problem)),
    ),
    ...refused.map((login) => blockedLoginDiagnostic(document, login)),
  ];
}

export function documentProblems(document: TextDocument, plan?: ChangePlan): readonly FileProblem[] {
  return plan?.problems ?? parseDocument(document).file.problems;
}

/** True if comparing the file with the service decides whether the problem is an error, a warning or none. */
const isDecidedByPlan = ({ code, onlyIfSent }: FileProblem): boolean =>
  onlyIfSent === true || code === "maybeSecret";

/** Converts problems to diagnostics. If there are too many, the last diagnostic contains the number of omitted ones. */
function toDiagnostics(document: TextDocument, problems: readonly FileProblem[]): readonly Diagnostic[] {
  const { more, shown } = limitProblems(problems);
  const diagnostics = shown.map((problem) => {
    const severity = problem.severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
    const diagnostic = diagnosticAt(document, problem, problemMessage(problem, l10n.t), severity);
    diagnostic.code = problem.code;
    return diagnostic;
  });
  if (more === 0) return diagnostics;
  const documentEnd = { offset: document.getText().length, length: 0 };
  const last = diagnosticAt(document, documentEnd, hiddenProblemsLine(more), DiagnosticSeverity.Information);
  return [...diagnostics, last];
}

function diagnosticAt(
  document: TextDocument,
  position: PlaceInText,
  words: string,
  severity: DiagnosticSeverity,
): Diagnostic {
  const diagnostic = new Diagnostic(toRange(document, position), display(words), severity);
  diagnostic.source = l10n.t("Managed Auth");
  return diagnostic;
}

/** An entry whose last login led to domains that weren't allowed. `domains` are those that still aren't. */
export interface BlockedLogin {
  readonly entry: OutlineEntry;
  readonly connection: ManagedAuth;
  readonly domains: readonly string[];
}

/** Finds entries of connections whose last login was blocked. Omits blocked domains that the file now allows. */
export function findBlockedLogins(
  document: TextDocument,
  connections: ConnectionIndex<ManagedAuth>,
): readonly BlockedLogin[] {
  const { outline, text } = parseDocument(document);
  return outline.entries.flatMap((entry) => {
    const match = connections.find(entry);
    if (match.kind !== "found") return [];
    const { connection } = match;
    const allowed = allowedIn(text, entry.index) ?? connection.allowed_domains ?? [];
    const domains = refusedDomains(connection, allowed);
    return domains.length === 0 ? [] : [{ entry, connection, domains }];
  });
}

function blockedLoginDiagnostic(document: TextDocument, { domains, entry }: BlockedLogin): Diagnostic {
  const words = l10n.t("The last login led outside the allowed domains: {0}.", domains.join(", "));
  return diagnosticAt(document, entry.domainRange, words, DiagnosticSeverity.Warning);
}

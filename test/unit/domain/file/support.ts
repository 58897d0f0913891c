// Helpers for tests of connection files: file texts, and connections as the service reports them.
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { parseConnectionFile, type ParsedFile } from "../../../../src/domain/file/parseFile.ts";
import { planChanges, type ChangePlan } from "../../../../src/domain/file/plan.ts";
import { problemMessage } from "../../../../src/domain/file/problem.ts";
import type { ServiceState } from "../../../../src/api/projectReading.ts";

/** Returns the text of a file with these entries. */
export function fileOf(connections: readonly object[], more: object = {}): string {
  return JSON.stringify({ version: 1, ...more, connections }, undefined, 2);
}

/** Formats the problems of a text, each with the text in its range. */
export function problemsIn(text: string): readonly string[] {
  return formatProblems(text, parseConnectionFile(text));
}

/** Formats problems, each with the text in its range. */
export function formatProblems(text: string, { problems }: Pick<ParsedFile, "problems">): readonly string[] {
  return problems.map((problem) => {
    const at = text.slice(problem.offset, problem.offset + problem.length).replace(/\s+/g, " ");
    return `${problem.severity} at ${at}: ${problemMessage(problem)}`;
  });
}

/** Returns a connection as the service reports it after a creation with default settings. */
export function live(domain: string, profile_name: string, more: Partial<ManagedAuth> = {}): ManagedAuth {
  return {
    id: `ma_${domain}_${profile_name}`,
    domain,
    profile_name,
    status: "NEEDS_AUTH",
    save_credentials: true,
    record_session: false,
    auto_reauth: true,
    health_checks: true,
    health_check_interval: 3600,
    browser: { stealth: true },
    ...more,
  };
}

/** Plans a file's text. */
export function planned(text: string, service: ServiceState): ChangePlan {
  return planChanges(parseConnectionFile(text), service);
}

// What the tests of files share: a file as text, and connections as a service has them.
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { parseConnectionFile, type ParsedFile } from "../../../../src/domain/file/parse.ts";
import { planOf, type Plan } from "../../../../src/domain/file/plan.ts";
import { problemText } from "../../../../src/domain/file/problem.ts";
import type { ServiceState } from "../../../../src/api/project.ts";

/** The text of a file with these entries. */
export function fileOf(connections: readonly object[], more: object = {}): string {
  return JSON.stringify({ version: 1, ...more, connections }, undefined, 2);
}

/** The problems of a text, each with the part of the text that it is about. */
export function problemsIn(text: string): readonly string[] {
  return shown(text, parseConnectionFile(text));
}

/** Problems with the part of the text that each is about. */
export function shown(text: string, { problems }: Pick<ParsedFile, "problems">): readonly string[] {
  return problems.map((one) => {
    const at = text.slice(one.offset, one.offset + one.length).replace(/\s+/g, " ");
    return `${one.severity} at ${at}: ${problemText(one)}`;
  });
}

/** A connection as the service reports one that was created without another word. */
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

/** The plan of a file's text. */
export function planned(text: string, service: ServiceState): Plan {
  return planOf(parseConnectionFile(text), service);
}

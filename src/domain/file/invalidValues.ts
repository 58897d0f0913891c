// Finds values that the service would refuse or misinterpret, so that they are reported before any request is sent.
import type { Node } from "jsonc-parser";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionFields } from "../connections/settings.ts";
import { parseAllowedDomain } from "../draft/domainName.ts";
import { findLoginUrlFault } from "../draft/loginUrl.ts";
import { errorAt, type FileProblem, type TextRange } from "./problem.ts";

/** Settings that are checked for invalid values, in addition to the type check by the schema. */
export const checkedSettings = ["login_url", "allowed_domains"] as const;

export interface InvalidValue {
  readonly setting: (typeof checkedSettings)[number];
  readonly value: string;
  readonly problem: FileProblem;
}

export function findInvalidValues(setting: InvalidValue["setting"], node: Node): readonly InvalidValue[] {
  const nodes = setting === "login_url" ? [node] : (node.children ?? []);
  const check = setting === "login_url" ? loginUrlProblem : allowedDomainProblem;
  return nodes.flatMap((item) => {
    if (item.type !== "string" || item.value === "") return [];
    const value = String(item.value);
    const problem = check(value, item);
    if (problem === undefined) return [];
    return [{ setting, value, problem }];
  });
}

/** True if the connection already has the value. The service can't refuse a value that the connection already has. */
export function connectionHasValue(connection: ManagedAuth, { setting, value }: InvalidValue): boolean {
  const domains = connection.allowed_domains ?? [];
  if (setting === "login_url") return connectionFields.login_url.isSame(value, connection.login_url);
  return domains.some((domain) => domain.toLowerCase() === value.toLowerCase());
}

export function loginUrlProblem(text: string, range: TextRange): FileProblem | undefined {
  const fault = findLoginUrlFault(text);
  if (fault === undefined) return undefined;
  const { characters, instead, kind } = fault;
  const code = { space: "loginUrlSpace", characters: "loginUrlCharacters", notWeb: "loginUrl" } as const;
  const escapes = characters.map((char) => `${char} as ${encodeURIComponent(char)}`).join(", ");
  return { ...errorAt(range, code[kind], [escapes], instead), onlyIfSent: true };
}

function allowedDomainProblem(text: string, range: TextRange): FileProblem | undefined {
  const word = text.trim();
  const read = parseAllowedDomain(word);
  const isHost =
    word.length <= 253 && !/[\s\p{Cc}/\\?#@:[\]]/u.test(word) && URL.canParse(`https://${word}/`);
  if (!isHost) return { ...errorAt(range, "allowedDomain", [], extractHost(word)), onlyIfSent: true };
  const root = (read.domain ?? word).replace(/^(?:\*|www)\./, "");
  if (/^[*.]+$/.test(word) || (read.ok && !root.includes(".")))
    return { ...errorAt(range, "tooWide", [word]), severity: "warning" };
  if (read.ok) return undefined;
  const near = parseAllowedDomain(
    word
      .replace(/^\*+\.?(?=[^.*])/, "*.")
      .replace(/\.{2,}/g, ".")
      .replace(/^\./, ""),
  );
  return { ...errorAt(range, "neverMatches", [word], near.domain), severity: "warning" };
}

/** Extracts the host from a URL, a URL pattern or an email address. */
function extractHost(word: string): string | undefined {
  const host = word
    .replace(/^[a-z\d.+*-]*:?\/\//i, "")
    .replace(/[/?#\\].*$/s, "")
    .replace(/^.*@/s, "")
    .replace(/:[\d*]*$/, "");
  const read = parseAllowedDomain(host);
  // Reject a wildcard before an IP address, such as `*.127.0.0.1`.
  return read.ok && URL.canParse(`https://${read.domain}/`) ? read.domain : undefined;
}

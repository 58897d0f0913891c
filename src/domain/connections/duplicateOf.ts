import type { ManagedAuth } from "../../api/schemas.ts";
import { answersOf } from "./answersOf.ts";
import { readAllowedDomain, readDomain } from "../draft/domainName.ts";
import { Draft, DraftField } from "../draft/draft.ts";
import { readLoginUrl } from "../draft/loginUrl.ts";
import type { FieldId } from "../draft/steps.ts";
import { unknownIn, type TelemetryAnswer } from "../draft/telemetry.ts";

/** The draft that creates the same connection again, and the fields of it that the draft does not have as they are. */
export interface Duplicate {
  readonly draft: Draft;
  readonly notKept: readonly FieldId[];
}

/**
 * The duplicate of a connection (§2.1, §4.1). Addresses and domains are written as they are sent; what this version can't
 * send is left to the service, and named.
 */
export function duplicateOf(connection: ManagedAuth): Duplicate {
  const answers = answersOf(connection);
  const { allowed_domains: domains, domain, login_url, telemetry } = answers;
  const written: Draft = {
    ...answers,
    ...(domain !== undefined && { domain: domainOf(domain) }),
    ...(domains && { allowed_domains: domains.map(allowedDomainOf).filter(isSent) }),
    ...(login_url !== undefined && { login_url: readLoginUrl(login_url) ?? login_url }),
    ...(telemetry && { telemetry: withoutUnknown(telemetry) }),
  };
  const kept = Object.entries(written).filter(
    ([field, answer]) => Draft.safeParse({ [field]: answer }).success,
  );
  const draft = Draft.parse({
    proxy: { kind: "default" },
    credential: { kind: "none" },
    ...Object.fromEntries(kept),
  });
  const isWhole = (field: FieldId): boolean => {
    if (field === "allowed_domains") return draft.allowed_domains?.length === domains?.length;
    if (field === "telemetry" && unknownIn(telemetry).length > 0) return false;
    // Something is reported of these that no answer stands for.
    if (field === "proxy" || field === "credential") return answers[field] !== undefined;
    return answers[field] === undefined || draft[field] !== undefined;
  };
  return { draft, notKept: DraftField.options.filter((field) => !isWhole(field)) };
}

const isSent = (domain: string): boolean => Draft.safeParse({ allowed_domains: [domain] }).success;

function domainOf(text: string): string {
  const read = readDomain(text);
  return read.ok ? read.domain : text;
}

/** A port or path may mean less than its host: such an entry stays as it is. */
function allowedDomainOf(text: string): string {
  const read = readAllowedDomain(text);
  return read.ok && /^\s*(?:https?:\/\/)?[^/:?#@]+\/?\s*$/i.test(text) ? read.domain : text;
}

function withoutUnknown(telemetry: TelemetryAnswer): TelemetryAnswer {
  switch (telemetry.kind) {
    case "off":
      return telemetry;
    case "default":
      return { kind: "default", export: telemetry.export };
    case "categories":
      return { kind: "categories", categories: telemetry.categories, export: telemetry.export };
  }
}

import * as z from "zod/mini";
import {
  DiscoveredField,
  ManagedAuthChoice,
  ManagedAuthField,
  MFAOption,
  SignInOption,
  SSOButton,
} from "../../src/api/flow.ts";
import {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OrgLimits,
  OtlpDestination,
  Profile,
  Proxy,
} from "../../src/api/neighbours.ts";
import { Entitlements, ErrorBody, Feature, ManagedAuth } from "../../src/api/schemas.ts";
import type { StandIn } from "../ui/standIn.ts";
import { filled, filledObject, type Items } from "./filled.ts";

/** The lists of a connection (§2.7) and of a provider's item. */
const awaited: Items = {
  allowed_domains: z.string(),
  urls: z.string(),
  choices: ManagedAuthChoice,
  discovered_fields: DiscoveredField,
  fields: ManagedAuthField,
  mfa_options: MFAOption,
  pending_sso_buttons: SSOButton,
  sign_in_options: SignInOption,
};

/** What one resource may hold: a connection has ninety texts, and an answer of more than 1 MiB is refused whole. */
const mostPerField = 6 * 1024;

/** Makes the service answer everything with a text in every field, but for what leads from one surface to the next. */
export function answerAllWith(standIn: StandIn, text: string): void {
  const brief = text.slice(0, mostPerField);
  standIn.reply("GET", { status: 200, body: JSON.stringify(hostileEntitlements(brief)) });
  standIn.at("/org/limits", { status: 200, body: JSON.stringify(filled(OrgLimits, brief)) });
  const connections = [
    // One that selects the destination by its name.
    { ...hostileConnection(brief), id: "ma_1", browser: { telemetry: exportTo({ name: text }) } },
    // One that the wizard meets again: its review names it.
    { ...hostileConnection(brief), domain: "example.com", profile_name: text },
  ];
  standIn.list("/auth/connections", connections);
  standIn.list("/profiles", [filledObject(Profile, text)]);
  standIn.list("/proxies", [filledObject(Proxy, text)]);
  standIn.list("/credentials", [filledObject(Credential, text)]);
  standIn.list("/org/credential_providers", [
    { ...filledObject(CredentialProvider, text), id: "provider_1" },
  ]);
  standIn.at("/org/credential_providers/provider_1/items", {
    status: 200,
    body: JSON.stringify({ items: [filledObject(CredentialProviderItem, text, awaited)] }),
  });
  standIn.list("/telemetry/destinations", [{ ...filledObject(OtlpDestination, text), id: "otlp_1" }]);
  let readings = 0;
  standIn.at("/auth/connections/ma_1", () => {
    readings += 1;
    return {
      status: 200,
      body: JSON.stringify(readings % 2 === 1 ? waitingConnection(brief) : olderConnection(brief)),
    };
  });
  const refusal = JSON.stringify(hostileError(brief));
  standIn.reply("DELETE", { status: 409, body: refusal });
  let creations = 0;
  standIn.reply("POST", () => {
    creations += 1;
    return creations % 2 === 1
      ? { status: 400, body: refusal }
      : { status: 201, body: JSON.stringify(hostileConnection(brief)) };
  });
}

/** A connection with the text in every field. */
function hostileConnection(text: string): object {
  return filledObject(ManagedAuth, text, awaited);
}

/** §2.6. */
function exportTo(destination: object): object {
  return { enabled: true, export: { otlp: { enabled: true, destination } } };
}

/** A flow that waits, in the service's own terms: only then is what it waits for shown. */
function waitingConnection(text: string): object {
  const flow_expires_at = new Date(Date.now() + 3_600_000).toISOString();
  return { ...hostileConnection(text), flow_status: "IN_PROGRESS", flow_expires_at };
}

/** The same as older services tell it. */
function olderConnection(text: string): object {
  return { ...waitingConnection(text), fields: null, choices: null };
}

function hostileEntitlements(text: string): object {
  const feature = filledObject(Feature, text);
  return {
    ...filledObject(Entitlements, text),
    features: {
      [text]: feature,
      managed_auth: { ...feature, health_check_interval_min_seconds: text, max_connections: text },
      browser_replays: { enabled: text, retention_days: text },
      gpu: text,
    },
    limits: { [text]: text, [`${text} `]: 7, max_concurrent_browsers: text },
  };
}

/** §2.9; a message unlike its details, which would be told only once. */
function hostileError(text: string): object {
  return { ...filledObject(ErrorBody, text), message: `${text} ` };
}

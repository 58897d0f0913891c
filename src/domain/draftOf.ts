import type { ManagedAuthCreateRequest } from "../api/schemas.ts";
import type { BrowserTelemetryRequestConfig } from "../api/telemetry.ts";
import type { CredentialAnswer, Draft, ProxyAnswer } from "./draft.ts";
import { categoryFacts } from "./telemetry.ts";
import type { ExportAnswer, TelemetryAnswer } from "./telemetry.ts";

/** The draft that stands for a request (§4.1), with every question answered: what it says nothing of was left open. */
export function draftOf(request: ManagedAuthCreateRequest): Draft {
  const { browser, credential, ...rest } = request;
  return {
    ...rest,
    proxy: proxyAnswer(browser?.proxy),
    credential: credentialAnswer(credential),
    ...(browser?.stealth !== undefined && { stealth: browser.stealth }),
    ...(browser?.telemetry !== undefined && { telemetry: telemetryAnswer(browser.telemetry) }),
  };
}

function proxyAnswer(proxy: NonNullable<ManagedAuthCreateRequest["browser"]>["proxy"]): ProxyAnswer {
  if (proxy === undefined) return { kind: "default" };
  if ("mode" in proxy) return { kind: proxy.mode };
  return "id" in proxy ? { kind: "id", id: proxy.id } : { kind: "name", name: proxy.name };
}

function credentialAnswer(credential: ManagedAuthCreateRequest["credential"]): CredentialAnswer {
  if (credential === undefined) return { kind: "none" };
  if ("name" in credential) return { kind: "stored", name: credential.name };
  const { provider } = credential;
  return "path" in credential
    ? { kind: "item", provider, path: credential.path }
    : { kind: "lookup", provider };
}

function telemetryAnswer(telemetry: BrowserTelemetryRequestConfig): TelemetryAnswer {
  if (!telemetry.enabled) return { kind: "off" };
  const { browser, export: exported } = telemetry;
  const answer = exportAnswer(exported);
  if (browser === undefined) return { kind: "default", export: answer };
  const categories = categoryFacts
    .map(({ category }) => category)
    .filter((category) => browser[category]?.enabled === true);
  return { kind: "categories", categories, export: answer };
}

function exportAnswer(
  exported: Extract<BrowserTelemetryRequestConfig, { enabled: true }>["export"],
): ExportAnswer {
  const destination = exported?.otlp.destination;
  if (destination === undefined) return { kind: "none" };
  return "id" in destination
    ? { kind: "id", destination: destination.id }
    : { kind: "name", destination: destination.name };
}

import type { Entitlements, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { isEnabled, type KnownFeature } from "./entitlements.ts";

/**
 * The feature that most likely explains why a plan refuses a request (403, §4.1): the first one that the request
 * needs and the plan lacks, else managed auth itself, whose connections may be used up.
 */
export function refusedFeature(
  request: ManagedAuthCreateRequest,
  entitlements: Entitlements | undefined,
): KnownFeature {
  const needed = neededFeatures(request);
  return needed.find((feature) => isEnabled(entitlements, feature) === false) ?? "managed_auth";
}

function neededFeatures({ browser, credential }: ManagedAuthCreateRequest): readonly KnownFeature[] {
  const ownProxy = browser?.proxy !== undefined && !("mode" in browser.proxy);
  return [
    "managed_auth",
    ...(ownProxy ? (["custom_proxies", "managed_proxies"] as const) : []),
    ...(credential === undefined
      ? []
      : "name" in credential
        ? (["credentials"] as const)
        : (["credential_providers"] as const)),
  ];
}

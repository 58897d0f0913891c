import type {
  OtlpDestinationCreateRequest,
  OtlpDestinationUpdateRequest,
} from "../../api/destinationRequests.ts";
import type { OtlpDestination } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { parseDate } from "../dates.ts";
import { indexBySelectedDestination } from "./destinationUse.ts";
import { bodyOf } from "./fieldRequests.ts";
import { type FieldModels, defineFields, type KeyedChanges, type ResourceModel } from "./resourceModel.ts";

/** A destination from the list. `usedBy` contains the connections that use the destination, once they are known. */
export type ListedDestination = OtlpDestination & { readonly usedBy?: readonly ManagedAuth[] };

/** The settings of a telemetry destination. Header values are secret and kept only in memory until they are sent. */
export interface DestinationValues {
  /** ID of a known collector, or "other". */
  readonly collector: string;
  readonly name: string;
  readonly endpoint: string;
  readonly headers: KeyedChanges;
  /** May be empty. */
  readonly description: string;
}

const { hint, keyed, plain } = defineFields<
  ListedDestination,
  DestinationValues,
  OtlpDestinationCreateRequest,
  OtlpDestinationUpdateRequest
>();

export const destinationModel = {
  fields: {
    collector: hint(),
    name: plain("name", { reported: ({ name }) => name }),
    endpoint: plain("endpoint", {
      reported: ({ endpoint }) => endpoint,
      isSame: (a, b) => withoutSlash(a) === withoutSlash(b),
    }),
    headers: keyed(
      ({ headers }) => headers,
      (values, removed) => {
        const headers = { ...values, ...Object.fromEntries(removed.map((name) => [name, null])) };
        return Object.keys(headers).length === 0 ? {} : { headers };
      },
      (name) => name.toLowerCase(),
    ),
    description: plain("description", { reported: ({ description = "" }) => description, none: "" }),
  } satisfies FieldModels<ListedDestination, DestinationValues>,
  createBody: bodyOf<DestinationValues, OtlpDestinationCreateRequest>({}),
  updateBody: bodyOf<DestinationValues, OtlpDestinationUpdateRequest>({}),
  uniqueField: "name",
  /** If another client created a destination with this name, its endpoint is most likely different. */
  identifyingFields: ["name", "endpoint"],
  version: ({ updated_at }) => updated_at,
  usedBy: (destination, connections) => indexBySelectedDestination(connections)(destination),
} satisfies ResourceModel<ListedDestination, DestinationValues>;

/** Removes trailing slashes. They make no difference, because the service appends the signal path `/v1/logs`. */
const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, "");

/** True if a name equals an ID, or starts with an ID's prefix such as "otlp_". The service refuses such names. */
export function isShapedLikeId(name: string, ids: readonly string[]): boolean {
  return ids.some((id) => {
    const [prefix] = /^[a-z]+_/.exec(id) ?? [];
    return id === name || (prefix !== undefined && name.startsWith(prefix));
  });
}

/** A common telemetry collector, as described in its own OTLP documentation. */
interface OtlpCollector {
  readonly id: string;
  /** The product name, which is never translated. */
  readonly name: string;
  /** If the endpoint depends on a region or account, this is the first example from the documentation. */
  readonly endpoint: string;
  /** Name of the HTTP header that contains the API key. */
  readonly header: string;
}

export const knownCollectors: readonly OtlpCollector[] = [
  // https://docs.honeycomb.io/send-data/opentelemetry/
  { id: "honeycomb", name: "Honeycomb", endpoint: "https://api.honeycomb.io", header: "X-Honeycomb-Team" },
  // https://docs.newrelic.com/docs/opentelemetry/best-practices/opentelemetry-otlp/
  { id: "newrelic", name: "New Relic", endpoint: "https://otlp.nr-data.net", header: "Api-Key" },
  // https://docs.datadoghq.com/opentelemetry/setup/otlp_ingest/logs/ and, for the endpoint, the service's SDK:
  // https://github.com/kernel/kernel-node-sdk/blob/main/src/resources/telemetry/destinations.ts
  { id: "datadog", name: "Datadog", endpoint: "https://otlp.datadoghq.com", header: "Dd-Api-Key" },
  // https://grafana.com/docs/grafana-cloud/observe-and-act/send-data/otlp/send-data-otlp/ and, for the endpoint, the
  // same file of the service's SDK as for Datadog
  {
    id: "grafana",
    name: "Grafana Cloud",
    endpoint: "https://otlp-gateway-prod-us-east-0.grafana.net/otlp",
    header: "Authorization",
  },
];

/** Returns the collector that the user chose, or undefined if the collector isn't a known one. */
export function collectorOf({ collector }: Partial<DestinationValues>): OtlpCollector | undefined {
  return knownCollectors.find(({ id }) => id === collector);
}

export type ExportHealth =
  /** The latest deliveries failed. `failures` is the number of consecutive failures. */
  | { readonly kind: "failing"; readonly failures: number }
  /** The latest delivery succeeded. */
  | { readonly kind: "fine"; readonly exportedAt?: Date }
  /** Nothing has been delivered yet. */
  | { readonly kind: "idle" }
  /** The service is too old to report deliveries. */
  | { readonly kind: "unknown" };

/**
 * Determines the state of a destination's exports. A reported error doesn't mean failure, because the service still
 * reports the last error after a later success.
 */
export function exportHealthOf(destination: Partial<OtlpDestination>): ExportHealth {
  const { consecutive_failures: failures, last_error, last_error_at, last_export_at } = destination;
  if (failures !== undefined && failures > 0) return { kind: "failing", failures };
  const exportedAt = parseDate(last_export_at);
  if (failures === undefined && last_export_at === undefined) return { kind: "unknown" };
  const isIdle = last_export_at === undefined && last_error === undefined && last_error_at === undefined;
  return isIdle ? { kind: "idle" } : { kind: "fine", ...(exportedAt !== undefined && { exportedAt }) };
}

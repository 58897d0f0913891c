import type { OtlpDestination } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";
import { selectingAmong } from "../deletion/destinationUse.ts";
import { type FieldModels, fieldsOf, type KeyedChanges, type ResourceModel } from "../resource/model.ts";

/** As it is listed: with the connections that use it, as far as they are known by then. */
export type ListedDestination = OtlpDestination & { readonly usedBy?: readonly ManagedAuth[] };

/** What is set of a telemetry destination. The values of headers are secret: they live in memory until they are sent. */
export interface DestinationValues {
  /** The id of a known collector; of another one, "other". */
  readonly collector: string;
  readonly name: string;
  readonly endpoint: string;
  readonly headers: KeyedChanges;
  /** Empty where there is none. */
  readonly description: string;
}

const { hint, keyed, plain } = fieldsOf<ListedDestination, DestinationValues>();

/** Telemetry destinations. */
export const destinationModel = {
  fields: {
    collector: hint(),
    name: plain("name", { reported: ({ name }) => name }),
    endpoint: plain("endpoint", {
      reported: ({ endpoint }) => endpoint,
      same: (one, other) => withoutSlash(one) === withoutSlash(other),
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
  unique: "name",
  /** Somebody else's of that name leads elsewhere. */
  foundBy: ["name", "endpoint"],
  version: ({ updated_at }) => updated_at,
  usedBy: (destination, connections) => selectingAmong(connections)(destination),
} satisfies ResourceModel<ListedDestination, DestinationValues>;

/** Signal paths are added to an address, with or without a slash at its end. */
function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}

/** Whether a name begins as the ids of these do, up to a "_": the service takes no name that looks like an id. */
export function isShapedLikeId(name: string, ids: readonly string[]): boolean {
  return ids.some((id) => {
    const [prefix] = /^[a-z]+_/.exec(id) ?? [];
    return id === name || (prefix !== undefined && name.startsWith(prefix));
  });
}

/** A collector that many use: what its own documents say of sending OTLP to it. */
interface Collector {
  readonly id: string;
  /** A name, which is no word of a language. */
  readonly name: string;
  /** Where the documents leave a part of it to the reader's region or account, that of the first example. */
  readonly endpoint: string;
  /** The header that its key is sent in. */
  readonly header: string;
}

export const collectors: readonly Collector[] = [
  // https://docs.honeycomb.io/send-data/opentelemetry/
  { id: "honeycomb", name: "Honeycomb", endpoint: "https://api.honeycomb.io", header: "X-Honeycomb-Team" },
  // https://docs.newrelic.com/docs/opentelemetry/best-practices/opentelemetry-otlp/
  { id: "newrelic", name: "New Relic", endpoint: "https://otlp.nr-data.net", header: "Api-Key" },
  // https://docs.datadoghq.com/opentelemetry/setup/otlp_ingest/logs/ and, for the endpoint, the service's own
  // https://github.com/kernel/kernel-node-sdk/blob/main/src/resources/telemetry/destinations.ts
  { id: "datadog", name: "Datadog", endpoint: "https://otlp.datadoghq.com", header: "Dd-Api-Key" },
  // https://grafana.com/docs/grafana-cloud/observe-and-act/send-data/otlp/send-data-otlp/ and, for the endpoint, the same
  {
    id: "grafana",
    name: "Grafana Cloud",
    endpoint: "https://otlp-gateway-prod-us-east-0.grafana.net/otlp",
    header: "Authorization",
  },
];

/** The known collector that was chosen. */
export function collectorOf({ collector }: Partial<DestinationValues>): Collector | undefined {
  return collectors.find(({ id }) => id === collector);
}

/** How exporting to a destination goes. */
export type Health =
  /** The last deliveries failed, so many in a row. */
  | { readonly kind: "failing"; readonly failures: number }
  /** The last delivery arrived. */
  | { readonly kind: "fine"; readonly exportedAt?: Date }
  /** Nothing was delivered yet. */
  | { readonly kind: "idle" }
  /** The service tells nothing of it: an older one. */
  | { readonly kind: "unknown" };

/** Reads how exporting goes. An error alone says nothing: it stays after a success. */
export function healthOf(destination: Partial<OtlpDestination>): Health {
  const { consecutive_failures: failures, last_error, last_error_at, last_export_at } = destination;
  if (failures !== undefined && failures > 0) return { kind: "failing", failures };
  const exportedAt = last_export_at === undefined ? undefined : readDate(last_export_at);
  if (failures === undefined && last_export_at === undefined) return { kind: "unknown" };
  const isIdle = last_export_at === undefined && last_error === undefined && last_error_at === undefined;
  return isIdle ? { kind: "idle" } : { kind: "fine", ...(exportedAt !== undefined && { exportedAt }) };
}

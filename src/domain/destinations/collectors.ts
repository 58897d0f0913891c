/** A collector that many use: what its own documents say of sending OTLP to it. */
export interface Collector {
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

// Proxies: /proxies. The interface doesn't document these operations. The sandbox never sends a request through a
// proxy. The stored row or a special host name determines the result of a check.
import * as z from "zod/mini";
import { containsText, getInteger, matchesName, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader } from "../db/store.ts";
import { insufficientPlan, errorReply, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { describeConnectionsWith } from "./connections/connectionRows.ts";
import { collectionRoutes, readDetails, formatNames } from "./collection.ts";
import { readPlanFeatures, missingFeatureMessage } from "./plans.ts";
import { belongsToProject, projectColumn } from "./projectScope.ts";
import { CheckProxyBody, CreateProxy, RenameProxy } from "./proxyRequests.ts";
import { type RouteOptions, postRoute, defineResource, type WriteRequest } from "./resource.ts";
import { isoTimeBefore, toIsoTime, msPerMinute } from "./clock.ts";
import { isInSample } from "./smallSample.ts";

/**
 * Only proxies with `active: 1`, the default, can be referenced by name. `check_end` is the result of a check, if the
 * result differs from the status.
 */
const seededProxies = [
  {
    id: "proxy_sandboxparis",
    name: "paris-datacenter",
    type: "datacenter",
    details: { protocol: "https", ip_address: "192.0.2.10", config: { country: "FR" } },
  },
  {
    id: "proxy_sandboxoffice1",
    name: "office",
    type: "isp",
    details: { protocol: "https", ip_address: "198.51.100.21", config: { country: "GB" } },
  },
  {
    id: "proxy_sandboxoffice2",
    name: "office",
    type: "isp",
    details: { protocol: "https", ip_address: "198.51.100.22", config: { country: "US" } },
  },
  {
    id: "proxy_sandboxberlin",
    name: "berlin-residential",
    type: "residential",
    details: { protocol: "https", config: { country: "DE", state: "BE", city: "berlin", os: "windows" } },
  },
  {
    id: "proxy_sandboxtokyo",
    name: "tokyo-mobile",
    type: "mobile",
    details: { protocol: "https", config: { country: "JP", city: "tokyo" } },
  },
  {
    id: "proxy_sandboxown",
    name: "headquarters",
    type: "custom",
    details: {
      protocol: "http",
      bypass_hosts: ["intranet.example"],
      config: { host: "proxy.corp.example", port: 3128, username: "browser", has_password: true },
    },
  },
  {
    id: "proxy_sandboxlab",
    name: "test-lab",
    type: "custom",
    check_end: "impossible",
    details: { protocol: "http", config: { host: "egress.lab.example", port: 8080 } },
  },
  {
    id: "proxy_sandboxlondon",
    name: "london",
    type: "isp",
    check_end: "unavailable",
    details: { protocol: "https", ip_address: "203.0.113.40", config: { country: "GB" } },
  },
  {
    id: "proxy_sandboxretired",
    name: "retired",
    type: "datacenter",
    active: 0,
    details: { protocol: "https", ip_address: "203.0.113.9", config: { country: "US" } },
  },
];

export const hasProxy = (store: StoreReader, project: string, id: string): boolean =>
  store.first("SELECT 1 FROM proxies WHERE project_id = ? AND id = ?", project, id) !== undefined;

/**
 * Returns the IDs of at most two active proxies with this name. Two are enough to detect that the name is ambiguous
 * (interface.md §2.3).
 */
export const findActiveProxyIds = (store: StoreReader, project: string, name: string): string[] =>
  store
    .select("SELECT id FROM proxies WHERE project_id = ? AND name = ? AND active = 1 LIMIT 2", project, name)
    .map((row) => getText(row, "id"));

/** Renders a proxy. Passwords and certificates aren't stored. Replies only report that they are set. */
const proxyReply = (row: DatabaseRow): object => ({
  id: getText(row, "id"),
  name: getText(row, "name") || undefined,
  type: getText(row, "type"),
  status: getInteger(row, "active") === 1 ? "available" : "unavailable",
  ...readDetails(row),
});

const proxyRouteOptions: RouteOptions = { requiresAnyOf: ["managed_proxies", "custom_proxies"] };
const proxyHostColumn = "json_extract(details, '$.config.host')";
const ipAddressColumn = "json_extract(details, '$.ip_address')";

const proxyRoutes = collectionRoutes({
  path: "/proxies",
  noun: "proxy",
  key: "id",
  readOptions: proxyRouteOptions,
  changeOptions: {},
  table: "proxies",
  // `name` matches regardless of case and accents. `query` matches a part of the name, host or address, or the whole
  // ID.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND (id = ?2 OR ${containsText("?2", "name", proxyHostColumn, ipAddressColumn)})`,
  projectCondition: belongsToProject,
  toReply: proxyReply,
  repeatsPaging: true,
});

function storedProxyConfig(request: CreateProxy): object {
  if (request.type === "datacenter" || request.type === "isp") return { country: "US", ...request.config };
  if (request.type !== "custom") return { ...request.config };
  const { ca_bundle, password, ...rest } = request.config;
  return { ...rest, has_password: password !== undefined, has_ca_bundle: ca_bundle !== undefined };
}

const StoredProxyDetails = z.object({ config: z.optional(z.object({ host: z.optional(z.string()) })) });

/**
 * Simulates a check. The first label of the URL's host or of the proxy's own host can select the outcome:
 *
 *   unreachable.example   the proxy is unavailable
 *   no-check.example      422
 */
function simulateCheck(row: DatabaseRow, url?: string): "available" | "unavailable" | "impossible" {
  const own = StoredProxyDetails.parse(readDetails(row)).config?.host;
  const labels = [url && URL.parse(url)?.hostname, own].map((host) => host?.split(".", 1)[0]);
  if (labels.includes("no-check") || getText(row, "check_end") === "impossible") return "impossible";
  if (labels.includes("unreachable") || getText(row, "check_end") === "unavailable") return "unavailable";
  if (getInteger(row, "active") === 1) return "available";
  return "unavailable";
}

/** Replies with 200 or 422. The result of a check with a URL isn't stored, because it applies only to that URL. */
function handleProxyCheck(
  row: DatabaseRow,
  { store, body, now }: WriteRequest<string, z.infer<typeof CheckProxyBody>>,
): HttpReply {
  const url = body?.url;
  const status = simulateCheck(row, url);
  if (status === "impossible") return errorReply(422, "check_failed", "The check could not be run.");
  const fixed = ["datacenter", "isp"].includes(getText(row, "type")) && { ip_address: "192.0.2.77" };
  const checked = { ...fixed, ...readDetails(row), last_checked: toIsoTime(now) };
  const active = status === "available" ? 1 : 0;
  if (url === undefined)
    store.update("proxies", getText(row, "id"), { active, details: JSON.stringify(checked) });
  return { status: 200, body: { ...proxyReply(row), ...checked, status } };
}

export const proxyResource = defineResource({
  tables: [
    {
      name: "proxies",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL",
        active: "INTEGER NOT NULL CHECK (active IN (0, 1))",
        type: "TEXT NOT NULL DEFAULT 'datacenter'",
        details: "TEXT NOT NULL DEFAULT '{}'",
        check_end: "TEXT NOT NULL DEFAULT ''",
        project_id: projectColumn,
      },
      indexed: ["name"],
      read: proxyReply,
    },
  ],
  seed(store, now, sample) {
    for (const { details: more, ...row } of seededProxies.filter(({ id }) => isInSample(sample, id))) {
      const isChecked = row.check_end === undefined;
      const last_checked = isChecked ? isoTimeBefore(now, 5 * msPerMinute) : undefined;
      store.insert("proxies", { active: 1, ...row, details: JSON.stringify({ ...more, last_checked }) });
    }
  },
  routes: [
    proxyRoutes.list,
    // Custom proxies, managed proxies and bypass hosts are separate features, and a plan may lack any of them.
    proxyRoutes.create(CreateProxy, ({ store, body, project, now }) => {
      const { bypass_hosts, name = "", protocol = "https", type } = body;
      const features = readPlanFeatures(store, now);
      const missing =
        missingFeatureMessage(features, [type === "custom" ? "custom_proxies" : "managed_proxies"]) ??
        missingFeatureMessage(features, bypass_hosts === undefined ? [] : ["proxy_bypass_hosts"]);
      if (missing !== undefined) return insufficientPlan(missing);
      const details = JSON.stringify({ protocol, bypass_hosts, config: storedProxyConfig(body) });
      const row = { id: newId("proxy"), name, type, active: 1, details, project_id: project };
      return { status: 201, body: proxyReply(store.insert("proxies", row)) };
    }),
    proxyRoutes.read,
    // Only the name can change. Several proxies may have the same name.
    proxyRoutes.update(RenameProxy, (row, { store, body }) => ({
      status: 200,
      body: proxyReply(store.update("proxies", getText(row, "id"), body)),
    })),
    // Replies with 400 while a connection uses the proxy.
    proxyRoutes.remove((row, { store }) => {
      const holders = describeConnectionsWith(store, "proxy_id", getText(row, "id"));
      if (holders.length === 0) return undefined;
      return errorReply(
        400,
        "resource_in_use",
        `An auth connection uses the proxy: ${formatNames(holders)}.`,
      );
    }),
    postRoute(
      proxyRoutes.rowPath("/check"),
      { ...proxyRouteOptions, body: CheckProxyBody, isBodyOptional: true },
      proxyRoutes.withRow(handleProxyCheck),
    ),
  ],
});

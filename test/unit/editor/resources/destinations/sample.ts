import type {
  DestinationValues,
  ListedDestination,
} from "../../../../../src/domain/resources/destinations.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import type { Sample } from "../sample.ts";

const live = {
  id: "otlp_1",
  name: "audit-log",
  endpoint: "https://audit.example",
  description: "For the auditors",
  updated_at: "2026-01-01T00:00:00Z",
};
const secret = "s3cret-header-value";
const createdDestination = {
  id: "otlp_new",
  name: "bees",
  endpoint: "https://api.honeycomb.io/",
  headers: { "X-Honeycomb-Team": secret },
};

export const destinationSample: Sample<ListedDestination, DestinationValues> = {
  resource: destinations,
  shownBy: "destinations",
  path: "/telemetry/destinations",
  live,
  user: {
    id: "ma_1",
    domain: "shop.example",
    profile_name: "buyer",
    browser: { telemetry: { export: { otlp: { destination: { name: "audit-log" } } } } },
  },
  answers: [
    async (at) => (await at.list()).choose("Honeycomb"),
    (at) => at.type("bees"),
    async (at) => (await at.input()).enter(),
    async (at) => {
      await at.choose("$(add) Add X-Honeycomb-Team…");
      await at.type(secret);
      await at.choose("$(check) Continue");
    },
    (at) => at.type("All of it"),
  ],
  nameAt: 1,
  takenName: "error: Another destination has this name",
  name: "bees",
  body: {
    name: "bees",
    endpoint: "https://api.honeycomb.io",
    headers: { "X-Honeycomb-Team": secret },
    description: "All of it",
  },
  createdRow: createdDestination,
  lookup: {
    byName: (one) =>
      one === undefined
        ? ["GET /telemetry/destinations/bees", 404, { code: "not_found", message: "?" }]
        : ["GET /telemetry/destinations/bees", 200, one],
    namedIn: "id",
    notOurs: [
      ["has another endpoint", { ...createdDestination, endpoint: "https://other.example" }],
      ["has the name as its ID", { ...createdDestination, name: "other" }],
    ],
  },
  secrets: [secret],
  async rename(at) {
    await at.choose("Name");
    await at.type("trail");
  },
  changes: { name: "trail" },
  changed: { ...live, name: "trail" },
  changedElsewhere: { ...live, name: "theirs" },
};

import type { PageBlock } from "../../../src/card/protocol.ts";
import type { PageCard } from "../../../src/card/protocol.ts";

const plan: PageBlock = {
  kind: "rows",
  title: "Plan",
  rows: [
    { label: "Plan", value: { text: "startup", code: true } },
    { label: "Effective plan", value: { text: "enterprise", code: true }, note: "While the trial lasts." },
    { label: "Status", value: { text: "active", tone: "success" } },
    { label: "Trial", value: { text: "9 days left", tone: "info" }, note: "Ends on 29 November 2026." },
  ],
};

const features: PageBlock = {
  kind: "table",
  title: "Included",
  columns: ["Feature", "Limit", "What it gives"],
  rows: [
    ["Managed auth", "", "Keeps profiles logged in"],
    ["Browser replays", "Kept for 14 days", "Watch a session again"],
    ["Browser extensions", "Up to 25", "Extensions in browsers"],
    ["quantum_tabs", "max_depth: 4", "Unknown to this version of the extension"],
  ].map((cells) => ({ cells: cells.map((text) => ({ text })), notes: [] })),
};

const use: PageBlock = {
  kind: "rows",
  title: "In use",
  rows: [
    { label: "Connections", value: { text: "15 of 25" }, share: 0.6 },
    { label: "Concurrent browsers", value: { text: "48 of 50, 2 left", tone: "warning" }, share: 0.96 },
    { label: "Health checks", value: { text: "every 20 min – 1 day" } },
  ],
};

const limits: PageBlock = {
  kind: "rows",
  title: "Limits",
  rows: [
    { label: "Browsers at once", value: { text: "50" }, changed: "was 20" },
    { label: "Invocations at once", value: { text: "100" } },
    { label: "Invocations at once per app (default)", value: { text: "10" } },
    { label: "max_teleports", value: { text: "3" }, note: "Unknown to this version of the extension." },
  ],
};

export const entitlements: PageCard = {
  id: "entitlements",
  head: { kind: "header" },
  title: "Entitlements of your organization",
  context: ["Acme (local sandbox)", "127.0.0.1:41873", "20 Nov 2026, 10:24"],
  sandbox: "Local sandbox: practice data only, nothing here reaches the service",
  summary: ["What this organization may use, with trial and overrides already applied by the service."],
  blocks: [plan, use, features, limits],
  actions: {
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
};

import type { PageBlock } from "../../../src/card/protocol.ts";
import type { PageCard } from "../../../src/card/protocol.ts";

const on = { text: "Included", tone: "success" } as const;
const off = { text: "Not included", tone: "neutral" } as const;

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
  kind: "tiles",
  title: "Features",
  tiles: [
    {
      label: "Managed auth",
      state: on,
      notes: ["25 connections", "Health checks every 20 minutes to 24 hours"],
    },
    { label: "Credentials", state: on, notes: [] },
    { label: "Credential providers", state: on, notes: [], changed: "was not included" },
    { label: "Custom proxies", state: off, notes: [] },
    { label: "Managed proxies", state: on, notes: [] },
    { label: "Proxy bypass hosts", state: off, notes: [] },
    { label: "Profiles", state: on, notes: [] },
    { label: "Browser pools", state: on, notes: [] },
    { label: "Browser replays", state: on, notes: ["Kept for 14 days"] },
    { label: "Browser extensions", state: on, notes: ["Unlimited"] },
    { label: "File transfer", state: on, notes: [] },
    { label: "GPU", state: { text: "Not reported", tone: "warning" }, notes: [] },
    { label: "quantum_tabs", state: on, notes: ["max_depth: 4"] },
    { label: "time_travel", state: off, notes: ["Unknown to this version of the extension"] },
  ],
};

/** §2.8's three bounds of the interval between health checks, on a logarithmic line; the default at each place. */
const interval: PageBlock = {
  kind: "scales",
  title: "Bounds",
  scales: [
    { at: 0.257, usual: "1 hour" },
    { at: 0, usual: "20 minutes, which is the minimum of the plan" },
    { at: 1, usual: "24 hours" },
  ].map(({ at, usual }) => ({
    label: "Time between health checks",
    text: `${usual} by default; from 20 minutes (minimum of the plan) to 24 hours.`,
    from: "20 minutes",
    to: "24 hours",
    mark: { at, label: `Default: ${usual}` },
  })),
};

const use: PageBlock = {
  kind: "bars",
  title: "Use",
  bars: [
    { label: "Connections", text: "12 of 25", used: 12, allowed: 25 },
    { label: "Browsers at once", text: "41 of 50, 9 left", used: 41, allowed: 50 },
    { label: "Stored extensions", text: "25 of 25, none left", used: 25, allowed: 25 },
    { label: "Invocations at once", text: "130 of 100, 30 over the limit", used: 130, allowed: 100 },
    { label: "GPU sessions", text: "0 of 0", used: 0, allowed: 0 },
    { label: "Projects", text: "0 of 10", used: 0, allowed: 10 },
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
  blocks: [plan, features, use, interval, limits],
  actions: {
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
};

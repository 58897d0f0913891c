import type { PageBlock, PageCard } from "../../../src/card/protocol.ts";

const use: PageBlock = {
  kind: "rows",
  title: "Usage",
  rows: [
    { label: "Connections", value: { text: "15 of 25" }, share: 0.6 },
    { label: "Concurrent browsers", value: { text: "48 of 50, 2 left", tone: "warning" }, share: 0.96 },
  ],
};

const limits: PageBlock = {
  kind: "rows",
  title: "Limits",
  rows: [
    { label: "Health checks", value: { text: "every 20 minutes to 1 day (1 hour by default)" } },
    { label: "Browsers at once", value: { text: "50" }, changed: "was 20" },
    { label: "Invocations at once", value: { text: "100" } },
    { label: "Invocations at once per app (default)", value: { text: "10" } },
    { label: "max_teleports", value: { text: "3" }, note: "Unknown to this version of the extension." },
  ],
};

const features: PageBlock = {
  kind: "grid",
  title: "Features",
  cells: [
    {
      label: "Managed Auth",
      on: true,
      state: "included",
      note: "Keeps profiles logged in: checks them, and logs in again by itself.",
    },
    {
      label: "Browser replays",
      on: true,
      state: "included",
      note: "Watch a recorded browser session again.",
    },
    { label: "quantum_tabs", on: undefined, state: "not reported", note: "Unknown to this version" },
    {
      label: "GPU",
      on: false,
      state: "not included (was included)",
      note: "Browsers run with a graphics processor.",
    },
  ],
};

export const entitlements: PageCard = {
  id: "entitlements",
  head: { kind: "header", state: { text: "Trial: 9 days left, ends Nov 29, 2026", tone: "info" } },
  title: "Entitlements",
  context: ["Free, as Start-up", "Acme (local sandbox)", "127.0.0.1:41873", "20 Nov 2026, 10:24"],
  sandbox: "Local sandbox: practice data only, nothing here reaches the service",
  summary: [],
  blocks: [use, limits, features],
  actions: {
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
};

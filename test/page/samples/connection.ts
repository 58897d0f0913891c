// Cards of an existing connection, with the editor's wording.
import type { CardProgress, CardTone, CardValue } from "../../../src/card/card.ts";
import type { PageBlock, PageCard } from "../../../src/card/protocol.ts";

const frame = { context: ["Acme production", "api.example.com", "20 Nov 2026, 10:24"] };

/** Steps of a login whose answer has this mark. */
function stepsWith(mark: "current" | "failed"): CardProgress["steps"] {
  return [
    { label: "Find form", mark: "done" },
    { label: "Answer", mark },
    { label: "Submit", mark: "ahead" },
    { label: "Logged in", mark: "ahead" },
  ];
}

const running: CardProgress = {
  text: "Login: In progress: Waiting for input",
  steps: stepsWith("current"),
};

const telemetry: PageBlock = {
  kind: "grid",
  title: "Telemetry",
  cells: [
    { label: "Control", on: true, state: "On", note: "Agent-driven actions" },
    { label: "Connection", on: true, state: "On", note: "Clients attach and detach" },
    { label: "System", on: true, state: "On", note: "Health of the browser's machine" },
    { label: "Captcha", on: false, state: "Off", note: "Outcomes of solving" },
    { label: "Console", on: false, state: "Off", note: "Output and uncaught exceptions" },
    { label: "Network", on: true, state: "On", note: "Records what login forms send" },
    { label: "Page", on: undefined, state: "Not reported", note: "Navigation and load" },
    { label: "Interaction", on: undefined, state: "Not reported", note: "Clicks, keys, scrolling" },
    { label: "Screenshot", on: false, state: "Off", note: "" },
  ],
};

const requests: readonly PageBlock[] = [
  {
    kind: "forms",
    title: "Request as code",
    copyLabel: "Copy",
    forms: [
      ["JSON", `{\n  "domain": "accounts.example.com",\n  "profile_name": "billing-robot"\n}`, "copyJson"],
      [
        "curl",
        `curl -X POST "$BASE_URL/auth/connections" -H "Authorization: Bearer $KERNEL_API_KEY" -H "Content-Type: application/json" -d '{"domain":"accounts.example.com","profile_name":"billing-robot"}'`,
        "copyCurl",
      ],
      [
        "TypeScript, with the official SDK",
        `await client.post("/auth/connections", {\n  body: { domain: "accounts.example.com" },\n});`,
        "copyTypescript",
      ],
      ["Python", `client.post("/auth/connections", body={"domain": "accounts.example.com"})`, "copyPython"],
    ].map(([label = "", text = "", press = ""]) => ({ label, text, press })),
  },
  { kind: "code", title: "Response as received, secrets masked", text: `{ "id": "auth_01JD4Z8M3QK7" }` },
];

export const connection: PageCard = {
  ...frame,
  id: "connection",
  head: { kind: "header", state: { text: "Asks for input", tone: "warning" } },
  title: "accounts.example.com",
  progress: running,
  summary: ["The website refused the code. Try again."],
  actions: {
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
  blocks: [
    {
      kind: "task",
      title: "Enter the code from your authenticator app",
      message: "Open the app on your phone, and enter the six digits that it shows.",
      notes: ['The website says: "Wrong code"', "The website also offers: Text message, Email"],
      buttons: [
        { press: "enter", label: "Enter Code…" },
        { press: "openHosted", label: "Open Login Page" },
        { press: "watch", label: "Watch Live" },
      ],
    },
    {
      kind: "rows",
      title: "Connection",
      rows: [
        { label: "Status", value: { text: "Needs a login" }, changed: "before: Logged in" },
        { label: "Id", value: { text: "auth_01JD4Z8M3QK7", code: true } },
        {
          label: "Health checks",
          value: { text: "Every hour" },
          changed: "before: Every 20 minutes",
          note: "Last check: 20 November 2026, 10:12. It says when was looked, not that a login succeeded.",
        },
        {
          label: "Login page",
          value: { text: "••••••••••••", code: true },
          secret: { press: "openHosted", label: "Open…" },
          note: "Whoever has this address can take part in the login.",
        },
        {
          label: "Live view",
          value: { text: "••••••••••••", code: true },
          secret: { press: "openLiveView", label: "Open…" },
        },
      ],
    },
    telemetry,
    {
      kind: "rows",
      title: "Login details",
      folded: true,
      rows: [{ label: "Login", value: { text: "In progress: Waiting for input" } }],
    },
    ...requests,
  ],
};

/** Right after the creation. */
export const justCreated: PageCard = {
  ...frame,
  id: "justCreated",
  head: { kind: "header", state: { text: "Never logged in", tone: "warning" } },
  title: "bank.example",
  done: { text: "Created", until: 4_000_000_000_000 },
  summary: ["Log in once, and agents can use this profile."],
  actions: {
    next: { press: "logIn", label: "Log In…" },
    other: { press: "history", label: "Show History" },
    refresh: { press: "refresh", label: "Refresh" },
  },
  blocks: [
    {
      kind: "rows",
      title: "Staying logged in",
      rows: [{ label: "Health checks", value: { text: "Every hour" }, changed: "before: Every day" }],
    },
  ],
};

/** A state with a recommended action. */
export const blockedAsBot: PageCard = {
  ...justCreated,
  id: "blockedAsBot",
  head: { kind: "header", state: { text: "Blocked as a bot", tone: "error" } },
  done: { text: "Created", until: 0 },
  summary: ["The website blocked the browser as a bot. Another proxy may help."],
  actions: { ...justCreated.actions, next: { press: "proxy", label: "Choose Another Proxy…" } },
};

/** An expired flow (interface.md §3). */
export const ended: PageCard = {
  ...frame,
  id: "ended",
  head: { kind: "header", state: { text: "Needs a login", tone: "warning" } },
  title: "login.example.org",
  summary: ["The last login ran out of time."],
  progress: { text: "Login: Expired: Waiting for input", steps: stepsWith("failed") },
  actions: { refresh: { press: "refresh", label: "Refresh" } },
  blocks: [],
};

/** Right-to-left names. */
export const loggedIn: PageCard = {
  ...frame,
  id: "loggedIn",
  head: { kind: "header", state: { text: "Logged in", tone: "success" } },
  title: "عربى.example",
  context: ["בוט-תמיכה", "Sandbox", "As of 10:24 AM"],
  summary: [],
  actions: {
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
  blocks: [telemetry],
};

/** After a sign-out. */
export const resting: PageCard = {
  ...frame,
  id: "resting",
  head: { kind: "verdict", tone: "warning" },
  title: "Connection created",
  context: ["Acme production", "api.example.com", "Signed out. As of 10:24 AM"],
  summary: ["Log in once, and agents can use this profile."],
  actions: {
    next: { press: "openHosted", label: "Open Login Page", disabled: true },
    other: { press: "show", label: "Show Connection", disabled: true },
    refresh: { press: "refresh", label: "Refresh", disabled: true },
    more: {
      label: "More Actions",
      items: [
        { press: "duplicate", label: "Duplicate…", disabled: true },
        { press: "copyDetails", label: "Copy as Text" },
      ],
    },
  },
  blocks: [],
};

const resultOf = (name: string, text: string, tone: CardTone): CardValue[] => [
  { text: name, code: true },
  { text, tone },
];

/** A 409 (§4.3) with a button for each blocking connection. */
export const blocked: PageCard = {
  ...frame,
  id: "blocked",
  head: { kind: "verdict", tone: "warning" },
  title: "Not deleted: 3 connections use it",
  summary: ["Sessions that are exporting and logins that are running cannot be listed."],
  actions: {
    next: { press: "watch", label: "Notify When Free" },
    other: { press: "retryFailed", label: "Try Again" },
  },
  blocks: [
    {
      kind: "table",
      title: "Connections that select it",
      columns: ["Profile", "Domain", "Selected by"],
      rows: [
        ["billing-robot", "accounts.example.com", "Id"],
        ["support-inbox", "login.example.org", "Name"],
        ["crawler-with-a-rather-long-profile-name", "id.a-rather-long-domain.example.net", "Name"],
      ].map(([profile = "", domain = "", by = ""]) => ({
        cells: [{ text: profile, code: true }, { text: domain, code: true }, { text: by }],
        notes: [],
        actions: [{ press: "openConnection", label: "Open" }],
      })),
    },
    {
      kind: "table",
      title: "Destinations",
      columns: ["Destination", "Result"],
      rows: [
        { cells: resultOf("grafana-eu", "Deleted", "success"), notes: [] },
        {
          cells: resultOf("tempo", "Not allowed", "error"),
          notes: ["The service says: “The plan does not include this.”"],
          actions: [
            { press: "explainFeature", label: "Show the Feature" },
            { press: "openConnection", label: "Show Connection" },
          ],
        },
      ],
    },
  ],
};

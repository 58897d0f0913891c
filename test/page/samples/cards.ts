// One sample of each kind of result, with the editor's wording.
import type { PageBlock, PageCard } from "../../../src/card/protocol.ts";

const live = {
  context: ["Acme production", "api.example.com", "20 Nov 2026, 10:24"],
  summary: [],
  blocks: [],
  actions: {},
};
const practice = {
  ...live,
  context: ["Acme (local sandbox)", "127.0.0.1:41873", "20 Nov 2026, 10:24"],
  sandbox: "Local sandbox: practice data only, nothing here reaches the service",
};

const sent: PageBlock = {
  kind: "rows",
  title: "What was sent",
  rows: [
    { label: "Domain", value: { text: "accounts.example.com", code: true } },
    {
      label: "Profile",
      value: { text: "billing-robot", code: true },
      note: "A new profile with this name was created.",
    },
    { label: "Proxy", value: { text: "Default" } },
    { label: "Credential", value: { text: "vault-1 · logins/example", code: true } },
  ],
};

const raw: PageBlock = {
  kind: "code",
  title: "Raw answer",
  text: `{
  "id": "auth_01JD4Z8M3QK7",
  "profile_name": "billing-robot",
  "domain": "accounts.example.com",
  "status": "NEEDS_AUTH"
}`,
};

export const created: PageCard = {
  ...practice,
  id: "created",
  head: { kind: "verdict", tone: "success" },
  title: "Connection created",
  summary: [
    "The connection for accounts.example.com and the profile billing-robot exists.",
    "A new connection usually needs a login first: until one succeeds, the browser profile is signed out.",
  ],
  actions: {
    next: { press: "copyId", label: "Copy Id" },
    other: { press: "createAnother", label: "Duplicate…" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
  blocks: [
    {
      kind: "rows",
      title: "Connection",
      rows: [
        {
          label: "Id",
          value: { text: "auth_01JD4Z8M3QK7", code: true },
          copy: { press: "copyIdValue", label: "Copy" },
        },
        { label: "Status", value: { text: "Needs login", tone: "warning" } },
        { label: "Domain", value: { text: "accounts.example.com", code: true } },
        { label: "Profile", value: { text: "billing-robot", code: true } },
        {
          label: "Automatic re-login",
          value: { text: "Not possible yet", tone: "neutral" },
          note: "No login has succeeded so far. After the first one, saved credentials can be used again.",
        },
        { label: "Health checks", value: { text: "Every hour", tone: "success" } },
        { label: "Proxy", value: { text: "Default" }, note: "The stealth proxy, as stealth mode is on." },
        { label: "Credential", value: { text: "vault-1 · logins/example", code: true } },
        { label: "Recording", value: { text: "Off", tone: "neutral" } },
      ],
    },
    {
      kind: "list",
      title: "What comes next",
      items: [
        { text: "Start a login for this connection with the service's API or dashboard." },
        { text: "Complete it once. One-time codes are never saved, everything else is." },
        { text: "Health checks then keep watch every hour and log in again where they can." },
      ],
    },
    sent,
    raw,
  ],
};

export const invalid: PageCard = {
  ...live,
  id: "invalid",
  head: { kind: "verdict", tone: "error" },
  title: "The service did not accept the connection",
  summary: ["Nothing was created. The service says: “Request validation failed.”"],
  actions: {
    next: { press: "backToWizard", label: "Back to the Wizard" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
  blocks: [
    {
      kind: "list",
      title: "What it found",
      lead: { text: "Request validation failed.", code: "bad_request" },
      items: [
        { text: "domain: must be a bare host name, without scheme, port or path", code: "invalid_domain" },
        { text: "health_check_interval: 600 is below the minimum of your plan (1200)", code: "out_of_range" },
        { text: "browser.proxy.name: two active proxies are named “eu-west”; use the id" },
      ],
    },
    sent,
    {
      kind: "rows",
      title: "Answer",
      rows: [
        { label: "Status", value: { text: "400 Bad Request", tone: "error" } },
        { label: "Code", value: { text: "bad_request", code: true } },
      ],
    },
    raw,
  ],
};

export const unauthorized: PageCard = {
  ...live,
  id: "unauthorized",
  head: { kind: "verdict", tone: "error" },
  title: "The service refused your token",
  summary: [
    "Nothing was created. The token may have been revoked or belongs to another organization.",
    "Sign in with another one; your answers are kept.",
  ],
  actions: {
    next: { press: "signInAgain", label: "Sign In Again" },
    other: { press: "backToWizard", label: "Back to the Wizard" },
    more: { label: "More Actions", items: [{ press: "showLog", label: "Show Log" }] },
  },
};

export const forbidden: PageCard = {
  ...practice,
  id: "forbidden",
  head: { kind: "verdict", tone: "error" },
  title: "Your plan does not allow this",
  summary: ["Nothing was created. The service says: “custom_proxies is not part of the plan hobbyist.”"],
  actions: {
    next: { press: "backToWizard", label: "Back to the Wizard" },
    other: { press: "showEntitlements", label: "Show Entitlements" },
  },
  blocks: [sent],
};

export const conflict: PageCard = {
  ...practice,
  id: "conflict",
  head: { kind: "verdict", tone: "warning" },
  title: "This connection exists already",
  summary: [
    "There is one connection per profile and domain. Use the existing one, or choose another profile.",
  ],
  actions: {
    next: { press: "copyId", label: "Copy Existing Id" },
    other: { press: "backToWizard", label: "Back to the Wizard" },
  },
  blocks: [
    {
      kind: "rows",
      title: "Existing connection",
      rows: [{ label: "Id", value: { text: "auth_01JD4Z8M3QK7", code: true } }],
    },
    sent,
  ],
};

export const unknown: PageCard = {
  ...live,
  id: "unknown",
  head: { kind: "verdict", tone: "warning" },
  title: "It is not known whether the connection was created",
  summary: [
    "The service didn't answer within 30 seconds. The request may have been carried out.",
    "Creating it again is safe: if it exists, the service says so and names it.",
  ],
  actions: {
    next: { press: "retry", label: "Try Again" },
    other: { press: "backToWizard", label: "Back to the Wizard" },
    more: { label: "More Actions", items: [{ press: "showLog", label: "Show Log" }] },
  },
  blocks: [sent],
};

export const deleted: PageCard = {
  ...practice,
  id: "deleted",
  head: { kind: "verdict", tone: "warning" },
  title: "2 of 6 destinations deleted",
  summary: ["1 was refused, 1 was not found, 1 failed, and of 1 it is not known."],
  actions: {
    next: { press: "retry", label: "Try the Other 4 Again" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
  blocks: [
    {
      kind: "table",
      title: "Destinations",
      columns: ["Destination", "Result", "Status"],
      rows: (
        [
          ["grafana-eu", "Deleted", "success", "204"],
          ["otlp_01JD4ZB2", "Deleted", "success", "204"],
          [
            "honeycomb-staging",
            "Refused",
            "warning",
            "409",
            "The service says: “destination is selected by auth connection auth_01JD4Z8M3QK7”",
            "Choose another destination in that connection, then delete again.",
          ],
          [
            "old-collector",
            "Not found",
            "neutral",
            "404",
            "No destination has this id or name in the project of this token.",
          ],
          [
            "datadog",
            "Failed",
            "error",
            "500",
            "The service says: “internal error”. The destination was not deleted.",
          ],
          [
            "tempo",
            "Unknown",
            "info",
            "none",
            "The connection broke before an answer came. It may be gone; deleting again is safe.",
          ],
        ] as const
      ).map(([text, result, tone, status, ...notes]) => ({
        cells: [{ text, code: true }, { text: result, tone }, { text: status }],
        notes,
      })),
    },
    raw,
  ],
};

export const deletedConnection: PageCard = {
  ...live,
  context: [],
  id: "gone",
  head: { kind: "header" },
  title: "This result is no longer available",
  summary: ["Results are kept for as long as the window is open. Run the command again to get a new result."],
  actions: { other: { press: "showEntitlements", label: "Show Entitlements" } },
};

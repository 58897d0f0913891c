import type { DayPiece } from "../../../src/card/card.ts";
import type { PageBlock, PageCard } from "../../../src/card/protocol.ts";

const logged: DayPiece = {
  look: "in",
  from: 0,
  to: 1,
  text: "Logged in: Nov 18, 2026, 9:12 AM – Nov 20, 2026, 3:40 PM",
};
const out: DayPiece = { look: "out", from: 0, to: 0.71, text: "Logged out since Nov 20, 2026, 4:40 PM" };
const unknown: DayPiece = {
  look: "unknown",
  from: 0.65,
  to: 0.7,
  text: "Unknown: Nov 20, 2026, 3:40 – 4:40 PM",
};

const oldestFirst: Extract<PageBlock, { kind: "days" }>["days"] = [
  {
    label: "Wed, Nov 18",
    pieces: [
      { look: "out", from: 0.05, to: 0.38, text: "Logged out: Nov 18, 2026, 1:12 – 9:12 AM" },
      { look: "warning", at: 0.25, text: "Login, Nov 18, 2026, 6:02 AM: Expired" },
      { look: "success", at: 0.38, text: "Login, Nov 18, 2026, 9:10 – 9:12 AM: Succeeded" },
      { ...logged, from: 0.38 },
    ],
  },
  { label: "Thu, Nov 19", pieces: [logged] },
  {
    label: "Fri, Nov 20",
    pieces: [
      { ...logged, to: 0.65 },
      unknown,
      { ...out, from: 0.7, to: 1 },
      {
        look: "error",
        at: 0.7,
        text: "Automatic login, Nov 20, 2026, 4:40 PM: Failed. The website locked this account.",
      },
      { look: "neutral", at: 0.9, text: "Login, Nov 20, 2026, 9:40 PM: Canceled" },
    ],
  },
  {
    label: "Sat, Nov 21",
    now: 0.71,
    pieces: [{ look: "info", at: 0.02, text: "Login, Nov 21, 2026, 12:40 AM: In progress" }, out],
  },
];

/** A connection that was logged in for two days and was then logged out. */
export const history: PageCard = {
  id: "history",
  head: { kind: "header", state: { text: "Needs a login", tone: "warning" } },
  title: "Logged out since Nov 20: account locked",
  context: ["payroll.example", "compliance", "Sandbox", "As of 7:46 PM"],
  sandbox: "Sandbox · sample data on this computer",
  summary: [],
  blocks: [
    {
      kind: "days",
      title: "Day by day",
      hours: ["12 AM", "6 AM", "12 PM", "6 PM"].map((label, index) => ({ at: index / 4, label })),
      days: oldestFirst.toReversed(),
      legend: [
        { look: "in", text: "Logged in" },
        { look: "out", text: "Not logged in" },
        { look: "unknown", text: "Unknown" },
        { look: "success", text: "Login succeeded" },
        { look: "error", text: "Login failed" },
        { look: "warning", text: "Login timed out" },
        { look: "info", text: "Login under way" },
        { look: "neutral", text: "Canceled or unknown" },
        { look: "now", text: "Now" },
      ],
    },
    {
      kind: "table",
      title: "The newest 200 logins and health checks",
      columns: ["When", "Event", "Outcome"],
      rows: (
        [
          [
            "Nov 20, 2026, 4:40 PM",
            "Automatic login",
            "Failed",
            "error",
            "The website locked this account. Unlock it there first.",
          ],
          ["Nov 20, 2026, 4:40 PM", "Health check", "Needs a login", "warning"],
          ["Nov 18, 2026, 10:12 AM – Nov 20, 2026, 3:40 PM", "54 health checks", "Logged in", "success"],
          ["Nov 18, 2026, 9:10 – 9:12 AM", "Login", "Succeeded", "success"],
        ] as const
      ).map(([when, event, outcome, tone, ...notes]) => ({
        cells: [{ text: when }, { text: event }, { text: outcome, tone }],
        notes,
      })),
      more: { press: "loadMore", label: "Load More" },
    },
    {
      kind: "code",
      title: "Entries as received, secrets masked",
      text: '{ "type": "reauth", "status": "FAILED", "error_code": "account_locked" }',
      volatile: true,
    },
  ],
  actions: {
    other: { press: "showConnection", label: "Show Connection" },
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
};

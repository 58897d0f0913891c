import type { PageCard, PageStrip } from "../../../src/card/protocol.ts";

const weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue"];
const nowPosition = 6.6 / 7;

function strip(
  key: string,
  [name, about]: readonly [string, string],
  state: NonNullable<PageStrip["state"]>,
  pieces: PageStrip["pieces"],
  note = "Next check about 4:20 PM",
): PageStrip {
  const nowPiece = { look: "now", at: nowPosition, text: "Now: 2:46 PM" } as const;
  const all = [...pieces, nowPiece];
  return {
    key,
    name,
    about,
    state,
    pieces: all,
    text: `${pieces.at(-1)?.text ?? ""}.`,
    note,
    leads: { press: key, label: "Show Connection" },
  };
}

const good = { text: "checked 2:20 PM", tone: "success" } as const;
const logged = {
  look: "in",
  from: 0,
  to: nowPosition,
  text: "Logged in since Nov 2, 2026, 9:12 AM",
} as const;
const nextCheck = { look: "next", at: 6.75 / 7, text: "Next check about 4:20 PM" } as const;

/** Connections in order of urgency, each with its last seven days. */
export const overview: PageCard = {
  id: "overview",
  head: { kind: "header" },
  title: "Overview",
  context: ["Sandbox", "As of 2:46 PM"],
  sandbox: "Sandbox · sample data on this computer",
  summary: ["4 logged in · 2 need you · 1 in progress"],
  blocks: [
    {
      kind: "strips",
      title: "The last seven days",
      days: [...weekdays, "Today"].map((label, day) => ({ at: day / 7, label })),
      filter: { label: "Filter by website, profile or status", nothingFound: "Nothing found." },
      groups: [
        {
          strips: [
            strip(
              "ma_locked",
              ["payroll.example", "compliance"],
              { text: "account locked", tone: "error" },
              [
                { ...logged, to: 0.5, text: "Logged in: Nov 2, 9:12 AM – Nov 22, 2026, 3:40 PM" },
                {
                  look: "unknown",
                  from: 0.5,
                  to: 0.51,
                  text: "Unknown: Nov 22, 2026, 3:40 – 4:40 PM",
                },
                { look: "error", at: 0.51, text: "Login failed: Nov 22, 2026, 4:40 PM" },
                { look: "out", from: 0.51, to: nowPosition, text: "Logged out since Nov 22, 2026, 4:40 PM" },
              ],
              "",
            ),
            strip(
              "ma_late",
              ["bank.example", "compliance"],
              { text: "login timed out", tone: "warning" },
              [
                { look: "unread", from: 0, to: 0.2, text: "Not read: too many entries" },
                { look: "out", from: 0.2, to: nowPosition, text: "Logged out since Nov 20, 2026, 9:40 AM" },
                { look: "warning", at: 0.3, text: "Login timed out: Nov 21, 2026, 2:02 AM" },
                {
                  look: "error",
                  at: 0.8,
                  text: "2 logins failed, the last at Nov 24, 2026, 8:40 PM",
                },
              ],
              "",
            ),
            strip(
              "ma_running",
              ["a-very-long-name-of-a-website.customers.example.com", "support"],
              { text: "logging in…", tone: "info" },
              [{ look: "unread", from: 0, to: nowPosition, text: "Not read yet" } as const],
              "",
            ),
            ...["crm.example", "mail.example", "shop.example"].map((name) =>
              strip(`ma_${name}`, [name, "sales-emea"], good, [logged, nextCheck]),
            ),
            strip("ma_new", ["wiki.example", "sales-emea"], good, [
              { look: "out", from: 0.6, to: 0.71, text: "Logged out: Nov 23, 2026, 5:00 – 11:00 PM" },
              { ...logged, from: 0.71, text: "Logged in since Nov 23, 2026, 11:00 PM" },
              nextCheck,
            ]),
          ],
        },
      ],
      legend: [
        { look: "in", text: "Logged in" },
        { look: "out", text: "Not logged in" },
        { look: "unknown", text: "Unknown" },
        { look: "unread", text: "Not read" },
        { look: "error", text: "Login failed" },
        { look: "warning", text: "Login timed out" },
        { look: "now", text: "Now" },
        { look: "next", text: "Next check" },
      ],
    },
  ],
  actions: {
    other: { press: "byProfile", label: "Group by Profile" },
    refresh: { press: "refresh", label: "Refresh" },
    more: { label: "More Actions", items: [{ press: "copyDetails", label: "Copy as Text" }] },
  },
};

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { connectionView } from "../../../../../src/domain/connections/connectionView.ts";
import { arrangeNodes } from "../../../../../src/editor/connections/listed/listedNodes.ts";
import type {
  ViewArrangement,
  ListedNode,
} from "../../../../../src/editor/connections/listed/listedNodes.ts";
import { listedRow } from "../../../../../src/editor/connections/listed/listedRows.ts";
import { treeItem, setTooltip } from "../../../../../src/editor/kit/row.ts";
import { reset } from "../../../../doubles/vscode.ts";

beforeEach(reset);

const now = new Date(2026, 10, 20, 12);
const later = new Date(2026, 10, 20, 12, 18).toISOString();
const earlier = new Date(2026, 10, 20, 11, 30).toISOString();
type Connection = Extract<ListedNode, { kind: "connection" }>;
const shop = { id: "ma_1", domain: "bank.example", profile_name: "work" };
const of = (fields: object, at = now): Connection => ({
  kind: "connection",
  view: connectionView(ManagedAuth.parse({ ...shop, ...fields }), at),
});
const row = (fields: object) => listedRow(of(fields));
const [loggedOut, loggedIn] = [{ status: "NEEDS_AUTH" }, { status: "AUTHENTICATED" }];
const running = { ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: later };
const asking = (...fields: readonly object[]): object => ({
  ...running,
  flow_step: "AWAITING_INPUT",
  fields,
});

const code = asking({ id: "f", type: "code" });
const name = asking({ id: "f", type: "identifier" });
const userNameAndPassword = asking({ id: "f", type: "identifier" }, { id: "g", type: "password" });

describe("a connection's row", () => {
  for (const [fields, words, icon] of [
    [{ ...loggedIn, can_reauth: true, last_auth_check_at: earlier }, "checked 11:30 AM", "pass-filled"],
    [{ ...loggedIn, can_reauth: true }, "logged in", "pass-filled"],
    [{ ...loggedIn, can_reauth: false }, "needs you later", "pass"],
    [{ ...loggedIn, can_reauth: true, auto_reauth: false }, "needs you later", "pass"],
    [{ ...loggedIn, can_reauth: true, health_checks: false }, "not checked", "pass"],
    [{ ...loggedIn, can_reauth: false, health_checks: false }, "not checked", "pass"],
    [
      { ...loggedOut, can_reauth_reason: "no_prior_successful_login" },
      "never logged in",
      "circle-large-outline",
    ],
    [loggedOut, "logged out", "warning"],
    [{ ...loggedOut, flow_status: "EXPIRED" }, "timed out", "warning"],
    [{ ...loggedOut, flow_status: "CANCELED" }, "canceled", "warning"],
    [{ ...loggedOut, flow_status: "FAILED", error_code: "credentials_invalid" }, "password refused", "error"],
    [{ ...loggedOut, flow_status: "FAILED", error_code: "account_locked" }, "locked", "error"],
    [{ ...loggedOut, flow_status: "FAILED", error_code: "bot_detected" }, "blocked as a bot", "error"],
    [{ ...loggedOut, flow_status: "FAILED", error_code: "cosmic_rays" }, "login failed", "error"],
    [{ ...running, flow_step: "DISCOVERING" }, "logging in", "sync~spin"],
    [{ ...running, flow_type: "REAUTH" }, "logging in", "sync~spin"],
    [{ ...running, flow_step: "SUBMITTING" }, "submitting", "sync~spin"],
    [code, "code", "bell-dot"],
    [asking({ id: "f", type: "password" }), "password", "bell-dot"],
    [name, "user name", "bell-dot"],
    [userNameAndPassword, "answer", "bell-dot"],
    [{ ...asking(), choices: [{ id: "c", type: "mfa_method", label: "SMS" }] }, "choice", "bell-dot"],
    [{ ...running, flow_step: "AWAITING_EXTERNAL_ACTION" }, "approve", "device-mobile"],
    [{ status: "PAUSED" }, "PAUSED", "question"],
    [{}, "not reported", "question"],
  ] as const)
    it(`describes the state as "${words}"`, () => {
      const { description, icon: shown, label } = row(fields);
      assert.deepEqual([label.split(" · ").at(-1), description, shown?.id], ["bank.example", words, icon]);
    });

  it("is labelled with the domain, or with the ID if it has no domain", () => {
    const bare = row({ ...loggedIn, id: "ma_9", domain: undefined, profile_name: undefined });
    assert.deepEqual([bare.label, bare.description], ["ma_9", "logged in"]);
  });

  it("includes profile, domain and state in its accessible label", () => {
    const { accessibilityLabel: spoken, value } = row(loggedOut);
    assert.deepEqual([spoken, value], ["work on bank.example: logged out", "ma_1"]);
  });

  for (const [fields, words, spoken] of [
    [{ ...loggedOut, flow_status: "FAILED", error_code: "account_locked" }, "locked", "account locked"],
    [{ ...loggedOut, flow_status: "EXPIRED" }, "timed out", "login timed out"],
    [{ ...running, flow_type: "REAUTH" }, "logging in", "logging in automatically, until 12:18 PM"],
    [{ status: "PAUSED" }, "PAUSED", "PAUSED (unknown to this version)"],
  ] as const)
    it(`expands "${words}" in the tooltip and accessible label`, () => {
      const shown = row(fields);
      assert.equal(shown.description?.split(" · ").at(-1), words);
      assert.equal(shown.accessibilityLabel, `work on bank.example: ${spoken}`);
      assert.ok(shown.tooltip.includes(spoken), shown.tooltip);
    });

  it("starts with the deadline if a login waits for input", () => {
    const shown = row(code);
    assert.equal(shown.accessibilityLabel, "by 12:18 · bank.example, work: asks for a code");
    assert.ok(shown.tooltip.includes("asks for a code, until 12:18 PM"), shown.tooltip);
    assert.equal(row(name).label, "by 12:18 · bank.example");
    assert.equal(row({ ...running, flow_step: "DISCOVERING" }).label, "bank.example");
  });

  it("shows the profile if another connection has the same domain", () => {
    const descriptionOf = (profile_name: string, fields: object, more: Partial<Connection> = {}) =>
      listedRow({ ...of({ ...fields, profile_name }), showsProfile: true, ...more }).description;
    const long = "customer-support-berlin";
    assert.deepEqual(
      [descriptionOf("work", loggedOut), descriptionOf("work", code), descriptionOf(long, code)],
      ["logged out · work", "code · work", "code · customer-support-berlin"],
    );
    assert.equal(descriptionOf(long, { status: "x".repeat(50) }), `${"x".repeat(31)}…`);
    assert.equal(descriptionOf(long, code, { watched: true }), "◉ code · customer-support-berlin");
  });

  it("opens the connection and keeps focus in the tree", () => {
    assert.deepEqual(row(loggedOut).command?.arguments, [{ id: "ma_1", preserveFocus: true }]);
  });

  it("shows further details as plain text in its tooltip", () => {
    const shown = row({
      ...loggedIn,
      can_reauth: false,
      can_reauth_reason: "requires_sms_code",
      last_auth_check_at: earlier,
      health_check_interval: 3600,
      domain: "[x](command:evil)",
    });
    const { tooltip } = setTooltip(treeItem(shown), shown);
    assert.ok(typeof tooltip === "string");
    for (const part of ["work on [x]", "11:30", "SMS", "ma_1"]) assert.ok(tooltip.includes(part), part);
  });
});

describe("the tooltip of a connection without automatic logins", () => {
  for (const key of ["auto_reauth", "health_checks"])
    it(`doesn't claim that automatic logins are possible if ${key} is off`, () => {
      const shown = row({ ...loggedIn, can_reauth: true, can_reauth_reason: "has_credential", [key]: false });
      const { tooltip } = setTooltip(treeItem(shown), shown);
      assert.ok(typeof tooltip === "string");
      assert.match(tooltip, /^Logs in again automatically: Off$/m);
      assert.doesNotMatch(tooltip, /Yes|credential/);
    });
});

describe("the rows of the Connections view", () => {
  const [a, b, c] = [of({ ...loggedOut, id: "a" }), of({ ...loggedIn, id: "b" }), of({ id: "c" })];
  const names = (nodes: readonly ListedNode[]): readonly string[] =>
    nodes.flatMap((node) => {
      const { description, label, value } = listedRow(node);
      return node.kind === "connectionGroup"
        ? [`${label} ${String(value)}`, ...names(node.children).map((one) => ` ${one}`)]
        : [node.kind === "connection" ? node.view.connection.id : [label, description].join("")];
    });

  const all: ViewArrangement = { grouping: "status", needingYou: false, text: "" };
  const shown = (rows: readonly Connection[], how: Partial<ViewArrangement> = {}): readonly string[] =>
    names(arrangeNodes(rows, { ...all, ...how }));

  it("are grouped, starting with connections that require user action", () => {
    assert.deepEqual(shown([c, b, a]), ["Needs you 1", " a", "Others 1", " c", "Logged in 1", " b"]);
  });

  it("are ordered by urgency, with running logins after urgent connections", () => {
    const never = of({ ...loggedOut, id: "never", can_reauth_reason: "no_prior_successful_login" });
    const out = of({ ...loggedOut, id: "out" });
    const failed = of({ ...loggedOut, id: "failed", flow_status: "FAILED" });
    const waits = (id: string, minute: number) =>
      of({ ...asking(), id, flow_expires_at: new Date(2026, 10, 20, 12, minute).toISOString() });
    const runs = of({ ...running, id: "runs", flow_step: "DISCOVERING" });
    const rows = [b, never, out, runs, waits("later", 9), failed, waits("soon", 8)];
    const urgent = ["soon", "later", "failed", "out", "never"];
    const lessUrgent = ["In progress 1", " runs", "Logged in 1", " b"];
    assert.deepEqual(shown(rows), ["Needs you 5", ...urgent.map((id) => ` ${id}`), ...lessUrgent]);
    assert.deepEqual(shown(rows, { needingYou: true }), urgent);
    assert.deepEqual(shown(rows, { grouping: "none" }), [...urgent, "runs", "b"]);
  });

  it("are sorted by domain and then by profile", () => {
    const row = (id: string, domain: string, profile_name = "work") =>
      of({ ...loggedIn, id, domain, profile_name });
    const listed = [row("4", "shop.example"), row("2", "bank.example"), row("1", "bank.example", "home")];
    assert.deepEqual(shown([...listed, row("3", "bank10.example"), row("0", "a.example")]), [
      "0",
      "1",
      "2",
      "3",
      "4",
    ]);
    const manual = of({ ...loggedIn, id: "7", domain: "z.example", can_reauth: false });
    assert.deepEqual(shown([manual, row("8", "a.example")]), ["8", "7"]);
    const urgent = of({ ...asking(), id: "5", domain: "z.example" });
    assert.deepEqual(shown([of({ ...loggedOut, id: "6", domain: "b.example" }), urgent]), ["5", "6"]);
  });

  it("aren't grouped if all of them belong to the same group", () => {
    assert.deepEqual(shown([a, { ...a }]), ["a", "a"]);
    assert.deepEqual(shown([]), []);
  });

  it("include only connections that require user action if that filter is on", () => {
    assert.deepEqual(shown([c, b, a], { needingYou: true }), ["a"]);
    assert.deepEqual(shown([b], { needingYou: true }), ["No login needs you"]);
    assert.deepEqual(shown([], { needingYou: true }), []);
  });

  it("can be grouped by profile or ungrouped", () => {
    const withProfile = ({ view }: Connection, profile_name: string): Connection =>
      of({ ...view.connection, profile_name });
    const nowhere = of({ id: "c", profile_name: undefined });
    const rows = [withProfile(b, "work"), withProfile(a, "work"), withProfile(b, "Travel"), nowhere];
    const groups = ["Travel 1", " b", "work 2", " a", " b", "Profile not reported 1", " c"];
    assert.deepEqual(shown(rows, { grouping: "profile" }), groups);
    assert.deepEqual(shown([withProfile(a, "x"), withProfile(b, "x")], { grouping: "profile" }), ["a", "b"]);
    assert.deepEqual(shown([c, b, a], { grouping: "none" }), ["a", "c", "b"]);
  });

  it("can be filtered by domain, profile or ID", () => {
    const rows = [
      of({ id: "ma_1", domain: "Bank.example", profile_name: "work" }),
      of({ id: "ma_2", domain: "shop.example", profile_name: "BANKING" }),
      of({ id: "BANK_3", profile_name: undefined }),
      of({ id: "ma_4", domain: "shop.example", profile_name: "work" }),
    ];
    assert.deepEqual(shown(rows, { text: "bank" }), ["BANK_3", "ma_1", "ma_2"]);
    assert.deepEqual(shown(rows, { text: "WORK" }), ["ma_1", "ma_4"]);
    assert.deepEqual(shown(rows, { text: "nowhere" }), ["No matches"]);
    assert.deepEqual(shown([], { text: "nowhere" }), []);
    assert.deepEqual(shown(rows, { needingYou: true, text: "bank" }), ["No login needs you"]);
  });

  it("show a running deletion without offering any action", () => {
    const row = listedRow({ ...a, deleting: true });
    assert.equal(row.description?.split(" · ")[0], "deleting…");
    assert.equal(row.contextValue, "group");
    assert.deepEqual([row.icon?.id, listedRow(a).icon?.id === "loading~spin"], ["loading~spin", false]);
  });

  it("show a login with an unknown status as running until it expires", () => {
    const pending = { ...loggedOut, flow_status: "PENDING" };
    const shown = (minutes: number) => {
      const row = listedRow(of(pending, new Date(now.getTime() + minutes * 60_000)));
      // The manifest offers Log In… for these context values.
      assert.ok(["connection", "connectionNeedingYou"].includes(row.contextValue));
      return row.description;
    };
    assert.deepEqual([0, 19, 20].map(shown), ["logging in", "logging in", "logged out"]);
  });

  it("explain why the list can't be fetched and offer a remedy", () => {
    type Failure = Extract<ListedNode, { kind: "unlisted" }>["failure"];
    const failed = (failure: Failure) => listedRow({ kind: "unlisted", failure });
    const { command, label } = failed({ kind: "notFound", sent: "refused" });
    assert.deepEqual(
      [label, command?.command],
      ["This service can't list connections", "managedAuth.showConnection"],
    );
    const away = failed({ kind: "offline", sent: "no", host: "api.example", reason: "ENOTFOUND" });
    assert.deepEqual(
      [away.label, away.description, away.accessibilityLabel],
      ["Can't reach api.example", "Try Again", "Can't reach api.example. Press Enter to try again"],
    );
    for (const [failure, kind, leadsTo] of [
      [{ kind: "unauthorized", sent: "no" }, "refusedToken", "managedAuth.replaceToken"],
      // A new token doesn't help if the token store can't be read.
      [{ kind: "unauthorized", sent: "no", reason: "store" }, "error", "managedAuth.refreshConnections"],
      [{ kind: "server", sent: "no", status: 500 }, "error", "managedAuth.refreshConnections"],
    ] as const) {
      const shown = failed(failure);
      assert.deepEqual([shown.contextValue, shown.command?.command], [kind, leadsTo]);
    }
  });

  it("offer to load more connections", () => {
    const { command, label, value } = listedRow({ kind: "more", read: 1000 });
    assert.deepEqual(
      [label, value, command?.command],
      ["Load More", "1,000 read", "managedAuth.loadMoreConnections"],
    );
  });
});

// Tests that rows, pages, the overview, the badge and the command line agree on any connection at any time.
import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { loginStateText } from "../../../../../src/cli/loginCommands.ts";
import {
  type ConnectionView,
  connectionView,
  rankConnections,
} from "../../../../../src/domain/connections/connectionView.ts";
import { loginAction } from "../../../../../src/editor/connections/shown/connectionActions.ts";
import { connectionPage } from "../../../../../src/editor/connections/shown/connectionPage.ts";
import { stripFrame } from "../../../../../src/editor/connections/shown/connectionBlocks.ts";
import {
  arrangeNodes,
  type ListedConnectionNode,
} from "../../../../../src/editor/connections/listed/listedNodes.ts";
import { listedRow } from "../../../../../src/editor/connections/listed/listedRows.ts";
import { attentionBadge } from "../../../../../src/editor/sidebar/viewMessages.ts";
import { service } from "../../../../support/cards.ts";

const start = service.at.getTime();
const time = fc.integer({ min: -60, max: 60 }).map((minutes) => new Date(start + minutes * 60_000));
const optional = (...values: readonly unknown[]) => fc.constantFrom(undefined, null, ...values);
const connection = fc
  .record({
    domain: fc.constantFrom("a.example", "b.example"),
    profile_name: fc.constantFrom("home", "work"),
    status: optional("AUTHENTICATED", "NEEDS_AUTH", "PAUSED"),
    flow_status: optional("IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED", "PENDING"),
    flow_step: optional("DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "DOZING"),
    flow_type: optional("LOGIN", "REAUTH"),
    flow_expires_at: fc.option(time.map((at) => at.toISOString())),
    fields: optional([{ id: "f", type: "code" }], [{ id: "f", type: "password" }]),
    error_code: optional("account_locked", "rate_limited", "credentials_invalid", "moon_phase"),
    can_reauth: optional(true, false),
    can_reauth_reason: optional("no_prior_successful_login", "no_credential", "has_credential"),
    auto_reauth: optional(true, false),
    health_checks: optional(true, false),
    last_auth_check_at: fc.option(time.map((at) => at.toISOString())),
  })
  .map((fields) => ManagedAuth.parse({ id: "ma_1", ...fields }));

const tones: Readonly<Record<ConnectionView["group"], readonly unknown[]>> = {
  needsYou: ["warning", "error"],
  inProgress: ["info"],
  other: ["neutral"],
  loggedIn: ["success"],
};
const commandLineWords: Readonly<Record<ConnectionView["group"], RegExp>> = {
  needsYou: /^(?:never logged in|needs a login|login running)/,
  inProgress: /^login running$/,
  other: /^status unknown$/,
  loggedIn: /^logged in/,
};
const rowIcons: Readonly<Record<ConnectionView["group"], RegExp>> = {
  needsYou: /^(?:bell-dot|device-mobile|error|warning|circle-large-outline)$/,
  inProgress: /^sync~spin$/,
  other: /^question$/,
  loggedIn: /^pass/,
};

it("all views, pages, tools and the CLI show the same connection state", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: start });
  const seed = process.env["SEED"];
  fc.assert(
    fc.property(connection, time, (reported, at) => {
      const view = connectionView(reported, at);
      const { group, state } = view;
      const row = listedRow({ kind: "connection", view });
      const { card, isBusy = false } = connectionPage({ ...service, serviceTime: at }, reported, {});
      const pill = card.head.kind === "header" ? card.head.state : undefined;
      const isRunning = state.kind === "running";
      assert.match(row.icon?.id ?? "", rowIcons[group]);
      assert.match(loginStateText(view), commandLineWords[group]);
      assert.ok(tones[group].includes(pill?.tone), `${group} is shown as ${pill?.tone}`);
      assert.equal(stripFrame(view).state?.tone, pill?.tone);
      assert.equal(isBusy, isRunning);
      assert.equal(loginStateText(view) === "login running", isRunning);
      assert.equal(card.blocks[0]?.kind === "task", isRunning);
      assert.equal(row.contextValue === "connectionNeedingYou", group === "needsYou" && !view.isHopeless);
      assert.equal(loginAction(view) === undefined, group === "loggedIn" || view.isHopeless);
      assert.equal(row.label.startsWith("by "), card.countdown !== undefined);
      assert.equal(attentionBadge([view], false)?.value ?? 0, group === "needsYou" ? 1 : 0);
      assert.equal(card.actions.next?.label === "Copy Code…", group === "loggedIn");
    }),
    { numRuns: 2000, ...(seed !== undefined && { seed: Number(seed) }) },
  );
});

it("the Connections view, the overview and the CLI list connections in the same order", () => {
  const seed = process.env["SEED"];
  fc.assert(
    fc.property(fc.array(connection, { maxLength: 12 }), time, (reported, at) => {
      const ranked = rankConnections(
        reported.map((one, index) => ({ ...one, id: `ma_${index}` })),
        at,
      );
      const nodes = ranked.map((view): ListedConnectionNode => ({ kind: "connection", view }));
      const arranged = (grouping: "none" | "status"): readonly ConnectionView[] =>
        arrangeNodes(nodes.toReversed(), { grouping, needingYou: false, text: "" })
          .flatMap((node) => (node.kind === "connectionGroup" ? node.children : [node]))
          .flatMap((node) => (node.kind === "connection" ? [node.view] : []));
      const urgencies = (views: readonly ConnectionView[]) => views.map(({ urgency }) => urgency);
      const groups = ranked.map(({ group }) => group);
      assert.deepEqual(urgencies(arranged("none")), urgencies(ranked));
      assert.deepEqual(arranged("status"), arranged("none"));
      assert.equal(groups.filter((group, index) => group !== groups[index - 1]).length, new Set(groups).size);
    }),
    { numRuns: 200, ...(seed !== undefined && { seed: Number(seed) }) },
  );
});

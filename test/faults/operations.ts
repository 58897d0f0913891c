// Runs the operations as a user does and reports their visible outcome. Operations on an existing connection run
// without the editor.
import assert from "node:assert/strict";
import { listAll } from "../../src/api/listing.ts";
import { deleteConnection, getConnection, listTimeline, updateConnection } from "../../src/api/operations.ts";
import { ManagedAuth } from "../../src/api/schemas.ts";
import { draftFromConnection } from "../../src/domain/draft/draft.ts";
import { toDeletionOutcome } from "../../src/domain/resources/deletionOutcome.ts";
import { applyEdit } from "../../src/domain/connections/applyEdit.ts";
import { runCreation } from "../../src/editor/connections/creation/runCreation.ts";
import { deleteTargets } from "../../src/editor/resources/destinations/delete.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import { treeItem } from "../../src/editor/kit/row.ts";
import { describeError, quotedServiceMessages } from "../../src/editor/words/errors.ts";
import { nodeRow, type SidebarNode } from "../../src/editor/sidebar/sidebarNode.ts";
import { mentioned, Message, QuickPick, screen } from "../doubles/vscode.ts";
import { destination, keptRequests, type Operation } from "./service.ts";
import type { Stage } from "./stage.ts";
import { inPart } from "../support/inPart.ts";
import { column } from "../support/rows.ts";

/** Outcome of an operation as the user sees it. */
export interface Ends {
  readonly C: "created" | "exists" | "conflict" | "refused" | "unknown" | "left";
  readonly D: "deleted" | "in use" | "not found" | "failed" | "unknown" | "not sent" | "left";
  /** "absent": the response was lost, and a read doesn't contain the change. */
  readonly U: "saved" | "absent" | "refused" | "gone" | "unknown" | "not read";
  readonly R: "deleted" | "in use" | "not found" | "failed" | "unknown";
  /** "stale" keeps earlier rows. "failed" has none to keep. */
  readonly G: "fresh" | "stale" | "failed";
  readonly T: "listed" | "not listed";
}
export type End = Ends[Operation];

export interface Shown {
  readonly end: End;
  /** Full text of the result or the tree. */
  readonly words: string;
}

export const draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
} as const;

const titles: Readonly<Record<string, Ends["C"]>> = {
  "example.com": "created",
  ma_1: "created",
  "other.example": "created",
  "example.com exists, likely from your attempt": "exists",
  "This connection already exists": "conflict",
  "Connection not created": "refused",
  "Couldn't confirm that example.com was created": "unknown",
};

const states: Readonly<Record<string, Ends["D"]>> = {
  Deleted: "deleted",
  "Refused, in use": "in use",
  "Not found": "not found",
  Failed: "failed",
  Unknown: "unknown",
  "Not sent": "not sent",
};

/** Opens the review with all answers given. */
export async function openReview(stage: Stage): Promise<{ review: QuickPick; ended: Promise<Shown> }> {
  await stage.drafts.save(stage.account.id, draft);
  const access = await stage.service.access(stage.account, new AbortController().signal);
  let result: CommandResult | undefined;
  const parts = {
    ...stage,
    showEntitlements: () => Promise.resolve(),
    createNew: () => ({}),
    requireAccess: () => Promise.resolve(access),
    panel: { show: (page: CommandResult) => Promise.resolve(void (result = page)) },
  };
  const done = runCreation(inPart(parts), { draft, start: "review" });
  let review = await screen.next(QuickPick);
  // On a slow disk, a list that is still loading is shown first.
  while (review.busy) review = await screen.next(QuickPick);
  return { review, ended: done.then(() => shownOfCreation(result)) };
}

export const createRow = "$(add) Create Connection";

/** Starts an operation and performs the user's actions for it. */
export const begin: Readonly<
  Record<Operation, (stage: Stage, name?: string) => Promise<{ ended: Promise<Shown> }>>
> = {
  async C(stage) {
    const { ended, review } = await openReview(stage);
    review.choose(createRow);
    return { ended };
  },
  async D(stage, name = destination) {
    const access = await stage.service.access(stage.account, new AbortController().signal);
    let shown: CommandResult | undefined;
    const panel = {
      show: (result: CommandResult) => Promise.resolve(void (shown = result)),
      markDeleted: () => Promise.resolve(undefined),
    };
    const deleting = deleteTargets({ ...stage, panel }, access, [{ idOrName: name }]);
    (await screen.next(Message)).choose("Delete");
    return { ended: deleting.then(() => shownOfDeletion(shown)) };
  },
  U: (stage) => Promise.resolve({ ended: update(stage).then((end) => ({ end, words: errorIn(stage) })) }),
  R: (stage) => Promise.resolve({ ended: removal(stage).then((end) => ({ end, words: errorIn(stage) })) }),
  T: (stage) => Promise.resolve({ ended: history(stage).then((end) => ({ end, words: errorIn(stage) })) }),
  G: (stage) => Promise.resolve({ ended: stage.entitlements.refresh().then(() => shownOfTree(stage)) }),
};

async function update({ account, service }: Stage): Promise<Ends["U"]> {
  const { signal } = new AbortController();
  const { client } = await service.access(account, signal);
  const path = { id: keptRequests.id };
  const base = ManagedAuth.parse({ ...keptRequests });
  const outcome = await applyEdit(
    base,
    { ...draftFromConnection(base), health_check_interval: 7200 },
    {
      read: () => client.call(getConnection, { path }, signal),
      send: (body) => client.call(updateConnection, { path, body }, signal),
      resolveConflict: () => assert.fail("nobody else changes it"),
    },
  );
  switch (outcome.kind) {
    case "saved":
    case "refused":
    case "gone":
    case "unknown":
      return outcome.kind;
    case "notTaken":
      assert.equal(outcome.isAnswered, false);
      return "absent";
    case "notRead":
      return "not read";
    case "nothing":
    case "cancelled":
    case "conflict":
      return assert.fail(outcome.kind);
  }
}

async function removal({ account, service }: Stage): Promise<Ends["R"]> {
  const { signal } = new AbortController();
  const { client } = await service.access(account, signal);
  const { kind } = toDeletionOutcome(
    await client.call(deleteConnection, { path: { id: keptRequests.id } }, signal),
  );
  switch (kind) {
    case "deleted":
    case "unknown":
      return kind;
    case "refused":
      return "failed";
    case "inUse":
      return "in use";
    case "gone":
      return "not found";
    case "accepted":
    case "cancelled":
    case "notTried":
      return assert.fail(kind);
  }
}

async function history({ account, service }: Stage): Promise<Ends["T"]> {
  const { signal } = new AbortController();
  const { client } = await service.access(account, signal);
  const listing = await listAll(
    (query, ending) => client.call(listTimeline, { path: { id: keptRequests.id }, query }, ending),
    {},
    signal,
  );
  switch (listing.kind) {
    case "complete":
      assert.deepEqual(column(listing.rows, "id"), ["login_1"]);
      return "listed";
    case "failed":
      assert.deepEqual(listing.rows, []);
      return "not listed";
    case "loading":
    case "cut":
    case "cancelled":
      return assert.fail(listing.kind);
  }
}

/** Returns the text of the first failure, as results show it. */
function errorIn({ outcomes }: Stage): string {
  const outcome = outcomes.find(({ kind }) => kind === "failed");
  if (outcome?.kind !== "failed") return "";
  return wordsOf([describeError(outcome.error), quotedServiceMessages(outcome.error)]);
}

function shownOfCreation(result: CommandResult | undefined): Shown {
  if (result === undefined) return { end: "left", words: "" };
  const end = titles[result.card.title];
  assert.ok(end !== undefined, `Nobody knows the result "${result.card.title}"`);
  return { end, words: wordsOf(result.card) };
}

function shownOfDeletion(result: CommandResult | undefined): Shown {
  const [words] = mentioned;
  if (result === undefined) return { end: words === undefined ? "left" : "deleted", words: words ?? "" };
  const table = result.card.blocks.find((block) => block.kind === "table");
  const end = states[table?.rows[0]?.cells[1]?.text ?? ""];
  assert.ok(end !== undefined, "The result has no state");
  return { end, words: wordsOf(result.card) };
}

async function shownOfTree({ entitlements, tree, view }: Stage): Promise<Shown> {
  const { failure, reading } = entitlements.state;
  const words = `${view.message}\n${await treeWords(tree)}`;
  if (failure === undefined) return { end: "fresh", words };
  if (reading === undefined) return { end: "failed", words };
  assert.match(view.message, /^(Can't reach the service\. )?As of /);
  return { end: "stale", words };
}

/** Returns the text of all tree rows, including collapsed ones. */
export async function treeWords(tree: Stage["tree"], node?: SidebarNode): Promise<string> {
  const children = await tree.getChildren(node);
  const nested = await Promise.all(
    children.map(async (child) => {
      const { accessibilityInformation, description, label, tooltip } = treeItem(nodeRow(child));
      const own = wordsOf([label, description, tooltip, accessibilityInformation]);
      return `${own}\n${await treeWords(tree, child)}`;
    }),
  );
  return nested.join("\n");
}

/** Returns every text in a structure, one per line. */
export function wordsOf(shown: unknown): string {
  if (typeof shown === "string") return shown;
  if (typeof shown !== "object" || shown === null) return "";
  return Object.values(shown).map(wordsOf).filter(Boolean).join("\n");
}
